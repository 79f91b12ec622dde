/** Keys and secrets leave the package only when somebody asks for them. */
import type { IDataObject } from 'n8n-workflow';
import { at, firstCases, stored, titleOf } from '../../cases';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import {
	answers,
	arranged,
	credentialOf,
	json,
	mavapayType,
	run,
	surroundings,
	surroundingsOf,
	useSandbox,
} from '../../harness/engine/mavapay';
import { everything } from '../../harness/engine/threeOutcomes';
import { answeringJson, saidBy } from '../../harness/engine';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';

const service = useSandbox();
const HOOK = 'hook-secret-of-the-test';
const SIGNING = 'signing-secret-of-the-credential';

const account = (options: IDataObject = {}) => ({
	resource: 'account',
	operation: 'get',
	options: JSON.parse(JSON.stringify(options)),
});

describe('the profile', () => {
	beforeEach(() => service.sandbox.setWebhook({ url: 'https://example.com/hook', secret: HOOK }));

	test.each([{}, { revealSecrets: false }])('is masked with the options %j', async (options) => {
		const { sandbox } = service;
		const result = await run(sandbox, account(options));
		expect(at(result.success[0]?.json, 'account', 'apiKey')).toBe('********');
		expect(at(result.success[0]?.json, 'account', 'webhook')).toMatchObject({
			url: 'https://example.com/hook',
			secret: '********',
			isActive: true,
		});
		for (const secret of [HOOK, sandbox.keys.write]) expect(everything(result)).not.toContain(secret);
	});

	test('is shown as it is when asked for', async () => {
		const { sandbox } = service;
		const { success } = await run(sandbox, account({ revealSecrets: true }));
		expect(at(success[0]?.json, 'account', 'apiKey')).toBe(sandbox.keys.write);
		expect(at(success[0]?.json, 'account', 'webhook', 'secret')).toBe(HOOK);
		// A later version of n8n can hide these members when somebody reads the execution.
		const hidden = mavapayType.description.sensitiveOutputFields ?? [];
		expect(hidden.map((path) => at(success[0]?.json, ...path.split('.')))).toEqual([sandbox.keys.write, HOOK]);
	});

	test.each(['={{ "yes" }}', '={{ 1 }}', '={{ ["true"] }}'])(
		'the expression %s reveals nothing',
		async (revealSecrets) => {
			const result = await run(service.sandbox, account({ revealSecrets }), { onError: 'continueRegularOutput' });
			expect(result.success[0]?.json.message).toMatch(/'Reveal Secrets' must be true or false/);
			expect(service.sandbox.requests).toEqual([]);
		},
	);

	test('in the older form, with a list of webhooks, is masked too', async () => {
		const data = {
			id: 'u',
			account: { apiKey: 'key-of-the-account', webhook: [{ url: 'https://a.example', secret: HOOK }] },
		};
		const where = await serveInsteadOf(service.sandbox, answeringJson(200, { status: 'success', data }));
		const profile = await run(where, account());
		const webhook = await run(where, { resource: 'webhook', operation: 'get', options: {} });
		expect(`${everything(profile)}${everything(webhook)}`).not.toMatch(new RegExp(`key-of-the-account|${HOOK}`));
		expect(json(webhook.success)).toEqual([{ url: 'https://a.example', secret: '********' }]);
	});
});

describe.each(firstCases.map((one) => ({ title: titleOf(one), one })))('$title', ({ one }) => {
	test('stores no key, token or secret of the credential, paid or failed', async () => {
		const { sandbox } = service;
		const made = await arranged(one, sandbox);
		const around = surroundingsOf(one, sandbox, {
			webhookSigningSecret: SIGNING,
			previousWebhookSigningSecret: `${SIGNING}-before`,
		});
		const echoed = `${sandbox.keys.write} and ${SIGNING} are wrong`;
		const good = await run(sandbox, stored(one, made), around);
		expect(good.nodeError).toBeUndefined();
		sandbox.faults.add({
			match: {},
			// A service can repeat only a key that it was sent, and prices are read without one.
			fault: { kind: 'status', status: 401, message: one.operation.resource === 'price' ? '' : echoed },
		});
		const failed = await run(sandbox, stored(one, made), {
			...around,
			workflowId: 'another',
			onError: 'continueErrorOutput',
		});
		for (const result of [good, failed]) {
			expect(everything(result)).not.toContain(sandbox.keys.write);
			expect(everything(result)).not.toContain(SIGNING);
		}
		for (const { path, query } of sandbox.requests) {
			expect(JSON.stringify([path, query])).not.toMatch(new RegExp(`${sandbox.keys.write}|${SIGNING}`));
		}
	});
});

test('the secret of a webhook is sent, and emitted masked where the service repeats it', async () => {
	const { sandbox } = service;
	const body = { status: 'ok', data: { id: 'w', url: 'https://example.com/new', secret: SIGNING, isActive: true } };
	sandbox.faults.add({ match: { method: 'POST' }, fault: { kind: 'status', status: 200, body } });
	const parameters = { resource: 'webhook', operation: 'set', url: 'https://example.com/new', secret: '', options: {} };
	const result = await run(sandbox, parameters, surroundings(sandbox, { webhookSigningSecret: SIGNING }));
	expect(sandbox.requests.at(-1)?.body).toEqual({ url: 'https://example.com/new', secret: SIGNING });
	expect(json(result.success)).toEqual([
		{ id: 'w', url: 'https://example.com/new', secret: '********', isActive: true },
	]);
	expect(everything(result)).not.toContain(SIGNING);
});

test.each([
	['as it is', 'typed-into-the-node'],
	['by expression', '={{ $json.secret }}'],
])('a secret given to the node %s is not in the error, though the service repeats it', async (_name, secret) => {
	const { sandbox } = service;
	sandbox.faults.add({
		match: { method: 'POST' },
		fault: { kind: 'status', status: 400, message: 'secret "typed-into-the-node" is invalid' },
	});
	const parameters = { resource: 'webhook', operation: 'set', url: 'https://example.com/new', secret, options: {} };
	const { nodeError } = await run(sandbox, parameters, { items: [{ secret: 'typed-into-the-node' }] });
	expect(saidBy(nodeError)).toContain('Mavapay responded (400): "secret "********" is invalid"');
});

test('a secret that JSON writes otherwise is not shown where an unclear answer is quoted', async () => {
	const { sandbox } = service;
	const secret = 'quo"te\\d-secret';
	const body = { status: 'weird', message: 'hm', data: { id: 'w', secret, said: secret } };
	sandbox.faults.add({ match: { method: 'POST' }, fault: { kind: 'status', status: 500, body } });
	const parameters = { resource: 'webhook', operation: 'set', url: 'https://example.com/new', secret, options: {} };
	const said = saidBy((await run(sandbox, parameters)).nodeError);
	expect(said).toContain('"data":{"id":"w","secret":"********","said":"********"}');
});

test("the account's own key is masked in an output under whatever name it comes, paid, remembered or read", async () => {
	const { sandbox } = service;
	const data = { id: 't-1', note: `key: ${sandbox.keys.write}` };
	answers(sandbox, '/withdraw/stablecoin', { ...data, status: 'PENDING' });
	answers(sandbox, '/user', data);
	const paid = await run(sandbox, {
		...toStablecoin,
		simplify: false,
		amount: '400',
		customerReference: 'INV-9',
	});
	const read = await run(sandbox, account());
	for (const result of [paid, read]) {
		expect(result.success[0]?.json).toMatchObject({ note: 'key: ********' });
		expect(everything(result)).not.toContain(sandbox.keys.write);
	}
	const revealed = await run(sandbox, account({ revealSecrets: true }));
	expect(revealed.success[0]?.json).toMatchObject({ note: `key: ${sandbox.keys.write}` });
});

test.each([
	['digits that an amount has, too', '12345678', {}],
	['the name of a member', 'currency', {}],
	['digits of an account number', '01234567', { bankAccountNumber: '********89' }],
])('a secret that is %s leaves amounts and members as they are', async (_name, webhookSigningSecret, masked) => {
	const { sandbox } = service;
	const around = surroundings(sandbox, { webhookSigningSecret });
	const paid = await run(sandbox, { ...bankPayout, amount: '12345678', simplify: false }, around);
	expect(json(paid.success)).toEqual([
		expect.objectContaining({
			payout: expect.objectContaining({
				outcome: 'accepted',
				amount: { minor: '12345678', major: '123456.78', currency: 'NGN', text: '123,456.78 NGN' },
			}),
			amount: 12345678,
			metadata: expect.objectContaining(masked),
		}),
	]);
	const listed = await run(sandbox, { resource: 'transaction', operation: 'getAll', returnAll: true }, around);
	expect(json(listed.success)).toEqual([expect.objectContaining({ amount: 12345678, currency: 'NGN' })]);
});

test("a credential that can't be read is said to be that, in n8n's words, and no fault of this package", async () => {
	const { sandbox } = service;
	const parameters = { resource: 'wallet', operation: 'getAll', filters: {} };
	const { nodeError } = await run(sandbox, parameters, {
		...surroundings(sandbox),
		credentials: { mavapayApi: { ...credentialOf(sandbox), apiKey: '={{ $secrets.vault.key }}' } },
	});
	expect(saidBy(nodeError)).toMatch(/The Mavapay credential can't be used/);
	expect(saidBy(nodeError)).not.toMatch(/report/);
});
