import { type AmountUnit, type CurrencyCode, findCurrency, groupedMajor, USDT } from './money';
import { counted, describeType, fail, ok, type Result } from './result';
import { INVISIBLE } from './text';

/** The most digits of an amount: far more than any payment needs, and few enough to read quickly. */
const MAX_DIGITS = 30;

/** Significant digits that a double always gives back unchanged (IEEE 754). */
export const EXACT_DIGITS = 15;

/**
 * Reads an amount exactly and gives it in minor units. Anything that could be misread is refused: signs, exponents,
 * separators, digits of other scripts, hex, zero, more decimals than the unit has, and a point in minor units. Trailing
 * zeros are fine unless they make three decimals: where a point separates thousands, "25.000" is twenty-five thousand.
 * A number must be a safe integer or have an exact short decimal form. A currency whose decimals are unknown takes
 * minor units only.
 *
 * @param setMajor advice for an amount meant in major units, as a clause; by default, the minor units to write instead
 */
export function parseAmount(raw: unknown, unit: AmountUnit, currency: CurrencyCode, setMajor?: string): Result<bigint> {
	const places = decimalPlaces(unit, currency);
	const decimal = readPositiveDecimal(raw);
	if (!decimal.ok) return decimal;
	if (!places.ok) return places;
	const { whole, decimals } = decimal.value;
	if (unit === 'minor' && decimals !== '') return fail(pointRefused(decimal.value, currency, setMajor));
	if (tooManyDecimals(decimals, places.value)) return fail(decimalsRefused(decimal.value, places.value, currency));
	if (typeof raw === 'number' && (whole + decimals).replace(/^0+/, '').length > EXACT_DIGITS && decimals !== '')
		return fail(`is a number that would lose digits (${raw}); send it as text`);
	return ok(BigInt(whole + decimals.slice(0, places.value).padEnd(places.value, '0')));
}

/** Three decimals are too many even if they are zeros, because the point may separate thousands. */
function tooManyDecimals(decimals: string, places: number): boolean {
	return decimals.length > places && (decimals.length === 3 || /[1-9]/.test(decimals.slice(places)));
}

interface PlainDecimal {
	readonly whole: string;
	/** As written, zeros at the end included. */
	readonly decimals: string;
	/** Whether the point may separate thousands: only in text, after one to three digits and before exactly three. */
	readonly maybeThousands: boolean;
}

function readPositiveDecimal(raw: unknown): Result<PlainDecimal> {
	const text = amountText(raw);
	if (!text.ok) return text;
	const problem = problemOf(text.value);
	if (problem !== null) return fail(problem);
	const [whole = '', decimals = ''] = text.value.split('.');
	if (whole.length + decimals.length > MAX_DIGITS) return fail(`has more than ${MAX_DIGITS} digits`);
	if (!/[1-9]/.test(text.value)) return fail('is zero');
	// Only text can have separators, and thousands don't begin with a zero.
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

/** Matches a negative amount: a dash before or after the digits, or brackets around them. Not "5000/-" or "5000,-". */
const NEGATIVE = /^\D*[\p{Pd}\u2212]\D*\d|\d[^\d/.,]*[\p{Pd}\u2212]\D*$|^\D*\(\D*\d.*\)\D*$/u;

/** The most specific reason why a text isn't a plain decimal number; null if it is. */
function problemOf(text: string): string | null {
	if (text === '') return 'is empty';
	if (text.search(INVISIBLE) >= 0) return 'contains invisible characters';
	if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return null;
	if (/^[0-9.,]+e[+-]?[0-9]+$/i.test(text))
		return 'has an exponent, which may hide digits; write the number out in full';
	return NEGATIVE.test(text) ? 'is negative, so there is nothing to pay' : NOT_PLAIN;
}

const NOT_PLAIN = 'is not a plain number such as 1500 or 1500.50';

function decimalPlaces(unit: AmountUnit, currency: CurrencyCode): Result<number> {
	if (unit === 'minor') return ok(0);
	// An expression can give any text as the unit. Guessing it could make the amount wrong by a factor of 100.
	if (unit !== 'major') return fail(`has the unknown unit "${String(unit)}"; use minor or major`);
	const known = findCurrency(currency);
	if (known === undefined) return fail(`must be in minor units, because the decimals of ${currency} are not known`);
	return ok(known.exponent);
}

/** Why a point in minor units is refused: what it may mean, and what to write for each meaning. Nothing is guessed. */
function pointRefused({ whole, decimals, maybeThousands }: PlainDecimal, currency: CurrencyCode, setMajor?: string) {
	const known = findCurrency(currency);
	const units = known?.minorPlural ?? `minor units of ${currency}`;
	const has = `of '${whole}.${decimals}' has a point, but ${units} have no decimals`;
	if (maybeThousands) return `${has}. It may separate thousands: write the amount in ${units}, without a point`;
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

/** @param places the decimals of the currency; the amount has more */
function decimalsRefused(
	{ whole, decimals, maybeThousands }: PlainDecimal,
	places: number,
	currency: CurrencyCode,
): string {
	const rounded = `round it to ${counted(places, 'decimal')}`;
	// USDT's token has six decimals, so three of them don't suggest thousands.
	const advice =
		maybeThousands && currency !== USDT.code
			? `if the point separates thousands, write ${whole}${decimals}; otherwise ${rounded}`
			: rounded;
	const why = decimals.length > 3 ? ': a formula can give more decimals than its cell shows' : '';
	return `has ${counted(decimals.length, 'decimal')}, but ${currency} allows ${places}; ${advice}${why}`;
}
