/**
 * The trigger's guards hold even if their values are expressions. n8n silently gives the node an empty object for a
 * collection written as one expression, and undefined for an expression without a result.
 */
import { HookContext, WebhookContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { received, signed } from '../../harness/engine/documentedEvents';
import { triggerFor } from '../../harness/engine/mavapayTrigger';
import { LISTENING } from '../../harness/engine/triggerInN8n';
import { lines, n8n, sandbox } from '../../harness/engine/startedTrigger';

const SECRET = 'the signing secret';

const use = (parameters: INodeParameters) =>
	n8n.use(triggerFor(sandbox, { parameters, credential: { webhookSigningSecret: SECRET } }));
const deliver = async (event: object) => (await n8n.deliver(signed(event, SECRET))).response.statusCode;

describe('options as one expression loosen nothing:', () => {
	const options = '={{ { allowRepeatedEvents: true, replaceWhileTesting: true } }}';

	it('each event starts the workflow once', async () => {
		use({ options });
		expect([await deliver(received('NGN')), await deliver(received('NGN'))]).toEqual([200, 200]);
		expect(n8n.emitted).toHaveLength(1);
	});

	it('a listener replaces no webhook', async () => {
		sandbox.setWebhook({ url: 'https://shop.example/hook', secret: 'of the shop' });
		use({ options });
		await expect(n8n.trigger.activate(LISTENING)).rejects.toThrow("'Replace Webhook While Testing'");
	});

	const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	const guards: Array<[INodeParameters, object, number]> = [
		[{ currency: 'USDT' }, received('NGN'), 200],
		[{ status: ['SUCCESS'] }, received('NGN', { status: 'FAILED' }), 200],
		[{ type: ['WITHDRAWAL'] }, received('NGN'), 200],
		[{ customerReference: 'order-2' }, received('NGN'), 200],
		[{ customerReference: 'rder-1', customerReferenceMatch: 'startsWith' }, received('NGN'), 200],
		[{ currency: 'NGN', minimumAmount: '99999999' }, received('NGN'), 200],
		[{ maximumAge: 10 }, received('NGN', { updatedAt: minutesAgo(11) }), 401],
		[{ confirmWithMavapay: true }, received('NGN'), 503],
	];

	it.each(guards)('%j holds back', async (guard, event, status) => {
		for (const parameters of [guard, asExpressions(guard)]) {
			use({ ...parameters, options });
			expect(await deliver(event)).toBe(status);
			expect(n8n.executions).toEqual([]);
		}
	});
});

describe("a workflow of n8n's Engine 2.0, which never runs the trigger's own execute()", () => {
	const setUp = { settings: { engineType: 'v2' }, credential: { webhookSigningSecret: SECRET } } as const;

	it.each(['automatic', 'manual'])('is not activated, nor listened to (Registration: %s)', async (registration) => {
		n8n.use(triggerFor(sandbox, { ...setUp, parameters: { registration } }));
		for (const how of [{}, LISTENING]) {
			const message = /n8n's Engine 2\.0 would start this workflow again.*Remove "engineType"/;
			await expect(n8n.trigger.activate(how)).rejects.toThrow(message);
			await expect(n8n.trigger.run('create', how)).rejects.toThrow(message);
		}
		expect(sandbox.requests).toEqual([]);
	});

	it('answers 503 to events of a workflow that was active before, which come again', async () => {
		const parameters = { registration: 'manual' };
		n8n.use(triggerFor(sandbox, { ...setUp, parameters }));
		expect([await deliver(received('NGN')), await deliver(received('NGN'))]).toEqual([503, 503]);
		expect(n8n.executions).toEqual([]);
		expect(lines.join()).toContain("n8n's Engine 2.0 would start this workflow again");
		n8n.use(triggerFor(sandbox, { ...setUp, parameters, settings: { engineType: 'v1' } }));
		expect(await deliver(received('NGN'))).toBe(200);
		expect(n8n.emitted).toHaveLength(1);
	});

	it('can still be deactivated, which restores what it replaced', async () => {
		const url = 'https://shop.example/hook';
		sandbox.setWebhook({ url, secret: 'of the shop' });
		const before = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await before.activate();
		await triggerFor(sandbox, { ...setUp, staticData: before.staticData }).deactivate();
		expect(sandbox.webhook?.url).toBe(url);
	});
});

it("an n8n whose contexts don't tell a workflow's settings, as 2.0, has no other engine", async () => {
	const prototypes = [HookContext.prototype, WebhookContext.prototype];
	for (const prototype of prototypes) Object.assign(prototype, { getWorkflowSettings: undefined });
	try {
		use({ registration: 'manual' });
		await n8n.trigger.activate();
		expect(await deliver(received('NGN'))).toBe(200);
		expect(n8n.emitted).toHaveLength(1);
	} finally {
		for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'getWorkflowSettings');
	}
});

/** The parameters, with each value written as an expression. */
const asExpressions = (parameters: INodeParameters): INodeParameters =>
	Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, `={{ ${JSON.stringify(value)} }}`]));

describe('a guard that is an expression without a result', () => {
	it.each([
		['currency', 'Currency'],
		['status', 'Status'],
		['type', 'Type'],
		['customerReference', 'Customer Reference'],
		['customerReferenceMatch', 'Customer Reference Match'],
		['minimumAmount', 'Minimum Amount'],
		['confirmWithMavapay', 'Confirm with Mavapay'],
		['maximumAge', 'Maximum Age'],
	])('(%s) stops the activation, and every event', async (name, label) => {
		for (const nothing of ['={{ undefined }}', "={{ '' }}"]) {
			use({ customerReference: 'order-1', [name]: nothing });
			await expect(n8n.trigger.activate()).rejects.toThrow(`'${label}'`);
			expect(await deliver(received('NGN'))).toBe(503);
			expect(n8n.executions).toEqual([]);
		}
		expect(lines.join()).toContain(`'${label}'`);
	});

	it.each(['status', 'type'])(
		'(%s) may not give an empty list either, while an empty one restricts nothing',
		async (name) => {
			use({ [name]: '={{ [] }}' });
			expect(await deliver(received('NGN'))).toBe(503);
			use({ [name]: [] });
			await n8n.trigger.activate();
			expect(await deliver(received('NGN'))).toBe(200);
			expect(n8n.emitted).toHaveLength(1);
		},
	);
});
