import * as fc from 'fast-check';
import { CURRENCIES, formatMajor, moneyOf } from '../../nodes/core/domain/money';
import { parseAmount } from '../../nodes/core/domain/parseAmount';
import { reasonOf, valueOf } from '../harness/results';

const minorAmount = fc.bigInt({ min: 1n, max: 10n ** 25n });
const currency = fc.constantFrom(...CURRENCIES);
const digits = (min: number, max: number) =>
	fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((list) => list.join(''));

test('what is formatted is read back, in both units', () => {
	fc.assert(
		fc.property(minorAmount, currency, (minor, { code }) => {
			expect(valueOf(parseAmount(minor.toString(), 'minor', code))).toBe(minor);
			expect(valueOf(parseAmount(formatMajor(minor, code), 'major', code))).toBe(minor);
			expect(moneyOf(minor.toString(), code)).toEqual({ minor: minor.toString(), major: formatMajor(minor, code) });
		}),
	);
});

test('a decimal is worth its digits, whatever zeros are around it', () => {
	fc.assert(
		fc.property(digits(1, 10), currency, fc.nat(), fc.nat(10), (whole, { code, exponent }, seed, zeros) => {
			const fraction = String(seed).slice(0, exponent);
			const scaled = BigInt(whole) * 10n ** BigInt(exponent) + BigInt(fraction.padEnd(exponent, '0'));
			const result = parseAmount(`${whole}.${fraction}${'0'.repeat(zeros)}`, 'major', code);
			if (scaled === 0n) expect(reasonOf(result)).toBe('is zero');
			else if (fraction.length + zeros === 3 && exponent < 3)
				expect(reasonOf(result)).toMatch(
					/^[1-9]\d{0,2}$/.test(whole) && code !== 'USDT' ? /separates thousands/ : /^has 3 decimals[^;]*; round/,
				);
			else expect(valueOf(result)).toBe(scaled);
		}),
	);
});

test('a number is read as the text it is written as, or refused', () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.double({ min: 0, noNaN: true }),
				fc.nat().map((cents) => cents / 100),
				fc.maxSafeNat(),
			),
			currency,
			(value, { code }) => {
				const fromNumber = parseAmount(value, 'major', code);
				const fromText = parseAmount(String(value), 'major', code);
				if (fromNumber.ok) expect(fromText).toEqual(fromNumber);
				else if (fromText.ok) expect(Number.isSafeInteger(value)).toBe(false);
			},
		),
	);
});

test('any text is read or refused, never thrown, and what is read is a plain decimal', () => {
	const text = fc.oneof(
		fc.string(),
		fc.string({ unit: 'binary' }),
		fc.array(fc.constantFrom(..."0123456789.,-+eExX _'\u0661"), { maxLength: 12 }).map((list) => list.join('')),
	);
	fc.assert(
		fc.property(fc.oneof(text, fc.anything()), currency, (raw, { code }) => {
			const result = parseAmount(raw, 'major', code);
			if (!result.ok) {
				expect(result.reason.length).toBeGreaterThan(5);
				return;
			}
			expect(result.value > 0n).toBe(true);
			if (typeof raw !== 'number') expect(String(raw).trim()).toMatch(/^[0-9]+(\.[0-9]+)?$/);
		}),
	);
});
