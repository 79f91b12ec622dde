/** The life cycle of the registration, on n8n-core's hook context, against the sandbox's one webhook. */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { startSandbox } from '../../../sandbox';
import { PRODUCTION_URL, TEST_URL, triggerFor } from '../../harness/engine/mavapayTrigger';
import { activateAsN8n, deactivateAsN8n } from '../../harness/engine/triggerInN8n';
import { derived, lines, sandbox } from '../../harness/engine/startedTrigger';

const registered = () => {
	const { webhook } = sandbox;
	return webhook && { url: webhook.url, secret: webhook.secret, isActive: webhook.isActive };
};
const ours = () => ({ url: PRODUCTION_URL, secret: derived(), isActive: true });
const foreign = {
	url: 'https://shop.example/hook?token=t0psecret',
	secret: 'the shop has this secret',
	isActive: true,
};
const writes = () =>
	sandbox.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('an account without webhook', () => {
	it('gets ours, once', async () => {
		const trigger = triggerFor(sandbox);
		await trigger.activate();
		expect(registered()).toEqual(ours());
		expect(writes()).toEqual(['POST /webhook/register']);
		expect(JSON.stringify(trigger.staticData)).not.toContain(derived());
	});

	it('keeps ours after deactivation, says so, and has it adopted next time', async () => {
		const trigger = triggerFor(sandbox);
		await trigger.activate();
		await trigger.deactivate();
		expect(registered()).toEqual(ours());
		expect(lines.at(-1)).toContain("stays the account's webhook");
		expect(await trigger.activate()).toBe(false);
		expect(writes()).toHaveLength(1);
	});

	it.each(['kept', 'wiped'])('is asked, not written to, when activated again with static data %s', async (data) => {
		const trigger = triggerFor(sandbox);
		await trigger.activate();
		const again = triggerFor(sandbox, { staticData: data === 'kept' ? trigger.staticData : {} });
		expect(await again.activate()).toBe(false);
		expect(await again.activate()).toBe(false);
		expect(writes()).toHaveLength(1);
	});
});

describe('a registration of ours that is not as it should be', () => {
	it.each([
		['another secret', { secret: 'other' }],
		['not active', { isActive: false }],
	])('is set again: %s', async (_what, change) => {
		sandbox.setWebhook({ ...ours(), ...change });
		const trigger = triggerFor(sandbox);
		await trigger.activate();
		expect(registered()).toEqual(ours());
		expect(writes()).toEqual(['PUT /webhook']);
	});

	it('is our own also where it is the test URL, and never comes back', async () => {
		sandbox.setWebhook({ url: TEST_URL, secret: derived() });
		const trigger = triggerFor(sandbox);
		await trigger.activate();
		expect(registered()).toEqual(ours());
		await trigger.deactivate();
		expect(registered()).toEqual(ours());
	});
});

describe('the same trigger at another address, be it that n8n has moved or that this n8n is a copy', () => {
	const elsewhere = () => ({ ...ours(), url: PRODUCTION_URL.replace(/^https?:\/\/[^/]+/, 'https://live.example') });

	/** Static data of a trigger at another address, which replaced somebody else's webhook. */
	async function staticDataElsewhere() {
		sandbox.setWebhook(foreign);
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		sandbox.setWebhook(elsewhere());
		return JSON.parse(JSON.stringify(trigger.staticData).replaceAll(PRODUCTION_URL, elsewhere().url));
	}

	it('is not taken from unasked', async () => {
		const staticData = await staticDataElsewhere();
		await expect(activateAsN8n(triggerFor(sandbox, { staticData }))).rejects.toThrow('https://live.example/');
		expect(registered()).toEqual(elsewhere());
	});

	it('is left alone by a deactivation, which says so', async () => {
		const trigger = triggerFor(sandbox, { staticData: await staticDataElsewhere() });
		await deactivateAsN8n(trigger);
		expect(registered()).toEqual(elsewhere());
		expect(lines.at(-1)).toContain('another address of n8n');
	});

	it('is taken from where that is allowed, and what it had replaced is put back', async () => {
		const staticData = await staticDataElsewhere();
		const trigger = triggerFor(sandbox, { staticData, parameters: { replaceExisting: true } });
		await trigger.deactivate();
		await trigger.activate();
		expect(registered()).toEqual(ours());
		await trigger.deactivate();
		expect(registered()).toEqual(foreign);
	});
});

describe("another's webhook", () => {
	beforeEach(() => sandbox.setWebhook(foreign));

	it('is refused and named, without what may be secret', async () => {
		const trigger = triggerFor(sandbox);
		const refusal = await trigger.activate().catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeOperationError);
		const { message } = refusal as Error;
		expect(message).toContain('https://shop.example/hook');
		expect(message).toContain("'Replace Existing Webhook'");
		expect(message).not.toMatch(/t0psecret|this secret/);
		await expect(activateAsN8n(trigger)).rejects.toThrow('https://shop.example/hook');
		expect(registered()).toEqual(foreign);
		expect(writes()).toEqual([]);
	});

	it('is replaced where that is allowed, and put back', async () => {
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		expect(registered()).toEqual(ours());
		expect(JSON.stringify(trigger.staticData)).not.toContain(foreign.secret);
		await trigger.deactivate();
		expect(registered()).toEqual(foreign);
		expect(writes()).toEqual(['PUT /webhook', 'PUT /webhook']);
		await trigger.deactivate();
		expect(writes()).toHaveLength(2);
		expect(lines.join('\n')).not.toMatch(/t0psecret|this secret/);
	});

	it('is put back also where the setting was changed to manual meanwhile', async () => {
		const first = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await first.activate();
		const manual = triggerFor(sandbox, { parameters: { registration: 'manual' }, staticData: first.staticData });
		await manual.deactivate();
		expect(registered()).toEqual(foreign);
	});

	it('is left alone where somebody else replaced the webhook meanwhile', async () => {
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		const third = { url: 'https://third.example/', secret: 's', isActive: true };
		sandbox.setWebhook(third);
		await trigger.deactivate();
		expect(registered()).toEqual(third);
		expect(lines.at(-1)).toMatch(/shop\.example\/hook\?….* https:\/\/third\.example\/ now/);
		sandbox.setWebhook(ours());
		await trigger.deactivate();
		expect(registered()).toEqual(ours());
	});

	it.each(['', '********'])('is not replaced while its secret reads %p', async (secret) => {
		sandbox.setWebhook({ ...foreign, secret });
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await expect(trigger.activate()).rejects.toThrow("secret can't be read");
		expect(writes()).toEqual([]);
	});

	it('is left alone by a deactivation that has lost its static data', async () => {
		const parameters = { replaceExisting: true };
		await triggerFor(sandbox, { parameters }).activate();
		const restarted = triggerFor(sandbox, { parameters, staticData: {} });
		await restarted.deactivate();
		expect(registered()).toEqual(ours());
		sandbox.setWebhook(foreign);
		await restarted.deactivate();
		expect(registered()).toEqual(foreign);
	});

	it('is put back also where other nodes wiped the static data meanwhile', async () => {
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		trigger.staticData = {};
		await trigger.deactivate();
		expect(registered()).toEqual(foreign);
	});

	it.each([
		['at once', 1],
		['after the service was down for longer', 2],
	])('is put back after an activation that failed though it took effect, %s', async (_when, failing) => {
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		sandbox.faults.add({ match: { method: 'PUT', nth: 1 }, fault: { kind: 'status', status: 500, effect: true } });
		sandbox.faults.add({ match: { path: '/user', nth: 3, times: failing }, fault: { kind: 'status', status: 500 } });
		await expect(trigger.activate()).rejects.toThrow('500');
		expect(registered()).toEqual(ours());
		// n8n discards the static data of an activation that failed, and calls `delete`.
		trigger.staticData = {};
		await trigger.deactivate().catch(() => undefined);
		expect(registered()).toEqual(failing === 1 ? foreign : ours());
		expect(await trigger.activate()).toBe(failing === 1);
		await trigger.deactivate();
		expect(registered()).toEqual(foreign);
	});

	it('is named as lost where it was kept under another API key, and comes back with the right one', async () => {
		const parameters = { replaceExisting: true };
		const first = triggerFor(sandbox, { parameters });
		await first.activate();
		const other = triggerFor(sandbox, {
			parameters,
			staticData: first.staticData,
			credential: { authentication: 'bearerToken', accessToken: sandbox.keys.bearer, webhookSigningSecret: 's' },
		});
		await other.deactivate();
		expect(registered()).toEqual(ours());
		expect(lines.at(-1)).toContain('https://shop.example/hook?… could not be restored');
		const right = triggerFor(sandbox, { parameters, staticData: other.staticData });
		await right.deactivate();
		expect(registered()).toEqual(foreign);
	});

	it('is not put back on another deployment', async () => {
		const elsewhere = await startSandbox();
		const first = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await first.activate();
		elsewhere.setWebhook(ours());
		const moved = triggerFor(elsewhere, { staticData: first.staticData, credential: { apiKey: elsewhere.keys.write } });
		await moved.deactivate();
		expect(elsewhere.webhook?.url).toBe(PRODUCTION_URL);
		expect(lines.at(-1)).toContain('a deployment other than');
		await elsewhere.close();
	});
});

describe('a service that fails', () => {
	it('for good stops an activation with a message and keeps what is needed to go back', async () => {
		sandbox.setWebhook(foreign);
		sandbox.faults.add({
			match: { method: 'PUT' },
			fault: { kind: 'status', status: 500, message: 'ECONNRESET inside' },
		});
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		const refusal = await activateAsN8n(trigger).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeApiError);
		expect((refusal as Error).message).toContain(PRODUCTION_URL);
		expect(registered()).toEqual(foreign);
	});

	it('is named where the key may only read', async () => {
		const trigger = triggerFor(sandbox, { credential: { apiKey: sandbox.keys.read } });
		await expect(trigger.activate()).rejects.toThrow('with a WRITE key');
		expect(registered()).toBeNull();
	});
});

describe('settings that could never work', () => {
	it.each([
		[{ minimumAmount: '5' }, {}, "'Minimum Amount' needs 'Currency'"],
		[{ registration: 'manual' }, {}, "With 'Registration' set to Manual"],
		[{}, { deployment: 'live' }, "'API Key' begins with sandbox_"],
		[{}, { baseUrl: 'http://elsewhere.example/api' }, "'Base URL'"],
	])('%j with %j', async (parameters, credential, message) => {
		const trigger = triggerFor(sandbox, { parameters, credential });
		await expect(trigger.activate()).rejects.toThrow(message);
		expect(sandbox.requests).toHaveLength(0);
	});
});

describe('the address of n8n', () => {
	const own = { apiKey: 'a-key' };

	it.each([
		['https://localhost/', "can't reach n8n at"],
		['https://127.0.0.1/', "can't reach n8n at"],
		['https://10.0.0.4/', "can't reach n8n at"],
		['https://172.31.0.4/', "can't reach n8n at"],
		['https://192.168.1.4/', "can't reach n8n at"],
		['https://100.64.0.1/', "can't reach n8n at"],
		['https://169.254.1.1/', "can't reach n8n at"],
		['https://[::1]/', "can't reach n8n at"],
		['https://n8n.local/', "can't reach n8n at"],
		['https://n8n./', "can't reach n8n at"],
		['https://server/', "can't reach n8n at"],
		['http://n8n.example.com/', "doesn't start with https"],
	])('%s is refused on live, with the ways out', async (instanceUrl, says) => {
		const trigger = triggerFor(sandbox, { instanceUrl, credential: { deployment: 'live', ...own } });
		const refusal: unknown = await trigger.activate().catch((error: unknown) => error);
		expect(String(refusal)).toContain(says);
		expect(String(refusal)).toMatch(/WEBHOOK_URL[^]*'Transaction: Get New'/);
		expect(sandbox.requests).toHaveLength(0);
	});

	it('is refused on staging, too', async () => {
		const trigger = triggerFor(sandbox, { credential: { deployment: 'staging', ...own } });
		await expect(trigger.activate()).rejects.toThrow("can't reach n8n at");
	});

	it.each([
		['https://10.0.0.4/', true],
		['https://n8n.example.com/', false],
		['https://172.32.0.4/', false],
		['https://8.8.8.8/', false],
	])('%s is warned of at a custom address without a key of the sandbox: %s', async (instanceUrl, warns) => {
		await triggerFor(sandbox, { instanceUrl, credential: own })
			.activate()
			.catch(() => undefined);
		expect(lines.join('\n').includes("can't reach n8n at")).toBe(warns);
	});
});

it('registers and asks nothing where registration is manual, and answers 401 to a wrong signature by itself', async () => {
	const trigger = triggerFor(sandbox, {
		parameters: { registration: 'manual' },
		credential: { webhookSigningSecret: 'pasted' },
	});
	expect(await trigger.activate()).toBe(false);
	const { response, startsExecution } = await trigger.deliver({
		body: '{"event":"payment.received","data":{"id":"1"}}',
		headers: { 'x-mavapay-signature': 'a'.repeat(64), 'content-type': 'application/json' },
	});
	expect([response.statusCode, startsExecution]).toEqual([401, false]);
	await trigger.deactivate();
	expect(sandbox.requests).toHaveLength(0);
});

it('registers with the secret of the credential, also under a bearer token', async () => {
	const credential = {
		authentication: 'bearerToken',
		accessToken: sandbox.keys.bearer,
		webhookSigningSecret: 'chosen',
	};
	sandbox.setWebhook(foreign);
	const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true }, credential });
	await trigger.activate();
	expect(registered()).toEqual({ url: PRODUCTION_URL, secret: 'chosen', isActive: true });
	const rotated = triggerFor(sandbox, {
		parameters: { replaceExisting: true },
		credential: { ...credential, webhookSigningSecret: 'new', previousWebhookSigningSecret: 'chosen' },
		staticData: trigger.staticData,
	});
	await rotated.deactivate();
	expect(registered()).toEqual(foreign);
});
