import { counted } from '../../nodes/core/domain/result';
import type { Account } from '../account';
import type { Claim } from '../claim';
import { isBusy, saidIn, succeeded } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	held,
	losesFunction,
	notShown,
	NotShown,
	endangersMoney,
} from '../finding';
import type { Exchange } from '../exchange';
import { isObject, listIn, textOf, type Members } from '../json';
import { PASSED_ON } from '../meaning';
import { shape } from '../shapes';

const OPERATIONS = 'nodes/Mavapay/operations';
const TEST_ACCOUNT = { bankCode: '000013', accountNumber: '0149200000' };

/** The account that the person gave; otherwise Mavapay's test account, if the money isn't real. */
function lookedUpAccount({ told, money }: Account) {
	if (told.bankAccount !== null) return told.bankAccount;
	if (money !== 'real') return TEST_ACCOUNT;
	throw new NotShown('needs --account');
}

const nameEnquiry = async (account: Account) =>
	await account.read('/bank/name-enquiry', { ...lookedUpAccount(account) });

const PAIRS = ['usdngn', 'btcusd', 'usdkes', 'usdzar', 'zarngn', 'kesngn'];

const forms: readonly Claim[] = [
	shape({
		call: 'GET /user',
		concerns: [`${OPERATIONS}/account/get.ts`, 'nodes/core/service/accountWebhook.ts'],
		means: PASSED_ON,
	}),
	shape({
		call: 'GET /wallet',
		concerns: [`${OPERATIONS}/wallet/wallet.ts`],
		means: losesFunction("Balances may not be found, so 'Wallet: Get Statement' and hints about balances stop."),
	}),
	shape({ call: 'GET /bankaccount', concerns: [`${OPERATIONS}/bankAccount/bankAccount.ts`], means: PASSED_ON }),
	...['NG', 'ZA'].map((country) =>
		shape({
			call: 'GET /bank/bankcode',
			variant: country,
			concerns: [`${OPERATIONS}/bank/bank.ts`],
			means: losesFunction("A bank's name can't be found by its code. Set it by hand."),
			ask: async (account) => await account.read('/bank/bankcode', { country }),
		}),
	),
	...PAIRS.map((pair) =>
		shape({
			call: 'GET /price/ticker',
			variant: pair,
			concerns: [`${OPERATIONS}/price/get.ts`],
			means: PASSED_ON,
			ask: async (account) => await account.read('/price/ticker', { pair }),
		}),
	),
	shape({
		call: 'GET /bank/name-enquiry',
		concerns: [`${OPERATIONS}/bank/bank.ts`],
		means: losesFunction("If the holder's name isn't found, the item stops and nothing is paid."),
		ask: nameEnquiry,
	}),
];

const wallets: readonly Claim[] = (['walletId', 'currency'] as const).map((parameter): Claim => ({
	id: parameter === 'walletId' ? 'wallet by ID' : 'wallet by currency',
	says: `GET /wallet takes \`${parameter}\`, and answers with ${parameter === 'walletId' ? 'that wallet alone' : 'wallets of that currency alone'}`,
	see: 'docs/reference/interface.md#get-wallet',
	concerns: [`${OPERATIONS}/wallet/wallet.ts`],
	means: copes('The package compares the answer with its request.'),
	level: 'read',
	check: async (account) => {
		const all = await account.listed('/wallet');
		const member = parameter === 'walletId' ? 'id' : 'currency';
		const value = textOf((parameter === 'walletId' ? all.at(-1) : all[0])?.[member]);
		if (all.length < 2 || value === null) return notShown('the account has fewer than two wallets');
		const exchange = await account.read('/wallet', { [parameter]: value });
		const found = listIn(exchange.body);
		const only = found.length > 0 && found.every((wallet) => textOf(wallet[member]) === value);
		return held(only, `${found.length} of ${all.length} wallets came`, exchange);
	},
}));

const DAY_MS = 86_400_000;
/** Largest factor between two prices of the same currencies by different routes, because each includes a margin. */
const MOST_APART = 2;

interface Price {
	readonly pair: string;
	readonly price: Members;
	readonly exchange: Exchange;
}

/** The prices of all pairs that the service has a price for. */
async function pricesOf(account: Account): Promise<Price[]> {
	const asked = await Promise.all(
		PAIRS.map(async (pair) => ({ pair, exchange: await account.read('/price/ticker', { pair }) })),
	);
	return asked.flatMap(({ pair, exchange }) =>
		listIn(exchange.body)
			.slice(0, 1)
			.map((price) => ({ pair, price, exchange })),
	);
}

const namedPair = ({ meta }: Members): string | null => (isObject(meta) ? textOf(meta.pair) : null);

const prices: readonly Claim[] = [
	{
		id: 'time of a price',
		says: '`timestamp` of a price is the present time in epoch milliseconds',
		see: 'docs/reference/interface.md#get-price-ticker',
		concerns: [`${OPERATIONS}/price/get.ts`],
		means: PASSED_ON,
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/price/ticker', { pair: 'usdngn' });
			const [price] = listIn(exchange.body);
			if (price === undefined) return notShown('no price came', exchange);
			const stamp = Number(price.timestamp);
			const isNow = (ms: number) => Math.abs(ms - account.now()) < DAY_MS;
			if (isNow(stamp * 1_000)) return differs('the time is in seconds', exchange);
			if (isNow(stamp / 1_000)) return differs('the time is in microseconds', exchange);
			if (!isNow(stamp)) return differs('the time is more than a day from now', exchange);
			return documented('the time is in milliseconds', exchange);
		},
	},
	{
		id: 'pair of a price',
		says: 'A price is for the requested pair, which `meta.pair` names in upper case',
		see: 'docs/reference/interface.md#get-price-ticker',
		concerns: [`${OPERATIONS}/price/get.ts`],
		means: PASSED_ON,
		level: 'read',
		check: async (account) => {
			const asked = await pricesOf(account);
			const exchanges = asked.map(({ exchange }) => exchange);
			if (asked.length === 0) return notShown('no price came');
			const wrong = asked.find(({ pair, price }) => namedPair(price) !== pair.toUpperCase());
			if (wrong === undefined) return documented('each is', ...exchanges);
			const named = namedPair(wrong.price);
			const seen = named === null ? 'names no pair' : `is named ${named}`;
			return differs(`the price of ${wrong.pair} ${seen}`, wrong.exchange);
		},
	},
	{
		id: 'size of a price',
		says: 'A price is what one of the first currency costs in the second, in whole units, and the prices agree with each other',
		see: 'docs/reference/interface.md#get-price-ticker',
		concerns: [`${OPERATIONS}/price/get.ts`],
		means: losesFunction(
			"Prices have another meaning than expected. Base no decision of a workflow on 'Price: Get' until this is known.",
		),
		level: 'read',
		check: async (account) => {
			const asked = await pricesOf(account);
			const exchanges = asked.map(({ exchange }) => exchange);
			const askOf = (name: string) => Number(asked.find(({ pair }) => pair === name)?.price.ask ?? NaN);
			const small = asked.find(({ pair }) => askOf(pair) < 1);
			if (small !== undefined) return differs(`that of ${small.pair} is less than 1`, small.exchange);
			const across = ['kes', 'zar'].map((middle) => ({
				middle,
				ratio: (askOf(`usd${middle}`) * askOf(`${middle}ngn`)) / askOf('usdngn'),
			}));
			const known = across.filter(({ ratio }) => Number.isFinite(ratio));
			if (known.length === 0) return notShown('too few pairs have a price', ...exchanges);
			const apart = known.find(({ ratio }) => ratio > MOST_APART || ratio < 1 / MOST_APART);
			return apart === undefined
				? documented('they do', ...exchanges)
				: differs(`usd${apart.middle} and ${apart.middle}ngn together give another price than usdngn`, ...exchanges);
		},
	},
];

const NAME_MASKED = losesFunction(
	"Names of holders are masked, so *Expected Account Name* stops every item, and Mavapay may refuse the name that it returned. Check payees in your bank's list.",
);

/** A partly masked name: no account holder's name has these characters, or the letter x three times in a row. */
const MASKED_NAME = /[*#\u2022_]{2}|(x)\1\1|\.{3}|\u2026/i;

const BANKS_MIXED = endangersMoney(
	'A bank has the code of another one, or an account is confirmed at the wrong bank, so money goes elsewhere. Do not pay bank accounts with this package until this is known.',
);

/** Fewest banks that a complete list has; Nigeria has more commercial banks than that. */
const FEWEST_BANKS = 20;
const SHORT_LIST = losesFunction('Banks are missing from the list. Payments to them by name or CBN code are refused.');

const banks: readonly Claim[] = [
	{
		id: 'account of a name enquiry',
		says: 'A name enquiry answers for the account that was asked for, and with a name',
		see: 'docs/reference/interface.md#name-enquiry',
		concerns: [`${OPERATIONS}/bank/bank.ts`],
		means: losesFunction('The package compares the account and stops the item, so no bank account is paid.'),
		level: 'read',
		check: async (account) => {
			const exchange = await nameEnquiry(account);
			const [found] = listIn(exchange.body);
			if (!succeeded(exchange) || found === undefined) throw new NotShown('no account was found', [exchange]);
			const asked = lookedUpAccount(account);
			const wrong = [
				textOf(found.accountNumber) === asked.accountNumber ? [] : ['another account number'],
				[null, asked.bankCode].includes(textOf(found.bankCode)) ? [] : ['another bank code'],
				textOf(found.accountName) === null ? ['no name'] : [],
			].flat();
			if (MASKED_NAME.test(textOf(found.accountName) ?? ''))
				return differsMeaning(NAME_MASKED, 'letters of the name are left out', exchange);
			return held(wrong.length === 0, wrong.length === 0 ? 'it does' : `it has ${wrong.join(' and ')}`, exchange);
		},
	},
	{
		id: 'names of Nigerian banks',
		says: "The list has Nigeria's banks; a code has one name, a name one code, and the test account's bank is Guaranty Trust",
		see: 'docs/reference/interface.md#bank-codes',
		concerns: [`${OPERATIONS}/bank/bank.ts`, 'nodes/core/payees/bankNames.ts'],
		means: BANKS_MIXED,
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/bank/bankcode', { country: 'NG' });
			const listed = listIn(exchange.body).map((one) => [textOf(one.nipBankCode), textOf(one.bankName)] as const);
			const isOther = ([code, name]: (typeof listed)[number]) =>
				code === '000013' && !/guaranty|\bgt/i.test(name ?? '');
			if (listed.some(isOther)) return differs("the test account's bank has another name", exchange);
			if (listed.length < FEWEST_BANKS)
				return differsMeaning(SHORT_LIST, `there are ${counted(listed.length, 'bank')}`, exchange);
			const isTwice = listed.some(([code, name], place) =>
				listed.slice(place + 1).some(([other, called]) => code === other || name === called),
			);
			return held(!isTwice, isTwice ? 'a code or a name is there twice' : 'they are', exchange);
		},
	},
	{
		id: 'enquiry for nobody',
		says: "A name enquiry for an account that is nobody's is refused, and finds no holder at another bank",
		see: 'docs/reference/interface.md#name-enquiry',
		concerns: [`${OPERATIONS}/bank/bank.ts`],
		means: losesFunction(
			"A mistyped account isn't noticed before the payment. Set 'Expected Account Name' for every payee.",
		),
		level: 'read',
		check: async (account) => {
			const { bankCode, accountNumber } = lookedUpAccount(account);
			const holder = textOf(listIn((await nameEnquiry(account)).body)[0]?.accountName);
			const other = { bankCode: bankCode === '000014' ? '000013' : '000014', accountNumber };
			const there = await account.read('/bank/name-enquiry', other);
			if (holder !== null && textOf(listIn(there.body)[0]?.accountName) === holder)
				return differsMeaning(BANKS_MIXED, 'the holder is found at another bank', there);
			const exchange = await account.read('/bank/name-enquiry', { bankCode: '000013', accountNumber: '0000000000' });
			if (!succeeded(exchange)) return documented(`answered ${exchange.status}`, exchange);
			const nameless = textOf(listIn(exchange.body)[0]?.accountName) === null;
			return nameless
				? differsMeaning(copes(), 'a success without a name', exchange)
				: differs('it has a name', exchange);
		},
	},
];

/** How many reads the package sends at the same time. */
const AT_ONCE = 10;

/** The entries of a list as text, sorted so that two answers can be compared. */
const listShown = ({ body }: Exchange): string =>
	listIn(body)
		.map((entry) => JSON.stringify(entry))
		.sort()
		.join();

const atOnce: Claim = {
	id: 'reads at once',
	says: 'Ten reads that are sent at once are each answered as one alone is',
	see: 'docs/reference/interface.md#answers',
	concerns: ['nodes/core/n8n/execute.ts'],
	means: losesFunction(
		"Reads of many items at once are mixed up or fail. Read fewer items in one execution, and don't base payments on them.",
	),
	level: 'read',
	check: async (account) => {
		const countries = ['NG', 'ZA'] as const;
		const queries = Array.from({ length: AT_ONCE }, (_none, place) => ({ country: countries[place % 2] ?? 'NG' }));
		const alone = await Promise.all(
			countries.map(async (country) => await account.read('/bank/bankcode', { country })),
		);
		if (!alone.every(succeeded)) return notShown('one alone fails', ...alone);
		const together = await account.together('/bank/bankcode', queries);
		const answered = together.filter((one) => one !== undefined);
		const busy = answered.find((one) => isBusy(one) || one.status >= 500 || one.isPage || one.body === undefined);
		if (busy !== undefined) return notShown(`the service was busy (${busy.status})`, busy);
		if (answered.length < AT_ONCE) return notShown('some were not answered, or broke off', ...answered);
		const refused = answered.find((one) => !succeeded(one) && one.status !== 401);
		if (refused !== undefined) return differs(`one was ${saidIn(refused)}`, refused);
		const lists = alone.map(listShown);
		const isOf = (one: Exchange, place: number) => listShown(one) === lists[place % countries.length];
		const mixedUp = answered.find((one, place) => !isOf(one, place) && isOf(one, place + 1));
		if (mixedUp !== undefined) return differs('one came with another answer', mixedUp);
		const changed = answered.find((one, place) => !isOf(one, place));
		return changed === undefined
			? documented('they are', ...alone)
			: notShown('the lists change between two reads', changed);
	},
};

export const readingClaims: readonly Claim[] = [...forms, ...wallets, ...prices, ...banks, atOnce];
