import type { Account } from '../account';
import type { Claim } from '../claim';
import { TEST_PHONE } from '../cost';
import { isRefusedAlike, messageOf, saidIn, succeeded, type Exchange } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	endangersMoney,
	held,
	losesFunction,
	notShown,
	NotShown,
} from '../finding';
import { isObject, listIn, textOf, type JsonValue } from '../json';
import { addressLeft, keepLink, LABEL, linkLeft } from '../left';
import { KENYA_REFUSED, LINKS_DIFFER, PASSED_ON } from '../meaning';
import { Once } from '../once';
import { exactly, factorOf, ofMinor } from '../relation';
import { callNamed, shape, shapeOf } from '../shapes';
import { asAsked, newQuote, TO_NAIRA } from './quotes';

const OPERATIONS = 'nodes/Mavapay/operations';
const ADDRESS = `${OPERATIONS}/stablecoinAddress/stablecoinAddress.ts`;
const LINK = `${OPERATIONS}/paymentLink/paymentLink.ts`;

const TO_KENYA = { ...TO_NAIRA, amount: '100000', targetCurrency: 'KESCENT', paymentCurrency: 'KESCENT' };

/** A quote to Kenya that pays nobody unless it is accepted. */
const inShillings = { ...TO_KENYA, autopayout: false };

/** A message that refuses the payee's made-up name, not one that asks for a name. */
const OF_THE_NAME = /mismatch|not match|(name|recipient|holder|phone|till|account).*(not|unknown|wrong)|not found/i;

/** A claim that the service accepts, or refuses, a quote to Kenya. */
function kenyan(
	id: string,
	says: string,
	beneficiary: JsonValue,
	expected: 'accepted' | 'refused' = 'accepted',
	means = expected === 'accepted'
		? KENYA_REFUSED
		: copes('The package always sends the network, which is also accepted.'),
): Claim {
	return {
		id,
		says,
		see: 'docs/reference/interface.md#beneficiary-kes',
		concerns: [`${OPERATIONS}/beneficiary/beneficiary.ts`],
		means,
		level: 'write',
		check: async (account) => {
			const body = { ...TO_KENYA, beneficiary };
			const exchange = await newQuote(account, body);
			const said = messageOf(exchange) ?? '';
			if (succeeded(exchange)) return expected === 'accepted' ? asAsked(exchange, body) : differs('accepted', exchange);
			if (OF_THE_NAME.test(said)) return notShown(`the payee, who is made up, was refused: "${said}"`, exchange);
			const usual = await account.once('quote in shillings', async () => await newQuote(account, inShillings));
			if (isRefusedAlike(exchange, usual)) return notShown(`every quote in KES is refused: ${saidIn(usual)}`, usual);
			return held(expected === 'refused', saidIn(exchange), exchange);
		},
	};
}

export const phone = (network: Record<string, string>) => ({
	identifierType: 'paytophone',
	identifiers: { phoneNumber: TEST_PHONE, accountName: 'Verify', ...network },
});
const till = (tillNumber: string) => ({
	identifierType: 'paytotill',
	identifiers: { tillNumber, accountName: 'Verify' },
});
const paybill = { paybillNumber: '4141031', accountNumber: 'verify' };

const BESIDE = ['accepted', copes('The package always sends it inside.')] as const;

const kenya: readonly Claim[] = [
	kenyan('phone with its network', 'A quote to a Kenyan phone is accepted with `network`', phone({ network: 'mpesa' })),
	kenyan('phone without its network', 'A quote to a Kenyan phone is refused without `network`', phone({}), 'refused'),
	kenyan('till, name inside', "A till's `accountName` can be inside `identifiers`", till('000000')),
	kenyan(
		'till, name beside',
		"A till's `accountName` can be next to `identifiers`",
		{ identifierType: 'paytotill', identifiers: { tillNumber: '000000' }, accountName: 'Verify' },
		...BESIDE,
	),
	kenyan('paybill, name inside', "A PayBill's `accountName` can be inside `identifiers`", {
		identifierType: 'paytobill',
		identifiers: { ...paybill, accountName: 'Verify' },
	}),
	kenyan(
		'paybill, name beside',
		"A PayBill's `accountName` can be next to `identifiers`",
		{ identifierType: 'paytobill', identifiers: paybill, accountName: 'Verify' },
		...BESIDE,
	),
	kenyan('till of nine digits', 'A till number may have nine digits', till('796980711')),
];

/** The account's own deposit address, from an earlier run or new. */
export async function ownAddress(account: Account): Promise<Exchange> {
	const body = { label: LABEL, currency: 'USDT', network: 'trc20' };
	return await account.once(
		'address',
		async () =>
			(await addressLeft(account)) ??
			(await account.send('POST', '/collections/stablecoin/generate-address', { body })),
	);
}

const ONE_FOR_ALL = endangersMoney(
	"Two customers share an address, so a deposit doesn't show who paid. Credit no deposit by its address until this is known.",
);

const addresses: readonly Claim[] = [
	shape({
		call: 'POST /collections/stablecoin/generate-address',
		level: 'write',
		concerns: [ADDRESS],
		means: PASSED_ON,
		ask: async (account) => {
			const exchange = await ownAddress(account);
			if (exchange.method === 'GET') throw new NotShown('an earlier run left an address (--fresh makes another)');
			return exchange;
		},
	}),
	shape({
		call: 'GET /collections/stablecoin/addresses',
		concerns: [ADDRESS],
		means: PASSED_ON,
		ask: async (account) => await account.send('GET', '/collections/stablecoin/addresses'),
	}),
	{
		id: 'network of an address',
		says: 'A deposit address is of the network and the currency that were asked for, and no other one is the same',
		see: 'docs/reference/interface.md#stablecoin-addresses',
		concerns: [ADDRESS],
		means: endangersMoney(
			'A deposit to an address of another network is lost. Give no deposit address to customers until this is known.',
		),
		level: 'write',
		check: async (account) => {
			const exchange = await ownAddress(account);
			const [address] = listIn(exchange.body);
			if (address === undefined) return notShown('the account got no deposit address', exchange);
			const network = textOf(address.network) ?? 'none';
			const coin = textOf(address.currency) ?? 'USDT';
			if (coin !== 'USDT') return differs(`its currency is "${coin}"`, exchange);
			const list = await account.send('GET', '/collections/stablecoin/addresses');
			const of = new Map([address, ...listIn(list.body)].map((one) => [textOf(one.id), one]));
			const all = [...of.values()].map((one) => `${textOf(one.network)} ${textOf(one.address)}`);
			if (new Set(all).size < all.length) return differsMeaning(ONE_FOR_ALL, 'another one is the same', list);
			return held(network.toLowerCase() === 'trc20', `its network is "${network}"`, exchange);
		},
	},
];

/** Smallest deposit that an address states, in whole USDT, rounded up; null if it states none. */
export function leastOf(exchange: Exchange): bigint | null {
	const [address] = listIn(exchange.body);
	const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(textOf(address?.minAmount) ?? '') ?? [];
	if (whole === undefined) return null;
	return BigInt(whole) + (/[1-9]/.test(fraction) ? 1n : 0n);
}

async function newLink(account: Account): Promise<Exchange> {
	const body = {
		name: LABEL,
		amount: Number(LINK_KOBO),
		paymentCurrency: 'NGN',
		settlementCurrency: 'BTC',
		paymentMethods: ['BANKTRANSFER'],
		settlementMethod: 'LIGHTNING',
		beneficiary: { lnAddress: account.told.lightningAddress },
	};
	return await account.once('link', async () => {
		const made = await account.send('POST', '/paymentlink', { body });
		const id = textOf(listIn(made.body)[0]?.paymentRef);
		if (succeeded(made) && id !== null) keepLink(account, id);
		return made;
	});
}

const linkIds = new Once<string>();

/** ID of the run's payment link, left by an earlier run or made now. Throws NotShown if the link was refused. */
export const linkId = async (account: Account): Promise<string> =>
	await linkIds.of(account, 'link', async () => {
		const left = await linkLeft(account);
		if (left !== null) return left;
		const exchange = await newLink(account);
		const id = textOf(listIn(exchange.body)[0]?.paymentRef);
		if (id === null) throw refusedLink(exchange);
		return id;
	});

function refusedLink(exchange: Exchange): NotShown {
	if (succeeded(exchange)) return new NotShown('the answer to a new payment link has no `paymentRef`', [exchange]);
	const said = messageOf(exchange) ?? '';
	return /address|beneficiary|invoice/i.test(said)
		? new NotShown(`the Lightning address, which is nobody's, was refused (--lightning names another): "${said}"`, [
				exchange,
			])
		: new NotShown('the payment link was refused', [exchange]);
}

/** Details of the run's payment link. */
export const linkDetails = async (account: Account): Promise<Exchange> =>
	await account.read('/paymentlink/details', { id: await linkId(account) });

const linkShape = (call: string, file: string, ask: (account: Account) => Promise<Exchange | null>): Claim =>
	shape({ call, level: 'write', concerns: [file], means: LINKS_DIFFER, ask });

const LINK_KOBO = 500_000n;

const links: readonly Claim[] = [
	{
		id: 'amount of a link',
		says: 'A payment link asks the payer for the amount that it was made with, and at most some fees more',
		see: 'docs/reference/interface.md#payment-link-details',
		concerns: [LINK],
		means: endangersMoney(
			'A payment link asks for another amount than it was made with. Send no payment link to customers until this is known.',
		),
		level: 'write',
		check: async (account) => {
			const exchange = await linkDetails(account);
			const [detail] = listIn(exchange.body);
			const within = isObject(detail?.paymentLinkDetails) ? detail.paymentLinkDetails : {};
			const due = isObject(within.BANKTRANSFER) ? exactly(within.BANKTRANSFER.amount) : null;
			if (due === null) return notShown('the details state no amount', exchange);
			const asked = ofMinor(LINK_KOBO);
			const fits = due * 10n >= asked * 9n && due * 9n <= asked * 10n;
			return held(fits, fits ? 'it does' : `it asks for ${factorOf(due, asked)} that`, exchange);
		},
	},
	linkShape('POST /paymentlink', LINK, async (account) => {
		if ((await linkLeft(account)) !== null && !madeNow(account))
			throw new NotShown('an earlier run left a link (--fresh makes another)');
		const exchange = await newLink(account);
		if (!succeeded(exchange)) throw refusedLink(exchange);
		return exchange;
	}),
	linkShape('GET /paymentlink/details', LINK, linkDetails),
	linkShape('GET /paymentlink/orders', LINK, async (account) => {
		await linkDetails(account);
		return await account.read('/paymentlink/orders', { id: await linkId(account) });
	}),
	linkShape('GET /paymentlink/status', LINK, async (account) => {
		const [detail] = listIn((await linkDetails(account)).body);
		const within = isObject(detail?.paymentLinkDetails) ? detail.paymentLinkDetails : {};
		const orderId = textOf(within.paymentLinkOrderId);
		return orderId === null ? null : await account.read('/paymentlink/status', { orderId });
	}),
	linkShape(
		'GET /paymentlink/refresh',
		LINK,
		async (account) =>
			await account.read('/paymentlink/refresh', { id: await linkId(account), paymentMethod: 'BANKTRANSFER' }),
	),
];

const madeNow = ({ exchanges }: Account): boolean =>
	exchanges.some((one) => one.method === 'POST' && one.path === '/paymentlink');

const VALIDATE = 'POST /quote/validate-kes-identifier';

const identifiers: Claim = {
	id: `form of ${VALIDATE}`,
	says: `${VALIDATE} works on live, and is refused on staging`,
	see: 'docs/reference/interface.md#validate-kes-identifier',
	concerns: [`${OPERATIONS}/mpesa/validateIdentifier.ts`],
	means: losesFunction("'M-Pesa: Validate Identifier' isn't reliable. Payments don't use it."),
	level: 'write',
	check: async (account) => {
		const body = { identifier: '000000', identifierType: 'Till' };
		const exchange = await account.send('POST', '/quote/validate-kes-identifier', { body });
		if (account.money === 'staging') return held(!succeeded(exchange), `staging answered ${exchange.status}`, exchange);
		return succeeded(exchange)
			? shapeOf(exchange, callNamed(VALIDATE))
			: documented('refused, as on staging', exchange);
	},
};

export const placeClaims: readonly Claim[] = [...kenya, ...addresses, ...links, identifiers];
