/** The harness shown on toys: what runs outside an execution (editor, credential test, trigger). */
import {
	NodeOperationError,
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { plainDescription, TriggerHarness } from './';
import { TOY_CREDENTIAL, TOY_KEY, toyCredential } from './toyCredential';

const credentials = { [TOY_CREDENTIAL]: { key: TOY_KEY } };

describe('a webhook trigger', () => {
	const trigger: INodeType = {
		description: {
			...plainDescription('x.trigger', [TOY_CREDENTIAL]),
			group: ['trigger'],
			inputs: [],
			webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		},
		webhookMethods: {
			default: {
				async checkExists(this: IHookFunctions) {
					return this.getWorkflowStaticData('node').url === this.getNodeWebhookUrl('default');
				},
				async create(this: IHookFunctions) {
					this.getWorkflowStaticData('node').url = this.getNodeWebhookUrl('default');
					return true;
				},
				async delete(this: IHookFunctions) {
					delete this.getWorkflowStaticData('node').url;
					return true;
				},
			},
		},
		async webhook(this: IWebhookFunctions) {
			const { rawBody } = this.getRequestObject();
			const { key } = await this.getCredentials<IDataObject>(TOY_CREDENTIAL);
			if (this.getHeaderData()['x-secret'] !== key) {
				this.getResponseObject().status(401).json({ message: 'no' });
				return { noWebhookResponse: true };
			}
			const seen = this.getWorkflowStaticData('node');
			seen.count = Number(seen.count ?? 0) + 1;
			if (rawBody.length === 0) throw new NodeOperationError(this.getNode(), 'Empty');
			return { workflowData: [[{ json: { raw: rawBody.toString('utf8'), body: this.getBodyData() } }]] };
		},
	};
	const harness = () =>
		new TriggerHarness({
			type: trigger,
			typeName: 'x.trigger',
			credentialTypes: [toyCredential],
			credentials,
			webhookId: 'hook-1',
		});

	test('registers, finds and removes; test listening has data of its own', async () => {
		const it = harness();
		expect(await it.activate()).toBe(true);
		const url = 'http://127.0.0.1:5678/webhook/hook-1/webhook';
		expect(it.staticData).toEqual({ 'node:Trigger': { url } });
		expect(await it.activate()).toBe(false);
		await it.activate({ mode: 'manual', isTest: true });
		expect(it.testStaticData).toEqual({
			'node:Trigger': { url: 'http://127.0.0.1:5678/webhook-test/hook-1/webhook' },
		});
		await it.deactivate();
		expect(it.staticData).toEqual({ 'node:Trigger': {} });
	});

	test('deliveries: raw bytes, the answer written by the node, and what starts an execution', async () => {
		const it = harness();
		const headers = { 'X-Secret': TOY_KEY };
		const good = await it.deliver({ body: '{"a": 1.0}', headers });
		expect(good.startsExecution).toBe(true);
		expect(good.returned?.workflowData?.[0]?.[0]?.json).toEqual({ raw: '{"a": 1.0}', body: { a: 1 } });
		const forged = await it.deliver({ body: '{}' });
		expect(forged).toMatchObject({
			startsExecution: false,
			response: { statusCode: 401, body: { message: 'no' }, writableEnded: true },
		});
		const broken = await it.deliver({ body: '', headers });
		expect(broken.thrown).toBeInstanceOf(NodeOperationError);
		expect(it.staticData).toEqual({ 'node:Trigger': { count: 2 } });
	});

	test('simultaneous deliveries: the last copy of static data wins', async () => {
		const it = harness();
		const headers = { 'X-Secret': TOY_KEY };
		await Promise.all([1, 2, 3].map(async () => await it.deliver({ body: '{}', headers })));
		expect(it.staticData).toEqual({ 'node:Trigger': { count: 1 } });
	});
});
