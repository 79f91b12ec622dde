import { PaymentDays, StoreFault } from '../../../nodes/core/record/rows';
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
		await place?.();
		expect(taken(rows, 9)).toEqual(upTo(9).filter((number) => number !== gap));
	}
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

test.each(['insert', 'has'] as const)('a store that fails at %s gives no place', async (method) => {
	const rows = rowsOf(1);
	rows.fail(method, /./);
	await expect(new PaymentDays(MONEY, rows).take(DAY, 5)).rejects.toThrow(StoreFault);
	expect(rows.keys.size).toBe(1);
});
