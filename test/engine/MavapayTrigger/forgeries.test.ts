/** Thousands of forged deliveries of varied kinds, on n8n-core's webhook context: none starts an execution. */
import { createHash, createHmac } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../../sandbox';
import type { Delivery, TriggerHarness } from '../../harness/engine';
import { received } from '../../harness/engine/documentedEvents';
import { triggerFor, watchLog } from '../../harness/engine/mavapayTrigger';

const FORGERIES = process.env.PROPERTY_RUNS === undefined ? 2_000 : 20_000;

let sandbox: Sandbox;
let secret: string;
let body: string;
let signature: string;
/** Without and with a confirmation besides the signature. */
let triggers: TriggerHarness[];

beforeAll(async () => {
	sandbox = await startSandbox();
	watchLog();
	triggers = [{}, { confirmWithMavapay: true }].map((parameters) => triggerFor(sandbox, { parameters }));
	for (const trigger of triggers) await trigger.activate();
	secret = sandbox.webhook?.secret ?? '';
	// A true event of the account, as an attacker may have seen it, and as the service knows it.
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

/** The same numbers on every machine (mulberry32). */
function randomFrom(seed: number) {
	let state = seed;
	return (below: number): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

type Random = (below: number) => number;
const hex = (random: Random, length: number) => Array.from({ length }, () => '0123456789abcdef'[random(16)]).join('');
const header = (value: string, name = 'x-mavapay-signature') => ({ [name]: value });

/** What an attacker would like to have believed: each is another event than the true one. */
const lies: Array<(random: Random) => string> = [
	(random) => body.replace(/"amount":\d+/, `"amount":${random(1_000_000) + 100_001}`),
	() => body.replace('SUCCESS', 'FAILED'),
	() => body.replace('"NGN"', '"BTC"'),
	(random) => body.replace(/"id":"[^"]+"/, `"id":"${hex(random, 8)}"`),
	() => body.replace('payment.received', 'payment.sent'),
	() => body.replace(/"orderId":"[^"]+"/, '"orderId":"11111-1111"'),
	(random) =>
		JSON.stringify({ event: 'payment.received', data: { id: hex(random, 8), type: 'DEPOSIT', status: 'SUCCESS' } }),
	(random) => JSON.stringify({ event: 'payment.refunded', data: { amount: random(1_000) } }),
	() => JSON.stringify({ event: 'payment.received' }),
	() => JSON.stringify([JSON.parse(body)]),
	() => body.slice(0, -1),
	() => '',
	// The true event with another reference, or with two names.
	(random) => body.replace('order-1', `order-${random(1_000) + 2}`),
	() => body.replace('"event":"payment.received"', '"event":"payment.received","event":"payment.refunded"'),
	() => body.replace('"amount":100000', '"amount":100000.5'),
	() => body.replace('}}', ',"extra":1}}'),
];

const disguises: Array<(lie: string, random: Random) => Delivery['headers']> = [
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
	(_lie, random) => header(hex(random, 64)),
	(_lie, random) => header(`sha256=${hex(random, random(80))}`),
	(_lie, random) => header(Buffer.from(hex(random, 64), 'hex').toString('base64')),
	(lie) => header(hmac(lie), 'x-mavapay-signature-2'),
	(lie) => header(hmac(lie), 'authorization'),
	() => header('null'),
	() => header('0'.repeat(64)),
	() => header('x'.repeat(10_000)),
];

it(`none of ${FORGERIES} forged deliveries starts an execution`, async () => {
	const random = randomFrom(20_260_101);
	const tally = new Map<number, number>();
	for (let count = 0; count < FORGERIES; count++) {
		const trigger = triggers[random(2)];
		const lie = lies[random(lies.length)]?.(random) ?? '';
		const headers = disguises[random(disguises.length)]?.(lie, random) ?? {};
		const result = await trigger?.deliver({ body: lie, headers });
		const { statusCode } = result?.response ?? { statusCode: 0 };
		tally.set(statusCode, (tally.get(statusCode) ?? 0) + 1);
		if (result?.startsExecution !== false || statusCode === 200) {
			throw new Error(`Accepted: ${JSON.stringify({ lie, headers, statusCode })}`);
		}
	}
	// 400: an empty body under its right signature.
	expect([...tally.keys()].sort()).toEqual([400, 401]);
	expect([...tally.values()].reduce((sum, each) => sum + each)).toBe(FORGERIES);
}, 120_000);

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
