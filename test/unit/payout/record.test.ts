/** The record of payout references, row by row. */
import { Halt, PayoutRecord, type Claim, type Claimed } from '../../../nodes/core/payout/record';
import { StoreFault } from '../../../nodes/core/payout/record';
import { BASE_URL, HALT_ROW, lookUpRow, MemoryRows, rowOf, transactionRow } from '../../harness/payout/fixture';

const IDENTITY = 'i'.repeat(64);
const OTHER = 'o'.repeat(64);

const recordOn = (rows: MemoryRows, baseUrl = BASE_URL) => new PayoutRecord(baseUrl, rows);
const sorted = (rows: MemoryRows) => [...rows.keys].sort();

function held(claimed: Claimed): Claim {
	if (claimed.kind !== 'claimed') throw new Error(`not claimed, but ${claimed.kind}`);
	return claimed.claim;
}

async function claim(rows: MemoryRows, reference = 'R', identity = IDENTITY): Promise<Claim> {
	return held(await recordOn(rows).claim(reference, identity));
}

describe('the rows of a reference', () => {
	it('have keys that never change, or what was paid would be free again', async () => {
		const rows = new MemoryRows();
		await (await claim(rows, 'INV-1')).paid('tx-1');
		const key = 'mavapay:1:SBGqvuThg8xJz3pRg_8_TzpzG8DGR2jTm7cVQ7mNDVA';
		expect(sorted(rows)).toEqual(
			[
				`${key}:0`,
				`${key}:0:id:${IDENTITY}`,
				`${key}:0:paid`,
				'mavapay:1:HqdyidvC-LV0IwIn4cIBI_sjYvx5enFoEsubi3lxRbE',
			].sort(),
		);
		expect(rowOf('INV-1')).toBe(`${key}:0`);
	});

	it('fit into the 255 characters of a key, whatever the reference', async () => {
		const rows = new MemoryRows();
		const record = recordOn(rows);
		await (await claim(rows, 'ñ'.repeat(5000))).paid('t'.repeat(5000));
		await record.release('ñ'.repeat(5000));
		for (const key of rows.keys) expect(key.length).toBeLessThan(200);
	});

	it('are those of one deployment', async () => {
		const rows = new MemoryRows();
		await claim(rows);
		expect(await recordOn(rows, 'https://live.example/api/v1').check('R')).toBe('free');
		held(await recordOn(rows, 'https://live.example/api/v1').claim('R', IDENTITY));
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
		await (await claim(rows)).paid('S');
		expect(await recordOn(rows).check('S')).toBe('free');
		expect(await recordOn(rows).knowsTransaction('R')).toBe(false);
	});
});

describe('a claim', () => {
	it('is an insert before anything else, and says what it is for', async () => {
		const rows = new MemoryRows();
		expect((await claim(rows)).generation).toBe(0);
		expect(rows.calls[0]).toEqual(['insert', rowOf('R')]);
		expect(rows.calls.slice(1).sort()).toEqual([
			['has', rowOf('R', 0, ':released')],
			['insert', rowOf('R', 0, `:id:${IDENTITY}`)],
		]);
		expect(sorted(rows)).toEqual([rowOf('R'), rowOf('R', 0, `:id:${IDENTITY}`)]);
	});

	it('is won by one of any number', async () => {
		const rows = new MemoryRows();
		const kinds = await Promise.all(
			Array.from({ length: 20 }, async () => (await recordOn(rows).claim('R', IDENTITY)).kind),
		);
		expect(kinds.filter((kind) => kind === 'claimed')).toHaveLength(1);
		expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(19);
	});

	it.each([
		['unknown', IDENTITY, []],
		['unknown', OTHER, []],
		['paid', IDENTITY, [rowOf('R', 0, ':paid')]],
		['paid', OTHER, [rowOf('R', 0, ':paid')]],
	] as const)('of one that is taken is told: %s, as %s', async (kind, identity, more) => {
		const rows = new MemoryRows(rowOf('R'), rowOf('R', 0, `:id:${IDENTITY}`), ...more);
		const before = sorted(rows);
		const expected = { kind, sameIdentity: identity === IDENTITY };
		expect(await recordOn(rows).claim('R', identity)).toEqual(expected);
		expect(await recordOn(rows).look('R', identity)).toEqual(expected);
		expect(sorted(rows)).toEqual(before);
	});

	it('of one whose identity was never written down is of another one', async () => {
		const rows = new MemoryRows(rowOf('R'));
		expect(await recordOn(rows).claim('R', IDENTITY)).toEqual({ kind: 'unknown', sameIdentity: false });
	});

	it('goes through the generations to the first that was not released', async () => {
		const rows = new MemoryRows(
			rowOf('R'),
			rowOf('R', 0, ':released'),
			rowOf('R', 1),
			rowOf('R', 1, ':paid'),
			rowOf('R', 1, ':released'),
		);
		expect((await claim(rows)).generation).toBe(2);
		expect(await recordOn(rows).claim('R', IDENTITY)).toEqual({ kind: 'unknown', sameIdentity: true });
	});

	it('does not take a generation that was released while its row was gone', async () => {
		const rows = new MemoryRows(rowOf('R', 0, ':released'));
		expect((await claim(rows)).generation).toBe(1);
	});

	it('does not take a generation that is released between its two calls', async () => {
		const rows = new MemoryRows();
		rows.after = (method, key) => {
			if (method === 'insert' && key === rowOf('R')) rows.put(rowOf('R', 0, ':released'));
		};
		expect((await claim(rows)).generation).toBe(1);
	});
});

describe('what the payment of a claim can be found by', () => {
	const QUOTE = { kind: 'quoteId', value: 'Q' } as const;
	const CUSTOMER = { kind: 'paymentHash', value: ' C ' } as const;
	const found = async (rows: MemoryRows) => {
		const it = await recordOn(rows).find('R');
		if (it.state !== 'unknown') throw new Error(`it is ${it.state}`);
		return it;
	};

	it('has rows that stand before the claim is given out, and go before it does', async () => {
		const rows = new MemoryRows();
		const claimed = held(await recordOn(rows).claim('R', IDENTITY, [QUOTE, CUSTOMER]));
		const its = [rowOf('R', 0, `:id:${IDENTITY}`), lookUpRow('R', QUOTE), lookUpRow('R', { ...CUSTOMER, value: 'C' })];
		expect(sorted(rows)).toEqual([rowOf('R'), ...its].sort());
		rows.calls.length = 0;
		await claimed.withdraw();
		expect(rows.calls.filter(([method]) => method === 'remove').map(([, key]) => key)).toEqual([...its, rowOf('R')]);
		expect(sorted(rows)).toEqual([]);
	});

	it('is known by its kind and value, blanks around it aside, and for this claim alone', async () => {
		const rows = new MemoryRows();
		await recordOn(rows).claim('R', IDENTITY, [QUOTE, CUSTOMER]);
		const first = await found(rows);
		expect(
			await first.wasSentWith([
				{ kind: 'paymentHash', value: 'Q' },
				{ kind: 'quoteId', value: 'C' },
				{ ...QUOTE, value: 'q' },
			]),
		).toBe(false);
		expect(await first.wasSentWith([])).toBe(false);
		for (const key of [QUOTE, CUSTOMER, { ...CUSTOMER, value: 'C' }])
			expect(await first.wasSentWith([{ kind: 'quoteId', value: 'other' }, key])).toBe(true);
		await recordOn(rows).release('R');
		await recordOn(rows).claim('R', IDENTITY);
		expect(await (await found(rows)).wasSentWith([QUOTE])).toBe(false);
	});

	it('leaves the reference unknown where it is not certain whether it was written', async () => {
		for (const when of ['before', 'after'] as const) {
			const rows = new MemoryRows();
			rows.fail('insert', lookUpRow('R', QUOTE), when);
			await expect(recordOn(rows).claim('R', IDENTITY, [CUSTOMER, QUOTE])).rejects.toThrow(StoreFault);
			expect(await recordOn(rows).check('R')).toBe('unknown');
		}
	});
});

describe('a claim that cannot be made', () => {
	it('throws and sends nothing when the insert fails', async () => {
		const rows = new MemoryRows();
		rows.fail('insert', rowOf('R'));
		await expect(recordOn(rows).claim('R', IDENTITY)).rejects.toThrow(StoreFault);
		expect(sorted(rows)).toEqual([]);
	});

	it('is given back when it cannot be seen whether it was released', async () => {
		const rows = new MemoryRows();
		const record = recordOn(rows);
		let looks = 0;
		rows.before = (method, key) => {
			if (method === 'has' && key.endsWith(':released') && looks++ === 0) throw new StoreFault('gone');
		};
		await expect(record.claim('R', IDENTITY)).rejects.toThrow(StoreFault);
		expect(sorted(rows)).toEqual([]);
	});

	it('leaves no identity behind that is written late, or it would speak for the payment of another', async () => {
		const rows = new MemoryRows();
		const record = recordOn(rows);
		let looks = 0;
		rows.before = async (method, key) => {
			if (method === 'has' && key.endsWith(':released') && looks++ === 0) throw new StoreFault('gone');
			if (method === 'insert' && key.includes(':id:')) await new Promise((resolve) => setImmediate(resolve));
		};
		await expect(record.claim('R', IDENTITY)).rejects.toThrow(StoreFault);
		await new Promise((resolve) => setImmediate(resolve));
		rows.heal();
		await (await claim(rows, 'R', OTHER)).paid(null);
		expect(await record.look('R', IDENTITY)).toEqual({ kind: 'paid', sameIdentity: false });
	});

	it('stays unknown when it is not certain whether its identity was written', async () => {
		for (const when of ['before', 'after'] as const) {
			const rows = new MemoryRows();
			rows.fail('insert', `:id:${IDENTITY}`, when);
			await expect(recordOn(rows).claim('R', IDENTITY)).rejects.toThrow(StoreFault);
			expect(await recordOn(rows).check('R')).toBe('unknown');
		}
	});

	it('stays unknown when it cannot be given back either', async () => {
		const rows = new MemoryRows();
		rows.fail('has', ':released');
		rows.fail('remove', rowOf('R'));
		await expect(recordOn(rows).claim('R', IDENTITY)).rejects.toThrow('the database is gone');
		rows.heal();
		expect(await recordOn(rows).check('R')).toBe('unknown');
	});
});

describe('settling a claim as paid', () => {
	it('writes that it was paid, then by which transaction', async () => {
		const rows = new MemoryRows();
		const claimed = await claim(rows);
		rows.calls.length = 0;
		await claimed.paid('tx-1');
		expect(rows.calls).toEqual([
			['insert', rowOf('R', 0, ':paid')],
			['insert', transactionRow('tx-1')],
		]);
		expect(await recordOn(rows).check('R')).toBe('paid');
		expect([await recordOn(rows).knowsTransaction('tx-1'), await recordOn(rows).knowsTransaction('tx-2')]).toEqual([
			true,
			false,
		]);
	});

	it('needs no transaction', async () => {
		const rows = new MemoryRows();
		const claimed = await claim(rows);
		await claimed.paid(null);
		expect(sorted(rows)).toEqual([rowOf('R'), rowOf('R', 0, `:id:${IDENTITY}`), rowOf('R', 0, ':paid')].sort());
	});

	it('settles its own generation, also after it was released', async () => {
		const rows = new MemoryRows();
		const late = await claim(rows);
		await recordOn(rows).release('R');
		const next = await claim(rows);
		await late.paid('tx-1');
		expect(await recordOn(rows).check('R')).toBe('unknown');
		expect([
			await recordOn(rows).fateOf('R', late.generation),
			await recordOn(rows).fateOf('R', next.generation),
		]).toEqual(['released', 'unknown']);
	});

	it('throws where it cannot be written, and the reference is unknown', async () => {
		const rows = new MemoryRows();
		const claimed = await claim(rows);
		rows.fail('insert', ':paid');
		await expect(claimed.paid('tx-1')).rejects.toThrow(StoreFault);
		expect(await recordOn(rows).check('R')).toBe('unknown');
		expect(rows.keys).not.toContain(transactionRow('tx-1'));
	});
});

describe('taking a claim back', () => {
	it('deletes its identity, then the claim', async () => {
		const rows = new MemoryRows();
		const claimed = await claim(rows);
		rows.calls.length = 0;
		await claimed.withdraw();
		expect(rows.calls.filter(([method]) => method === 'remove')).toEqual([
			['remove', rowOf('R', 0, `:id:${IDENTITY}`)],
			['remove', rowOf('R')],
		]);
		expect(sorted(rows)).toEqual([]);
		expect((await claim(rows, 'R', OTHER)).generation).toBe(0);
	});

	it.each(['id', 'claim'])('that fails at its %s leaves it unknown', async (row) => {
		const rows = new MemoryRows();
		const claimed = await claim(rows);
		rows.fail('remove', row === 'id' ? `:id:${IDENTITY}` : rowOf('R'));
		await expect(claimed.withdraw()).rejects.toThrow(StoreFault);
		expect(await recordOn(rows).check('R')).toBe('unknown');
	});

	it('leaves a generation closed that a person released meanwhile', async () => {
		const rows = new MemoryRows();
		const late = await claim(rows);
		await recordOn(rows).release('R');
		const next = await claim(rows);
		const before = sorted(rows);
		await late.withdraw();
		expect(sorted(rows)).toEqual(before);
		await next.paid(null);
		expect(await recordOn(rows).check('R')).toBe('paid');
	});

	it('does not undo what a person marked as paid meanwhile', async () => {
		const rows = new MemoryRows();
		const late = await claim(rows);
		await recordOn(rows).markPaid('R', 'tx-1');
		await late.withdraw();
		expect(await recordOn(rows).check('R')).toBe('paid');
		expect((await recordOn(rows).claim('R', IDENTITY)).kind).toBe('paid');
	});
});

describe('what a person does', () => {
	const states = {
		free: [],
		unknown: [rowOf('R')],
		paid: [rowOf('R'), rowOf('R', 0, ':paid')],
	};

	it.each(['free', 'unknown', 'paid'] as const)('check of one that is %s only reads', async (state) => {
		const rows = new MemoryRows(...states[state]);
		expect(await recordOn(rows).check('R')).toBe(state);
		expect(rows.calls.every(([method]) => method === 'has')).toBe(true);
	});

	it('look at one that is free only reads', async () => {
		const rows = new MemoryRows();
		expect(await recordOn(rows).look('R', IDENTITY)).toEqual({ kind: 'free' });
		expect(rows.calls.every(([method]) => method === 'has')).toBe(true);
	});

	it.each(['free', 'unknown', 'paid'] as const)(
		'release of one that is %s frees it by one insert, or by none',
		async (state) => {
			const rows = new MemoryRows(...states[state]);
			await recordOn(rows).release('R');
			expect(sorted(rows)).toEqual(
				[...states[state], ...(state === 'free' ? [] : [rowOf('R', 0, ':released')])].sort(),
			);
			expect(await recordOn(rows).check('R')).toBe('free');
		},
	);

	it('release frees the newest generation', async () => {
		const rows = new MemoryRows(...states.unknown);
		for (let generation = 0; generation < 3; generation++) {
			await recordOn(rows).release('R');
			expect(rows.keys).toContain(rowOf('R', generation, ':released'));
			expect((await claim(rows)).generation).toBe(generation + 1);
		}
	});

	it.each(['free', 'unknown', 'paid'] as const)(
		'marking one that is %s as paid settles it only if it is unknown',
		async (state) => {
			const rows = new MemoryRows(...states[state]);
			await recordOn(rows).markPaid('R', 'tx-1');
			expect(sorted(rows)).toEqual(
				[...states[state], ...(state === 'unknown' ? [rowOf('R', 0, ':paid'), transactionRow('tx-1')] : [])].sort(),
			);
		},
	);

	it('what became of a claim is told by positive marks alone', async () => {
		const fate = async (...keys: string[]) => await recordOn(new MemoryRows(...keys)).fateOf('R', 1);
		expect(await fate()).toBe('unknown');
		expect(await fate(rowOf('R', 1))).toBe('unknown');
		expect(await fate(rowOf('R', 0, ':released'), rowOf('R', 2, ':released'), rowOf('R', 0, ':paid'))).toBe('unknown');
		expect(await fate(rowOf('R', 1, ':paid'))).toBe('paid');
		expect(await fate(rowOf('R', 1, ':released'))).toBe('released');
		expect(await fate(rowOf('R', 1, ':paid'), rowOf('R', 1, ':released'))).toBe('released');
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
