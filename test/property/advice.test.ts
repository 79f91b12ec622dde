/**
 * Advice in messages, followed word for word, leads to the payment that was meant, or to a refusal with other advice.
 * The test data combines what is meant with the ways in which people, sheets and formulas write it.
 */
import * as fc from 'fast-check';
import { CURRENCIES, formatMajor, groupedMajor, NGN, type AmountUnit } from '../../nodes/core/domain/money';
import { parseAmount } from '../../nodes/core/domain/parseAmount';
import { checkNgnAccountNumber, checkPhone } from '../../nodes/core/payees/accountNumbers';
import { amount } from '../../nodes/core/operation/payFields';
import { fail, ok, type Result } from '../../nodes/core/domain/result';

/** A value as it was written, what was meant (null: pay nothing), and what the person who wrote it knows. */
interface Written<T> {
	readonly raw: unknown;
	readonly meant: T | null;
	/** The advice's conditions that are true of this value, by their first words. */
	readonly knows: readonly string[];
}

/** The clause of the reason that the person follows: one whose "if" is true, else one without "if". */
function followed(reason: string, knows: readonly string[]): string | null {
	const clauses = reason.split(/[;:.] /).slice(1);
	const conditional = clauses.find((clause) => knows.some((one) => clause.toLowerCase().startsWith(`if ${one}`)));
	return conditional ?? clauses.find((clause) => !/^if /i.test(clause)) ?? null;
}

/** The value that a clause asks for; null where it asks for none. */
function asked(clause: string, raw: unknown): string | null {
	const places = /round it to (?:(\d+) decimals?|a whole number)/.exec(clause);
	if (places !== null) return rounded(String(raw), Number(places[1] ?? 0));
	return /write (?:it as )?(\+?[\d.]+)$/.exec(clause)?.[1] ?? null;
}

/** Rounds half up, as a sheet does. */
function rounded(text: string, places: number): string {
	const [whole = '', decimals = ''] = text.trim().split('.');
	const digits = BigInt(whole + decimals.padEnd(places + 1, '0').slice(0, places + 1));
	const kept = String((digits + 5n) / 10n).padStart(places + 1, '0');
	return places === 0 ? kept : `${kept.slice(0, -places)}.${kept.slice(-places)}`;
}

/** Follows the advice to its end, checks that it never leads to another value than was meant; returns the reasons. */
function follow<T>(read: (raw: unknown, unit: AmountUnit) => Result<T>, { raw, meant, knows }: Written<T>): string[] {
	const reasons: string[] = [];
	let unit: AmountUnit = 'minor';
	for (let value = raw; ;) {
		const result = read(value, unit);
		if (result.ok) {
			expect([raw, reasons, result.value]).toEqual([raw, reasons, meant]);
			return reasons;
		}
		// Repeated advice would lead nowhere.
		expect(reasons).not.toContain(result.reason);
		reasons.push(result.reason);
		const clause = followed(result.reason, knows);
		if (clause?.endsWith(", set 'Amount Unit' to 'Naira, with decimals'") === true) {
			unit = 'major';
			continue;
		}
		const next = clause === null ? null : asked(clause, value);
		if (next === null) return reasons;
		value = next;
	}
}

test('advice that is wrong for its value is caught, and so is the same advice twice', () => {
	const meant = 100_00n;
	const wrong = (raw: unknown): Result<bigint> =>
		raw === '99.995' ? fail('has 3 decimals; write 99995') : ok(BigInt(String(raw)) * 100n);
	expect(() => follow(wrong, { raw: '99.995', meant, knows: [] })).toThrow('9999500');
	expect(() => follow(() => fail('is bad; write 5'), { raw: '5', meant, knows: [] })).toThrow('is bad');
});

const grouped = (digits: string, separator: string, size = 3) =>
	digits.replace(new RegExp(`\\B(?=(\\d{${size}})*(\\d{3})$)`, 'g'), separator);

/** Ways to write a major amount of `whole` and `decimals`, each with what the person who wrote it knows. */
const STYLES: Readonly<Record<string, (whole: string, decimals: string) => Omit<Written<bigint>, 'meant'>>> = {
	plain: (whole, decimals) => ({ raw: `${whole}.${decimals}`, knows: [] }),
	'with a plus': (whole, decimals) => ({ raw: `+${whole}.${decimals}`, knows: [] }),
	'in English': (whole, decimals) => ({ raw: `${grouped(whole, ',')}.${decimals}`, knows: [] }),
	'in German': (whole, decimals) => ({
		raw: `${grouped(whole, '.')},${decimals}`,
		knows: ['it is before the decimals'],
	}),
	'in French': (whole, decimals) => ({
		raw: `${grouped(whole, '\u202f')},${decimals}`,
		knows: ['it is before the decimals'],
	}),
	'in Swiss': (whole, decimals) => ({ raw: `${grouped(whole, '\u2019')}.${decimals}`, knows: [] }),
	'in lakhs': (whole, decimals) => ({ raw: `${grouped(whole, ',', 2)}.${decimals}`, knows: [] }),
	'with an invisible mark': (whole, decimals) => ({ raw: `\u202a${whole}.${decimals}\u202c`, knows: [] }),
};

/** Ways to write a whole major amount without decimals. */
const WHOLE_STYLES: typeof STYLES = {
	'points for thousands': (whole) => ({ raw: grouped(whole, '.'), knows: ['the point separates thousands'] }),
	'commas for thousands': (whole) => ({ raw: grouped(whole, ','), knows: ['the comma separates thousands'] }),
	'blanks for thousands': (whole) => ({ raw: grouped(whole, '\u00a0'), knows: [] }),
};

const currency = fc.constantFrom(...CURRENCIES.filter(({ exponent }) => exponent === 2));
const minorAmount = fc.bigInt({ min: 1n, max: 10n ** 11n });

const partsOf = (minor: bigint, code: string) => {
	const [whole = '', decimals = ''] = (formatMajor(minor, code) ?? '').split('.');
	return [whole, decimals] as const;
};

test.each(Object.entries(STYLES))('an amount written %s', (_name, style) => {
	fc.assert(
		fc.property(minorAmount, currency, (meant, { code }) => {
			follow((raw) => parseAmount(raw, 'major', code), { ...style(...partsOf(meant, code)), meant });
		}),
	);
});

test.each(Object.entries(WHOLE_STYLES))('a whole amount with %s', (name, style) => {
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), currency, (whole, { code }) => {
			// Not USDT: the token has six decimals, so a point in an amount needn't separate thousands.
			if (code === 'USDT' && name.startsWith('points')) return;
			follow((raw) => parseAmount(raw, 'major', code), { ...style(String(whole), ''), meant: whole * 100n });
		}),
	);
});

test('a credit note, however it is written, is nothing to pay, and nobody is told to drop its sign', () => {
	const signs = fc.constantFrom<(text: string) => unknown>(
		(text) => `-${text}`,
		(text) => `\u2212${text}`,
		(text) => `(${text})`,
		(text) => `${text}-`,
		(text) => `\u20a6 -${text}`,
		(text) => -Number(text),
	);
	fc.assert(
		fc.property(minorAmount, signs, fc.constantFrom<AmountUnit>('major', 'minor'), (minor, sign, unit) => {
			const raw = sign(formatMajor(minor, 'NGN') ?? '');
			const reasons = follow((value) => parseAmount(value, unit, 'NGN'), { raw, meant: null, knows: [] });
			expect(reasons).toEqual(['is negative, so there is nothing to pay']);
		}),
	);
});

test('what a formula gives is rounded, as its cell shows it', () => {
	const divisors = fc.constantFrom(3, 7, 22, 1.1, 1.075);
	fc.assert(
		fc.property(fc.integer({ min: 100, max: 10 ** 9 }), divisors, fc.boolean(), (cents, divisor, asText) => {
			const value = cents / 100 / divisor;
			const raw = asText ? String(value) : value;
			const meant = BigInt(rounded(String(value), 2).replace('.', ''));
			follow((given) => parseAmount(given, 'major', 'NGN'), { raw, meant, knows: [] });
		}),
	);
});

test('a number never has thousands in it', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 10 ** 8 }), (thousandths) => {
			const result = parseAmount(thousandths / 1000, 'major', 'NGN');
			if (!result.ok) expect(result.reason).not.toMatch(/separates/);
		}),
	);
});

/** The field 'Amount' of a payment in naira, for a person or a model, which can't set the unit. */
const readField = (asTool: boolean) => {
	const field = amount(NGN);
	return (raw: unknown, amountUnit: AmountUnit): Result<bigint> => {
		const read = field.read(raw, { amountUnit, '@tool': asTool });
		return read.ok ? ok(read.value.minor) : fail(read.problems.map(({ reason }) => reason).join());
	};
};
const inNaira = (minor: bigint) => `${groupedMajor(minor, NGN)} naira`;

test.each([
	['a person', false],
	['a model', true],
])('naira where kobo are asked for: %s', (_, asTool) => {
	fc.assert(
		fc.property(minorAmount, (meant) => {
			const raw = formatMajor(meant, 'NGN') ?? '';
			const reasons = follow(readField(asTool), { raw, meant, knows: [`it is ${inNaira(meant)}`] });
			expect(reasons).toHaveLength(1);
		}),
	);
});

test.each<[string, string | number, bigint, string[]]>([
	['kobo as a sheet shows them', '5000.00', 5000n, ['it is 5000 kobo (50.00 naira)']],
	['thousands', '25.000', 25_000n, ['it is in kobo', 'it is 25000 kobo', 'it is 25,000.00 naira']],
	['thousands and hundreds', '1.500', 1500n, ['it is in kobo']],
	['thousands of naira', '1.500', 150_000n, ['it is in naira']],
	['naira that were calculated', 21.489, 2149n, ['it is in naira', 'it is 21.49 naira']],
	['kobo that were calculated', 19.99 * 100, 1999n, ['it is in kobo']],
	['a comma for thousands', '5,000', 5000n, []],
	['two decimals behind a comma', '50,25', 5025n, ['it is 50.25 naira']],
])('%s where kobo are asked for', (_, raw, meant, knows) => {
	for (const asTool of [false, true]) follow(readField(asTool), { raw, meant, knows });
});

test('an account number whose zeros a sheet dropped', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 0n, max: 10n ** 10n - 1n }), fc.boolean(), (number, dropped) => {
			const meant = String(number).padStart(10, '0');
			const lost = meant.slice(0, -1);
			const written = dropped
				? { raw: String(number), meant, knows: ['a spreadsheet dropped the leading zeros'] }
				: // The last digit was lost, and nobody can know which digit it was.
					{ raw: lost, meant: null, knows: [] };
			const reasons = follow((raw) => checkNgnAccountNumber(String(raw)), written);
			if (dropped && String(number).length < 7) expect(reasons.join()).not.toMatch(/write/);
		}),
	);
});

test.each(['+254', '+233'] as const)('a phone of %s', (prefix) => {
	const country = prefix.slice(1);
	const subscriber = fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String);
	const ways = fc.constantFrom<(digits: string) => string>(
		(digits) => `${prefix}${digits}`,
		(digits) => `${country}${digits}`,
		(digits) => `0${digits}`,
		(digits) => digits,
		(digits) => `${prefix}0${digits}`,
		(digits) => `00${country}${digits}`,
		(digits) => `${prefix} ${digits.slice(0, 3)} ${digits.slice(3)}`,
		(digits) => `(0)${digits.slice(0, 3)}-${digits.slice(3)}`,
	);
	fc.assert(
		fc.property(subscriber, ways, (digits, way) => {
			follow((raw) => checkPhone(String(raw), prefix), { raw: way(digits), meant: `${prefix}${digits}`, knows: [] });
		}),
	);
});
