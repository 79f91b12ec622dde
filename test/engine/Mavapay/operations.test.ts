/** Runs every case on n8n's engine, with the sandbox or the case's own answers, and checks exact requests and output. */
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';
import { at, cases, lastData, nameOf, requestsOf, sandboxCases, stored, titleOf, writtenCases } from '../../cases';
import { saidBy } from '../../harness/engine';
import { openWrittenService } from '../../harness/engine/writtenService';
import {
	arranged,
	json,
	recordAnswers,
	run,
	sent,
	surroundings,
	surroundingsOf,
	useSandbox,
} from '../../harness/engine/mavapay';
import { differencesIn } from '../../harness/operations';
import { SCENARIOS } from './faultMatrix/scenarios';

const service = useSandbox();
/** The name of cases whose answer isn't as documented. */
const UNWRAPPED = 'also where it is answered without the usual wrapper';

afterEach(() => jest.restoreAllMocks());

test('every operation has a case with `sandbox` in test/cases', () => {
	const tried = new Set(sandboxCases.map(({ operation }) => nameOf(operation)));
	expect(operations.map(nameOf).filter((name) => !tried.has(name))).toEqual([]);
});

test('every payment is in SCENARIOS of faultMatrix/scenarios.ts', () => {
	const payments = operations.filter(({ effect }) => effect === 'pay').map(nameOf);
	const played = SCENARIOS.map(({ parameters: { resource, operation } }) => `${resource}:${operation}`);
	expect(payments.filter((name) => !played.includes(name))).toEqual([]);
});

test('titles are all different, and every case runs somewhere', () => {
	expect(new Set(cases.map(titleOf)).size).toBe(cases.length);
	expect(cases.filter((one) => one.written === undefined && one.sandbox === undefined)).toEqual([]);
});

describe.each(sandboxCases.map((one) => ({ title: titleOf(one), one })))('$title', ({ one }) => {
	test('sends exactly this and emits what came', async () => {
		const { sandbox } = service;
		const made = await arranged(one, sandbox);
		sandbox.clearRequests();
		const answers = recordAnswers();
		const result = await run(sandbox, stored(one, made), surroundingsOf(one, sandbox));
		expect(result.nodeError).toBeUndefined();

		const expected = [...requestsOf(one, made)];
		const actual = sent(sandbox);
		if (one.operation.effect === 'pay' && expected.at(-1)?.path === '/quote') {
			const quoteId = String(at(answers[expected.length - 1], 'data', 'id'));
			const { from, sourceWallet = from } = stored(one, made);
			expected.push({
				method: 'POST',
				path: `/wallet/payout/${quoteId}/accept`,
				query: {},
				body: { sourceWallet },
			});
		}
		expect(actual).toStrictEqual(expected);
		for (const { headers, rawBody } of sandbox.requests) {
			expect(headers['x-api-key']).toBe(one.operation.resource === 'price' ? undefined : sandbox.keys.write);
			expect(headers.authorization).toBeUndefined();
			expect(headers.accept).toBe('application/json');
			expect(headers['content-type']).toBe(rawBody === '' ? undefined : 'application/json');
		}

		const output = one.sandbox.output?.(answers, made) ?? lastData(answers);
		expect(output.length).toBeGreaterThan(0);
		expect(json(result.success)).toEqual(output);
		expect(JSON.stringify(json(result.success))).not.toContain(sandbox.keys.write);
		for (const item of result.success) {
			expect(item.pairedItem).toEqual({ item: 0 });
			expect(item.json).not.toHaveProperty('error');
			// The output begins with the payment's outcome; Mavapay's data comes after it.
			if (one.operation.effect === 'pay') expect(Object.keys(item.json)[0]).toBe('payout');
		}
		expect(differencesIn(json(result.success), one.operation)).toEqual([]);
	});
});

describe.each(writtenCases.map((one) => ({ title: titleOf(one), one })))('$title, as written down', ({ one }) => {
	test('sends exactly this and emits exactly this', async () => {
		const { made, items } = one.written;
		const service = await openWrittenService(one);
		const where = { url: service.url, keys: { write: 'sandbox_key', read: 'sandbox_key', bearer: 'bearer' } };
		const result = await run(where, stored(one, made), surroundingsOf(one, where));
		await service.close();
		expect(saidBy(result.nodeError)).toBeUndefined();
		expect(service.requests).toHaveLength(requestsOf(one, made).length);
		expect(service.requests).toEqual(expect.arrayContaining([...requestsOf(one, made)]));
		expect(service.requests.at(-1)).toEqual(requestsOf(one, made).at(-1));
		const payout = one.operation.effect === 'pay' ? { payout: expect.objectContaining({ outcome: 'accepted' }) } : {};
		expect(json(result.success)).toEqual(items.map((item) => ({ ...item, ...payout })));
		const isDocumented = one.operation.effect === 'read' && one.name !== UNWRAPPED;
		expect(isDocumented ? differencesIn(json(result.success), one.operation) : []).toEqual([]);
	});
});

describe('the credential', () => {
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

	test('a price needs none, and looks at none', async () => {
		const { sandbox } = service;
		const around = { ...surroundings(sandbox), credentials: {} };
		const { success } = await run(sandbox, { resource: 'price', operation: 'get', pair: 'usdngn' }, around);
		expect(success).toHaveLength(1);
		const [shown] = new Mavapay().description.credentials ?? [];
		expect(shown?.displayOptions?.hide).toMatchObject({ resource: ['price'] });
	});

	test('a key for reading reads', async () => {
		const { sandbox } = service;
		const parameters = { resource: 'wallet', operation: 'getAll', filters: {}, options: {} };
		const result = await run(sandbox, parameters, surroundings(sandbox, { apiKey: sandbox.keys.read }));
		expect(result.success).toHaveLength(5);
	});
});
