/** Forged deliveries on n8n-core's webhook context: no false event, with any header, starts an execution. */
import { createHash, createHmac } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../../sandbox';
import type { Delivery, TriggerHarness } from '../../harness/engine';
import { received } from '../../harness/engine/documentedEvents';
import { triggerFor, watchLog } from '../../harness/engine/mavapayTrigger';

let sandbox: Sandbox;
let secret: string;
let body: string;
let signature: string;
/** One trigger that only checks the signature, and one that also confirms with Mavapay. */
let triggers: TriggerHarness[];

beforeAll(async () => {
	sandbox = await startSandbox();
	watchLog();
	triggers = [{}, { confirmWithMavapay: true }].map((parameters) => triggerFor(sandbox, { parameters }));
	for (const trigger of triggers) await trigger.activate();
	secret = sandbox.webhook?.secret ?? '';
	// A genuine event of the account, which the service knows and an attacker may have seen.
	const event = received('NGN', { amount: 100_000 });
	body = JSON.stringify(event);
	signature = hmac(body);
	const answer = { status: 'ok', data: event.data };
	sandbox.faults.add({
		match: { path: '/transaction' },
		fault: { kind: 'status', status: 200, body: answer as never },
	});
});
afterAll(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const hmac = (text: string, key = secret, algorithm = 'sha256') =>
	createHmac(algorithm, key).update(text).digest('hex');

/** A digest that is the signature of no event. */
const DIGITS = createHash('sha256').update('nothing').digest('hex');
const header = (value: string, name = 'x-mavapay-signature') => ({ [name]: value });

/** Bodies that an attacker would like the trigger to accept. None of them is the genuine event. */
const lies: Array<() => string> = [
	() => body.replace(/"amount":\d+/, '"amount":100001'),
	() => body.replace('SUCCESS', 'FAILED'),
	() => body.replace('"NGN"', '"BTC"'),
	() => body.replace(/"id":"[^"]+"/, '"id":"another"'),
	() => body.replace('payment.received', 'payment.sent'),
	() => body.replace(/"orderId":"[^"]+"/, '"orderId":"11111-1111"'),
	() => JSON.stringify({ event: 'payment.received', data: { id: 'new', type: 'DEPOSIT', status: 'SUCCESS' } }),
	() => JSON.stringify({ event: 'payment.refunded', data: { amount: 1 } }),
	() => JSON.stringify({ event: 'payment.received' }),
	() => JSON.stringify([JSON.parse(body)]),
	() => body.slice(0, -1),
	() => '',
	// The genuine event with a small change, such as another reference or two event names.
	() => body.replace('order-1', 'order-2'),
	() => body.replace('"event":"payment.received"', '"event":"payment.received","event":"payment.refunded"'),
	() => body.replace('"amount":100000', '"amount":100000.5'),
	() => body.replace('}}', ',"extra":1}}'),
];

const disguises: Array<(lie: string) => NonNullable<Delivery['headers']>> = [
	() => ({}),
	() => header(''),
	() => header(signature),
	() => header(`sha256=${signature}`),
	() => header(Buffer.from(signature, 'hex').toString('base64')),
	() => header(signature, 'x-webhook-signature'),
	() => header(signature, 'x-signature'),
	() => ({ ...header(signature, 'x-signature'), ...header(hmac('')) }),
	() => header(`${signature}, ${signature}`),
	(lie) => header(hmac(lie, 'a wrong secret')),
	(lie) => header(hmac(lie, '')),
	(lie) => header(hmac(lie, secret, 'sha1')),
	(lie) => header(hmac(lie, secret, 'sha512')),
	(lie) => header(hmac(lie).slice(0, -1)),
	(lie) => header(`${hmac(lie)}0`),
	(lie) => header(`sha1=${hmac(lie)}`),
	(lie) => header(hmac(`${lie}\n`)),
	(lie) =>
		header(
			createHash('sha256')
				.update(secret + lie)
				.digest('hex'),
		),
	(lie) => header(createHash('sha256').update(lie).digest('hex')),
	() => header(DIGITS),
	() => header(`sha256=${DIGITS}`),
	() => header(`sha256=${DIGITS.slice(7)}`),
	() => header(Buffer.from(DIGITS, 'hex').toString('base64')),
	(lie) => header(hmac(lie), 'x-mavapay-signature-2'),
	(lie) => header(hmac(lie), 'authorization'),
	() => header('null'),
	() => header('0'.repeat(64)),
	() => header('x'.repeat(10_000)),
];

it('none starts an execution', async () => {
	const statuses = new Set<number>();
	for (const trigger of triggers)
		for (const lie of lies.map((made) => made()))
			for (const headers of disguises.map((worn) => worn(lie))) {
				const { response, startsExecution } = await trigger.deliver({ body: lie, headers });
				statuses.add(response.statusCode);
				if (startsExecution || response.statusCode === 200)
					throw new Error(`Accepted: ${JSON.stringify({ lie, headers, statusCode: response.statusCode })}`);
			}
	// An empty body with its right signature gets 400; every other forgery gets 401.
	expect([...statuses].sort()).toEqual([400, 401]);
});

it('while the true one starts one, however its JSON is written, so that the trigger did listen all the time', async () => {
	const headers = header(signature);
	const [strict, confirming] = triggers;
	expect(await strict?.deliver({ body, headers })).toMatchObject({ startsExecution: true });
	expect(await confirming?.deliver({ body, headers })).toMatchObject({ startsExecution: true });
	const forms = [` ${body}`, body.replace('100000', '100000.0'), JSON.stringify(JSON.parse(body), null, '\t')];
	for (const form of forms) {
		const again = await strict?.deliver({ body: form, headers });
		expect([again?.response.statusCode, again?.startsExecution]).toEqual([200, false]);
	}
});
