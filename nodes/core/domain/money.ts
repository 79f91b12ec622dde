import { fail, ok, type Result } from './result';

/** A currency's code as Mavapay writes it, such as NGN. Any text is allowed, because Mavapay may add currencies. */
export type CurrencyCode = string;

/**
 * The kind of money that a credential moves. Each kind has one record of payouts for all base URLs: with a record for
 * each URL, an account reached through two URLs could pay a bill twice (docs/why/design.md#the-record).
 */
export type MoneyKind = 'real' | 'staging' | 'sandbox';

/** The kinds of money as people read them, in `payout.deployment` and where payouts are approved. */
export const MONEY_IN_WORDS: Readonly<Record<MoneyKind, string>> = {
	real: 'real money',
	staging: 'staging: no real money',
	sandbox: 'sandbox: no real money',
};

/** One currency with the names people use for its two units. */
export interface Currency {
	readonly code: CurrencyCode;
	/** Decimals of the major unit: 2 for naira, since 1 naira is 100 kobo; 8 for bitcoin. */
	readonly exponent: number;
	readonly minorName: string;
	readonly minorPlural: string;
	readonly majorName: string;
	/** Mavapay's name for the minor unit in quotes (docs/reference/interface.md#post-quote), if it has one. */
	readonly quoteCode?: string | undefined;
}

function currency(
	code: CurrencyCode,
	exponent: number,
	majorName: string,
	minorName: string,
	minorPlural: string,
	quoteCode?: string,
): Currency {
	return { code, exponent, majorName, minorName, minorPlural, quoteCode };
}

/** The only currency of withdrawals to banks and of bank accounts. */
export const NGN = currency('NGN', 2, 'naira', 'kobo', 'kobo', 'NGNKOBO');
export const KES = currency('KES', 2, 'shillings', 'cent', 'cents', 'KESCENT');
export const GHS = currency('GHS', 2, 'cedis', 'pesewa', 'pesewas', 'GHSPESEWA');
export const ZAR = currency('ZAR', 2, 'rand', 'cent', 'cents', 'ZARCENT');
/** The only stablecoin. Mavapay counts it in cents, not in the six decimals of the token. */
export const USDT = currency('USDT', 2, 'USDT', 'USDT cent', 'USDT cents');
const USD = currency('USD', 2, 'US dollar', 'US cent', 'US cents');
const BTC = currency('BTC', 8, 'bitcoin', 'satoshi', 'satoshis', 'BTCSAT');

/**
 * All currencies whose decimals are known: docs/reference/interface.md#amounts, and for USD the two decimals of ISO
 * 4217. Dropdowns, hints, units and checks are made from this table. A currency with three decimals also needs a change
 * in `plainAmount`.
 */
export const CURRENCIES: readonly Currency[] = [NGN, KES, ZAR, GHS, USDT, USD, BTC];

/** The currencies that Mavapay takes or shows, by their use. */
const USES = {
	/** Currencies of wallets; docs/reference/interface.md#get-wallet. */
	wallet: ['NGN', 'KES', 'USDT', 'USD', 'BTC'],
	/** Currencies of transactions and orders; docs/reference/interface.md#transaction. */
	transaction: ['NGN', 'KES', 'ZAR', 'GHS', 'USDT', 'BTC'],
	/** Currencies by which transactions can be filtered; docs/reference/interface.md#list-transactions. */
	transactionFilter: ['NGN', 'KES', 'ZAR', 'USDT'],
	/** Currencies in which a quote is paid; docs/reference/interface.md#post-quote. */
	quoteSource: ['NGN', 'BTC'],
	/** Currencies that a quote pays out; docs/reference/interface.md#post-quote. */
	quoteTarget: ['NGN', 'KES', 'ZAR', 'GHS', 'BTC'],
	/** docs/reference/interface.md#create-payment-link */
	paymentLink: ['NGN', 'ZAR', 'BTC'],
	/** docs/reference/interface.md#simulate-pay-in */
	simulation: ['NGN', 'BTC'],
} as const satisfies Record<string, readonly CurrencyCode[]>;

export type CurrencyUse = keyof typeof USES;

/** The currencies that Mavapay takes or shows for one use, in the order of `CURRENCIES`. */
export function currenciesFor(use: CurrencyUse): Currency[] {
	return CURRENCIES.filter(({ code }) => USES[use].some((one) => one === code));
}

const BY_CODE = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

const BY_QUOTE_CODE = new Map(
	CURRENCIES.flatMap(({ code, quoteCode }) => (quoteCode === undefined ? [] : [[quoteCode, code] as const])),
);

/** The currency of a code in upper case, or undefined if its decimals are not known. */
export function findCurrency(code: CurrencyCode): Currency | undefined {
	return BY_CODE.get(code);
}

/** 'NGNKOBO' gives 'NGN', 'BTCSAT' gives 'BTC'; any other code comes back unchanged. */
export function currencyOfQuoteCode(quoteCode: string): CurrencyCode {
	return BY_QUOTE_CODE.get(quoteCode) ?? quoteCode;
}

/** 'NGN' gives 'NGNKOBO', 'BTC' gives 'BTCSAT'; any other code comes back unchanged. */
export function quoteCodeOf(code: CurrencyCode): string {
	return findCurrency(code)?.quoteCode ?? code;
}

/** The unit an amount is written in: kobo, cent, satoshi (minor) or naira, shilling, bitcoin (major). */
export type AmountUnit = 'minor' | 'major';

/** An amount in major units with all decimals of the currency ("1000.00"); null if they are not known. */
export function formatMajor(minor: bigint, currency: CurrencyCode): string | null {
	const known = findCurrency(currency);
	return known === undefined ? null : shiftPoint(minor, known);
}

function shiftPoint(minor: bigint, { exponent }: Pick<Currency, 'exponent'>): string {
	const sign = minor < 0n ? '-' : '';
	const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
	return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** An amount of money in the minor units of its currency. */
export interface Amount {
	readonly minor: bigint;
	readonly currency: CurrencyCode;
}

/**
 * The amount that leaves the wallet. `atMost` is its upper bound, which people approve and the wallet must hold; null
 * if there is no upper bound.
 */
export type Price =
	| { readonly is: 'known'; readonly amount: Amount; readonly atMost: Amount | null }
	/** Not known before Mavapay's quote. */
	| { readonly is: 'quoted'; readonly atMost: Amount | null }
	/** Not known before the payment, as for an invoice without an amount; every limit refuses the payment. */
	| { readonly is: 'open'; readonly atMost: null };

export function priceOf(amount: Amount): Price {
	return { is: 'known', amount, atMost: amount };
}

export function amountOf(price: Price): Amount | null {
	return price.is === 'known' ? price.amount : null;
}

/** An amount as outputs have it: in both units as text, and as people write it ("1,000.00 NGN"). */
export function amountOutput({ minor, currency }: Amount) {
	const [major, text] = [formatMajor(minor, currency), amountInWords(minor, currency)];
	return { minor: minor.toString(), major, currency, text };
}

/** An amount for people: "1,000.00 NGN"; "5 XYZ (minor units)" if the decimals are not known. */
export function amountInWords(minor: bigint, currency: CurrencyCode): string {
	const known = findCurrency(currency);
	if (known === undefined) return `${minor} ${currency} (minor units)`;
	return `${groupedMajor(minor, known)} ${currency}`;
}

/** An amount for people, with its minor units if the decimals are known: "1,000.00 NGN (100000 kobo)". */
export function describeAmount(minor: bigint, currency: CurrencyCode): string {
	const known = findCurrency(currency);
	const words = amountInWords(minor, currency);
	return known === undefined ? words : `${words} (${minor} ${minor === 1n ? known.minorName : known.minorPlural})`;
}

/** Checks an amount in minor units against a limit. The reason is a clause, in which `whose` names the limit. */
export function checkMost(minor: bigint, maximum: bigint, currency: CurrencyCode, whose: string): Result<null> {
	return minor <= maximum
		? ok(null)
		: fail(`the amount is more than the ${describeAmount(maximum, currency)} of ${whose}`);
}

/** Major units as people write them, with all decimals of the currency: "1,000.00". */
export function groupedMajor(minor: bigint, currency: Pick<Currency, 'exponent'>): string {
	const [whole = '', fraction = ''] = shiftPoint(minor, currency).split('.');
	return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/**
 * Reads an amount in minor units from a response (docs/reference/interface.md#amounts) and gives both units as text. It
 * accepts safe integers, bigints, and digits as text, signed or not, with decimals only if all are zero ("3750.00" in a
 * quote is 3750 minor units: docs/reference/interface.md#quote). Any other value gives null for both units, even a
 * fraction of a minor unit, because rounding would invent an amount.
 */
export function moneyOf(value: unknown, currency: CurrencyCode | null | undefined) {
	const minor = wholeMinorOf(value);
	if (minor === null) return { minor: null, major: null };
	return { minor: minor.toString(), major: formatMajor(minor, currency ?? '') };
}

/** The minor units of an amount in a response, read as `moneyOf` reads it; null if they can't be known exactly. */
export function wholeMinorOf(value: unknown): bigint | null {
	if (typeof value === 'bigint') return value;
	if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
	if (typeof value !== 'string') return null;
	const match = /^\s*(-?[0-9]{1,30})(?:\.0{1,30})?\s*$/.exec(value);
	return match?.[1] === undefined ? null : BigInt(match[1]);
}

export function currencySums(amounts: readonly Amount[]): Map<string, bigint> {
	const sums = new Map<string, bigint>();
	for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
	return sums;
}
