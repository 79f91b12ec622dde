/** Budgets of a day and a month: periods, messages, and how a total is stored as the numbers in several rows. */
import fc from 'fast-check';
import {
	budgetOutput,
	nextBegins,
	rowsOfTotal,
	periodAt,
	totalOfRows,
	whyOver,
} from '../../../nodes/core/domain/budget';

const NIGHT = Date.UTC(2026, 10, 30, 23, 59, 59, 999);

test('days and months are those of UTC', () => {
	expect([periodAt('day', NIGHT), periodAt('month', NIGHT)]).toEqual(['2026-11-30', '2026-11']);
	expect([periodAt('day', NIGHT + 1), periodAt('month', NIGHT + 1)]).toEqual(['2026-12-01', '2026-12']);
	const december = Date.UTC(2026, 11, 1);
	expect([nextBegins('day', NIGHT), nextBegins('month', NIGHT)]).toEqual([december, december]);
	expect(nextBegins('month', december)).toBe(Date.UTC(2027, 0, 1));
});

test('a refusal tells limit, used, left and the beginning of the next, by the clocks of the workflow', () => {
	const budget = {
		period: 'day',
		currency: 'NGN',
		allowed: 200_000_000n,
		used: 190_000_050n,
		anewMs: NIGHT + 1,
	} as const;
	expect(whyOver(budget, 'Africa/Lagos')).toBe(
		"'Most per Day' of the key is 2,000,000.00 NGN: 1,900,000.50 NGN is used, 99,999.50 NGN is left. The budget begins again on 1 Dec 2026, 01:00 (Africa/Lagos)",
	);
	const over = { ...budget, period: 'month', allowed: 100n } as const;
	expect(whyOver(over, 'UTC')).toContain("'Most per Month' of the key is 1.00 NGN: 1,900,000.50 NGN is used, 0.00 NGN");
});

test('of a limit of nothing all is used', () => {
	const nothing = { period: 'day', currency: 'NGN', allowed: 0n, used: 0n, anewMs: NIGHT + 1 } as const;
	expect(budgetOutput(nothing, NIGHT, 'UTC')).toMatchObject({ usedPercent: 100, left: { minor: '0' } });
});

const BITS_24 = 2n ** 24n;
const read = (total: bigint, rounding: 'up' | 'down' = 'up') => totalOfRows(rowsOfTotal(total, rounding)) ?? -1n;

test('a total is read back exactly up to 24 bits, and up to 24 bits of hundreds', () => {
	for (const total of [0n, 1n, 63n, 64n, 4_095n, 4_096n, BITS_24 - 1n]) expect(read(total)).toBe(total);
	fc.assert(
		fc.property(fc.bigInt({ min: 0n, max: BITS_24 - 1n }), (count) => {
			expect([read(count), read(100n * count)]).toEqual([count, 100n * count]);
		}),
	);
});

test.each(['up', 'down'] as const)(
	'beyond that it is rounded %s, by less than one part in 2 to the 23rd, to numbers that n8n can keep',
	(rounding) => {
		fc.assert(
			fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (total) => {
				const numbers = rowsOfTotal(total, rounding);
				const more = rounding === 'up' ? read(total) - total : total - read(total, 'down');
				expect(more >= 0n && more * BITS_24 <= 2n * total).toBe(true);
				expect(numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= 256)).toBe(true);
				expect(numbers[3]).toBeLessThanOrEqual(64);
			}),
		);
		const next = rounding === 'up' ? 2n : 0n;
		expect([read(2n ** 24n, rounding), read(2n ** 24n + 1n, rounding)]).toEqual([2n ** 24n, 2n ** 24n + next]);
	},
);

test('a total with a row missing is none', () => {
	const numbers = rowsOfTotal(7n, 'up');
	for (const missing of [0, 1, 2, 3])
		expect(totalOfRows(numbers.map((number, place) => (place === missing ? 0 : number)))).toBeNull();
	expect(() => rowsOfTotal(10n ** 30n, 'up')).toThrow(new RangeError('A total of this size has no rows'));
});
