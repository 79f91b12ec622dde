/** One item and one run at the edges: what is asked of record and memory, and what each end says. */
import { preCheck } from '../../../nodes/core/payout/preChecks';
import { ExecutionMemory } from '../../../nodes/core/payout/executionMemory';
import { MoneyItem } from '../../../nodes/core/payout/moneyItem';
import { ItemStopped, refuse, type Failure } from '../../../nodes/core/service/failure';
import { accepted, Bench, BASE_URL, ending, entry, failureOf, lost, outputOf, rejected } from './fixture';
import { NGN, plan } from './plans';
import { answerWith } from './simulatedService';

const named = (reference: string, more = {}) => plan({ destination: reference, payout: { reference, ...more } });
const bind = (more = {}) => plan({ payout: null, amount: null, ...more });
const bad = refuse("'Amount' is empty.").failure;
const DEPLOYMENT = { kind: 'staging' as const, baseUrl: BASE_URL };
const AS_BIND = { effect: 'bind' as const, record: null };

describe('an item that the memory knows', () => {
	test('is validated all the same, and nothing is sent or forgotten', async () => {
		const bench = new Bench();
		await bench.run([plan()]);
		const before = JSON.stringify(bench.memory);
		expect(outputOf(await bench.run([plan({ payout: { validateOnly: true } })]))).toMatchObject({ request: { path: '/withdraw' }, payout: { outcome: 'notSent' } });
		expect([bench.sent.length, JSON.stringify(bench.memory)]).toEqual([1, before]);
	});

	test('is looked up in the record with the wait of the item', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		await bench.run([plan()]);
		bench.time.waits = [];
		await bench.run([plan({ payout: { claimDelayMs: 450 } })]);
		expect(bench.time.waits[0]).toBe(450);
	});

	test('is not looked up when it was accepted', async () => {
		const bench = new Bench();
		await bench.run([plan()]);
		bench.store.calls = [];
		bench.store.values = [];
		expect(outputOf(await bench.run([plan()]))).toMatchObject({ payout: { replayed: true } });
		expect(bench.store.calls).toEqual([]);
	});

	test('stays unknown where there is no record to ask', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		await bench.run([plan()]);
		expect(failureOf(await bench.run([plan()], { record: null }))).toMatchObject({ outcome: 'unknown', reference: 'INV-1' });
		expect(bench.sent).toHaveLength(1);
	});

	test('and that the record calls paid is skipped only where that was asked for', async () => {
		for (const alreadyRecorded of ['stop', 'skip'] as const) {
			const bench = new Bench();
			bench.endings = [lost];
			await bench.run([plan()]);
			bench.store.values = [entry('INV-1')];
			const again = await bench.run([plan({ payout: { alreadyRecorded } })]);
			if (alreadyRecorded === 'skip') expect(outputOf(again)).toEqual({ payout: expect.objectContaining({ outcome: 'alreadyPaid', reference: 'INV-1' }) });
			else expect(failureOf(again).outcome).toBe('unknown');
			expect(bench.sent).toHaveLength(1);
		}
	});

	test.each(['unknown', 'paid'] as const)('stays unknown when its values now only bind, and the record says %s', async (state) => {
		const bench = new Bench();
		bench.endings = [lost];
		await bench.run([plan()]);
		if (state === 'paid') bench.store.values = [entry('INV-1')];
		expect(failureOf(await bench.run([bind()], { effect: 'bind' }))).toMatchObject({ outcome: 'unknown', reference: 'INV-1' });
		expect(bench.sent).toHaveLength(1);
	});

	test('stays unknown at another address, whose record does not know it', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		await bench.run([plan()]);
		bench.store.values = [];
		const elsewhere = { kind: 'custom' as const, baseUrl: 'https://other.example/api/v1' };
		expect(failureOf(await bench.run([plan()], { deployment: elsewhere })).outcome).toBe('unknown');
		expect(bench.sent).toHaveLength(1);
	});

	test('and that was accepted is replayed, whatever the record says', async () => {
		const bench = new Bench();
		await bench.run([plan()]);
		Object.assign(Object(Object(bench.memory.mavapayPayouts)['key:0:0']), { baseUrl: BASE_URL });
		bench.store.values = [];
		expect(outputOf(await bench.run([plan()]))).toMatchObject({ payout: { replayed: true } });
		expect(bench.sent).toHaveLength(1);
	});

	test('stays unknown while the record cannot be asked', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		await bench.run([plan()]);
		bench.store.count = async () => await Promise.reject(new Error('database is gone'));
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'unknown', reference: 'INV-1' });
		expect(bench.sent).toHaveLength(1);
	});

	test('and that stands as unknown in the record is not skipped', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		await bench.run([plan()]);
		expect(failureOf(await bench.run([plan({ payout: { alreadyRecorded: 'skip' } })])).outcome).toBe('unknown');
	});
});

describe('before an item is sent', () => {
	test('a cancelled execution asks nothing of the record', async () => {
		const bench = new Bench();
		const cancelling = plan({ prepare: async () => { bench.cancelled = true; return {}; } });
		expect(failureOf(await bench.run([cancelling]))).toMatchObject({ outcome: 'notSent', retryable: true, message: expect.stringContaining('the execution was cancelled before its turn') });
		expect([bench.sent, bench.store.calls]).toEqual([[], []]);
	});

	test('what stopped the preparation of a cancelled execution is not blamed on the item', async () => {
		const bench = new Bench();
		const cancelling = plan({ prepare: async () => { bench.cancelled = true; throw refuse('cut off'); } });
		expect(failureOf(await bench.run([cancelling]))).toMatchObject({ outcome: 'notSent', message: expect.stringContaining('the execution was cancelled before its turn') });
	});

	test('a memory that cannot be written stops it, and frees the reference', async () => {
		const bench = new Bench();
		bench.memory = Object.freeze({});
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('before the request left') });
		expect([bench.sent, bench.store.values]).toEqual([[], []]);
	});

	test('a missing record stops it even where no check came before', async () => {
		const bench = new Bench();
		const run = { effect: 'pay' as const, deployment: DEPLOYMENT, items: [], service: bench.service, memory: bench.memory, record: null, stopOnFailure: false };
		const alone = new MoneyItem(run, new ExecutionMemory(bench.memory), { index: 0, key: '0:0', plan: plan() }, () => undefined);
		expect(await alone.execute()).toMatchObject({ failure: { outcome: 'rejected', message: expect.stringContaining('Save the workflow first') } });
		expect([bench.sent, bench.memory]).toEqual([[], {}]);
	});

	test('a refusal that names the payout is told once, with its reference', async () => {
		const bench = new Bench();
		const late = plan({ amount: null, payout: { maximumAmount: 1n }, prepare: async () => ({ amount: NGN(2n) }) });
		const failure = failureOf(await bench.run([late]));
		expect(failure.message.match(/Nothing was paid for/g)).toHaveLength(1);
		expect(failure).toMatchObject({ reference: 'INV-1', source: 'input' });
	});

	test('a read that failed is told with the payout, and keeps its facts', async () => {
		const bench = new Bench();
		const read: Failure = { message: 'The service is busy.', httpCode: '503', outcome: null, reference: null, retryable: true, source: 'service' };
		const failure = failureOf(await bench.run([plan({ prepare: async () => { throw new ItemStopped(read); } })]));
		expect(failure).toEqual({
			message: "Nothing was paid for the withdrawal of 1,000.00 NGN (100000 kobo) to account 0123456789: The service is busy. (outcome: rejected, payout reference: 'INV-1')",
			httpCode: '503',
			outcome: 'rejected',
			reference: 'INV-1',
			retryable: true,
			source: 'service',
		});
	});

	test('a read that failed and names the payout is still a rejected payout', async () => {
		const bench = new Bench();
		const what = 'the withdrawal of 1,000.00 NGN (100000 kobo) to account 0123456789';
		const read: Failure = { message: `busy with ${what}`, httpCode: '503', outcome: null, reference: null, retryable: true, source: 'service' };
		expect(failureOf(await bench.run([plan({ prepare: async () => { throw new ItemStopped(read); } })])).outcome).toBe('rejected');
	});
});

describe('on the way to a payment', () => {
	const binding = plan({ prepare: async (service) => ({ amount: NGN(BigInt(String(Object((await service.bind({ method: 'POST', path: '/quote' })).data).id))) }) });

	test('the answer of a binding request is given back', async () => {
		const bench = new Bench();
		bench.endings = [accepted('7'), accepted()];
		expect(outputOf(await bench.run([binding]))).toMatchObject({ payout: { amount: { minor: '7' } } });
	});

	test.each([
		['rejected', rejected, 'was rejected', false],
		['rejected for now', ending({ outcome: 'rejected', cause: 'rateLimited', httpCode: '429', retryable: true }), 'was rejected', true],
		['lost', lost, 'may have taken effect', true],
		['accepted without an answer', ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200' }), 'may have taken effect', true],
		['answered with a failed transaction', ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', answer: answerWith({ id: '7' }) }), 'may have taken effect', true],
	])('one that was %s pays nothing', async (_, end, words, retryable) => {
		const bench = new Bench();
		bench.endings = [end];
		const failure = failureOf(await bench.run([binding]));
		expect(failure).toMatchObject({ outcome: 'rejected', retryable, httpCode: end.httpCode, source: 'service', reference: 'INV-1' });
		expect(failure.message).toContain(`POST /quote, which comes before the payment, ${words}`);
		expect(failure.message.match(/Nothing was paid for/g)).toHaveLength(1);
		expect(bench.sent).toHaveLength(1);
	});

	test('Validate Only says why it stops', async () => {
		const bench = new Bench();
		const validating = plan({ payout: { validateOnly: true }, prepare: async (service) => { await service.bind({ method: 'POST', path: '/quote' }); return {}; } });
		expect(failureOf(await bench.run([validating])).message).toContain("'Validate Only' is on");
	});

	test.each([
		[{}, false],
		[{ maximumAmount: 10n ** 9n }, true],
		[{ maximumTotal: 10n ** 9n }, true],
	])('an operation is told whether it is capped: %o', async (caps, capped) => {
		const bench = new Bench();
		const seen: unknown[] = [];
		const looking = plan({ payout: caps, prepare: async (service) => { seen.push([service.capped, service.validateOnly, service.clock.now()]); return {}; } });
		await bench.run([looking]);
		expect(seen).toEqual([[capped, false, 1_000_000]]);
	});

	test('a request that binds is neither capped nor validated only', async () => {
		const bench = new Bench();
		const seen: unknown[] = [];
		await bench.run([bind({ prepare: async (service: { capped: boolean; validateOnly: boolean }) => { seen.push([service.capped, service.validateOnly]); return {}; } })], AS_BIND);
		expect(seen).toEqual([[false, false]]);
	});

	test.each(['failed', 'unknown'] as const)('one that %s on the way to another that binds is not repeated', async (outcome) => {
		const bench = new Bench();
		bench.endings = [ending({ outcome, cause: 'transactionFailed', httpCode: '200' })];
		const twice = bind({ prepare: async (service: { bind(request: unknown): Promise<unknown> }) => { await service.bind({ method: 'PUT', path: '/webhook' }); return {}; } });
		expect(failureOf(await bench.run([twice], AS_BIND))).toMatchObject({ outcome, source: 'service' });
		expect(failureOf(await bench.run([twice], AS_BIND))).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('what became of "Create a bank account"') });
		expect(bench.sent).toHaveLength(1);
	});

	test('one that was rejected on the way to another that binds may be tried again', async () => {
		const bench = new Bench();
		bench.endings = [rejected];
		const twice = bind({ prepare: async (service: { bind(request: unknown): Promise<unknown> }) => { await service.bind({ method: 'PUT', path: '/webhook' }); return {}; } });
		expect(failureOf(await bench.run([twice], AS_BIND))).toMatchObject({ outcome: 'rejected', httpCode: '400', message: expect.stringContaining('Nothing was') });
		expect(bench.memory).toEqual({});
	});
});

describe('what was sent', () => {
	test('has the time-out of its item', async () => {
		const bench = new Bench();
		const timeouts: number[] = [];
		const pay = bench.service.pay.bind(bench.service);
		Object.assign(bench.service, { pay: async (...call: Parameters<typeof pay>) => { timeouts.push(call[1]); return await pay(...call); } });
		await bench.run([plan()]);
		expect(timeouts).toEqual([60_000]);
	});

	test('and was accepted without an answer is shown as it is', async () => {
		const bench = new Bench();
		bench.endings = [ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200' })];
		const result = await bench.run([plan({ emit: () => [{ id: 'made up' }] })]);
		expect(outputOf(result)).toEqual({ payout: expect.objectContaining({ outcome: 'accepted' }) });
		expect(result.hints).toHaveLength(1);
	});

	test('and only bound may have nothing to show', async () => {
		const bench = new Bench();
		const result = await bench.run([bind({ emit: () => [] })], AS_BIND);
		expect([result.results, result.hints]).toEqual([[{ index: 0, outputs: [] }], []]);
	});

	test.each([
		['a list', { data: [{ id: 'tx-9' }], message: null, body: {} }, 'transaction tx-9'],
		['an object', answerWith({ id: 'tx-8' }), 'transaction tx-8'],
		['a text', { data: 'tx-7', message: null, body: {} }, 'its transaction'],
		['a list in a list', { data: [['tx-6']], message: null, body: {} }, 'its transaction'],
		['null', { data: null, message: null, body: {} }, 'its transaction'],
		['nothing', null, 'its transaction'],
	])('and failed at once is named from %s', async (_, answer, words) => {
		const bench = new Bench();
		bench.endings = [ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', answer })];
		expect(failureOf(await bench.run([plan()])).message).toContain(`reported ${words} as FAILED`);
		expect(failureOf(await bench.run([plan()])).message).toContain(`reported ${words} as FAILED`);
	});

	test('counts neither as accepted nor as paid when it failed at once', async () => {
		const bench = new Bench();
		const total = { maximumTotal: 100_000n };
		bench.endings = [ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200' }), accepted()];
		const result = await bench.run([named('A', total)]);
		expect(failureOf(result).outcome).toBe('failed');
		outputOf(await bench.run([named('B', total)], { run: 1 }));
	});
});

describe('what is kept of an item that was sent', () => {
	const left = plan({ prepare: async () => ({ leftBehind: 'quote q-1 was not accepted' }) });
	const kept = {
		identity: expect.stringMatching(/^[0-9a-f]{64}$/),
		reference: 'INV-1',
		what: 'the withdrawal of 1,000.00 NGN (100000 kobo) to account 0123456789',
		transactionId: null,
		baseUrl: BASE_URL,
		leftBehind: null,
		outputs: [],
		amountMinor: '100000',
		currency: 'NGN',
	};
	const failed = ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', answer: answerWith({ id: 'tx-9' }) });
	const thrown = () => { throw new TypeError('a fault of our own'); };

	test.each([
		['accepted', accepted(), { state: 'accepted', baseUrl: null, transactionId: 'tx-1', outputs: [{ id: 'tx-1', status: 'PENDING', payout: expect.any(Object) }] }, ['']],
		['lost', lost, { state: 'unknown', leftBehind: 'quote q-1 was not accepted' }, ['', ':open']],
		['failed', failed, { state: 'failed', transactionId: 'tx-9', leftBehind: 'quote q-1 was not accepted' }, ['', ':open']],
		['broken', thrown, { state: 'sending', leftBehind: 'quote q-1 was not accepted' }, ['', ':open']],
	])('%s: in the memory, and in the record without its token', async (_, end, state, entries) => {
		const bench = new Bench();
		bench.endings = [end];
		const { hints } = await bench.run([left]);
		expect(bench.memory).toStrictEqual({ mavapayPayouts: { 'key:0:0': { ...kept, ...state } } });
		expect([bench.store.values, hints]).toEqual([entries.map((mark) => `${entry('INV-1')}${mark}`), []]);
	});

	test('names what was left behind once more when it is asked for again, and nothing where nothing was', async () => {
		for (const [sent, words] of [[left, 'Left behind: quote q-1 was not accepted.'], [plan(), '']] as const) {
			const bench = new Bench();
			bench.endings = [lost];
			await bench.run([sent]);
			const { message } = failureOf(await bench.run([plan()]));
			expect(/Left behind:[^(]*\./.exec(message)?.[0] ?? '').toBe(words);
		}
	});

	test('is one of unknown outcome when the memory cannot be written any more', async () => {
		const bench = new Bench();
		bench.endings = [() => { Object.freeze(bench.memory.mavapayPayouts); return accepted(); }];
		expect(failureOf(await bench.run([plan()]))).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('came after the request had left') });
		expect(bench.store.state('INV-1')).toBe('unknown');
		bench.memory = JSON.parse(JSON.stringify(bench.memory));
		expect(failureOf(await bench.run([plan()])).outcome).toBe('unknown');
		expect(bench.sent).toHaveLength(1);
	});
});

describe('Validate Only', () => {
	const only = { validateOnly: true };

	test('shows a query, and null for no body', async () => {
		const bench = new Bench();
		const request = { method: 'GET' as const, path: '/x', query: { id: '1' } };
		expect(outputOf(await bench.run([plan({ payout: only, prepare: async () => ({ request }) })]))?.request).toEqual({ method: 'GET', path: '/x', query: { id: '1' }, body: null });
		const bare = outputOf(await bench.run([plan({ payout: only })], { run: 1 }))?.request;
		expect(bare).not.toHaveProperty('query');
	});

	test('has no hint about caps where there are none, or the amount is known', async () => {
		const bench = new Bench();
		expect((await bench.run([plan({ payout: only, amount: null })])).hints).toEqual([]);
		expect((await bench.run([plan({ payout: { ...only, maximumAmount: 100_000n } })])).hints).toEqual([]);
	});
});

describe('a run', () => {
	test('does not take the end of one item for that of another', async () => {
		const bench = new Bench();
		bench.endings = [() => { bench.cancelled = true; return lost; }];
		const result = await bench.run([named('A'), named('B')]);
		expect(failureOf(result, 1).message).toContain('the outcome of an item before it is not known');
	});

	test('stops behind an item whose settings cannot be read and that may have been paid', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		await bench.run([named('A')]);
		const result = await bench.run([bad, named('B')]);
		expect([failureOf(result, 0).outcome, failureOf(result, 1).outcome]).toEqual(['unknown', 'notSent']);
	});

	test('names the first item that failed, of several', async () => {
		const bench = new Bench();
		const other = refuse('another').failure;
		expect((await bench.run([named('A'), bad, other], { stopOnFailure: true })).stoppedBy).toEqual({ index: 1, failure: bad });
		bench.endings = [rejected];
		const plans = [named('A'), named('B')];
		expect((await bench.run(plans, { stopOnFailure: true })).stoppedBy?.index).toBe(0);
	});

	test('with On Error: Stop and no failure is stopped by nothing', async () => {
		const bench = new Bench();
		expect((await bench.run([named('A')], { stopOnFailure: true })).stoppedBy).toBeNull();
	});

	test('says which items were rejected, and which were not reached because of that', async () => {
		const bench = new Bench();
		bench.endings = [rejected];
		const result = await bench.run([named('A'), named('B')], { stopOnFailure: true });
		expect(failureOf(result, 1).message).toContain('an item before it did not go through');
		const checked = await bench.run([named('A'), bad], { stopOnFailure: true });
		expect(failureOf(checked, 0).message).toContain('a check of another item failed');
	});

	test('lists paid items of the run without outputs of their own kind', async () => {
		const bench = new Bench();
		bench.store.values = [entry('A')];
		bench.endings = [rejected];
		const { stoppedBy } = await bench.run([named('A', { alreadyRecorded: 'skip' }), named('B')], { stopOnFailure: true });
		expect(stoppedBy?.failure.message).not.toContain('Already accepted');
	});
});

describe('the checks of all items', () => {
	const check = (items: Parameters<typeof preCheck>[0]['items'], more = {}, held: Record<string, unknown> = {}) => {
		const bench = new Bench();
		const run = { effect: 'pay' as const, deployment: DEPLOYMENT, items, service: bench.service, memory: held, record: bench.record, stopOnFailure: false, ...more };
		const refusals = preCheck(run, new ExecutionMemory(held));
		return items.map((item) => refusals.get(item)?.message ?? null);
	};
	const item = (index: number, given = named(`R${index}`)) => ({ index, key: `0:${index}`, plan: given });
	const held = (key: string, state: string) => ({ mavapayPayouts: { [`key:${key}`]: { identity: 'x', state, what: 'the earlier one', reference: null, currency: 'NGN', amountMinor: '60' } } });

	test('count every item once, and what the execution paid before', () => {
		const capped = (index: number, minor: bigint, maximumTotal: bigint) => item(index, plan({ amount: NGN(minor), payout: { reference: `R${index}`, maximumTotal } }));
		expect(check([capped(0, 40n, 100n), capped(1, 60n, 100n)])).toEqual([null, null]);
		expect(check([capped(0, 40n, 100n), capped(1, 60n, 99n)])).toEqual([null, expect.stringContaining("together would be 1.00 NGN (100 kobo), more than the 0.99 NGN (99 kobo) of 'Maximum Total'")]);
		expect(check([capped(1, 40n, 100n)], {}, held('0:0', 'accepted'))).toEqual([null]);
		expect(check([capped(1, 41n, 100n)], {}, held('0:0', 'accepted'))).toEqual([expect.stringContaining('together would be 1.01 NGN')]);
	});

	test('leave items of other currencies and of unknown amount out of the sum', () => {
		const caps = { maximumTotal: 100n };
		const kes = plan({ amount: { minor: 100n, currency: 'KES' }, payout: { reference: 'K', ...caps } });
		const open = plan({ amount: null, payout: { reference: 'U', ...caps } });
		expect(check([item(0, plan({ amount: NGN(100n), payout: { reference: 'N', ...caps } })), item(1, kes), item(2, open)])).toEqual([null, null, null]);
	});

	test('leave what binds alone', () => {
		expect(check([item(0, bind()), item(1, bind({ amount: NGN(5n) }))], { record: null })).toEqual([null, null]);
	});

	test('find a missing record before anything is sent for items that need none', async () => {
		const bench = new Bench();
		const { stoppedBy } = await bench.run([plan({ payout: { reference: null } }), named('B')], { record: null, stopOnFailure: true });
		expect([stoppedBy?.index, bench.sent]).toEqual([1, []]);
	});

	test('say what an earlier try of a refused item did', () => {
		const refused = { index: 0, key: '0:0', failure: bad };
		expect(check([refused], {}, held('0:0', 'accepted'))[0]).toContain('already paid in this execution');
		expect(check([refused], { effect: 'bind' }, held('0:0', 'accepted'))[0]).toContain('already done in this execution');
		expect(check([refused], {}, held('0:0', 'unknown'))[0]).toContain('it may have been paid');
		expect(check([refused], {}, held('0:1', 'accepted'))).toEqual([bad.message]);
		const entryOf = { identity: '', state: 'accepted' };
		for (const key of [null, undefined]) {
			const keyless = { index: 0, failure: bad, ...(key === undefined ? {} : { key }) };
			expect(check([keyless], {}, { mavapayPayouts: { 'identity:': entryOf, 'key:null': entryOf, 'key:undefined': entryOf } })).toEqual([bad.message]);
		}
	});

	test('leave an item that was sent before to the memory', () => {
		expect(check([item(0, plan({ payout: { reference: 'A:open' } }))], {}, held('0:0', 'accepted'))).toEqual([null]);
	});
});
