import { counted, describeType, fail, ok, type Result } from './result';
import { INVISIBLE } from './text';

/** A currency's code as Mavapay writes it, such as NGN. Open: Mavapay may add others. */
export type CurrencyCode = string;

/**
 * The kind of money that a credential moves. Each has a record of its own, and no address has one, or an account behind
 * two addresses would pay its bills twice: docs/why/design.md#the-record.
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
	/** Mavapay's name for the minor unit in quotes (docs/reference/interface.md#post-quote), where it has one. */
	readonly quoteCode?: string | undefined;
}

/** A currency with two decimals. */
function inHundredths(
	code: CurrencyCode,
	quoteCode: string | undefined,
	names: Pick<Currency, 'majorName' | 'minorName' | 'minorPlural'>,
): Currency {
	return { code, exponent: 2, quoteCode, ...names };
}

/** The only currency of withdrawals to banks and of bank accounts. */
export const NGN = inHundredths('NGN', 'NGNKOBO', { minorName: 'kobo', minorPlural: 'kobo', majorName: 'naira' });

export const KES = inHundredths('KES', 'KESCENT', { minorName: 'cent', minorPlural: 'cents', majorName: 'shillings' });

export const GHS = inHundredths('GHS', 'GHSPESEWA', {
	minorName: 'pesewa',
	minorPlural: 'pesewas',
	majorName: 'cedis',
});

export const ZAR = inHundredths('ZAR', 'ZARCENT', { minorName: 'cent', minorPlural: 'cents', majorName: 'rand' });

/** The only stablecoin. Mavapay counts it in cents, not in the six decimals of the token. */
export const USDT = inHundredths('USDT', undefined, {
	minorName: 'USDT cent',
	minorPlural: 'USDT cents',
	majorName: 'USDT',
});

/**
 * Every currency whose decimals are known: docs/reference/interface.md#amounts, and for USD the two decimals of ISO
 * 4217. Dropdowns, hints, units and checks follow from this table.
 */
export const CURRENCIES: readonly Currency[] = [
	NGN,
	KES,
	ZAR,
	GHS,
	USDT,
	inHundredths('USD', undefined, { minorName: 'US cent', minorPlural: 'US cents', majorName: 'US dollar' }),
	{
		code: 'BTC',
		exponent: 8,
		minorName: 'satoshi',
		minorPlural: 'satoshis',
		majorName: 'bitcoin',
		quoteCode: 'BTCSAT',
	},
];

/** The currencies that Mavapay takes or shows in each place. */
const USES = {
	/** A wallet can be held in it, docs/reference/interface.md#get-wallet. */
	wallet: ['NGN', 'KES', 'USDT', 'USD', 'BTC'],
	/** Transactions and orders are in it, docs/reference/interface.md#transaction. */
	transaction: ['NGN', 'KES', 'ZAR', 'GHS', 'USDT', 'BTC'],
	/** Transactions can be filtered by it, docs/reference/interface.md#list-transactions. */
	transactionFilter: ['NGN', 'KES', 'ZAR', 'USDT'],
	/** A quote is paid in it, docs/reference/interface.md#post-quote. */
	quoteSource: ['NGN', 'BTC'],
	/** A quote pays out in it, docs/reference/interface.md#post-quote. */
	quoteTarget: ['NGN', 'KES', 'ZAR', 'GHS', 'BTC'],
	/** docs/reference/interface.md#create-payment-link */
	paymentLink: ['NGN', 'ZAR', 'BTC'],
	/** docs/reference/interface.md#simulate-pay-in */
	simulation: ['NGN', 'BTC'],
} as const satisfies Record<string, readonly CurrencyCode[]>;

export type CurrencyUse = keyof typeof USES;

/** The currencies that Mavapay takes or shows at one place, in the order of `CURRENCIES`. */
export function currenciesFor(use: CurrencyUse): Currency[] {
	return CURRENCIES.filter(({ code }) => USES[use].some((one) => one === code));
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

/** 'NGN' gives 'NGNKOBO', 'BTC' gives 'BTCSAT'; a code without a quote's name comes back unchanged. */
export function quoteCodeOf(code: CurrencyCode): string {
	return findCurrency(code)?.quoteCode ?? code;
}

/** The unit an amount is written in: kobo, cent, satoshi (minor) or naira, shilling, bitcoin (major). */
export type AmountUnit = 'minor' | 'major';

/** Digits an amount may have: far more than any payment needs, far fewer than cost time to read. */
const MAX_DIGITS = 30;

/** Significant digits that a double always gives back unchanged (IEEE 754). */
export const EXACT_DIGITS = 15;

/**
 * Reads an amount exactly and gives it in minor units. Anything that could be misread is refused, with the reason and
 * what to write instead: signs, exponents, separators, digits of other scripts, hex, zero, more decimals than the unit
 * has, and a point in minor units. Zeros at the end are fine unless they make three decimals: where a point separates
 * thousands, "25.000" is twenty-five thousand. A number must be a safe integer or have an exact short decimal form. A
 * currency whose decimals are not known takes minor units only.
 *
 * @param setMajor how to say that it is in major units, as a clause for the advice; by default by writing another number
 */
export function parseAmount(raw: unknown, unit: AmountUnit, currency: CurrencyCode, setMajor?: string): Result<bigint> {
	const places = decimalPlaces(unit, currency);
	const decimal = readPositiveDecimal(raw, places.ok ? places.value : 0);
	if (!decimal.ok) return decimal;
	if (!places.ok) return places;
	const { whole, decimals } = decimal.value;
	if (unit === 'minor' && decimals !== '') return fail(pointRefused(decimal.value, currency, setMajor));
	if (tooManyDecimals(decimals, places.value)) return fail(decimalsRefused(decimal.value, places.value, currency));
	if (typeof raw === 'number' && (whole + decimals).replace(/^0+/, '').length > EXACT_DIGITS && decimals !== '')
		return fail(`is a number that would lose digits (${raw}); send it as text`);
	return ok(BigInt(whole + decimals.slice(0, places.value).padEnd(places.value, '0')));
}

/** Three decimals count even if they are zeros, because the point may separate thousands. */
function tooManyDecimals(decimals: string, places: number): boolean {
	return decimals.length > places && (decimals.length === 3 || /[1-9]/.test(decimals.slice(places)));
}

interface PlainDecimal {
	readonly whole: string;
	/** As written, zeros at the end included. */
	readonly decimals: string;
	/** Whether the point may separate thousands: in a text, after one to three digits and before three. */
	readonly maybeThousands: boolean;
}

function readPositiveDecimal(raw: unknown, places: number): Result<PlainDecimal> {
	const text = amountText(raw);
	if (!text.ok) return text;
	const problem = problemOf(text.value, places);
	if (problem !== null) return fail(problem);
	const [whole = '', decimals = ''] = text.value.split('.');
	if (whole.length + decimals.length > MAX_DIGITS) return fail(`has more than ${MAX_DIGITS} digits`);
	if (!/[1-9]/.test(text.value)) return fail('is zero');
	// A number has no separators, and no thousands begin with a zero.
	return ok({ whole, decimals, maybeThousands: typeof raw === 'string' && /^[1-9]\d{0,2}\.\d{3}$/.test(text.value) });
}

function amountText(raw: unknown): Result<string> {
	if (typeof raw === 'string') return ok(raw.trim());
	if (typeof raw === 'bigint') return ok(raw.toString());
	if (typeof raw !== 'number') return fail(`is ${describeType(raw)}, not an amount`);
	if (Number.isInteger(raw) && raw > 0 && !Number.isSafeInteger(raw))
		return fail('is a number too large to be exact; send it as text');
	return ok(writtenOutNumber(String(raw)));
}

/** JavaScript writes numbers below a millionth with an exponent: "1e-7" is 0.0000001. */
function writtenOutNumber(text: string): string {
	const [, whole = '', decimals = '', zeros] = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
	return zeros === undefined ? text : `0.${'0'.repeat(Number(zeros) - 1)}${whole}${decimals}`;
}

/** A dash before the digits or after them, or brackets around them, as books write a credit; "5000/-" and "5000,-" are none. */
const NEGATIVE = /^\D*[\p{Pd}\u2212]\D*\d|\d[^\d/.,]*[\p{Pd}\u2212]\D*$|^\D*\(\D*\d.*\)\D*$/u;

/** Says why a text is not a plain decimal number, the most telling reason first; null when it is one. */
function problemOf(text: string, places: number): string | null {
	if (text === '') return 'is empty';
	if (text.search(INVISIBLE) >= 0) return 'contains invisible characters';
	if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return null;
	if (/^[+-]?(nan|infinity)$/i.test(text)) return 'is not a number';
	if (/^\p{Sc}?\s*[\p{Pd}\u2212]+$/u.test(text)) return 'is zero, which spreadsheets show as a dash';
	if (/^0[xob]/i.test(text)) return 'is not a decimal number';
	if (/^[0-9.,]+e[+-]?[0-9]+$/i.test(text))
		return 'has an exponent, which may hide digits; write the number out in full';
	if (NEGATIVE.test(text)) return 'is negative, which is nothing to pay';
	if (text.startsWith('+')) return 'has a sign; write it without';
	if (/^[0-9][0-9.,\p{Zs}_'\u2019]*[0-9]$/u.test(text)) return separatorsRefused(text, places);
	if (/\p{Nd}/u.test(text.replace(/[0-9]/g, ''))) return 'has digits other than 0 to 9';
	return NOT_PLAIN;
}

const NOT_PLAIN = 'is not a plain number such as 1500 or 1500.50';

/** Says how a number with separators is written, where only one number can be meant; the point before decimals is one. */
function separatorsRefused(text: string, places: number): string {
	const digits = text.replace(/[^0-9]/g, '');
	const [, whole = '', last = '', end = ''] = /^(.*)([^0-9])([0-9]+)$/.exec(text) ?? [];
	const inGroups = /^[0-9]{1,3}([^0-9][0-9]{2,3})*[^0-9][0-9]{3}$/;
	const isAlone = !whole.includes(last);
	const beforeIsInGroups = /^[0-9]+$/.test(whole) || inGroups.test(whole);
	if (/[.,]/.test(last) && isAlone && beforeIsInGroups) {
		const decimal = `write ${whole.replace(/[^0-9]/g, '')}.${end}`;
		// No thousands begin with a zero, and three decimals are none where the unit has fewer.
		const maybeThousands = /^[1-9][0-9]{0,2}$/.test(whole) && end.length === 3;
		if (maybeThousands && places < end.length) return `has separators; write ${digits}`;
		if (end.length > 3 && !whole.startsWith('0')) return NOT_PLAIN;
		if (!maybeThousands) return `has separators; ${decimal}`;
		return `has separators; if the comma separates thousands, write ${digits}; if it is before the decimals, ${decimal}`;
	}
	return inGroups.test(text) ? `has separators; write ${digits}` : NOT_PLAIN;
}

function decimalPlaces(unit: AmountUnit, currency: CurrencyCode): Result<number> {
	if (unit === 'minor') return ok(0);
	// An expression can bring any text here, and to guess the unit would be wrong by a factor of 100.
	if (unit !== 'major') return fail(`has the unknown unit "${String(unit)}"; it is minor or major`);
	const known = findCurrency(currency);
	if (known === undefined) return fail(`must be in minor units, because the decimals of ${currency} are not known`);
	return ok(known.exponent);
}

/** Says both meanings that a point in minor units may have, and what to do for each: none is guessed, least of all thousands. */
function pointRefused({ whole, decimals, maybeThousands }: PlainDecimal, currency: CurrencyCode, setMajor?: string) {
	const known = findCurrency(currency);
	const units = known?.minorPlural ?? `minor units of ${currency}`;
	const has = `of '${whole}.${decimals}' has a point, which ${units} have not`;
	if (maybeThousands) return `${has}. It may separate thousands: write how many ${units} are meant, without a point`;
	if (known === undefined) return `${has}. Round it to a whole number`;
	const { exponent, majorName, minorName, minorPlural } = known;
	const inMajor = (minor: bigint) => `${groupedMajor(minor, known)} ${majorName}`;
	const [minor, major] = [BigInt(whole), BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))];
	const ifMajor = /[1-9]/.test(decimals.slice(exponent))
		? `If it is in ${majorName}, ${setMajor ?? `round it to ${counted(exponent, 'decimal')}`}`
		: `If it is ${inMajor(major)}, ${setMajor ?? `write ${major}`}`;
	const ifMinor = /[1-9]/.test(decimals)
		? `if it is in ${minorPlural}, round it to a whole number`
		: `if it is ${minor} ${minor === 1n ? minorName : minorPlural} (${inMajor(minor)}), write ${minor}`;
	return `${has}. ${ifMajor}; ${ifMinor}`;
}

/** @param places the decimals of the currency, which the amount has more of */
function decimalsRefused(
	{ whole, decimals, maybeThousands }: PlainDecimal,
	places: number,
	currency: CurrencyCode,
): string {
	const rounded = `round it to ${counted(places, 'decimal')}`;
	// The token of USDT has six decimals, so three don't show thousands.
	const advice =
		maybeThousands && currency !== USDT.code
			? `if the point separates thousands, write ${whole}${decimals}; otherwise ${rounded}`
			: rounded;
	const why = decimals.length > 3 ? ': a calculation gives more than its cell may show' : '';
	return `has ${counted(decimals.length, 'decimal')}, but ${currency} allows ${places}; ${advice}${why}`;
}

/** An amount in major units with all decimals of the currency ("1000.00"); null where they are not known. */
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

/** How much leaves the wallet. People approve `atMost`, and wallets are compared with it; null where unbounded. */
export type Price =
	| { readonly is: 'known'; readonly amount: Amount; readonly atMost: Amount | null }
	/** Mavapay says it, in a quote. */
	| { readonly is: 'quoted'; readonly atMost: Amount | null }
	/** Nobody knows it before it is paid, as of an invoice without an amount: no limit lets it through. */
	| { readonly is: 'open'; readonly atMost: null };

/** The price of a payment that costs exactly this. */
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

/** An amount for people: "1,000.00 NGN"; "5 XYZ (minor units)" where the decimals are not known. */
export function amountInWords(minor: bigint, currency: CurrencyCode): string {
	const known = findCurrency(currency);
	if (known === undefined) return `${minor} ${currency} (minor units)`;
	return `${groupedMajor(minor, known)} ${currency}`;
}

/** An amount for people, with its minor units where the decimals are known: "1,000.00 NGN (100000 kobo)". */
export function describeAmount(minor: bigint, currency: CurrencyCode): string {
	const known = findCurrency(currency);
	const words = amountInWords(minor, currency);
	return known === undefined ? words : `${words} (${minor} ${minor === 1n ? known.minorName : known.minorPlural})`;
}

/** Checks an amount in minor units against a limit. The reason is a clause, in which `whose` names the limit. */
export function checkMost(minor: bigint, maximum: bigint, currency: CurrencyCode, whose: string): Result<null> {
	return minor <= maximum ? ok(null) : fail(`it is more than the ${describeAmount(maximum, currency)} of ${whose}`);
}

/** Major units as people write them, with all decimals of the currency: "1,000.00". */
export function groupedMajor(minor: bigint, currency: Pick<Currency, 'exponent'>): string {
	const [whole = '', fraction = ''] = shiftPoint(minor, currency).split('.');
	return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/**
 * Reads an amount of a response, which is in minor units (docs/reference/interface.md#amounts), and gives both units as
 * text. Taken are safe integers, bigints, and text of digits, signed or not, with decimals only if they are all zero
 * ("3750.00" is 3750 minor units; quotes write it so, docs/reference/interface.md#quote). Anything else gives null for
 * both, a fraction of a minor unit included, because rounding would invent an amount.
 */
export function moneyOf(value: unknown, currency: CurrencyCode | null | undefined) {
	const minor = wholeMinorOf(value);
	if (minor === null) return { minor: null, major: null };
	return { minor: minor.toString(), major: formatMajor(minor, currency ?? '') };
}

/** The minor units of an amount in a response, read as `moneyOf` reads it; null where they can't be known exactly. */
export function wholeMinorOf(value: unknown): bigint | null {
	if (typeof value === 'bigint') return value;
	if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
	if (typeof value !== 'string') return null;
	const match = /^\s*(-?[0-9]{1,30})(?:\.0{1,30})?\s*$/.exec(value);
	return match?.[1] === undefined ? null : BigInt(match[1]);
}

/** Sums by currency, in minor units. */
export function currencySums(amounts: readonly Amount[]): Map<string, bigint> {
	const sums = new Map<string, bigint>();
	for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
	return sums;
}
