import type { Planted, Plants } from './planted';
import { type Json, type Row, asking, bodyOf, isRow, listing, pathOf } from './rewriting';

const LIST = /^\/transactions$/;

/** Changes the account number of a listed withdrawal in this currency. */
const named =
	(currency: string, change: (number: string) => string) =>
	(row: Json): Json =>
		isRow(row) && row.type === 'WITHDRAWAL' && row.currency === currency && isRow(row.metadata)
			? { ...row, metadata: { ...row.metadata, bankAccountNumber: change(String(row.metadata.bankAccountNumber)) } }
			: row;

/** Changes payouts in rand. */
const ofRand = (change: (row: Row) => Row): Pick<Planted, 'carry'> =>
	listing(LIST, (rows) => rows.map((row) => (isRow(row) && row.currency === 'ZAR' ? change(row) : row)));

/** The list filters by changed amounts in place of those in the query. */
const reading = (change: (amount: bigint) => bigint): Pick<Planted, 'carry'> =>
	asking(LIST, (query) => {
		for (const name of ['minAmount', 'maxAmount']) {
			const amount = query.get(name);
			if (amount !== null) query.set(name, String(change(BigInt(amount))));
		}
	});

/** The list is empty if a query has all of these parameters. */
const emptyFor = (...names: string[]): Pick<Planted, 'carry'> =>
	bodyOf('GET', LIST, (body, { url }): Json =>
		names.every((name) => url.searchParams.has(name)) ? { ...body, count: 0, data: [] } : body,
	);

/** An account that is registered for the wallet. */
const OWN = {
	bankName: 'Guaranty Trust Bank',
	bankCode: '000013',
	bankAccountNumber: '2109876543',
	bankAccountName: 'VERIFY',
	currency: 'NGN',
	walletId: '7f2c1e9a-93f5-4b0e-8f65-0a4b5c6d7e8f',
};
const FEES = 5_000n;

/** Lists that name a payout's payee in an undocumented way, late, or for no query. */
export const PAYEES: Plants = {
	'lists name no party': {
		quirks: { partiesShown: false },
		differs: { 'payee of a listed bank withdrawal': /no account/, 'payee of a listed payout in rand': /no account/ },
		weight: 'breaks a feature',
	},
	'lists name the account of the wallet': {
		...listing(/^\/(transactions|bankaccount)$/, (rows, request) =>
			LIST.test(pathOf(request)) ? rows.map(named('NGN', () => OWN.bankAccountNumber)) : [OWN],
		),
		differs: { 'payee of a listed bank withdrawal': /an account of the wallet/ },
		weight: 'breaks a feature',
	},
	'lists name somebody else': {
		...listing(LIST, (rows) => rows.map(named('ZAR', () => '1000000001'))),
		differs: { 'payee of a listed payout in rand': /another account/ },
		weight: 'breaks a feature',
	},
	'lists name accounts without the zeros before them': {
		...listing(LIST, (rows) => rows.map(named('NGN', (number) => number.replace(/^0+/, '')))),
		differs: { 'payee of a listed bank withdrawal': /zeros/ },
		weight: 'handled',
	},
	'a payout in rand is listed with its amount in whole rand': {
		...ofRand((row) => ({ ...row, amount: Number(row.amount) / 100 })),
		differs: { 'payee of a listed payout in rand': /a hundredth of what was sent/ },
		weight: 'breaks a feature',
	},
	'a payout in rand is listed as one in naira': {
		...ofRand((row) => ({ ...row, currency: 'NGN' })),
		differs: { 'payee of a listed payout in rand': /its currency is "NGN"/ },
		weight: 'breaks a feature',
	},
	'payouts show in the list after 20 s': {
		quirks: { listedAfterMs: 20_000 },
		differs: { 'bank withdrawal in the list': /after 2\d/, 'payment in the list': /after 2\d/ },
		weight: 'handled',
	},
	'minAmount and maxAmount count whole naira': {
		...reading((amount) => amount * 100n),
		differs: {
			'what minAmount and maxAmount count': /whole units/,
			'a bank withdrawal by day and amount': /minAmount/,
		},
		weight: 'breaks a feature',
	},
	'minAmount and maxAmount count the fees, too': {
		...reading((amount) => (amount > FEES ? amount - FEES : 0n)),
		differs: { 'what minAmount and maxAmount count': /the amount and its fees/ },
		weight: 'breaks a feature',
	},
	'of minAmount and maxAmount the first alone counts': {
		...asking(LIST, (query) => {
			if (query.has('minAmount')) query.delete('maxAmount');
		}),
		differs: { 'what minAmount and maxAmount count': /`maxAmount` leaves out too little/ },
		weight: 'breaks a feature',
	},
	'type and currency together find nothing': {
		...emptyFor('type', 'currency'),
		differs: {
			'a bank withdrawal by day and amount': /without `type` alone/,
			'a payout in rand by day and amount': /type/,
		},
		weight: 'breaks a feature',
	},
	'type and currency find nothing without an amount': {
		...bodyOf('GET', LIST, (body, { url: { searchParams } }): Json =>
			searchParams.has('type') && searchParams.has('currency') && !searchParams.has('minAmount')
				? { ...body, data: [] }
				: body,
		),
		differs: { 'a bank withdrawal by day and amount': /not there without an amount/ },
		weight: 'breaks a feature',
	},
	'startDate without endDate finds nothing': {
		...emptyFor('startDate', 'limit', 'maxAmount'),
		differs: { 'a bank withdrawal by day and amount': /without `startDate` alone/ },
		weight: 'breaks a feature',
	},
	'rand can not be filtered by amount': {
		...bodyOf('GET', LIST, (body, { url }): Json =>
			url.searchParams.get('currency') === 'ZAR' && url.searchParams.has('minAmount') ? { ...body, data: [] } : body,
		),
		differs: { 'a payout in rand by day and amount': /without `currency` alone/ },
		weight: 'breaks a feature',
	},
};
