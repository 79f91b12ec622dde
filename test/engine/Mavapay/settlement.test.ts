/** Waiting for settlement can time out, be cancelled and be resumed. Not even a time-out is an error. */
import { fakeTime } from '../../harness/engine/fakeClock';
import type { INodeParameters } from 'n8n-workflow';
import { startNode } from '../../harness/engine';
import { bankPayout } from '../../cases/withdrawal';
import { json, run, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { MODES } from '../../harness/engine/threeItems';

/** The clock starts at the real time, which the record of payments uses, and moves only while the node waits. */
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
		...bankPayout,
		amount: '={{ 250000 + Number($json.id) }}',
		payoutReference: '={{ $json.id }}',
	};
	await run(sandbox, parameters, { items });
	sandbox.clearRequests();
	return sandbox.transactions.map(({ id }) => id);
}

const looks = () => service.sandbox.requests.map(({ method, path, query }) => `${method} ${path} ${query.id}`);

describe.each(MODES)('%s', (onError) => {
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
	// Waiting pays nothing, and sends no requests other than these.
	expect(new Set(looks())).toEqual(new Set([`GET /transaction ${id}`]));
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
	// Time in which a further request would appear.
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(looks()).toHaveLength(3);
	expect(fakeTime.slept).toHaveLength(when === 'between two looks' ? 3 : 2);
});
