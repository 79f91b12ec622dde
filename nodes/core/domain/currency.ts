/** A currency's code as the service writes it, such as NGN. Open: the service may add others. */
export type CurrencyCode = string;

/** One currency with the names people use for its two units. */
export interface Currency {
	readonly code: CurrencyCode;
	/** How many decimals of the major unit make one minor unit. */
	readonly exponent: number;
	readonly minorName: string;
	readonly minorPlural: string;
	readonly majorName: string;
	/** The service's name for the minor unit in quotes (docs/interface.md#post-quote), where it has one. */
	readonly quoteCode?: string;
}

/**
 * Every currency whose decimals are known: docs/interface.md#amounts, and
 * for USD the two decimals of ISO 4217. USDT counts in cents, not in the token's six decimals.
 */
export const CURRENCIES: readonly Currency[] = [
	{ code: 'NGN', exponent: 2, minorName: 'kobo', minorPlural: 'kobo', majorName: 'naira', quoteCode: 'NGNKOBO' },
	{ code: 'KES', exponent: 2, minorName: 'cent', minorPlural: 'cents', majorName: 'shilling', quoteCode: 'KESCENT' },
	{ code: 'ZAR', exponent: 2, minorName: 'cent', minorPlural: 'cents', majorName: 'rand', quoteCode: 'ZARCENT' },
	{ code: 'GHS', exponent: 2, minorName: 'pesewa', minorPlural: 'pesewas', majorName: 'cedi', quoteCode: 'GHSPESEWA' },
	{ code: 'USDT', exponent: 2, minorName: 'USDT cent', minorPlural: 'USDT cents', majorName: 'USDT' },
	{ code: 'USD', exponent: 2, minorName: 'US cent', minorPlural: 'US cents', majorName: 'US dollar' },
	{ code: 'BTC', exponent: 8, minorName: 'satoshi', minorPlural: 'satoshis', majorName: 'bitcoin', quoteCode: 'BTCSAT' },
];

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
