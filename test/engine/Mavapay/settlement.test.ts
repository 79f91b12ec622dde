/** Waiting for settlement on n8n's engine: bounded, cancellable, resumable, three ends, none an error. */
import { fakeTime } from '../../harness/engine/fakeClock';
import type { INodeParameters } from 'n8n-workflow';
import { saidBy, startNode } from '../../harness/engine';
import { at } from '../../cases/case';
import { toBank } from '../../cases/withdrawal';
import { json, run, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { MODES } from '../../harness/engine/threeItems';
import { failureOf } from '../../harness/engine/threeOutcomes';

/** Time stands still but for what is waited, from the present on: the record of payments has the real time. */
const started = Date.now();
const now = () => fakeTime.slept.reduce((sum, milliseconds) => sum + milliseconds, started);

const service = useSandbox();
beforeEach(() => {
	Object.assign(fakeTime, { now, slept: [], onSleep: null });
	service.sandbox.configure({ settleAfterMs: 3_600_000 });
});

const wait = (value: string, options: INodeParameters = {}): INodeParameters => ({
	resource: 'transaction',
	operation: 'waitForSettlement',
	lookUpBy: 'id',
	value,
	options,
});

/** Pays three times; gives the transactions' IDs. */
async function threePayments(): Promise<string[]> {
	const { sandbox } = service;
	const items = ['1', '2', '3'].map((id) => ({ id }));
	const parameters = {
		resource: 'withdrawal',
		operation: 'toBankAccount',
		...toBank,
		amount: '={{ 250000 + Number($json.id) }}',
		payoutReference: '={{ $json.id }}',
	};
	await run(sandbox, parameters, { items });
	sandbox.clearRequests();
	return sandbox.transactions.map(({ id }) => id);
}

const looks = () => service.sandbox.requests.map(({ method, path, query }) => `${method} ${path} ${query.id}`);

describe.each(MODES)('%s', (onError) => {
	test('an open transaction is asked for until the time is up, then told as it is, which is no error', async () => {
		const { sandbox } = service;
		const [id = ''] = await threePayments();
		const result = await run(sandbox, wait(id, { timeout: 10, pollInterval: 4 }), {
			onError,
			retryOnFail: true,
			maxTries: 3,
		});
		expect(json(result.success)).toEqual([expect.objectContaining({ id, status: 'PENDING', settlement: 'timeout' })]);
		expect([result.nodeError, result.errors, result.tries]).toEqual([undefined, [], 1]);
		expect(fakeTime.slept).toEqual([4_000, 4_000, 2_000]);
		expect(looks()).toEqual(Array(4).fill(`GET /transaction ${id}`));
	});

	test('three items may end in three ways', async () => {
		const { sandbox } = service;
		const [done = '', broken = '', open = ''] = await threePayments();
		fakeTime.onSleep = (slept) => {
			if (slept === 2) sandbox.settle({ transactionId: done, status: 'SUCCESS' });
			if (slept === 5) sandbox.settle({ transactionId: broken, status: 'FAILED' });
		};
		const items = [done, broken, open].map((id) => ({ id }));
		const result = await run(sandbox, wait('={{ $json.id }}', { timeout: 60, pollInterval: 3 }), {
			onError,
			items,
			retryOnFail: true,
		});
		expect(json(result.success).map(({ id, settlement }) => [id, settlement])).toEqual([
			[done, 'success'],
			[broken, 'failed'],
			[open, 'timeout'],
		]);
		expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect([result.nodeError, result.errors, result.tries]).toEqual([undefined, [], 1]);
	});

	test('a page on the way is outlasted', async () => {
		const { sandbox } = service;
		const [id = ''] = await threePayments();
		sandbox.faults.add({ match: { path: '/transaction', nth: 2, times: 5 }, fault: { kind: 'html' } });
		fakeTime.onSleep = (slept) => {
			if (slept === 9) sandbox.settle({ transactionId: id, status: 'SUCCESS' });
		};
		const result = await run(sandbox, wait(id, { timeout: 600 }), { onError });
		expect(json(result.success)).toEqual([expect.objectContaining({ id, settlement: 'success' })]);
	});

	test('a refusal is an error at once', async () => {
		const { sandbox } = service;
		const [id = ''] = await threePayments();
		sandbox.faults.add({
			match: { path: '/transaction' },
			fault: { kind: 'status', status: 401, message: 'Invalid key' },
		});
		const result = await run(sandbox, wait(id), { onError });
		const { failed } = failureOf(result, onError);
		expect(onError === 'stopWorkflow' ? saidBy(result.nodeError) : at(failed[0]?.json, 'message')).toMatch(
			/\(401\): "Invalid key"/,
		);
		expect(looks()).toHaveLength(1);
		expect(fakeTime.slept).toEqual([]);
	});
});

test('a wait that timed out is taken up again by a new execution, and by the next node', async () => {
	const { sandbox } = service;
	const [id = ''] = await threePayments();
	const first = await run(sandbox, wait(id, { timeout: 1 }));
	expect(first.success[0]?.json).toMatchObject({ settlement: 'timeout' });
	const second = await run(sandbox, wait('={{ $json.id }}', { timeout: 1 }), { items: first.success });
	expect(second.success[0]?.json).toMatchObject({ id, settlement: 'timeout' });
	sandbox.settle({ transactionId: id, status: 'SUCCESS' });
	const third = await run(sandbox, wait('={{ $json.id }}', { timeout: 1 }), { items: second.success });
	expect(third.success[0]?.json).toMatchObject({ id, status: 'SUCCESS', settlement: 'success' });
	// It only looks: nothing is paid, and nothing but the service is asked.
	expect(new Set(looks())).toEqual(new Set([`GET /transaction ${id}`]));
});

test('a failed execution tried again from the list goes on waiting', async () => {
	const { sandbox } = service;
	const [id = ''] = await threePayments();
	sandbox.faults.add({
		match: { path: '/transaction', times: 1 },
		fault: { kind: 'status', status: 403, message: 'Not now' },
	});
	const failed = await run(sandbox, wait(id));
	expect(saidBy(failed.nodeError)).toMatch(/\(403\)/);
	sandbox.settle({ transactionId: id, status: 'SUCCESS' });
	const again = await run(sandbox, wait(id), { retryOf: failed });
	expect(again.success[0]?.json).toMatchObject({ id, settlement: 'success' });
});

test.each(['between two looks', 'during a look'])('cancelled %s it ends at once and asks no more', async (when) => {
	const { sandbox } = service;
	const [id = ''] = await threePayments();
	const started = startNode({ ...surroundings(sandbox), parameters: wait(id, { timeout: 86_400 }) });
	if (when === 'between two looks') {
		fakeTime.onSleep = (slept) => {
			if (slept === 3) started.cancel();
		};
	} else {
		sandbox.faults.add({ match: { path: '/transaction', nth: 3 }, fault: { kind: 'hang' } });
		while (looks().length < 3) await new Promise((resolve) => setTimeout(resolve, 2));
		started.cancel();
	}
	await started.finished;
	// Time for a further look to show itself.
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(looks()).toHaveLength(3);
	expect(fakeTime.slept).toHaveLength(when === 'between two looks' ? 3 : 2);
});

test('a 404 means that there is none yet', async () => {
	const { sandbox } = service;
	sandbox.faults.add({ match: {}, fault: { kind: 'html', status: 404 } });
	const { success, nodeError } = await run(sandbox, wait('none-yet', { timeout: 5, pollInterval: 4 }));
	expect(nodeError).toBeUndefined();
	expect(json(success)).toEqual([{ id: 'none-yet', settlement: 'timeout' }]);
});
