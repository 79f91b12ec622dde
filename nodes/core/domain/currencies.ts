/** A currency's code as the service writes it, such as NGN. Open: the service may add others. */
export type CurrencyCode = string;

/**
 * Where Mavapay takes or shows a currency:
 * - `wallet`: a wallet can be held in it, docs/interface.md#get-wallet
 * - `transaction`: transactions and orders are in it, docs/interface.md#transaction
 * - `transactionFilter`: transactions can be filtered by it, docs/interface.md#list-transactions
 * - `quoteSource`, `quoteTarget`: a quote is paid in it, or out in it, docs/interface.md#post-quote
 * - `paymentLink`: docs/interface.md#create-payment-link
 * - `bankAccount`: withdrawals to banks and bank accounts, docs/interface.md#withdraw-to-bank
 * - `stablecoin`: docs/interface.md#withdraw-stablecoin
 * - `simulation`: docs/interface.md#simulate-pay-in
 */
export type CurrencyUse =
	| 'wallet'
	| 'transaction'
	| 'transactionFilter'
	| 'quoteSource'
	| 'quoteTarget'
	| 'paymentLink'
	| 'bankAccount'
	| 'stablecoin'
	| 'simulation';

/** One currency with the names people use for its two units. */
export interface Currency {
	readonly code: CurrencyCode;
	/** How many decimals of the major unit make one minor unit. */
	readonly exponent: number;
	readonly minorName: string;
	readonly minorPlural: string;
	readonly majorName: string;
	/** Mavapay's name for the minor unit in quotes (docs/interface.md#post-quote), where it has one. */
	readonly quoteCode?: string;
	readonly uses: readonly CurrencyUse[];
}

/**
 * Every currency whose decimals are known: docs/interface.md#amounts, and for USD the two decimals of
 * ISO 4217. USDT counts in cents, not in the token's six decimals. Dropdowns, hints, units and checks
 * follow from this table.
 */
export const CURRENCIES: readonly Currency[] = [
	{
		code: 'NGN',
		exponent: 2,
		minorName: 'kobo',
		minorPlural: 'kobo',
		majorName: 'naira',
		quoteCode: 'NGNKOBO',
		uses: ['wallet', 'transaction', 'transactionFilter', 'quoteSource', 'quoteTarget', 'paymentLink', 'bankAccount', 'simulation'],
	},
	{
		code: 'KES',
		exponent: 2,
		minorName: 'cent',
		minorPlural: 'cents',
		majorName: 'shilling',
		quoteCode: 'KESCENT',
		uses: ['wallet', 'transaction', 'transactionFilter', 'quoteTarget'],
	},
	{
		code: 'ZAR',
		exponent: 2,
		minorName: 'cent',
		minorPlural: 'cents',
		majorName: 'rand',
		quoteCode: 'ZARCENT',
		uses: ['transaction', 'transactionFilter', 'quoteTarget', 'paymentLink'],
	},
	{
		code: 'GHS',
		exponent: 2,
		minorName: 'pesewa',
		minorPlural: 'pesewas',
		majorName: 'cedi',
		quoteCode: 'GHSPESEWA',
		uses: ['transaction', 'quoteTarget'],
	},
	{
		code: 'USDT',
		exponent: 2,
		minorName: 'USDT cent',
		minorPlural: 'USDT cents',
		majorName: 'USDT',
		uses: ['wallet', 'transaction', 'transactionFilter', 'stablecoin'],
	},
	{ code: 'USD', exponent: 2, minorName: 'US cent', minorPlural: 'US cents', majorName: 'US dollar', uses: ['wallet'] },
	{
		code: 'BTC',
		exponent: 8,
		minorName: 'satoshi',
		minorPlural: 'satoshis',
		majorName: 'bitcoin',
		quoteCode: 'BTCSAT',
		uses: ['wallet', 'transaction', 'quoteSource', 'quoteTarget', 'paymentLink', 'simulation'],
	},
];

/** The currencies that Mavapay takes or shows at one place, in the table's order. */
export function currenciesFor(use: CurrencyUse): Currency[] {
	return CURRENCIES.filter(({ uses }) => uses.includes(use));
}

const BY_CODE = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

const BY_QUOTE_CODE = new Map(
	CURRENCIES.flatMap(({ code, quoteCode }) => (quoteCode === undefined ? [] : [[quoteCode, code] as const])),
);

/** The currency of a code in upper case, or undefined where its decimals are not known. */
export function findCurrency(code: CurrencyCode): Currency | undefined {
	return BY_CODE.get(code);
}

/** 'NGNKOBO' gives 'NGN', 'BTCSAT' gives 'BTC'; a code that is not known comes back unchanged. */
export function currencyOfQuoteCode(quoteCode: string): CurrencyCode {
	return BY_QUOTE_CODE.get(quoteCode) ?? quoteCode;
}
