import { PaymentDays } from '../../../nodes/core/record/paymentDay';
import { StoreFault } from '../../../nodes/core/record/rows';
import { MONEY, dayRow, MemoryRows } from '../../harness/payout/rows';

const DAY = '2026-11-22';
const rowsOf = (...numbers: number[]) => new MemoryRows(...numbers.map((number) => dayRow(DAY, number)));
const upTo = (most: number) => Array.from({ length: most }, (_, place) => place + 1);
const taken = (rows: MemoryRows, most: number) => upTo(most).filter((number) => rows.keys.has(dayRow(DAY, number)));

test('a day has as many places as a person allows, taken from the first upward', async () => {
	for (const most of [1, 2, 3, 7, 20]) {
		const rows = new MemoryRows();
		const days = new PaymentDays(MONEY, rows);
		for (let count = 1; count <= most; count++) {
			expect(await days.hasPlace(DAY, most)).toBe(true);
			expect(await days.take(DAY, most)).not.toBeNull();
			expect(taken(rows, most)).toEqual(upTo(count));
		}
		expect([await days.take(DAY, most), await days.hasPlace(DAY, most), rows.keys.size]).toEqual([null, false, most]);
	}
});

test('a place that was given back is found again, wherever it is', async () => {
	for (const gap of upTo(9)) {
		const rows = rowsOf(...upTo(9).filter((number) => number !== gap));
		const days = new PaymentDays(MONEY, rows);
		expect(await days.hasPlace(DAY, 9)).toBe(true);
		const place = await days.take(DAY, 9);
		expect(taken(rows, 9)).toEqual(upTo(9));
		await place?.giveBack();
		expect(taken(rows, 9)).toEqual(upTo(9).filter((number) => number !== gap));
	}
});

test('of any number at once, as many win as there are places', async () => {
	for (const [most, tries] of [
		[1, 20],
		[20, 50],
		[50, 20],
	] as const) {
		const rows = new MemoryRows();
		rows.before = async () => await new Promise((resolve) => setImmediate(resolve));
		const all = await Promise.all(
			Array.from({ length: tries }, async () => await new PaymentDays(MONEY, rows).take(DAY, most)),
		);
		expect(all.filter((place) => place !== null)).toHaveLength(Math.min(most, tries));
		expect([rows.keys.size, taken(rows, most).length]).toEqual([Math.min(most, tries), Math.min(most, tries)]);
	}
});

test('a day on which less was allowed before, or in another tool, has no more places for that', async () => {
	const rows = rowsOf(1, 2, 3, 4);
	const days = new PaymentDays(MONEY, rows);
	expect([await days.take(DAY, 3), await days.hasPlace(DAY, 3)]).toEqual([null, false]);
	expect(await days.take(DAY, 5)).not.toBeNull();
});

test('a full day writes to no row of another payment', async () => {
	const rows = rowsOf(1, 2, 3);
	expect(await new PaymentDays(MONEY, rows).take(DAY, 3)).toBeNull();
	expect(rows.calls.filter(([method]) => method === 'insert')).toEqual([]);
});

test('days and kinds of money have places of their own', async () => {
	const rows = rowsOf(1);
	expect(await new PaymentDays(MONEY, rows).take(DAY, 1)).toBeNull();
	expect(await new PaymentDays(MONEY, rows).take('2026-11-23', 1)).not.toBeNull();
	expect(await new PaymentDays('real', rows).take(DAY, 1)).not.toBeNull();
});

test('the first place that nobody has is taken, so that a tool with fewer places counts all payments before it', async () => {
	const rows = rowsOf(1, 3, 4, 5, 8);
	const days = new PaymentDays(MONEY, rows);
	for (const number of [2, 6, 7, 9]) {
		await days.take(DAY, 10);
		expect([...rows.keys].at(-1)).toBe(dayRow(DAY, number));
	}
});

test.each(['insert', 'has'] as const)('a store that fails at %s gives no place', async (method) => {
	const rows = rowsOf(1);
	rows.fail(method, /./);
	await expect(new PaymentDays(MONEY, rows).take(DAY, 5)).rejects.toThrow(StoreFault);
	expect(rows.keys.size).toBe(1);
});
