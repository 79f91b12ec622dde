/** The record of payout references, row by row. */
import type { MoneyKind } from '../../../nodes/core/domain/money';
import { PayoutRecord, type HeldClaim, type Claimed } from '../../../nodes/core/record/record';
import { Halt, StoreFault } from '../../../nodes/core/record/rows';
import { freed, openOf } from '../../harness/payout/fixture';
import {
	identityRow,
	HALT_ROW,
	lookUpRow,
	onceRowOf,
	MemoryRows,
	MONEY,
	rowOf,
	unbound,
} from '../../harness/payout/rows';

const IDENTITY = 'i'.repeat(64);
const OTHER = 'o'.repeat(64);
/** The clock, and the slot of five minutes that it is in. */
const NOW = Date.parse('2026-11-02T10:02:30Z');
const SLOT = `sent:${Math.floor(NOW / 300_000)}`;

const recordOn = (rows: MemoryRows, money: MoneyKind = MONEY, now = () => NOW) =>
	new PayoutRecord(money, rows, now, unbound());
const sorted = (rows: MemoryRows) => [...rows.keys].sort();

function held(claimed: Claimed): HeldClaim {
	if (claimed.kind !== 'claimed') throw new Error(`not claimed, but ${claimed.kind}`);
	return claimed.heldClaim;
}

async function claim(rows: MemoryRows, reference = 'R', identity = IDENTITY): Promise<HeldClaim> {
	return held(await recordOn(rows).claim(reference, identity));
}

/** The rows of a reference that was refused this many times. */
const refusedTimes = (times: number) =>
	Array.from({ length: times }, (_, generation) => [rowOf('R', generation), rowOf('R', generation, ':refused')]).flat();

describe('the rows of a reference', () => {
	it('have keys that never change, or what was paid would be free again', async () => {
		const rows = new MemoryRows();
		const made = await claim(rows, 'INV-1');
		await made.announce();
		await made.recordPaid();
		const key = 'mavapay:1:CsFppOtK9tJiDe0GQjChk-0MRrNsyCZ1Ce1cdMDjtJM';
		expect(sorted(rows)).toEqual([`${key}:0`, `${key}:0:identity`, `${key}:0:paid`].sort());
		expect([...rows.owners]).toEqual([
			[`${key}:0`, SLOT],
			[`${key}:0:identity`, IDENTITY],
		]);
		expect(rowOf('INV-1')).toBe(`${key}:0`);
	});

	it('are three for a bank payout, and none is changed or deleted, however it ends', async () => {
		for (const end of ['recordPaid', 'recordUnpaid'] as const) {
			const rows = new MemoryRows();
			const made = await claim(rows);
			await made.announce();
			await made[end]();
			expect(rows.keys.size).toBe(3);
			expect(rows.calls.filter(([method]) => method === 'remove')).toEqual([]);
		}
	});

	it('fit into the 255 characters of a key, whatever the reference', async () => {
		const rows = new MemoryRows();
		const record = recordOn(rows);
		await (await claim(rows, 'ñ'.repeat(5000))).announce();
		await (await openOf(record, 'ñ'.repeat(5000))).markPaid(['t'.repeat(5000)]);
		await freed(record, 'ñ'.repeat(5000));
		for (const key of rows.keys) expect(key.length).toBeLessThan(200);
	});

	it('are the same for references that look alike, and others for those that do not', async () => {
		const rows = new MemoryRows();
		await claim(rows, 'INV-1');
		for (const alike of [' INV-1 ', 'INV\u20111', 'INV-1\u200b', '\u2066INV-1\u2069', 'ＩＮＶ－１']) {
			expect((await recordOn(rows).claim(alike, IDENTITY)).kind).toBe('unknown');
		}
		for (const other of ['inv-1', 'INV-01', 'INV-1.']) expect(await recordOn(rows).check(other)).toBe('free');
	});

	it('are not taken for those of a transaction of the same name', async () => {
		const rows = new MemoryRows();
		await claim(rows);
		await (await openOf(recordOn(rows), 'R')).markPaid(['S']);
		expect(await recordOn(rows).check('S')).toBe('free');
		await claim(rows, 'T');
		expect(await (await openOf(recordOn(rows), 'T')).markPaid(['R'])).toEqual({ kind: 'done', was: 'unknown' });
	});
});

describe('a claim', () => {
	it.each([
		['unknown', IDENTITY, []],
		['unknown', OTHER, []],
		['paid', IDENTITY, [rowOf('R', 0, ':paid')]],
		['paid', OTHER, [rowOf('R', 0, ':paid')]],
	] as const)('of one that is taken is told: %s, as %s', async (kind, identity, more) => {
		const rows = new MemoryRows(rowOf('R'), identityRow('R'), ...more);
		rows.owners.set(identityRow('R'), IDENTITY);
		const before = sorted(rows);
		const expected = { kind, sameIdentity: identity === IDENTITY };
		expect(await recordOn(rows).claim('R', identity)).toMatchObject(expected);
		expect(await recordOn(rows).look('R', identity)).toMatchObject(expected);
		expect(sorted(rows)).toEqual(before);
	});

	it.each([1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 50, 100])(
		'finds the newest of %s generations by doubling',
		async (times) => {
			const rows = new MemoryRows(...refusedTimes(times));
			expect(await recordOn(rows).check('R')).toBe('free');
			rows.calls.length = 0;
			expect((await claim(rows)).generation).toBe(times);
			// Two searches of log2 steps each, up past the newest claim and back down to it, and at most eight other calls.
			expect(rows.calls.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(times + 1)) + 8);
			await expect(recordOn(rows).check('R')).resolves.toBe('unknown');
		},
	);
});

describe('a payment that leaves', () => {
	it('has a row for the five minutes in which it does, then looks whether somebody is releasing', async () => {
		const rows = new MemoryRows();
		const made = await claim(rows);
		rows.calls.length = 0;
		expect(await made.announce()).toEqual({ until: NOW + 60_000, withheld: null });
		expect(rows.calls).toEqual([
			['has', rowOf('R', 0, ':releasing')],
			['insert', identityRow('R')],
		]);
	});

	it('counts its minute from before the claim, however long that took', async () => {
		const rows = new MemoryRows();
		let now = NOW;
		rows.after = () => {
			now += 40_000;
		};
		const made = held(await recordOn(rows, MONEY, () => now).claim('R', IDENTITY));
		expect(await made.announce()).toEqual({ until: NOW + 60_000, withheld: null });
	});

	it('counts the minute of the claim that it got, after those that are over', async () => {
		const rows = new MemoryRows(...refusedTimes(2));
		let now = NOW;
		rows.after = (method) => {
			if (method === 'insert') now += 40_000;
		};
		const made = held(await recordOn(rows, MONEY, () => now).claim('R', IDENTITY));
		expect([made.generation, await made.announce()]).toEqual([2, { until: NOW + 100_000, withheld: null }]);
	});

	it('is not sent where either cannot be told', async () => {
		for (const [method, row] of [
			['insert', `:identity`],
			['has', ':releasing'],
		] as const) {
			const rows = new MemoryRows();
			const made = await claim(rows);
			rows.fail(method, row);
			await expect(made.announce()).rejects.toThrow(StoreFault);
		}
	});
});

describe('what the payment of a claim can be found by', () => {
	const QUOTE = { kind: 'quoteId', value: 'Q' } as const;
	const HASH = { kind: 'paymentHash', value: ' C ' } as const;

	it('has rows that stand before the request may leave', async () => {
		const rows = new MemoryRows();
		await held(await recordOn(rows).claim('R', IDENTITY, [QUOTE, HASH])).announce();
		const found = [lookUpRow('R', QUOTE), lookUpRow('R', { ...HASH, value: 'C' })];
		const its = [identityRow('R'), ...found, onceRowOf('quote q')];
		expect(sorted(rows)).toEqual([rowOf('R'), ...its].sort());
	});
});

describe('a claim that cannot be made', () => {
	it('throws and sends nothing when the insert fails', async () => {
		const rows = new MemoryRows();
		rows.fail('insert', rowOf('R'));
		await expect(recordOn(rows).claim('R', IDENTITY)).rejects.toThrow(StoreFault);
		expect(sorted(rows)).toEqual([]);
	});

	it.each(['before', 'after'] as const)(
		'since its identity fails %s it is written, is not sent and can be given back',
		async (when) => {
			const rows = new MemoryRows();
			rows.fail('insert', `:identity`, when);
			const made = await claim(rows);
			await expect(made.announce()).rejects.toThrow(StoreFault);
			await made.recordUnpaid();
			expect(await recordOn(rows).check('R')).toBe('free');
			rows.heal();
			expect((await claim(rows, 'R', OTHER)).generation).toBe(1);
		},
	);

	it('leaves no identity behind that is written late, or it would speak for the payment of another', async () => {
		const rows = new MemoryRows();
		await (await claim(rows)).recordUnpaid();
		await (await claim(rows, 'R', OTHER)).recordPaid();
		rows.put(identityRow('R'));
		rows.owners.set(identityRow('R'), IDENTITY);
		expect(await recordOn(rows).look('R', IDENTITY)).toMatchObject({ kind: 'paid', sameIdentity: false });
	});
});

describe('how a claim ends', () => {
	it('is one row, of its own generation, also after it was released', async () => {
		const rows = new MemoryRows();
		const late = await claim(rows);
		await freed(recordOn(rows), 'R');
		const next = await claim(rows);
		await late.recordPaid();
		expect(await recordOn(rows).check('R')).toBe('unknown');
		const fates = [late, next].map(async ({ generation }) => await recordOn(rows).settledSince('R', generation));
		expect(await Promise.all(fates)).toEqual(['paid', null]);
	});
});

describe('the stop button', () => {
	it('is one row for every deployment, set and lifted', async () => {
		const rows = new MemoryRows();
		const halt = new Halt(rows);
		expect([await halt.isSet(), await halt.lift()]).toEqual([false, false]);
		expect([await halt.set(), await halt.set(), await halt.isSet()]).toEqual([false, true, true]);
		expect(sorted(rows)).toEqual([HALT_ROW]);
		expect([await halt.lift(), await halt.isSet(), rows.keys.size]).toEqual([true, false, 0]);
	});

	it('that cannot be read is no permission', async () => {
		const rows = new MemoryRows();
		rows.fail('has', HALT_ROW);
		await expect(new Halt(rows).isSet()).rejects.toThrow(StoreFault);
	});
});
