/** The trigger and the service's interface description: every event that fits the description is output whole. */
import { events, samplesOf, type EventRow } from '../../../interface/index';
import { at } from '../../cases/case';
import { signed } from '../../harness/engine/documentedEvents';
import { triggerFor } from '../../harness/engine/mavapayTrigger';

const SECRET = 'secret-of-the-test';
/** No service answers at this address: the trigger needs only the signature. */
const nowhere = { url: 'http://127.0.0.1:9/api/v1', keys: { write: 'key', read: 'key', bearer: 'key' } };

/** Delivers one event to a new trigger, signed as the service signs it. */
const deliver = async (sample: unknown) => {
	const credential = { webhookSigningSecret: SECRET };
	const trigger = triggerFor(nowhere, { parameters: { registration: 'manual', events: ['*'] }, credential });
	return await trigger.deliver(signed(Object(sample), SECRET));
};

const textOrNull = (value: unknown) => (value === '' || value === undefined || value === null ? null : String(value));

/** The members that the output must have next to the unchanged data, read from where the documentation puts them. */
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
