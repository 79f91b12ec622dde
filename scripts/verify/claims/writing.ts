import { randomUUID } from 'node:crypto';

import { isLoopback, type Account } from '../account';
import { messageOf, succeeded, type Exchange } from '../exchange';
import type { Claim } from '../claim';
import { differs, held, NotShown } from '../finding';
import { isObject, listIn, textOf, type JsonValue, type Members } from '../json';
import { callNamed, shape, shapeOf } from '../shapes';

const OPERATIONS = 'nodes/Mavapay/operations';
const QUOTE = `${OPERATIONS}/quote/quote.ts`;
const BENEFICIARY = `${OPERATIONS}/beneficiary/beneficiary.ts`;
const LINK = `${OPERATIONS}/paymentLink/paymentLink.ts`;
const REFUSALS = 'nodes/core/domain/http';

/** Accounts of staging that pay out to nobody: docs/interface.md#simulate-pay-in. */
const TEST_BANK = { bankAccountNumber: '0149200000', bankCode: '000013' };
const TEST_PHONE = '+254790000000';

const BY_LIGHTNING = {
	amount: '500000',
	sourceCurrency: 'BTCSAT',
	targetCurrency: 'NGNKOBO',
	paymentMethod: 'LIGHTNING',
	paymentCurrency: 'NGNKOBO',
};
const BY_BANK = { ...BY_LIGHTNING, sourceCurrency: 'NGNKOBO', targetCurrency: 'BTCSAT', paymentMethod: 'BANKTRANSFER' };
const TO_KENYA = {
	...BY_LIGHTNING,
	amount: '100000',
	targetCurrency: 'KESCENT',
	paymentCurrency: 'KESCENT',
	autopayout: true,
};

const quote = async (account: Account, body: Record<string, JsonValue>) =>
	await account.send('POST', '/quote', { body });

/** A quote that several claims look at. Throws NotShown where it was rejected. */
export async function quoted(
	account: Account,
	by: 'lightning' | 'bank',
): Promise<{ exchange: Exchange; quote: Members }> {
	const body = { ...(by === 'lightning' ? BY_LIGHTNING : BY_BANK), customerReference: `verify-${by}` };
	const exchange = await account.once(`quote by ${by}`, async () => await quote(account, body));
	const [data] = listIn(exchange.body);
	if (!succeeded(exchange) || data === undefined) throw new NotShown('the quote was rejected', [exchange]);
	return { exchange, quote: data };
}

/** A quote that the service is expected to reject in the documentation's words. */
function refusal(id: string, says: string, message: string, body: Record<string, JsonValue>): Claim {
	return {
		id: `refusal: ${id}`,
		says: `${says} is rejected with \`${message}\``,
		see: 'docs/interface.md#errors',
		concerns: [QUOTE, REFUSALS],
		level: 'write',
		check: async (account) => {
			const exchange = await quote(account, body);
			const said = messageOf(exchange);
			if (succeeded(exchange)) return differs('it was accepted', exchange);
			return held(
				said?.toLowerCase() === message.toLowerCase(),
				`answered ${exchange.status}: "${said ?? ''}"`,
				exchange,
			);
		},
	};
}

/** A quote that the service is expected to accept, or to reject. */
function taken(id: string, says: string, body: Record<string, JsonValue>, expected = true): Claim {
	return {
		id,
		says,
		see: 'docs/interface.md#beneficiary-kes',
		concerns: [BENEFICIARY],
		level: 'write',
		check: async (account) => {
			const exchange = await quote(account, body);
			const said = succeeded(exchange) ? 'accepted' : `answered ${exchange.status}: "${messageOf(exchange) ?? ''}"`;
			return held(succeeded(exchange) === expected, said, exchange);
		},
	};
}

const till = (tillNumber: string) => ({
	...TO_KENYA,
	beneficiary: { identifierType: 'paytotill', identifiers: { tillNumber, accountName: 'Verify' } },
});

const quotes: readonly Claim[] = [
	...(['lightning', 'bank'] as const).map((by) =>
		shape({
			call: 'POST /quote',
			variant: by === 'bank' ? 'by bank transfer' : 'by Lightning',
			level: 'write',
			concerns: [QUOTE],
			ask: async (account) => (await quoted(account, by)).exchange,
		}),
	),
	{
		id: 'lifetime of a quote',
		says: 'A quote is valid for 5 to 10 minutes',
		see: 'docs/interface.md#limits',
		concerns: [`${OPERATIONS}/quote/priceGuard.ts`],
		level: 'write',
		check: async (account) => {
			const made = [await quoted(account, 'lightning'), await quoted(account, 'bank')];
			const minutes = made.map(
				({ quote: { expiry, createdAt } }) =>
					Math.round((Date.parse(textOf(expiry) ?? '') - Date.parse(textOf(createdAt) ?? '')) / 6_000) / 10,
			);
			return held(
				minutes.every((one) => one >= 5 && one <= 10),
				`${minutes.join(' and ')} minutes`,
				...made.map(({ exchange }) => exchange),
			);
		},
	},
	{
		id: 'how a quote is paid',
		says: 'A quote by Lightning has an invoice and no bank account, one by bank transfer a bank account and no invoice',
		see: 'docs/interface.md#quote',
		concerns: [QUOTE],
		level: 'write',
		check: async (account) => {
			const [lightning, bank] = [await quoted(account, 'lightning'), await quoted(account, 'bank')];
			const has = ({ quote: one }: typeof bank) => [
				textOf(one.invoice) !== null,
				textOf(one.ngnBankAccountNumber) !== null,
			];
			const inWords = (made: typeof bank) => {
				const [invoice, bankAccount] = has(made);
				return `${invoice ? 'an' : 'no'} invoice and ${bankAccount ? 'a' : 'no'} bank account`;
			};
			return held(
				[...has(lightning), ...has(bank)].join() === 'true,false,false,true',
				`by Lightning it has ${inWords(lightning)}, by bank transfer ${inWords(bank)}`,
				lightning.exchange,
				bank.exchange,
			);
		},
	},
	{
		id: 'reference of a quote',
		says: 'A quote repeats the `customerReference` of its request',
		see: 'docs/interface.md#post-quote',
		concerns: [QUOTE],
		level: 'write',
		check: async (account) => {
			const { exchange, quote: made } = await quoted(account, 'lightning');
			return held(
				made.customerReference === 'verify-lightning',
				made.customerReference === undefined ? 'there is none' : 'it came back',
				exchange,
			);
		},
	},
	{
		id: 'repeated reference',
		says: 'A `customerReference` is accepted twice, so it is no idempotency key',
		see: 'docs/interface.md#unknown-money',
		concerns: [`${OPERATIONS}/withdrawal/toStablecoin.ts`, 'docs/money.md'],
		level: 'write',
		check: async (account) => {
			await quoted(account, 'lightning');
			const again = await quote(account, { ...BY_LIGHTNING, customerReference: 'verify-lightning' });
			return held(
				succeeded(again),
				succeeded(again) ? 'a second quote was made' : `rejected: "${messageOf(again) ?? ''}"`,
				again,
			);
		},
	},
	{
		id: 'order of a new quote',
		says: "A new quote's order can be looked up at once",
		see: 'docs/interface.md#order',
		concerns: [`${OPERATIONS}/quote/accept.ts`, `${OPERATIONS}/transaction/orders.ts`],
		level: 'write',
		check: async (account) => {
			const { quote: made } = await quoted(account, 'lightning');
			const one = await account.send('GET', '/order', { query: { id: textOf(made.orderId) ?? '' } });
			const all = await account.send('GET', '/order/all');
			const listed = listIn(all.body).some(
				({ quoteId, quotes: within }) =>
					quoteId === made.id ||
					(Array.isArray(within) && within.some((each) => isObject(each) && each.id === made.id)),
			);
			return held(
				succeeded(one) && listed,
				`${succeeded(one) ? 'found' : 'not found'} by ID, ${listed ? 'found' : 'not found'} in the list`,
				one,
				all,
			);
		},
	},
];

const refusals: readonly Claim[] = [
	refusal('payment currency', 'A payment currency that is neither source nor target', 'Invalid payment currency', {
		...BY_LIGHTNING,
		paymentCurrency: 'KESCENT',
	}),
	refusal('same currencies', 'A source currency that is also the target', 'Invalid currency', {
		...BY_BANK,
		targetCurrency: 'NGNKOBO',
	}),
	refusal(
		'amount in naira',
		'A payout from naira to bitcoin with its amount in naira',
		'Autopayout requires payment currency to be target currency',
		{
			...BY_BANK,
			autopayout: true,
			beneficiary: { lnAddress: 'verify@example.com' },
		},
	),
	refusal('small amount', 'A payout of less than 2,000 NGN', 'Amount too small', {
		...BY_LIGHTNING,
		amount: '199999',
		autopayout: true,
		beneficiary: { ...TEST_BANK, bankName: 'Guaranty Trust Bank', bankAccountName: 'Verify' },
	}),
	{
		id: 'refusal: unknown quote',
		says: 'Accepting a quote that does not exist is rejected with `Invalid quote ID`',
		see: 'docs/interface.md#errors',
		concerns: [`${OPERATIONS}/quote/accept.ts`, REFUSALS],
		level: 'write',
		check: async (account) => {
			const exchange = await account.send('POST', `/wallet/payout/${randomUUID()}/accept`, {
				body: { sourceWallet: 'NGN' },
			});
			const said = messageOf(exchange);
			return held(
				!succeeded(exchange) && said?.toLowerCase() === 'invalid quote id',
				`answered ${exchange.status}: "${said ?? ''}"`,
				exchange,
			);
		},
	},
];

const phone = (network: Record<string, string>) => ({
	...TO_KENYA,
	beneficiary: {
		identifierType: 'paytophone',
		identifiers: { phoneNumber: TEST_PHONE, accountName: 'Verify', ...network },
	},
});

const kenya: readonly Claim[] = [
	taken('phone with its network', 'A quote to a Kenyan phone is accepted with `network`', phone({ network: 'mpesa' })),
	taken('phone without its network', 'A quote to a Kenyan phone is rejected without `network`', phone({}), false),
	taken('till, name inside', "A till's `accountName` stands inside `identifiers`", till('000000')),
	taken('till, name beside', "A till's `accountName` may stand beside `identifiers`", {
		...TO_KENYA,
		beneficiary: { identifierType: 'paytotill', identifiers: { tillNumber: '000000' }, accountName: 'Verify' },
	}),
	taken('till of nine digits', 'A till number may have nine digits', till('796980711')),
];

const addresses: readonly Claim[] = [
	shape({
		call: 'POST /collections/stablecoin/generate-address',
		level: 'write',
		concerns: [`${OPERATIONS}/stablecoinAddress/generate.ts`],
		ask: newAddress,
	}),
];

/** A deposit address of the account's own. */
export async function newAddress(account: Account): Promise<Exchange> {
	const body = { label: 'verify', currency: 'USDT', network: 'trc20' };
	return await account.once(
		'address',
		async () => await account.send('POST', '/collections/stablecoin/generate-address', { body }),
	);
}

const LINK_BODY = {
	name: 'verify',
	amount: 500_000,
	paymentCurrency: 'NGN',
	settlementCurrency: 'BTC',
	paymentMethods: ['BANKTRANSFER'],
	settlementMethod: 'LIGHTNING',
	beneficiary: { lnAddress: 'verify@example.com' },
};

async function newLink(account: Account, change: Record<string, JsonValue> = {}): Promise<Exchange> {
	const body = { ...LINK_BODY, ...change };
	return await account.once(
		`link ${JSON.stringify(change)}`,
		async () => await account.send('POST', '/paymentlink', { body }),
	);
}

async function linkId(account: Account): Promise<string> {
	const exchange = await newLink(account);
	const id = textOf(listIn(exchange.body)[0]?.paymentRef);
	if (id === null) throw new NotShown('the payment link was rejected', [exchange]);
	return id;
}

const details = async (account: Account) => await account.read('/paymentlink/details', { id: await linkId(account) });

const links: readonly Claim[] = [
	shape({
		call: 'POST /paymentlink',
		level: 'write',
		concerns: [LINK],
		ask: async (account) => await newLink(account),
	}),
	shape({ call: 'GET /paymentlink/details', level: 'write', concerns: [LINK], ask: details }),
	shape({
		call: 'GET /paymentlink/orders',
		level: 'write',
		concerns: [`${OPERATIONS}/paymentLink/getOrders.ts`],
		ask: async (account) => {
			await details(account);
			return await account.read('/paymentlink/orders', { id: await linkId(account) });
		},
	}),
	shape({
		call: 'GET /paymentlink/status',
		level: 'write',
		concerns: [`${OPERATIONS}/paymentLink/getStatus.ts`],
		ask: async (account) => {
			const [detail] = listIn((await details(account)).body);
			const within = isObject(detail?.paymentLinkDetails) ? detail.paymentLinkDetails : {};
			const orderId = textOf(within.paymentLinkOrderId);
			return orderId === null ? null : await account.read('/paymentlink/status', { orderId });
		},
	}),
	shape({
		call: 'GET /paymentlink/refresh',
		level: 'write',
		concerns: [`${OPERATIONS}/paymentLink/refresh.ts`],
		ask: async (account) =>
			await account.read('/paymentlink/refresh', { id: await linkId(account), paymentMethod: 'BANKTRANSFER' }),
	}),
	{
		id: 'details without a key',
		says: "A payment link's details can be read without a key (one is documented)",
		see: 'docs/interface.md#payment-link-details',
		concerns: [`${OPERATIONS}/paymentLink/get.ts`],
		level: 'write',
		check: async (account) => {
			const exchange = await account.send('GET', '/paymentlink/details', {
				query: { id: await linkId(account) },
				access: 'none',
			});
			return held(succeeded(exchange), `answered ${exchange.status}`, exchange);
		},
	},
	{
		id: 'recurring links',
		says: 'A payment link can have the `type` Recurring (only One_Time is documented)',
		see: 'docs/interface.md#unknown-requests',
		concerns: [`${OPERATIONS}/paymentLink/create.ts`],
		level: 'write',
		check: async (account) => {
			const exchange = await newLink(account, { type: 'Recurring' });
			return held(
				succeeded(exchange),
				succeeded(exchange) ? 'accepted' : `answered ${exchange.status}: "${messageOf(exchange) ?? ''}"`,
				exchange,
			);
		},
	},
];

const VALIDATE = 'POST /quote/validate-kes-identifier';

const identifiers: Claim = {
	id: `form of ${VALIDATE}`,
	says: `${VALIDATE} works on live, and is rejected on staging`,
	see: 'docs/interface.md#validate-kes-identifier',
	concerns: [`${OPERATIONS}/mpesa/validateIdentifier.ts`],
	level: 'write',
	check: async (account) => {
		const body = { identifier: '000000', identifierType: 'Till' };
		const exchange = await account.send('POST', '/quote/validate-kes-identifier', { body });
		if (isLoopback(account.baseUrl)) return shapeOf(exchange, callNamed(VALIDATE));
		return held(!succeeded(exchange), `staging answered ${exchange.status}`, exchange);
	},
};

export const writingClaims: readonly Claim[] = [...quotes, ...refusals, ...kenya, ...addresses, ...links, identifiers];
