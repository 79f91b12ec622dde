/** Every operation once on n8n's engine against the sandbox, with its exact requests and its output. */
import { operations } from '../../../nodes/Mavapay/operations';
import { cases, stored, titleOf } from './cases';
import { at, json, lastData, recordAnswers, run, sent, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

afterEach(() => jest.restoreAllMocks());

/** What users store in their workflows: docs/operations.md. */
const STORED = [
	'account:get',
	'bank:getAll',
	'bank:verifyAccount',
	'bankAccount:create',
	'bankAccount:getAll',
	'mpesa:validateIdentifier',
	'order:getAll',
	'order:get',
	'paymentLink:create',
	'paymentLink:get',
	'paymentLink:getOrders',
	'paymentLink:getStatus',
	'paymentLink:refresh',
	'payoutReference:check',
	'payoutReference:halt',
	'payoutReference:markPaid',
	'payoutReference:release',
	'payoutReference:resume',
	'price:get',
	'quote:accept',
	'quote:create',
	'quote:createAndAccept',
	'simulation:payIn',
	'stablecoinAddress:generate',
	'stablecoinAddress:getAll',
	'transaction:get',
	'transaction:getAll',
	'transaction:waitForSettlement',
	'wallet:get',
	'wallet:getAll',
	'webhook:get',
	'webhook:sendTest',
	'webhook:set',
	'withdrawal:toBankAccount',
	'withdrawal:toLightning',
	'withdrawal:toStablecoin',
].sort();

test('the cases are the operations, and the operations are those that workflows store', () => {
	expect(operations.map(({ resource, operation }) => `${resource}:${operation}`).sort()).toEqual(STORED);
	expect([...new Set(cases.map(({ of }) => of))].sort()).toEqual(STORED);
});

test('titles are all different', () => {
	expect(new Set(cases.map(titleOf)).size).toBe(cases.length);
});

describe.each(cases.map((one) => ({ title: titleOf(one), one })))('$title', ({ one }) => {
	test('sends exactly this and emits what came', async () => {
		const { sandbox } = service;
		const made = (await one.arrange?.(sandbox)) ?? {};
		sandbox.clearRequests();
		const answers = recordAnswers();
		const result = await run(sandbox, stored(one, made), surroundings(sandbox, one.credential));
		expect(result.nodeError).toBeUndefined();

		const expected = one.sent(made);
		const actual = sent(sandbox);
		if (one.of === 'quote:createAndAccept') {
			const quoteId = String(at(answers[expected.length - 1], 'data', 'id'));
			const sourceWallet = stored(one, made).sourceWallet;
			expected.push({
				method: 'POST',
				path: `/wallet/payout/${quoteId}/accept`,
				query: {},
				body: { sourceWallet },
			});
		}
		expect(actual).toStrictEqual(expected);
		for (const { headers, rawBody } of sandbox.requests) {
			expect(headers['x-api-key']).toBe(sandbox.keys.write);
			expect(headers.authorization).toBeUndefined();
			expect(headers.accept).toBe('application/json');
			expect(headers['content-type']).toBe(rawBody === '' ? undefined : 'application/json');
		}

		const output = one.output?.(answers, made) ?? lastData(answers);
		expect(output.length).toBeGreaterThan(0);
		expect(json(result.success)).toEqual(output);
		expect(JSON.stringify(json(result.success))).not.toContain(sandbox.keys.write);
		for (const item of result.success) {
			expect(item.pairedItem).toEqual({ item: 0 });
			expect(item.json).not.toHaveProperty('error');
		}
		expect(result.hints.filter(({ message }) => message.includes('unexpected format'))).toEqual([]);
	});
});

describe('the credential', () => {
	test('a bearer token goes into its own header, and no key beside it', async () => {
		const { sandbox } = service;
		const more = { authentication: 'bearerToken', accessToken: ` ${sandbox.keys.bearer} `, apiKey: '' };
		const parameters = { resource: 'wallet', operation: 'getAll', filters: {}, options: {} };
		const result = await run(sandbox, parameters, surroundings(sandbox, more));
		expect(result.success).toHaveLength(5);
		expect(sandbox.requests[0]?.headers.authorization).toBe(`Bearer ${sandbox.keys.bearer}`);
		expect(sandbox.requests[0]?.headers).not.toHaveProperty('x-api-key');
	});

	test.each([
		['bank', 'getAll', { country: 'NG', returnAll: true }],
		['price', 'get', { pair: 'USDNGN' }],
	])('%s: %s works without a key', async (resource, operation, fields) => {
		const { sandbox } = service;
		const parameters = { resource, operation, ...fields, options: {} };
		const result = await run(sandbox, parameters, surroundings(sandbox, { apiKey: '' }));
		expect(result.nodeError).toBeUndefined();
		expect(result.success.length).toBeGreaterThan(0);
		expect(sandbox.requests[0]?.headers).not.toHaveProperty('x-api-key');
	});

	test('a key for reading reads', async () => {
		const { sandbox } = service;
		const parameters = { resource: 'wallet', operation: 'getAll', filters: {}, options: {} };
		const result = await run(sandbox, parameters, surroundings(sandbox, { apiKey: sandbox.keys.read }));
		expect(result.success).toHaveLength(5);
	});
});
