/** The trigger against the description of the service's interface: every event that can be drawn from it comes out whole. */
import { createHmac } from 'node:crypto';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { events, samplesOf, type EventRow } from '../../../interface/index';
import { TriggerHarness } from '../../harness/engine';
import { at } from '../../cases/case';
import { credentialOf } from '../../harness/engine/mavapay';

const SECRET = 'secret-of-the-test';
/** Nobody is asked: a signature is enough. */
const nowhere = { url: 'http://127.0.0.1:9/api/v1', keys: { write: 'key', read: 'key', bearer: 'key' } };

let workflows = 0;

/** One delivery to a trigger of its own, as the service signs it. */
async function deliver(sample: unknown) {
	const body = JSON.stringify(sample);
	const trigger = new TriggerHarness({
		type: new MavapayTrigger(),
		typeName: 'n8n-nodes-mavapay.mavapayTrigger',
		parameters: { registration: 'manual', events: ['*'] },
		credentialTypes: [new MavapayApi()],
		credentials: { mavapayApi: credentialOf(nowhere, { webhookSigningSecret: SECRET }) },
		// Triggers of different workflows share no memory within the process.
		workflowId: `described ${++workflows}`,
	});
	const signature = createHmac('sha256', SECRET).update(body).digest('hex');
	const headers = { 'content-type': 'application/json', 'x-mavapay-signature': signature };
	return await trigger.deliver({ body, headers });
}

const textOrNull = (value: unknown) => (value === '' || value === undefined || value === null ? null : String(value));

/** What has to stand beside the untouched data, read where the documentation has it. */
function summaryOf({ event }: EventRow, data: unknown): object {
	const told = event === 'payment_link.settled' ? at(data, 'transaction') : data;
	const [metadata] = Object.entries(Object(told)).flatMap(([name, value]) => (name.endsWith('etadata') ? [value] : []));
	const link = { paymentRef: at(data, 'paymentRef'), paymentLink: at(data, 'paymentLink') };
	return {
		event,
		transactionId: at(told, 'id'),
		type: at(told, 'type'),
		status: at(told, 'status'),
		currency: at(told, 'currency'),
		amount: { minor: String(at(told, 'amount')) },
		fees: { minor: String(at(told, 'fees')) },
		orderId: textOrNull(at(metadata, 'orderId')),
		customerReference: textOrNull(at(metadata, 'customerReference')),
		...(event === 'payment_link.settled' && link),
	};
}

const told = events
	.filter(({ event }) => event !== 'ping')
	.map((row) => ({ title: `${row.event} in ${row.currency}`, row }));

test.each(told)('$title', async ({ row }) => {
	const samples = samplesOf(row.body);
	expect(samples.length).toBeGreaterThan(1);
	for (const sample of samples) {
		const { returned, thrown } = await deliver(sample);
		expect(thrown).toBeUndefined();
		const emitted = (returned?.workflowData ?? []).flat().map(({ json }) => json);
		const data = at(sample, 'data');
		expect(emitted).toHaveLength(1);
		expect(emitted[0]?.data).toEqual(data);
		expect(emitted[0]).toMatchObject(summaryOf(row, data));
	}
});
