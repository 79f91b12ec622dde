/**
 * How often the node asks n8n for a value for each item, and Node.js for a time-out. Each such call takes longer than
 * all other work for an item (docs/why/bench.md#what-the-time-is-spent-on).
 */
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { mavapayType, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
afterEach(() => jest.restoreAllMocks());

const items = Array.from({ length: 50 }, (_, index) => ({
	id: `id-${index}`,
	amount: 100_000 + index,
	account: String(2_100_000_000 + index),
	reference: `SALARY-${index}`,
}));

/** Runs the node for 50 items, and counts its calls to n8n and its time-outs. */
async function counted(parameters: INodeParameters) {
	const ASKED = ['getNodeParameter', 'evaluateExpression', 'getCredentials'] as const;
	const counts: Record<string, number> = {};
	const type: INodeType = Object.create(mavapayType, {
		execute: {
			async value(this: IExecuteFunctions) {
				const spies = ASKED.map((name) => jest.spyOn(this, name));
				const output = await mavapayType.execute.call(this);
				for (const [place, name] of ASKED.entries()) counts[name] = spies[place]?.mock.calls.length ?? 0;
				return output;
			},
		},
	});
	const deadlines = jest.spyOn(AbortSignal, 'timeout');
	const result = await run(service.sandbox, parameters, { type, items, onError: 'continueRegularOutput' });
	return { ...result, counts: { ...counts, deadlines: deadlines.mock.calls.length } };
}

const READ = { resource: 'transaction', operation: 'get', lookUpBy: 'id', value: '={{ $json.id }}' };

test('for reads n8n is asked for each parameter once, and for the credential with an item and without', async () => {
	const { success, counts } = await counted(READ);
	expect(success).toHaveLength(50);
	expect(service.sandbox.requests).toHaveLength(50);
	expect(counts).toMatchObject({ getNodeParameter: 6, evaluateExpression: 0, getCredentials: 1 });
});

test.each([
	['ten reads of one moment share a deadline', 0, 5],
	['reads that begin seconds apart have their own', 2_000, 50],
])('%s', async (_, stepMs, deadlines) => {
	let nowMs = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += stepMs));
	const listening = jest.spyOn(EventTarget.prototype, 'addEventListener');
	expect((await counted(READ)).counts).toMatchObject({ deadlines });
	const aborts = listening.mock.contexts.filter((_signal, call) => listening.mock.calls[call]?.[0] === 'abort');
	const ofEach = [...new Set(aborts)].map((signal) => aborts.filter((one) => one === signal).length);
	expect(Math.max(...ofEach)).toBeLessThanOrEqual(10);
	expect(aborts.length).toBeGreaterThanOrEqual(50);
});

test('for payments n8n is asked for each parameter once', async () => {
	const { success, counts } = await counted({
		resource: 'withdrawal',
		operation: 'toBankAccount',
		amount: '={{ $json.amount }}',
		amountUnit: 'minor',
		bank: { __rl: true, mode: 'id', value: '000014' },
		accountNumber: '={{ $json.account }}',
		payoutReference: '={{ $json.reference }}',
		validateOnly: true,
	});
	expect(success).toHaveLength(50);
	expect(counts).toMatchObject({ getNodeParameter: 19, evaluateExpression: 0, getCredentials: 1 });
});
