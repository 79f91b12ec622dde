/** Every shape in which the service is known or suspected to answer; docs/reference/interface.md#answers. */
import { answeringJson, saidBy } from '../../harness/engine';
import { at, byId, sandboxCases, stored, titleOf } from '../../cases';
import { orderGet } from '../../../nodes/Mavapay/operations/order/order';
import { transactionGet } from '../../../nodes/Mavapay/operations/transaction/transaction';
import { makeQuote } from '../../cases/quoteParts';
import { makeTransaction } from '../../cases/transaction';
import { arranged, json, run, surroundingsOf, useSandbox } from '../../harness/engine/mavapay';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';
import { differencesIn } from '../../harness/operations';

const service = useSandbox();

/** Runs the node against a server that gives one answer to everything. */
const answered = async (data: unknown, parameters: Parameters<typeof run>[1], more: object = {}) => {
	const fault = answeringJson(200, { status: 'ok', data, ...more });
	return await run(await serveInsteadOf(service.sandbox, fault), parameters);
};

const SHAPES = [
	['ok', 'all'],
	['success', 'target'],
	['success', 'never'],
] as const;

/** `npm test` tests only the most unusual shape, `npm run test:long` all. */
test.each(process.env.PROPERTY_RUNS === undefined ? SHAPES.slice(0, 1) : SHAPES)(
	'with the status word %s and numbers as text: %s, every operation works',
	async (statusWord, numbersAsText) => {
		const { sandbox } = service;
		const failed: string[] = [];
		for (const one of sandboxCases) {
			sandbox.reset();
			// These cases use references that were recorded in another workflow.
			if (['markPaid', 'release', 'resolve', 'changeAccount'].includes(one.operation.operation)) continue;
			const made = await arranged(one, sandbox);
			sandbox.configure({ statusWord, numbersAsText });
			const result = await run(sandbox, stored(one, made), {
				...surroundingsOf(one, sandbox),
				onError: 'continueRegularOutput',
				workflowId: titleOf(one),
			});
			const good = result.success.length > 0 && result.success.every((item) => item.json.error === undefined);
			if (!good || differencesIn(json(result.success), one.operation).length > 0)
				failed.push(`${titleOf(one)} ${JSON.stringify(json(result.success))}`);
		}
		expect(failed).toEqual([]);
	},
);

describe('transactions', () => {
	const lookUp = (lookUpBy: string, value: string) => ({
		resource: 'transaction',
		operation: 'get',
		lookUpBy,
		value,
		options: {},
	});

	test.each(['object', 'list', 'byKey'] as const)('as %s', async (transactionShape) => {
		const { sandbox } = service;
		const { transactionId = '', orderId = '' } = await makeTransaction(sandbox);
		sandbox.configure({ transactionShape, nullMetadata: true });
		const one = await run(sandbox, lookUp('id', transactionId));
		expect(json(one.success)).toEqual([expect.objectContaining({ id: transactionId, metadata: null })]);
		const ofOrder = await run(sandbox, lookUp('orderId', orderId));
		expect(ofOrder.success).toHaveLength(transactionShape === 'object' ? 1 : 2);
		expect(ofOrder.success.every(({ pairedItem }) => at(pairedItem, 'item') === 0)).toBe(true);
		expect(differencesIn(json([...one.success, ...ofOrder.success]), transactionGet)).toEqual([]);
	});

	test('an empty list is no item', async () => {
		const { success, nodeError } = await answered([], lookUp('orderId', '10001-0001'));
		expect([success, nodeError]).toEqual([[], undefined]);
	});
});

test.each([
	[
		'a deposit address',
		{ resource: 'stablecoinAddress', operation: 'generate', label: 'customer-1', network: 'trc20' },
	],
	['a webhook', { resource: 'webhook', operation: 'set', url: 'https://example.com/hook', secret: 'a-secret-of-mine' }],
])('%s that is made without data in the answer is an item all the same', async (_what, parameters) => {
	service.sandbox.faults.add({
		match: { method: parameters.resource === 'webhook' ? 'PUT' : 'POST' },
		fault: { kind: 'status', status: 200, body: { status: 'ok', message: 'Done' }, effect: true },
	});
	service.sandbox.setWebhook({ url: 'https://example.com/old', secret: 'another-secret' });
	expect(json((await run(service.sandbox, { ...parameters, options: {} })).success)).toEqual([{ message: 'Done' }]);
});

describe('orders', () => {
	test.each([
		['list', 'documented'],
		['documented', 'documented'],
		['documented', 'client'],
		['short', 'documented'],
	] as const)('in the shape %s with quotes in the form %s', async (orderShape, orderQuotes) => {
		const { sandbox } = service;
		const { orderId = '' } = await makeQuote(sandbox);
		sandbox.configure({ orderShape, orderQuotes });
		const result = await run(sandbox, { resource: 'order', operation: 'get', orderId: byId(orderId), options: {} });
		expect(result.success[0]?.json[orderShape === 'short' ? 'id' : 'orderId']).toBe(orderId);
		expect(differencesIn(json(result.success), orderGet)).toEqual([]);
	});
});

describe('wallets', () => {
	test('a service that ignores the query does not bring another wallet', async () => {
		const { sandbox } = service;
		sandbox.configure({ walletQueryIgnored: true });
		const { id } = sandbox.wallets.of('KES');
		const wallet = (value: string) => ({ resource: 'wallet', operation: 'get', walletId: byId(value), options: {} });
		expect(json((await run(sandbox, wallet(id))).success)).toEqual([expect.objectContaining({ id, currency: 'KES' })]);
		const { nodeError } = await run(sandbox, wallet('another'));
		expect(saidBy(nodeError)).toMatch(/no wallet another/);
	});
});

test('an answer of another shape is passed on as it came', async () => {
	const parameters = { resource: 'wallet', operation: 'getAll', filters: {}, options: {} };
	const result = await answered([{ id: 7, currency: 'NGN', balance: { amount: 1 } }], parameters);
	expect(json(result.success)).toEqual([{ id: 7, currency: 'NGN', balance: { amount: 1 } }]);
});

describe('an answer that is no record and no list of them passes for neither nothing nor a shorter list', () => {
	const reads = [...new Set(sandboxCases.map(({ operation }) => operation))].filter(
		({ effect, operation }) => effect === 'read' && operation !== 'waitForSettlement',
	);

	test.each<[string, unknown, object]>([
		['a text', 'maintenance', {}],
		['a number', 7, {}],
		['a list with something else in it', [{ id: 'a', url: 'b' }, null], {}],
		['an error that has a form of its own', null, { status: false, message: 'It failed' }],
		['an error beside an empty list', [], { status: undefined, success: false }],
	])('%s', async (_what, data, more) => {
		const { sandbox } = service;
		const taken: string[] = [];
		for (const operation of reads) {
			const one = sandboxCases.find((candidate) => candidate.operation === operation);
			if (one === undefined) continue;
			sandbox.reset();
			const { success, nodeError } = await answered(data, stored(one, await arranged(one, sandbox)), more);
			if (nodeError === undefined || success.length > 0) taken.push(titleOf(one));
		}
		expect(taken).toEqual([]);
		expect(reads.length).toBeGreaterThan(15);
	});
});

describe('Get New says what it leaves out:', () => {
	const listed = { id: 't-1', type: 'WITHDRAWAL', status: 'SUCCESS', currency: 'NGN', amount: 1 };
	const filters = { status: ['SUCCESS'], currency: 'NGN' };

	test.each([
		[{}, {}, 1, null],
		[{ type: 'PAYOUT' }, {}, 0, '1 transaction left out: '],
		[{ status: 'COMPLETED' }, {}, 1, null],
		[{ currency: null }, filters, 0, null],
		[{ status: 'PENDING' }, filters, 0, null],
	])('%j with the filters %j', async (over, given, count, said) => {
		const parameters = { resource: 'transaction', operation: 'getNew', options: { repeat: true }, ...given };
		const { success, hints } = await answered([{ ...listed, ...over }], parameters, { nextPage: false });
		expect(success).toHaveLength(count);
		expect(hints.map(({ message }) => message)).toEqual(said === null ? [] : [expect.stringContaining(said)]);
	});
});
