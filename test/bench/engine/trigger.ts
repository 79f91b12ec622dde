/** Verifying and shaping one event: our trigger's part of a delivery, beside a webhook that only hands on the body. */
import { createHmac, randomUUID } from 'node:crypto';
import type { ICredentialType, INodeType, IWebhookFunctions } from 'n8n-workflow';
import { plainDescription, TriggerHarness, type DeliveryResult } from '../../harness/engine';
import deposit from '../deposit.json';
import type { Place } from './contenders';
import { median, shown, type Row } from '../report';

const SECRET = 'a signing secret of the bench';
const EVENTS = 500;
const ROUNDS = 3;

/** Events per round come one after the other, each new, so that none is dropped as a repeat. */
export async function trigger(type: INodeType, credential: ICredentialType, { url, key }: Place): Promise<Row[]> {
	const ours = (timed: INodeType) =>
		new TriggerHarness({
			type: timed,
			typeName: 'n8n-nodes-mavapay.mavapayTrigger',
			parameters: { events: ['payment.received'] },
			credentialTypes: [credential],
			credentials: {
				mavapayApi: { deployment: 'custom', baseUrl: url, apiKey: key, webhookSigningSecret: SECRET },
			},
		});
	const plain = (timed: INodeType) => new TriggerHarness({ type: timed, typeName: 'test.webhook' });
	const cost: Record<'signed' | 'forged' | 'plain', number[]> = { signed: [], forged: [], plain: [] };
	for (let round = 0; round <= ROUNDS; round++) {
		const signed = await perEvent(type, ours, SECRET, 200);
		const forged = await perEvent(type, ours, 'a wrong secret', 401);
		const handed = await perEvent(handsOn, plain, SECRET, 200);
		if (round === 0) continue;
		cost.signed.push(signed);
		cost.forged.push(forged);
		cost.plain.push(handed);
	}
	const row = (what: string, samples: readonly number[]): Row => ({
		what,
		measured: `${shown(median(samples))} us per event`,
		target: null,
	});
	return [
		row('a signed event: verified, shaped, remembered, emitted', cost.signed),
		row('a forged event: refused with 401', cost.forged),
		row('a webhook that verifies nothing', cost.plain),
	];
}

/** Microseconds within `webhook()`, the median of the events. */
async function perEvent(
	type: INodeType,
	open: (timed: INodeType) => TriggerHarness,
	secret: string,
	status: number,
): Promise<number> {
	const spent: number[] = [];
	const webhook: INodeType['webhook'] = async function (this: IWebhookFunctions) {
		if (type.webhook === undefined) throw new Error('The node takes no webhooks');
		const start = performance.now();
		const returned = await type.webhook.call(this);
		spent.push(1_000 * (performance.now() - start));
		return returned;
	};
	const harness = open(Object.create(type, { webhook: { value: webhook } }));
	await harness.activate();
	for (let index = 0; index < EVENTS; index++) {
		const body = JSON.stringify({ ...deposit, data: { ...deposit.data, id: randomUUID() } });
		const signature = createHmac('sha256', secret).update(body).digest('hex');
		expectStatus(await harness.deliver({ body, headers: { 'X-Mavapay-Signature': signature } }), status);
	}
	return median(spent);
}

function expectStatus({ thrown, response }: DeliveryResult, status: number): void {
	if (thrown !== undefined || response.statusCode !== status) {
		throw new Error(`An event was answered with ${response.statusCode} instead of ${status}`);
	}
}

const handsOn: INodeType = {
	description: {
		...plainDescription('test.webhook'),
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
	},
	async webhook(this: IWebhookFunctions) {
		return { workflowData: [this.helpers.returnJsonArray([this.getBodyData()])] };
	},
};
