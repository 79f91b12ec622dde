/** Every shape in which the service is known or suspected to answer; docs/reference/interface.md#answers. */
import { answeringJson, saidBy } from '../../harness/engine';
import { at, byId, sandboxCases, stored, titleOf } from '../../cases';
import { quoteCreate } from '../../../nodes/Mavapay/operations/quote/create';
import { orderGet } from '../../../nodes/Mavapay/operations/order/get';
import { transactionGet } from '../../../nodes/Mavapay/operations/transaction/get';
import { walletGetAll } from '../../../nodes/Mavapay/operations/wallet/getAll';
import { makeQuote } from '../../cases/quoteParts';
import { makeTransaction } from '../../cases/transaction';
import { toBank } from '../../cases/withdrawal';
import { arranged, json, run, surroundingsOf, useSandbox } from '../../harness/engine/mavapay';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';
import { differencesIn } from '../../harness/operations';
import { createAndAccept } from '../../harness/quoteParameters';

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

/** By day the one that is the least usual. */
test.each(process.env.PROPERTY_RUNS === undefined ? SHAPES.slice(0, 1) : SHAPES)(
	'with the status word %s and numbers as text: %s, every operation works',
	async (statusWord, numbersAsText) => {
		const { sandbox } = service;
		const failed: string[] = [];
		for (const one of sandboxCases) {
			sandbox.reset();
			// What was arranged in the workflow itself cannot be used in another one.
			if (['markPaid', 'release', 'resolve'].includes(one.operation.operation)) continue;
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

describe('numbers as text', () => {
	test('a quote whose target amounts are text is accepted, its amounts emitted as they came', async () => {
		const { sandbox } = service;
		sandbox.configure({ numbersAsText: 'all' });
		const parameters = {
			...createAndAccept,
			amountIs: 'arrives',
			amount: '10000',
			minimumTargetAmount: '10000',
			maximumSourceAmount: '2000000',
		};
		const { success, nodeError } = await run(sandbox, parameters);
		expect(nodeError).toBeUndefined();
		expect(success[0]?.json).toMatchObject({
			amountInTargetCurrency: '10000.00',
			totalAmountInSourceCurrency: expect.stringMatching(/^\d+$/),
		});
		expect(sandbox.ledger.find({ kind: 'swapOut' })).toHaveLength(1);
	});
});

describe('South African banks', () => {
	const banks = { resource: 'bank', operation: 'getAll', country: 'ZA', returnAll: true, options: {} };

	test('as plain names', async () => {
		const { success } = await run(service.sandbox, banks);
		expect(success[0]?.json).toEqual({ bankName: 'Absa Bank', nipBankCode: null });
	});

	test('as objects', async () => {
		service.sandbox.configure({ zaBanks: 'objects' });
		const { success } = await run(service.sandbox, banks);
		expect(success[0]?.json).toEqual({ bankName: 'Absa Bank', nipBankCode: '000001' });
	});
});

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

	test('pages are read to the end, though the service cuts them down', async () => {
		const { sandbox } = service;
		for (let count = 0; count < 4; count++) await makeTransaction(sandbox);
		sandbox.configure({ maxPageSize: 3 });
		sandbox.clearRequests();
		const all = { resource: 'transaction', operation: 'getAll', filters: {}, options: {} };
		const every = await run(sandbox, { ...all, returnAll: true });
		expect(new Set(json(every.success).map(({ id }) => id)).size).toBe(8);
		expect(sandbox.requests.map(({ query }) => query.page)).toEqual(['1', '2', '3']);
		const some = await run(sandbox, { ...all, returnAll: false, limit: 5 });
		expect(some.success).toHaveLength(5);
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

describe('name enquiries', () => {
	test.each(['five', 'three', 'nulls'] as const)(
		'with %s: the account is paid with the values returned',
		async (enquiryShape) => {
			const { sandbox } = service;
			sandbox.configure({ enquiryShape });
			const { success, nodeError } = await run(sandbox, {
				resource: 'withdrawal',
				operation: 'toBankAccount',
				...toBank,
			});
			expect(nodeError).toBeUndefined();
			expect(at(sandbox.requests.at(-1)?.body, 'beneficiary')).toEqual({
				bankCode: '000013',
				bankAccountNumber: '0123456789',
				bankAccountName: 'ADAEZE CHIOMA OKAFOR',
				bankName: 'Guaranty Trust Bank',
			});
			expect(success).toHaveLength(1);
		},
	);
});

test.each(
	[walletGetAll, quoteCreate]
		.flatMap((operation) => sandboxCases.filter((one) => one.operation === operation).slice(0, 2))
		.map((one) => ({ title: titleOf(one), one })),
)('errors as HTTP 200 are errors: $title', async ({ one }) => {
	const { sandbox } = service;
	const made = await arranged(one, sandbox);
	sandbox.configure({ errorsAs200: true });
	sandbox.faults.add({ match: {}, fault: { kind: 'okStatusError', message: 'Minimum not reached' } });
	const { nodeError } = await run(sandbox, stored(one, made));
	expect(nodeError).toMatchObject({ httpCode: '200', description: expect.stringContaining('"Minimum not reached"') });
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
		[{ id: null }, {}, 0, '1 transaction left out: '],
		[{ type: 'PAYOUT' }, {}, 0, '1 transaction left out: '],
		[{ status: 'COMPLETED' }, {}, 1, null],
		[{ status: 'COMPLETED' }, filters, 0, '1 transaction left out: '],
		[{ currency: null }, filters, 0, '1 transaction left out: '],
		[{ status: 'PENDING' }, filters, 0, null],
	])('%j with the filters %j', async (over, given, count, said) => {
		const parameters = { resource: 'transaction', operation: 'getNew', options: { repeat: true }, ...given };
		const { success, hints } = await answered([{ ...listed, ...over }], parameters, { nextPage: false });
		expect(success).toHaveLength(count);
		expect(hints.map(({ message }) => message)).toEqual(said === null ? [] : [expect.stringContaining(said)]);
	});
});
