import { withoutFaultCodes } from '../../../nodes/core/payout/faultCodes';
import { identityHash } from '../../../nodes/core/payout/identity';
import { runPayoutReference } from '../../../nodes/core/payout/payoutReference';
import { queued } from '../../../nodes/core/payout/storeQueue';
import { Bench, entry, failureOf, lost, outputOf, rejected } from './fixture';
import { NGN, plan } from './plans';

const capped = (minor: bigint, caps: { maximumAmount?: bigint; maximumTotal?: bigint }, reference: string) =>
	plan({ amount: NGN(minor), destination: reference, payout: { reference, ...caps } });

describe('Maximum Amount', () => {
	test('is inclusive, and stops its own item in the Continue modes', async () => {
		const bench = new Bench();
		const result = await bench.run([capped(101n, { maximumAmount: 100n }, 'A'), capped(100n, { maximumAmount: 100n }, 'B')]);
		expect(failureOf(result, 0)).toMatchObject({ outcome: 'rejected', message: expect.stringContaining("1.00 NGN (100 kobo) of 'Maximum Amount'") });
		outputOf(result, 1);
	});

	test('sends nothing at all with On Error: Stop', async () => {
		const bench = new Bench();
		const { stoppedBy } = await bench.run([capped(100n, { maximumAmount: 100n }, 'A'), capped(101n, { maximumAmount: 100n }, 'B')], { stopOnFailure: true });
		expect([stoppedBy?.index, bench.sent]).toEqual([1, []]);
	});

	test('is compared with an amount that becomes known on the way; one that never does is refused', async () => {
		for (const minor of [100n, 101n, null]) {
			const bench = new Bench();
			const late = plan({ amount: null, payout: { maximumAmount: 100n }, prepare: async (service) => {
				expect(service.capped).toBe(true);
				return { amount: minor === null ? null : NGN(minor) };
			} });
			const result = await bench.run([late]);
			if (minor === 100n) outputOf(result);
			else expect(failureOf(result)).toMatchObject({ outcome: 'rejected', message: expect.stringContaining(minor === null ? "its amount is not known, so it cannot be compared with 'Maximum Amount'" : "1.00 NGN (100 kobo) of 'Maximum Amount'") });
			expect(bench.sent).toHaveLength(minor === 100n ? 1 : 0);
			expect(bench.store.calls.length > 0).toBe(minor === 100n);
		}
	});
});

describe('Maximum Total', () => {
	const total = { maximumTotal: 100n };

	test('over it, no item is sent, in every mode', async () => {
		const bench = new Bench();
		const result = await bench.run([capped(60n, total, 'A'), capped(41n, total, 'B')]);
		expect([failureOf(result, 0).outcome, failureOf(result, 1).outcome, bench.sent]).toEqual(['rejected', 'rejected', []]);
		expect(failureOf(result).message).toContain("1.01 NGN (101 kobo), more than the 1.00 NGN (100 kobo) of 'Maximum Total'");
	});

	test('counts what was paid or may have been in other runs, replays once, other currencies not', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		await bench.run([capped(60n, total, 'A')], { run: 0 });
		await bench.run([capped(60n, total, 'A')], { run: 0 });
		expect(failureOf(await bench.run([capped(41n, total, 'B')], { run: 1 })).outcome).toBe('rejected');
		const kes = plan({ amount: { minor: 100n, currency: 'KES' }, payout: { reference: 'C', ...total } });
		expect(failureOf(await bench.run([kes], { run: 2 })).outcome).toBe('unknown');
		expect(failureOf(await bench.run([capped(40n, total, 'D')], { run: 3 })).outcome).toBe('unknown');
		expect(bench.sent).toHaveLength(3);
	});

	test('what was rejected does not count', async () => {
		const bench = new Bench();
		bench.endings = [rejected];
		await bench.run([capped(60n, total, 'A')], { run: 0 });
		await bench.run([capped(60n, total, 'B')], { run: 1 });
		expect(bench.sent).toHaveLength(2);
	});

	test('holds for amounts that become known on the way, and refuses unknown ones', async () => {
		const bench = new Bench();
		const late = (reference: string, minor: bigint | null) => plan({ amount: null, destination: reference, payout: { reference, ...total }, prepare: async () => ({ amount: minor === null ? null : NGN(minor) }) });
		const result = await bench.run([late('A', 60n), late('B', 60n), late('C', null)]);
		outputOf(result, 0);
		expect([failureOf(result, 1).outcome, failureOf(result, 2).outcome, bench.sent.length]).toEqual(['rejected', 'rejected', 1]);
		expect(failureOf(result, 1).message).toContain('together would be 1.20 NGN (120 kobo)');
		expect(failureOf(result, 2).message).toContain("its amount is not known, so it cannot be counted towards 'Maximum Total'");
	});

	test('holds for two calls at once', async () => {
		const bench = new Bench();
		const call = async (reference: string, run: number) => await bench.run([capped(60n, total, reference)], { run });
		const ends = await Promise.all([call('A', 0), call('B', 1)]);
		expect(bench.sent).toHaveLength(1);
		const failures = ends.flatMap(({ results }) => results.flatMap((result) => ('failure' in result ? [result.failure] : [])));
		expect(failures).toEqual([expect.objectContaining({ outcome: 'rejected', message: expect.stringContaining('together would be 1.20 NGN (120 kobo)') })]);
		expect(bench.store.values).toHaveLength(1);
	});
});

describe('Validate Only', () => {
	const only = { validateOnly: true };

	test('emits the request, sends and records nothing, and asks what it must', async () => {
		const bench = new Bench();
		bench.record = null;
		const result = await bench.run([plan({ payout: only, body: { amount: '1' }, prepare: async (service) => {
			expect(service.validateOnly).toBe(true);
			await service.read({ method: 'GET', path: '/bank/name-enquiry' });
			return {};
		} })]);
		expect(outputOf(result)).toEqual({
			request: { method: 'POST', path: '/withdraw', body: { amount: '1' } },
			payout: { reference: 'INV-1', outcome: 'notSent', replayed: false, deployment: 'staging', amount: { minor: '100000', major: '1000.00', currency: 'NGN' } },
		});
		expect([bench.sent, bench.read.length, bench.store.calls, bench.memory]).toEqual([[], 1, [], {}]);
	});

	test('compares caps, and says where it cannot', async () => {
		const bench = new Bench();
		const payout = { ...only, maximumAmount: 100n };
		expect(failureOf(await bench.run([plan({ payout, amount: null, prepare: async () => ({ amount: NGN(101n) }) })])).outcome).toBe('rejected');
		const open = await bench.run([plan({ payout, amount: null })]);
		expect([outputOf(open)?.payout, open.hints]).toEqual([expect.objectContaining({ outcome: 'notSent' }), [expect.stringContaining('without comparing the caps')]]);
	});

	test('never binds', async () => {
		const bench = new Bench();
		const binding = plan({ payout: only, prepare: async (service) => { await service.bind({ method: 'POST', path: '/quote' }); return {}; } });
		expect([failureOf(await bench.run([binding])).outcome, bench.sent]).toEqual(['rejected', []]);
	});
});

describe('payoutReference', () => {
	test('check tells free, paid and unknown, and leaves the record as it was', async () => {
		const bench = new Bench();
		bench.store.values = [entry('P'), entry('U'), `${entry('U')}:open`];
		for (const [reference, state] of [['F', 'free'], ['P', 'paid'], ['U', 'unknown']] as const) {
			expect(await runPayoutReference({ action: 'check', reference }, bench.record)).toEqual({ reference, state });
			expect(bench.store.values.sort()).toEqual([entry('P'), entry('U'), `${entry('U')}:open`].sort());
		}
	});

	test('release frees a reference, and says what it was', async () => {
		for (const previousState of ['free', 'paid', 'unknown'] as const) {
			const bench = new Bench();
			const values = { free: [], paid: [entry('R')], unknown: [entry('R'), `${entry('R')}:open`] };
			bench.store.values = [...values[previousState], entry('other')];
			expect(await runPayoutReference({ action: 'release', reference: 'R' }, bench.record)).toEqual({ reference: 'R', state: 'free', previousState, released: previousState !== 'free' });
			expect(bench.store.values).toEqual([entry('other')]);
		}
	});

	test('release of a free reference leaves alone a payout of it that starts meanwhile', async () => {
		const bench = new Bench();
		const others = [entry('R'), `${entry('R')}:open`, `${entry('R')}:claim:other`];
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => {
			await wait(milliseconds);
			// The first wait is that of the look; behind the second one the reference is known to be free.
			if (bench.time.waits.length === 2) bench.store.values = [...others];
		};
		expect(await runPayoutReference({ action: 'release', reference: 'R' }, bench.record)).toMatchObject({ previousState: 'free', released: false });
		expect(bench.store.values).toEqual(others);
	});

	test('clear empties the record', async () => {
		const bench = new Bench();
		bench.store.values = [entry('A'), entry('B')];
		expect(await runPayoutReference({ action: 'clear', reference: null }, bench.record)).toEqual({ cleared: true, entries: 2 });
		expect(bench.store.values).toEqual([]);
	});

	test('says why it cannot', async () => {
		const bench = new Bench();
		await expect(runPayoutReference({ action: 'check', reference: 'A' }, null)).rejects.toThrow('not saved yet');
		for (const reference of ['', null]) await expect(runPayoutReference({ action: 'check', reference }, bench.record)).rejects.toThrow("'Reference' is empty");
		await expect(runPayoutReference({ action: 'release', reference: 'A:open' }, bench.record)).rejects.toThrow("':open'");
		bench.store.values = [entry('A')];
		bench.store.remove = async () => undefined;
		await expect(runPayoutReference({ action: 'release', reference: 'A' }, bench.record)).rejects.toThrow('undid the change every time');
		bench.store.add = async () => { throw new Error('connect ECONNREFUSED'); };
		await expect(runPayoutReference({ action: 'check', reference: 'A' }, bench.record)).rejects.toThrow('(connect network fault)');
	});
});

test('a payment is told from another by everything that makes it one', () => {
	const one = { operation: 'o', destination: 'd', amountMinor: '1', currency: 'NGN', quoteId: null };
	const others = [{ operation: 'p' }, { destination: 'e' }, { amountMinor: '2' }, { amountMinor: null }, { currency: 'KES' }, { quoteId: 'q' }];
	const hashes = [identityHash('u', one), identityHash('v', one), ...others.map((other) => identityHash('u', { ...one, ...other }))];
	expect(new Set(hashes).size).toBe(hashes.length);
	expect(identityHash('u', { ...one })).toBe(hashes[0]);
});

test('codes of Node are taken out of texts, words in capitals are not', () => {
	expect(withoutFaultCodes('read ECONNRESET; EAI_AGAIN; UND_ERR_SOCKET; ERR_TLS_CERT')).toBe('read network fault; network fault; network fault; network fault');
	expect(withoutFaultCodes('USDT AND NGN')).toBe('USDT AND NGN');
});

test('calls on one store queue up, also behind one that fails; other stores do not wait', async () => {
	const order: string[] = [];
	let open: () => void = () => undefined;
	const gate = new Promise<void>((resolve) => { open = resolve; });
	const first = queued('a', async () => { await gate; order.push('first'); throw new Error('failed'); });
	const second = queued('a', async () => { order.push('second'); });
	await queued('b', async () => { order.push('other store'); });
	open();
	await expect(first).rejects.toThrow('failed');
	await second;
	expect(order).toEqual(['other store', 'first', 'second']);
});

test('a call waits for the one before it, also when others have ended; on an idle store it starts at once', async () => {
	const order: string[] = [];
	let open: () => void = () => undefined;
	const gate = new Promise<void>((resolve) => { open = resolve; });
	const first = queued('c', async () => { order.push('first'); });
	const second = queued('c', async () => { await gate; order.push('second'); });
	await first;
	const third = queued('c', async () => { order.push('third'); });
	open();
	await Promise.all([second, third]);
	void queued('c', async () => { order.push('fourth'); });
	order.push('asked for');
	expect(order).toEqual(['first', 'second', 'third', 'fourth', 'asked for']);
});
