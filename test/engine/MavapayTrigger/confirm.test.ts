/** Confirm with Mavapay: a signed event is compared with the answer of GET /transaction, in its documented form. */
import type { INodeParameters, INodeType } from 'n8n-workflow';
import type { JsonObject } from '../../../nodes/core/domain/json';
import { copyOf } from '../../harness/engine';
import { CURRENCIES, received, sent, settled, signed, transaction } from '../../harness/engine/documentedEvents';
import { freshProcess, timingOut, triggerFor } from '../../harness/engine/mavapayTrigger';
import { lines, n8n, sandbox } from '../../harness/engine/startedTrigger';

/** The time that waits have skipped; nothing really waits here. */
let skippedMs = 0;
const realNow = performance.now.bind(performance);
let afterSleep: () => void;
const sleep = async (milliseconds: number) => {
	skippedMs += milliseconds;
	afterSleep();
};

let type: INodeType;
beforeAll(() => {
	type = freshProcess(sleep);
});
beforeEach(async () => {
	afterSleep = () => undefined;
	jest.spyOn(performance, 'now').mockImplementation(() => realNow() + skippedMs);
	await start();
});

async function start(parameters: INodeParameters = {}): Promise<void> {
	n8n.use(triggerFor(sandbox, { type, parameters: { confirmWithMavapay: true, ...parameters } }));
	await n8n.trigger.activate();
	sandbox.clearRequests();
	lines.length = 0;
}

/** What GET /transaction answers from now on. */
function known(...records: JsonObject[]): void {
	sandbox.faults.clear();
	const data = records.length === 1 ? records[0] : records;
	const body =
		records.length === 0 ? { status: 'error', message: 'Transaction not found' } : copyOf({ status: 'ok', data });
	sandbox.faults.add({
		match: { path: '/transaction' },
		fault: { kind: 'status', status: records.length === 0 ? 404 : 200, body: body as never },
	});
}

/** Makes GET /transaction answer like this for an unknown transaction. */
function knownNot(body: JsonObject): void {
	sandbox.faults.clear();
	sandbox.faults.add({ match: { path: '/transaction' }, fault: { kind: 'status', status: 200, body: body as never } });
}

const deliver = async (event: object) =>
	(await n8n.deliver(signed(event, sandbox.webhook?.secret))).response.statusCode;
const reads = () => sandbox.requests.map(({ path }) => path);

it.each(CURRENCIES)('passes on what Mavapay knows, in %s', async (currency) => {
	for (const event of [received(currency), sent(currency), settled(currency)]) {
		known(transaction(currency, { type: event.event === 'payment.received' ? 'DEPOSIT' : 'WITHDRAWAL' }));
		expect(await deliver(event)).toBe(200);
	}
	expect(n8n.emitted.map(({ event }) => event)).toEqual(['payment.received', 'payment.sent', 'payment_link.settled']);
	expect(n8n.emitted.map(({ verified }) => verified)).toEqual(Array(3).fill('signature'));
	expect(reads()).toEqual(Array(3).fill('/transaction'));
});

it('takes a deposit for no settled payment link, by whatever word for its type', async () => {
	known(transaction('NGN', { type: 'DEPOSIT' }));
	for (const word of ['SETTLEMENT', 'WITHDRAWAL']) {
		expect(await deliver({ event: 'payment_link.settled', data: transaction('NGN', { type: word }) })).toBe(401);
	}
	expect(n8n.executions).toEqual([]);
	for (const word of ['WITHDRAWAL', 'SETTLEMENT']) {
		known(transaction('NGN', { type: word }));
		expect(await deliver({ event: 'payment_link.settled', data: transaction('NGN', { type: 'SETTLEMENT' }) })).toBe(
			200,
		);
	}
});

describe('a transaction that is not visible yet', () => {
	const answers: Array<[string, () => void]> = [
		['a 404', () => known()],
		['an empty list', () => knownNot({ status: 'ok', data: [] })],
		['an error in a 200', () => knownNot({ status: 'error', message: 'Transaction not found' })],
		['its earlier status', () => known(transaction('NGN', { status: 'PENDING' }))],
	];

	it.each(answers)('with %s is looked for twice, asked for again, and not remembered', async (_answer, answer) => {
		answer();
		expect([await deliver(sent('NGN')), await deliver(settled('NGN'))]).toEqual([503, 503]);
		expect(reads()).toEqual(Array(4).fill('/transaction'));
		expect(n8n.executions).toEqual([]);
		expect(lines.join()).toContain("Mavapay couldn't confirm it: the transaction isn't shown yet");
		known(transaction('NGN'));
		expect([await deliver(sent('NGN')), await deliver(sent('NGN'))]).toEqual([200, 200]);
		expect(n8n.emitted).toHaveLength(1);
	});

	it.each(answers)('with %s passes when the second look finds it', async (_answer, answer) => {
		answer();
		afterSleep = () => known(transaction('NGN'));
		expect(await deliver(sent('NGN'))).toBe(200);
		expect(n8n.emitted).toHaveLength(1);
	});

	it('is denied when both looks by its ID show another one', async () => {
		known(transaction('NGN', { id: 'another' }));
		expect(await deliver(sent('NGN'))).toBe(401);
		expect(reads()).toEqual(Array(2).fill('/transaction'));
		expect(lines.join()).toContain('its ID is not what Mavapay says');
		afterSleep = () => known(transaction('NGN'));
		expect(await deliver(sent('NGN'))).toBe(200);
	});

	it('is denied when the second look finds another amount', async () => {
		known();
		afterSleep = () => known(transaction('NGN', { amount: 1 }));
		expect(await deliver(sent('NGN'))).toBe(401);
	});
});

it.each([{ amount: 999 }, { fees: 1 }, { currency: 'BTC' }, { type: 'DEPOSIT' }])(
	'refuses what Mavapay knows otherwise: %j',
	async (change) => {
		known(transaction('NGN'));
		expect(await deliver(sent('NGN', change))).toBe(401);
		expect(await deliver(settled('NGN', change))).toBe(401);
		expect(await deliver(sent('NGN'))).toBe(200);
		expect(n8n.executions).toHaveLength(1);
		expect(lines[0]).toContain(`its ${Object.keys(change).join()} is not what Mavapay says`);
	},
);

it.each([{ hash: 'x' }, { walletId: 'x' }, { ref: 'x' }, { updatedAt: '2026-08-01T09:00:00.000Z' }])(
	'passes what may change while a payment is on its way: %j',
	async (change) => {
		known(transaction('NGN'));
		expect(await deliver(sent('NGN', change))).toBe(200);
	},
);

it.each(['SUCCESS', 'FAILED'])(
	'takes a PENDING event for true whose transaction is %s by now, as it came',
	async (status) => {
		const pending = sent('USDT', { status: 'PENDING', hash: null });
		known(transaction('USDT', { status, currency: 'BTC' }));
		expect(await deliver(pending)).toBe(401);
		known(transaction('USDT', { status, updatedAt: '2026-08-01T09:00:01.087Z', amount: 1, fees: 2 }));
		expect(await deliver(pending)).toBe(200);
		known(transaction('USDT', { status }));
		expect(await deliver(sent('USDT', { status }))).toBe(200);
		expect(n8n.emitted.map((event) => [event.status, event.transactionId, event.amount])).toEqual([
			['PENDING', transaction('USDT').id, { minor: '1234567', major: '12345.67' }],
			[status, transaction('USDT').id, { minor: '1234567', major: '12345.67' }],
		]);
	},
);

it.each([
	['SUCCESS', 'FAILED'],
	['FAILED', 'SUCCESS'],
	['REVERSED', 'PENDING'],
	['SUCCESS', 'REVERSED'],
])('passes no %s event whose transaction is %s, and has it come again', async (said, status) => {
	known(transaction('NGN', { status }));
	expect(await deliver(sent('NGN', { status: said }))).toBe(503);
	expect(n8n.executions).toEqual([]);
	known(transaction('NGN', { status: said }));
	expect(await deliver(sent('NGN', { status: said }))).toBe(200);
});

it('picks the right one of two transactions that share an ID', async () => {
	known(transaction('BTC', { type: 'DEPOSIT', amount: 5 }), transaction('BTC'));
	expect(await deliver(received('BTC', { amount: 6 }))).toBe(401);
	expect(await deliver(sent('BTC'))).toBe(200);
	expect(await deliver(received('BTC', { amount: 5 }))).toBe(200);
});

it('finds by their order the one of two transactions that a look-up by their ID does not show', async () => {
	const paidIn = transaction('NGN', { type: 'DEPOSIT' });
	known(paidIn);
	expect(await deliver(sent('NGN'))).toBe(401);
	sandbox.faults.clear();
	for (const [query, data] of [
		[{ orderId: '43477-4306' }, [paidIn, transaction('NGN', { amount: 5 })]],
		[{}, paidIn],
	] as const) {
		const fault = { kind: 'status', status: 200, body: copyOf({ status: 'ok', data }) as never } as const;
		sandbox.faults.add({ match: { path: '/transaction', query }, fault });
	}
	expect([await deliver(sent('NGN')), await deliver(sent('NGN', { amount: 5 }))]).toEqual([401, 200]);
	expect(n8n.emitted).toHaveLength(1);
});

it.each(['KES', 'GHS'] as const)('finds it so in %s too, whose events name no order', async (currency) => {
	const order = { metadata: { order: { id: '1-2' } } };
	const paidOut = transaction(currency, order);
	for (const [query, data] of [
		[{ orderId: '1-2' }, [transaction(currency, { type: 'DEPOSIT', ...order }), paidOut]],
		[{}, [transaction(currency, { id: 'other', metadata: { order: { id: '9-9' } } }), paidOut]],
	] as const) {
		const fault = { kind: 'status', status: 200, body: copyOf({ status: 'ok', data }) as never } as const;
		sandbox.faults.add({ match: { path: '/transaction', query }, fault });
	}
	expect([await deliver(received(currency, { amount: 5 })), await deliver(received(currency))]).toEqual([401, 200]);
	expect(n8n.emitted).toHaveLength(1);
});

it.each<[string, object]>([
	['leaves out its ID', { event: 'payment.received', data: { ...received('NGN').data, id: undefined } }],
	['has a blank ID', received('NGN', { id: ' ' })],
	['is a list', { event: 'payment.received', data: [received('NGN').data] }],
	['is of another kind', { event: 'payment.credited', data: { ...received('NGN').data, id: null } }],
])('refuses a payment without a transaction that could be confirmed: one that %s', async (_how, event) => {
	known(transaction('NGN', { type: 'DEPOSIT' }));
	expect(await deliver(event)).toBe(401);
	expect(lines.join()).toContain("it names no transaction, which 'Confirm with Mavapay' needs");
	expect([reads(), n8n.executions]).toEqual([[], []]);
});

it.each([{ type: 'WITHDRAWAL' }, { type: undefined }])('takes what was sent for nothing received: %j', async (type) => {
	known(transaction('NGN'));
	expect(await deliver({ event: 'payment.received', data: { ...transaction('NGN'), ...type } })).toBe(401);
	expect(await deliver({ event: 'payment.sent', data: { ...transaction('NGN'), ...type } })).toBe(200);
});

it('takes a list for an object, and text for numbers', async () => {
	known(transaction('NGN', { amount: '1234567', fees: '89.00' }), transaction('KES', { id: 'other' }));
	expect(await deliver(sent('NGN'))).toBe(200);
});

it.each<[JsonObject, JsonObject, number]>([
	[{ fees: 13.23 }, { fees: 13.23 }, 200],
	[{ fees: 13.5 }, { fees: '13.50' }, 200],
	[{ fees: '13.5' }, { fees: 13.6 }, 401],
	[{ fees: '13.50' }, { fees: 135 }, 401],
	[{ fees: 89 }, { fees: '' }, 200],
	[{ fees: [] }, { fees: [] }, 401],
	[
		{ currency: 'NGN', type: 'WITHDRAWAL', status: 'SUCCESS' },
		{ currency: 'ngn', type: 'withdrawal', status: 'Success' },
		200,
	],
	[{ status: 'Pending' }, { status: 'success' }, 200],
])('takes an event with %j, of which Mavapay says %j: %i', async (said, says, status) => {
	known(transaction('NGN', says));
	expect(await deliver(sent('NGN', said))).toBe(status);
	expect(n8n.emitted).toHaveLength(status === 200 ? 1 : 0);
});

it('asks nothing about an event that is not wanted, filtered out, known or too old', async () => {
	const old = '2026-08-01T09:00:01.000Z';
	await start({ events: ['payment.sent'], currency: 'NGN', maximumAge: 10 });
	known(transaction('NGN'));
	const fresh = sent('NGN', { updatedAt: new Date().toISOString() });
	expect([await deliver(fresh), await deliver(fresh)]).toEqual([200, 200]);
	expect([await deliver(received('NGN')), await deliver(sent('KES'))]).toEqual([200, 200]);
	expect(await deliver(sent('NGN', { id: 'old', updatedAt: old }))).toBe(401);
	expect(reads()).toEqual(['/transaction']);
	expect(n8n.executions).toHaveLength(1);
});

it('asks nothing about an event without a transaction', async () => {
	expect(await deliver({ event: 'account.notice', data: { message: 'Hello' } })).toBe(200);
	expect(reads()).toEqual([]);
});

it.each([
	['says 500', { kind: 'status', status: 500 }],
	['answers with a page', { kind: 'html' }],
	['closes the connection', { kind: 'dropBefore' }],
	['is silent', { kind: 'hang' }],
	['refuses the key', { kind: 'status', status: 401, message: 'API key not found' }],
	['refuses the account', { kind: 'status', status: 403, message: 'Account not found' }],
	['has nothing at that path', { kind: 'html', status: 404 }],
] as const)('asks for the event again where Mavapay %s', async (_how, fault) => {
	sandbox.faults.add({ fault });
	const unhurried = fault.kind === 'hang' ? timingOut(sandbox) : () => undefined;
	const statuses = [await deliver(sent('NGN'))];
	unhurried();
	known(transaction('NGN'));
	for (let again = 0; again < 2; again++) statuses.push(await deliver(sent('NGN')));
	expect(statuses).toEqual([503, 200, 200]);
	expect(n8n.emitted).toHaveLength(1);
});
