import { STORE_MAX_ENTRIES } from '../../../nodes/core/payout/recordStore';
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, Bench, entry, failureOf, lost, outputOf, recordOn, rejected } from './fixture';
import { NGN, plan } from './plans';

describe('within one execution', () => {
	test('an accepted item is replayed: nothing is sent, not even an enquiry', async () => {
		const bench = new Bench();
		const enquiring = plan({ prepare: async (service) => { await service.read({ method: 'GET', path: '/bank/name-enquiry' }); return {}; } });
		const first = outputOf(await bench.run([enquiring]));
		bench.memory = JSON.parse(JSON.stringify(bench.memory));
		const again = outputOf(await bench.run([enquiring]));
		expect(again).toEqual({ ...first, payout: { ...Object(first?.payout), replayed: true } });
		expect([bench.sent.length, bench.read.length]).toEqual([1, 1]);
	});

	test('an item paid with other values stops, whatever its reference is now', async () => {
		const bench = new Bench();
		await bench.run([plan()]);
		const changes = [plan({ amount: NGN(7n) }), plan({ destination: '9999999999', payout: { reference: 'INV-2' } }), plan({ amount: { minor: 100_000n, currency: 'KES' } })];
		for (const changed of changes) {
			const failure = failureOf(await bench.run([changed]));
			expect(failure).toMatchObject({ outcome: 'rejected', retryable: false });
			expect(failure.message).toContain('already paid in this execution with other values: the withdrawal of 1,000.00 NGN (100000 kobo) to account 0123456789, transaction tx-1');
		}
		expect(bench.sent).toHaveLength(1);
	});

	test('a check that fails now does not deny what an earlier try paid, or may have', async () => {
		const bench = new Bench();
		bench.endings = [accepted(), lost];
		await bench.run([plan({ onUnknown: 'continue' }), plan({ payout: { reference: 'B' } })]);
		const bad = refuse("'Amount' is empty.").failure;
		const result = await bench.run([bad, bad]);
		expect(failureOf(result, 0).message).toMatch(/^'Amount' is empty\. .*already paid in this execution/);
		expect(failureOf(result, 1)).toMatchObject({ outcome: 'unknown', reference: 'B' });
	});

	test('memo, references and enquired names are not part of what a payment is', async () => {
		const bench = new Bench();
		await bench.run([plan({ body: { memo: 'one' } })]);
		expect(outputOf(await bench.run([plan({ body: { memo: 'two' }, payout: { reference: 'INV-2' } })]))).toMatchObject({ payout: { reference: 'INV-1', replayed: true } });
	});

	test('runs of a loop are told apart', async () => {
		const bench = new Bench();
		await bench.run([plan({ payout: { reference: 'A' } })], { run: 0 });
		await bench.run([plan({ payout: { reference: 'B' } })], { run: 1 });
		expect(bench.sent).toHaveLength(2);
		expect(Object.keys(Object(bench.memory.mavapayPayouts))).toEqual(['key:0:0', 'key:1:0']);
	});

	test('without a key the payment stands for itself', async () => {
		const bench = new Bench();
		const items = [plan({ payout: { reference: null } }), plan({ payout: { reference: null }, amount: NGN(5n) })].map((paying, index) => ({ index, key: null, plan: paying }));
		await bench.run([], { items });
		const again = await bench.run([], { items: [...items].reverse() });
		expect(bench.sent).toHaveLength(2);
		expect(again.results.map((result) => 'outputs' in result)).toEqual([true, true]);
	});

	test('of two calls at once that nothing tells apart one is sent', async () => {
		const bench = new Bench();
		const items = [{ index: 0, key: null, plan: plan({ payout: { reference: null }, prepare: async () => await Promise.resolve({}) }) }];
		const results = await Promise.all([bench.run([], { items }), bench.run([], { items })]);
		expect(bench.sent).toHaveLength(1);
		expect(results.filter(({ results: [first] }) => first !== undefined && 'outputs' in first)).toHaveLength(1);
	});

	test('the memory says sending before the request leaves', async () => {
		const bench = new Bench();
		const seen: unknown[] = [];
		bench.endings = [() => { seen.push(JSON.parse(JSON.stringify(bench.memory))); return rejected; }];
		await bench.run([plan()]);
		expect(seen).toMatchObject([{ mavapayPayouts: { 'key:0:0': { state: 'sending', reference: 'INV-1', amountMinor: '100000', currency: 'NGN' } } }]);
		expect(bench.memory).toEqual({ mavapayPayouts: {} });
	});

	test('an entry that was left sending, or cannot be read, counts as unknown', async () => {
		for (const held of [{ identity: 'x', state: 'sending' }, { state: 'accepted' }, 'junk', null, { identity: 'x', state: 'new' }]) {
			const bench = new Bench();
			bench.memory = { mavapayPayouts: { 'key:0:0': held } };
			expect(failureOf(await bench.run([plan()])).outcome).toBe('unknown');
			expect(bench.sent).toEqual([]);
		}
	});

	test('a memory that is no object stops the run before anything is sent', async () => {
		const bench = new Bench();
		bench.memory = { mavapayPayouts: 'junk' };
		await expect(bench.run([plan()])).rejects.toThrow('not an object');
		expect(bench.sent).toEqual([]);
	});

	test('what is emitted can be changed without changing the memory', async () => {
		const bench = new Bench();
		const output = outputOf(await bench.run([plan({ emit: () => [{ list: [{ a: 1 }] }] })]));
		Object.assign(Object(output?.list)[0], { a: 2 });
		expect(outputOf(await bench.run([plan()]))).toMatchObject({ list: [{ a: 1 }] });
	});
});

describe('across executions', () => {
	const later = (bench: Bench) => { bench.memory = {}; };

	test('a paid reference stops, or is skipped', async () => {
		const bench = new Bench();
		await bench.run([plan()]);
		later(bench);
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('already paid this payout reference') });
		later(bench);
		expect(outputOf(await bench.run([plan({ payout: { alreadyRecorded: 'skip' } })]))).toEqual({
			payout: { reference: 'INV-1', outcome: 'alreadyPaid', replayed: false, deployment: 'staging', amount: { minor: '100000', major: '1000.00', currency: 'NGN' } },
		});
		expect(bench.sent).toHaveLength(1);
		expect(bench.store.values).toEqual([entry('INV-1')]);
	});

	test('an unknown reference stays unknown under either setting', async () => {
		const bench = new Bench();
		bench.store.values = [entry('INV-1'), `${entry('INV-1')}:open`];
		for (const alreadyRecorded of ['stop', 'skip'] as const) {
			expect(failureOf(await bench.run([plan({ payout: { alreadyRecorded } })])).outcome).toBe('unknown');
		}
		expect(bench.sent).toEqual([]);
		expect(bench.store.values).toHaveLength(2);
	});

	test('a mark without its reference is taken for unknown', async () => {
		const bench = new Bench();
		bench.store.values = [`${entry('INV-1')}:open`];
		expect(failureOf(await bench.run([plan()])).outcome).toBe('unknown');
		expect(bench.store.state('INV-1')).toBe('unknown');
	});

	test('the same reference on two items of a run is paid once', async () => {
		const bench = new Bench();
		const result = await bench.run([plan(), plan({ destination: 'other' })]);
		expect(outputOf(result, 0)).toMatchObject({ payout: { outcome: 'accepted' } });
		expect(failureOf(result, 1).outcome).toBe('rejected');
		expect(bench.sent).toHaveLength(1);
	});

	test('the claim is written with one call, waits in full, and is read back', async () => {
		const bench = new Bench();
		const held: string[][] = [];
		bench.endings = [() => { held.push([...bench.store.values]); return accepted(); }];
		await bench.run([plan({ payout: { claimDelayMs: 450 } })]);
		expect(held[0]?.slice(0, 2)).toEqual([entry('INV-1'), `${entry('INV-1')}:open`]);
		expect(held[0]?.[2]).toContain(`${entry('INV-1')}:claim:`);
		expect(bench.time.waits[0]).toBe(450);
	});

	test('a wait that is always cut short pays nothing', async () => {
		const bench = new Bench();
		bench.time.wait = async () => undefined;
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('cut short') });
		expect(bench.sent).toEqual([]);
	});

	test.each([
		['throws', { add: async () => { throw new Error('connect ECONNREFUSED 127.0.0.1:5432'); } }],
		['answers emptily', { add: async () => ({ fresh: [], known: [] }) }],
		['answers in part', { add: async (values: readonly string[]) => ({ fresh: values.slice(0, 2), known: [] }) }],
		['calls a value new and known at once', { add: async (values: readonly string[]) => ({ fresh: [...values], known: values.slice(0, 1) }) }],
		['answers about other values', { add: async () => ({ fresh: ['a', 'b'], known: ['c'] }) }],
		['has no number', { count: async () => Number.NaN }],
		['throws no error', { count: async () => await Promise.reject('gone') }],
	])('a store that %s stops the item and nothing is sent', async (_, broken) => {
		const bench = new Bench();
		Object.assign(bench.store, broken);
		const failure = failureOf(await bench.run([plan()]));
		expect(failure).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('record of payout references') });
		expect(failure.message).not.toMatch(/ECONN/);
		expect(bench.sent).toEqual([]);
	});

	test('a store that throws between claim and reading back sends nothing', async () => {
		const bench = new Bench();
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => { bench.store.add = async () => { throw new Error('gone'); }; await wait(milliseconds); };
		expect(failureOf(await bench.run([plan()])).outcome).toBe('rejected');
		expect([bench.sent, bench.store.state('INV-1')]).toEqual([[], 'unknown']);
	});

	test('no record, or a reference that looks like a mark, stops the item', async () => {
		const bench = new Bench();
		expect(failureOf(await bench.run([plan({ payout: { reference: 'A:open' } })])).message).toContain("':open'");
		bench.record = null;
		expect(failureOf(await bench.run([plan()])).message).toContain('Save the workflow first');
		expect(bench.sent).toEqual([]);
		outputOf(await bench.run([plan({ payout: { reference: null } })]));
	});

	test('a lost claim gives way to the one that lasted', async () => {
		const bench = new Bench();
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => {
			bench.store.values = [entry('INV-1'), `${entry('INV-1')}:open`, `${entry('INV-1')}:claim:other`];
			await wait(milliseconds);
		};
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('at this moment') });
		expect(bench.store.values).toEqual([entry('INV-1'), `${entry('INV-1')}:open`, `${entry('INV-1')}:claim:other`]);
		expect(bench.sent).toEqual([]);
	});

	test('a claim that others keep undoing ends', async () => {
		const bench = new Bench();
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => { bench.store.values = []; await wait(milliseconds); };
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'rejected', retryable: true, message: expect.stringContaining('too many executions') });
		expect(bench.sent).toEqual([]);
	});

	test('a reference released while it is claimed is not paid', async () => {
		const bench = new Bench();
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => {
			bench.store.values = bench.store.values.filter((value) => value.includes(':claim:'));
			await wait(milliseconds);
		};
		expect(failureOf(await bench.run([plan()])).outcome).toBe('unknown');
		expect(bench.sent).toEqual([]);
	});

	test.each([[15_999, 0, true], [16_000, 1, true], [19_999, 1, true], [20_000, 0, false], [20_001, 0, false]])('with %i entries: %i hint, paid: %s', async (entries, hints, paid) => {
		const bench = new Bench();
		bench.store.count = async () => entries;
		const result = await bench.run([plan()]);
		expect(result.hints).toHaveLength(hints);
		if (paid) outputOf(result);
		else expect(failureOf(result).message).toContain("'Payout Reference: Clear'");
		expect(bench.sent).toHaveLength(paid ? 1 : 0);
		expect(STORE_MAX_ENTRIES).toBeGreaterThan(20_000);
	});

	test('another deployment is another record', async () => {
		const bench = new Bench();
		await bench.run([plan()]);
		later(bench);
		bench.store.values = bench.store.values.map((value) => value.replace('staging', 'live'));
		outputOf(await bench.run([plan()]));
		expect(bench.sent).toHaveLength(2);
	});

	test('a lost update that drops a paid reference is made good', async () => {
		const bench = new Bench();
		const remove = bench.store.remove.bind(bench.store);
		let first = true;
		bench.store.remove = async (values) => {
			if (first) bench.store.values = [];
			else await remove(values);
			first = false;
		};
		outputOf(await bench.run([plan()]));
		expect(bench.store.values).toEqual([entry('INV-1')]);
	});

	test('a lost update that brings back what was withdrawn is made good', async () => {
		const bench = new Bench();
		let claimed: string[] = [];
		bench.endings = [() => { claimed = [...bench.store.values]; return rejected; }];
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => {
			await wait(milliseconds);
			bench.store.values = [...new Set([...bench.store.values, ...claimed.splice(0)])];
		};
		const result = await bench.run([plan()]);
		expect(failureOf(result).outcome).toBe('rejected');
		expect([result.hints, bench.store.values]).toEqual([[], []]);
	});

	test('a lost update that marks a paid reference again, after a look at it, is made good', async () => {
		const bench = new Bench();
		bench.store.values = [entry('INV-1')];
		const add = bench.store.add.bind(bench.store);
		let written: readonly string[] = [];
		bench.store.add = async (values) => { written = values; return await add(values); };
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => {
			await wait(milliseconds);
			if (written.length === 3) bench.store.values = [...written];
		};
		const result = await bench.run([plan()]);
		expect(failureOf(result).message).toContain('already paid this payout reference');
		expect([result.hints, bench.store.values]).toEqual([[], [entry('INV-1')]]);
	});

	test('a removal that never lasts is told', async () => {
		const bench = new Bench();
		bench.store.remove = async () => undefined;
		const result = await bench.run([plan()]);
		outputOf(result);
		expect(result.hints).toEqual([expect.stringContaining("'INV-1'")]);
	});

	test('a record of its own process sees the same', async () => {
		const bench = new Bench();
		await bench.run([plan()]);
		expect(await recordOn(bench.store, 'another process').check('INV-1')).toBe('paid');
	});
});
