import { refuse } from '../../../nodes/core/service/failure';
import { accepted, Bench, ending, failureOf, lost, outputOf, rejected } from './fixture';
import { NGN, plan } from './plans';
import { answerWith } from './simulatedService';

const named = (reference: string, destination = reference) => plan({ destination, payout: { reference } });

describe('an accepted payment', () => {
	test('emits the data of the service and its payout', async () => {
		const bench = new Bench();
		const result = await bench.run([plan()]);
		expect(outputOf(result)).toEqual({
			id: 'tx-1',
			status: 'PENDING',
			payout: {
				reference: 'INV-1',
				outcome: 'accepted',
				replayed: false,
				deployment: 'staging',
				amount: { minor: '100000', major: '1000.00', currency: 'NGN' },
			},
		});
		expect(result.stoppedBy).toBeNull();
		expect(result.hints).toEqual([]);
		expect(bench.store.values).toEqual(['mavapay:1:https://staging.example/api/v1:INV-1']);
	});

	test('shows the amount that became known on the way, and null for one that never did', async () => {
		const bench = new Bench();
		const later = plan({ amount: null, payout: { reference: 'A' }, prepare: async () => ({ amount: { minor: 5n, currency: 'XYZ' } }) });
		const never = plan({ amount: null, destination: 'b', payout: { reference: 'B' } });
		const result = await bench.run([later, never]);
		expect(outputOf(result, 0)?.payout).toMatchObject({ amount: { minor: '5', major: null, currency: 'XYZ' } });
		expect(outputOf(result, 1)?.payout).toMatchObject({ amount: null });
	});

	test('whose answer cannot be read goes out as it came, with a hint', async () => {
		for (const emit of [() => [], () => [{}, {}], () => { throw new TypeError('no such field'); }]) {
			const bench = new Bench();
			const result = await bench.run([plan({ emit })]);
			expect(outputOf(result)).toMatchObject({ status: 'ok', data: { id: 'tx-1' }, payout: { outcome: 'accepted' } });
			expect(result.hints).toEqual([expect.stringContaining('shown as it came')]);
			expect(bench.store.state('INV-1')).toBe('paid');
		}
	});

	test('never has a top-level error, which n8n would take for a failure', async () => {
		const bench = new Bench();
		const result = await bench.run([plan({ emit: () => [{ error: 'none', payout: 'theirs' }] })]);
		expect(outputOf(result)).toMatchObject({ serviceError: 'none', servicePayout: 'theirs', payout: { outcome: 'accepted' } });
		expect(outputOf(result)).not.toHaveProperty('error');
	});

	test('stays accepted when the record cannot be written any more', async () => {
		const bench = new Bench();
		bench.endings = [() => {
			bench.store.add = async () => { throw new Error('database is gone'); };
			return accepted();
		}];
		const result = await bench.run([plan()]);
		expect(outputOf(result)).toMatchObject({ payout: { outcome: 'accepted' } });
		expect(result.hints).toEqual([expect.stringContaining("'INV-1'")]);
		expect(bench.store.state('INV-1')).toBe('unknown');
	});
});

describe('an item that does not go through', () => {
	test('rejected: says so, frees the reference and is tried again', async () => {
		const bench = new Bench();
		bench.endings = [rejected, accepted()];
		const failure = failureOf(await bench.run([plan()]));
		expect(failure).toMatchObject({ outcome: 'rejected', httpCode: '400', reference: 'INV-1', source: 'service' });
		expect(failure.message).toBe(
			"Nothing was paid: the withdrawal of 1,000.00 NGN (100000 kobo) to account 0123456789 was rejected. Mavapay answered (400): \"Insufficient balance\". Correct the item and run it again. (outcome: rejected, payout reference: 'INV-1')",
		);
		expect(bench.store.values).toEqual([]);
		expect(outputOf(await bench.run([plan()]))).toMatchObject({ payout: { replayed: false } });
		expect(bench.sent).toHaveLength(2);
	});

	test('unknown: says so with the next step, keeps the reference and is not sent again', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		const { message, ...failure } = failureOf(await bench.run([plan()]));
		expect(failure).toEqual({ outcome: 'unknown', httpCode: null, reference: 'INV-1', retryable: false, source: 'service' });
		for (const part of ['may have been paid', 'No answer came in time', "'Transaction'", "'Payout Reference: Release'", 'same workflow', 'new run', "outcome: unknown, payout reference: 'INV-1'"]) {
			expect(message).toContain(part);
		}
		expect(message).not.toMatch(/ETIMEDOUT/);
		expect(bench.store.state('INV-1')).toBe('unknown');
		expect(failureOf(await bench.run([plan()])).outcome).toBe('unknown');
		expect(bench.sent).toHaveLength(1);
		expect(bench.read).toEqual([]);
	});

	test('unknown, then released: is sent again in the same execution', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		await bench.run([plan()]);
		expect(await bench.record?.release('INV-1')).toBe('unknown');
		expect(outputOf(await bench.run([plan()]))).toMatchObject({ payout: { outcome: 'accepted', replayed: false } });
	});

	test('unknown without a reference is never sent again in the execution', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		const bare = plan({ payout: { reference: null } });
		expect(failureOf(await bench.run([bare])).message).toContain('Without a payout reference');
		expect(failureOf(await bench.run([bare])).outcome).toBe('unknown');
		expect(bench.sent).toHaveLength(1);
	});

	test('failed at once: names the transaction and keeps the reference until it is released', async () => {
		const bench = new Bench();
		bench.endings = [ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', answer: answerWith({ id: 'tx-9', status: 'FAILED' }) }), accepted()];
		const failure = failureOf(await bench.run([plan()]));
		expect(failure).toMatchObject({ outcome: 'failed', httpCode: '200', retryable: false });
		expect(failure.message).toContain('transaction tx-9 as FAILED');
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'failed', message: expect.stringContaining('tx-9') });
		expect(bench.store.state('INV-1')).toBe('unknown');
		await bench.record?.release('INV-1');
		expect(outputOf(await bench.run([plan()]))).toMatchObject({ payout: { outcome: 'accepted' } });
	});

	test('a fault of our own after the request left is unknown', async () => {
		const bench = new Bench();
		bench.endings = [() => { throw new TypeError('undefined is not a function'); }];
		const failure = failureOf(await bench.run([plan()]));
		expect(failure).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('may have been paid') });
		expect(bench.store.state('INV-1')).toBe('unknown');
		expect(failureOf(await bench.run([plan()])).outcome).toBe('unknown');
		expect(bench.sent).toHaveLength(1);
	});

	test('a fault of our own before it left is rejected', async () => {
		const bench = new Bench();
		const broken = plan({ prepare: async () => { throw new TypeError('undefined is not a function'); } });
		expect(failureOf(await bench.run([broken]))).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('Nothing was paid') });
		expect(bench.sent).toEqual([]);
		expect(bench.store.values).toEqual([]);
	});

	test('what stops the preparation is told with the payout it is about', async () => {
		const bench = new Bench();
		const stopped = plan({ prepare: async () => { throw refuse("'Expected Account Name' is ADA OBI, but the bank says OBI JOHN."); } });
		const failure = failureOf(await bench.run([stopped]));
		expect(failure).toMatchObject({ outcome: 'rejected', reference: 'INV-1' });
		expect(failure.message).toContain('to account 0123456789');
		expect(failure.message).toContain('OBI JOHN');
	});

	test('what is left behind is named', async () => {
		const bench = new Bench();
		bench.endings = [rejected];
		const swap = plan({ prepare: async () => ({ leftBehind: 'quote q-1 was not accepted' }) });
		expect(failureOf(await bench.run([swap])).message).toContain('Left behind: quote q-1 was not accepted.');
	});
});

describe('on the way to a payment', () => {
	const binding = plan({ prepare: async (service) => { await service.bind({ method: 'POST', path: '/quote' }); return {}; } });

	test('a binding request is sent with the payment behind it', async () => {
		const bench = new Bench();
		outputOf(await bench.run([binding]));
		expect(bench.sent.map(({ path }) => path)).toEqual(['/quote', '/withdraw']);
	});

	test('a binding request of unknown outcome means that nothing was paid', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		const failure = failureOf(await bench.run([binding]));
		expect(failure).toMatchObject({ outcome: 'rejected', retryable: true, message: expect.stringContaining('POST /quote') });
		expect(bench.store.values).toEqual([]);
		expect(bench.memory).toEqual({});
	});

	test('reads go to the service', async () => {
		const bench = new Bench();
		await bench.run([plan({ prepare: async (service) => { await service.readOnce({ method: 'GET', path: '/a' }); await service.read({ method: 'GET', path: '/b' }); return {}; } })]);
		expect(bench.read.map(({ path }) => path)).toEqual(['/a', '/b']);
	});
});

describe('On Error: Stop', () => {
	test('a failed check of one item sends nothing at all', async () => {
		const bench = new Bench();
		const bad = refuse("'Amount' is empty.").failure;
		const { stoppedBy, results } = await bench.run([named('A'), bad, named('B')], { stopOnFailure: true });
		expect(stoppedBy).toEqual({ index: 1, failure: bad });
		expect(results.map((result) => 'failure' in result && result.failure.outcome)).toEqual(['notSent', 'rejected', 'notSent']);
		expect([bench.sent, bench.store.values]).toEqual([[], []]);
	});

	test('the first item that does not go through ends the run; the message lists what was accepted', async () => {
		for (const [bad, outcome] of [[rejected, 'rejected'], [lost, 'unknown']] as const) {
			const bench = new Bench();
			bench.endings = [accepted('tx-a'), accepted('tx-b'), bad];
			const plans = ['A', 'B', 'C', 'D'].map((name) => named(name));
			const { stoppedBy, results } = await bench.run(plans, { stopOnFailure: true });
			expect(stoppedBy).toMatchObject({ index: 2, failure: { outcome } });
			expect(stoppedBy?.failure.message).toMatch(/not to be sent again: item 0 \(reference A, transaction tx-a\); item 1 \(reference B, transaction tx-b\)\.$/);
			expect(failureOf({ results, stoppedBy, hints: [] }, 3).outcome).toBe('notSent');
			expect(bench.sent).toHaveLength(3);
		}
	});

	test('On Unknown Outcome: Continue goes on, and still throws in the end', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted('tx-b')];
		const plans = ['A', 'B'].map((reference) => plan({ destination: reference, onUnknown: 'continue', payout: { reference } }));
		const { stoppedBy } = await bench.run(plans, { stopOnFailure: true });
		expect(bench.sent).toHaveLength(2);
		expect(stoppedBy).toMatchObject({ index: 0, failure: { outcome: 'unknown', message: expect.stringContaining('item 1 (reference B, transaction tx-b)') } });
	});

	test('a run that a check stops still tells what an earlier try paid', async () => {
		const bench = new Bench();
		await bench.run([named('A')]);
		const { stoppedBy, results } = await bench.run([named('A'), refuse("'Amount' is empty.").failure], { stopOnFailure: true });
		expect(stoppedBy?.failure.message).toContain('item 0 (reference A, transaction tx-1)');
		expect(outputOf({ results, stoppedBy, hints: [] })).toMatchObject({ payout: { replayed: true } });
	});
});

describe('the two Continue modes', () => {
	test('a failed check or a rejected item stops itself only', async () => {
		const bench = new Bench();
		bench.endings = [rejected, accepted()];
		const result = await bench.run([refuse("'Amount' is empty.").failure, named('A'), named('B')]);
		expect([failureOf(result, 0).outcome, failureOf(result, 1).outcome]).toEqual(['rejected', 'rejected']);
		expect(outputOf(result, 2)).toMatchObject({ payout: { reference: 'B' } });
		expect(result.stoppedBy).toBeNull();
	});

	test('items behind one of unknown outcome are not sent, unless told to continue', async () => {
		for (const onUnknown of ['stop', 'continue'] as const) {
			const bench = new Bench();
			bench.endings = [lost, accepted()];
			const result = await bench.run(['A', 'B'].map((reference) => plan({ onUnknown, destination: reference, payout: { reference } })));
			if (onUnknown === 'continue') expect(outputOf(result, 1)).toMatchObject({ payout: { outcome: 'accepted' } });
			else expect(failureOf(result, 1)).toMatchObject({ outcome: 'notSent', reference: 'B', retryable: true });
		}
	});

	test('an item not reached that an earlier try paid is replayed, not denied', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		const plans = (onUnknown: 'stop' | 'continue') => ['A', 'B'].map((reference) => plan({ onUnknown, destination: reference, payout: { reference } }));
		await bench.run(plans('continue'));
		expect(outputOf(await bench.run(plans('stop')), 1)).toMatchObject({ payout: { replayed: true } });
	});
});

describe('a cancelled execution', () => {
	test('ends the request in flight, records it, and stops before the next', async () => {
		const bench = new Bench();
		bench.endings = [() => { bench.cancelled = true; return accepted(); }];
		const asking = plan({ destination: 'B', payout: { reference: 'B' }, prepare: async (service) => { await service.read({ method: 'GET', path: '/bank/name-enquiry' }); return {}; } });
		const result = await bench.run([named('A'), asking]);
		expect(outputOf(result, 0)).toMatchObject({ payout: { outcome: 'accepted' } });
		expect(failureOf(result, 1)).toMatchObject({ outcome: 'notSent', message: expect.stringContaining('the execution was cancelled before its turn') });
		expect(bench.read).toEqual([]);
		expect([bench.store.state('A'), bench.store.state('B'), bench.sent.length]).toEqual(['paid', 'free', 1]);
	});

	test('gives the claim back when it comes while claiming', async () => {
		const bench = new Bench();
		const wait = bench.time.wait.bind(bench.time);
		bench.time.wait = async (milliseconds) => { bench.cancelled = true; await wait(milliseconds); };
		expect(failureOf(await bench.run([named('A')]))).toMatchObject({ outcome: 'notSent', message: expect.stringContaining('the execution was cancelled before its turn') });
		expect([bench.sent, bench.store.values]).toEqual([[], []]);
	});
});

describe('a request that only binds', () => {
	const bind = (more = {}) => plan({ payout: null, amount: null, destination: '{"secret":"s3cr3t"}', ...more });

	test('has no payout member, keeps lists, and is replayed', async () => {
		const bench = new Bench();
		const twice = bind({ emit: () => [{ id: 'a', error: 'x' }, { id: 'b' }] });
		const first = await bench.run([twice], { effect: 'bind', record: null });
		expect(first.results).toEqual([{ index: 0, outputs: [{ id: 'a', serviceError: 'x' }, { id: 'b' }] }]);
		expect((await bench.run([twice], { effect: 'bind', record: null })).results).toEqual(first.results);
		expect(bench.sent).toHaveLength(1);
	});

	test('is not repeated when its outcome is unknown, and shows nothing of its request', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		const failure = failureOf(await bench.run([bind()], { effect: 'bind', record: null }));
		expect(failure).toMatchObject({ outcome: 'unknown', reference: null, message: expect.stringContaining('may have taken effect') });
		await bench.run([bind()], { effect: 'bind', record: null });
		expect(bench.sent).toHaveLength(1);
		expect(JSON.stringify([failure, bench.memory])).not.toContain('s3cr3t');
	});

	test('is not repeated when one on the way to it is unknown', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		const prepared = bind({ prepare: async (service: { bind(request: unknown): Promise<unknown> }) => { await service.bind({ method: 'PUT', path: '/webhook' }); return {}; } });
		expect(failureOf(await bench.run([prepared], { effect: 'bind', record: null })).outcome).toBe('unknown');
		expect(failureOf(await bench.run([prepared], { effect: 'bind', record: null })).outcome).toBe('unknown');
		expect(bench.sent).toHaveLength(1);
	});
});

test('hints of the plans are shown once', async () => {
	const bench = new Bench();
	const hints = ['The amount is below the documented minimum.'];
	const result = await bench.run([plan({ hints, payout: { reference: 'A' } }), plan({ hints, amount: NGN(1n), payout: { reference: 'B' } })]);
	expect(result.hints).toEqual(hints);
});
