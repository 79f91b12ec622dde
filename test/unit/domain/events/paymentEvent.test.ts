import {
	eventKey,
	eventOfTransaction,
	eventRow,
	nameFitsType,
	orderIdOf,
	parseEvent,
	passes,
	shapeEvent,
	signedEvent,
	toJson,
	transactionOf,
	updatedAtOf,
	type Filters,
} from '../../../../nodes/core/domain/events/paymentEvent';
import type { Json, JsonObject } from '../../../../nodes/core/domain/json';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const shaped = (event: string, data: Json) => shapeEvent(signedEvent({ event, data }));

describe('parseEvent', () => {
	it('takes an event and leaves its data as it is', () => {
		const parsed = parseEvent(
			bytes('{"event":"payment.sent","data":{"id":"t","amount":1.0,"extra":[null,{"a":"ü"}]}}'),
		);
		expect(parsed).toEqual({
			ok: true,
			value: { event: 'payment.sent', data: { id: 't', amount: 1, extra: [null, { a: 'ü' }] } },
		});
	});

	it('takes the whole body where it has no data', () => {
		const parsed = parseEvent(bytes('{"event":"payout.paused","reason":"x"}'));
		expect(parsed).toEqual({
			ok: true,
			value: { event: 'payout.paused', data: { event: 'payout.paused', reason: 'x' } },
		});
	});

	it.each([
		['', 'is not JSON'],
		['<event/>', 'is not JSON'],
		['{"event":"x"', 'is not JSON'],
		['\ufeff{"event":"x"}', 'is not JSON'],
		['[]', 'is not a JSON object'],
		['null', 'is not a JSON object'],
		['"event"', 'is not a JSON object'],
		['{}', "has no text in its member 'event'"],
		['{"event":""}', "has no text in its member 'event'"],
		['{"event":5}', "has no text in its member 'event'"],
	])('refuses %s', (text, reason) => {
		expect(parseEvent(bytes(text))).toEqual({ ok: false, reason });
	});

	it('refuses bytes that are no UTF-8', () => {
		const event = Buffer.from('{"event":"payment.sent","data":{"customerReference":"INV-?"}}');
		event[event.indexOf('?')] = 0xff;
		expect(parseEvent(event)).toEqual({ ok: false, reason: 'is not JSON' });
	});
});

describe('shapeEvent', () => {
	const data = {
		id: 'f5c3c0b8-0d5f-4a0e-9d1b-0b7c5f2f6a11',
		amount: 150000,
		fees: 2500,
		currency: 'NGN',
		type: 'WITHDRAWAL',
		status: 'SUCCESS',
		transactionMetadata: { orderId: '43477-4306', customerReference: 'order-7' },
	};
	const members = {
		customerReference: 'order-7',
		orderId: '43477-4306',
		transactionId: data.id,
		type: 'WITHDRAWAL',
		status: 'SUCCESS',
		currency: 'NGN',
		amount: { minor: '150000', major: '1500.00' },
		fees: { minor: '2500', major: '25.00' },
		verified: 'signature',
	};

	it('gives every member that workflows read', () => {
		expect(toJson(shaped('payment.sent', data))).toEqual({
			...members,
			event: 'payment.sent',
			customerReferenceFrom: 'data.transactionMetadata.customerReference',
			paymentRef: null,
			paymentLink: null,
			data,
		});
	});

	it('reads a settled payment link in its transaction', () => {
		const link = { paymentRef: 'ref-1', paymentLink: 'https://checkout.example/ref-1', transaction: data };
		expect(toJson(shaped('payment_link.settled', link))).toEqual({
			...members,
			event: 'payment_link.settled',
			customerReferenceFrom: 'data.transaction.transactionMetadata.customerReference',
			paymentRef: 'ref-1',
			paymentLink: 'https://checkout.example/ref-1',
			data: link,
		});
	});

	it.each([
		['BTC', 150000, '0.00150000'],
		['KES', '150000', '1500.00'],
		['ZAR', '150000.00', '1500.00'],
		['GHS', 150000, '1500.00'],
		['USDT', 150000, '1500.00'],
		['MWK', 150000, null],
	])('gives an amount of %s in both units', (currency, amount, major) => {
		expect(shaped('payment.sent', { currency, amount }).amount).toEqual({ minor: '150000', major });
	});

	it('gives null for what is not there', () => {
		const { event, verified, data: untouched, amount, fees, ...rest } = shaped('other', 'text');
		expect([event, verified, untouched]).toEqual(['other', 'signature', 'text']);
		expect([amount, fees]).toEqual([
			{ minor: null, major: null },
			{ minor: null, major: null },
		]);
		expect(Object.values(rest)).toEqual(Array(9).fill(null));
	});

	it('invents no amount from a number that is not exact', () => {
		const { amount, fees } = shaped('x', { currency: 'NGN', amount: 0.1, fees: 1e21 });
		expect([amount.minor, fees.minor]).toEqual([null, null]);
	});
});

it.each<[Json, Json]>([
	[{ id: 'a' }, { id: 'a' }],
	[{ transaction: { id: 'b' }, paymentRef: 'r' }, { id: 'b' }],
	[{ id: 'a', transaction: { id: 'b' } }, { id: 'b' }],
	[
		{ id: 'a', transaction: 'b' },
		{ id: 'a', transaction: 'b' },
	],
	[
		{ id: 'a', transaction: { ref: 'b' } },
		{ id: 'a', transaction: { ref: 'b' } },
	],
	['text', {}],
	[[{ id: 'a' }], {}],
	[null, {}],
])('finds the transaction of %j', (data, transaction) => {
	expect(transactionOf(data)).toEqual(transaction);
});

it.each([
	['payment.received', 'DEPOSIT', true],
	['payment.sent', 'withdrawal', true],
	['payment_link.settled', 'WITHDRAWAL', true],
	['payment_link.settled', 'SETTLEMENT', true],
	['payment.received', 'WITHDRAWAL', false],
	['payment.sent', 'DEPOSIT', false],
	['payment.sent', 'SETTLEMENT', false],
	['payment_link.settled', 'DEPOSIT', false],
	['payment.refunded', 'DEPOSIT', false],
	['payment.sent', null, false],
])('the name of an event %s fits the type %s: %s', (event, type, fits) => {
	expect(nameFitsType({ event, data: { id: 'a', type } })).toBe(fits);
	expect(nameFitsType({ event, data: { transaction: { id: 'a', type } } })).toBe(fits);
});

it.each<[JsonObject, string | null]>([
	[{ orderId: 'a', metadata: { orderId: 'b' } }, 'a'],
	[{ metadata: { orderId: 'b' } }, 'b'],
	[{ btcUsdMetadata: { orderId: '43477-4306' } }, '43477-4306'],
	[{ metadata: { order: { orderId: 'c' } } }, 'c'],
	[{ order: { orderId: 'd' } }, 'd'],
	[{ metadata: { orderId: '' } }, null],
	[{ stablecoinTransactionMetadata: { orderId: null } }, null],
	[{ metadata: null }, null],
	[{ reversalOf: { orderId: 'of another payment' } }, null],
])('finds the order of %j', (transaction, orderId) => {
	expect(orderIdOf(transaction)).toBe(orderId);
});

describe('eventKey', () => {
	const key = (event: string, data: JsonObject) =>
		eventKey(signedEvent({ event, data }), Buffer.from(JSON.stringify([event, data])));

	it('is the same for the same event, transaction and status, whatever else differs', () => {
		expect(key('payment.sent', { id: 'a', status: 'SUCCESS', amount: 1 })).toBe(
			key('payment.sent', { id: 'a', status: 'SUCCESS', amount: 2 }),
		);
	});

	it('differs by event, transaction and status, without a transaction by the body', () => {
		const keys = [
			key('payment.sent', { id: 'a', status: 'SUCCESS' }),
			key('payment.sent', { id: 'a', status: 'PENDING' }),
			key('payment.sent', { id: 'a' }),
			key('payment.sent', { id: 'b', status: 'SUCCESS' }),
			key('payment.received', { id: 'a', status: 'SUCCESS' }),
			key('payment_link.settled', { transaction: { id: 'a', status: 'SUCCESS' } }),
			key('payment_link.settled', { transaction: { id: 'a', status: 'PENDING' } }),
			key('payment_link.settled', { transaction: { id: 'b', status: 'SUCCESS' } }),
			key('payment.received', { status: 'SUCCESS' }),
			key('payment.received', { status: 'SUCCESS', amount: 1 }),
		];
		expect(new Set(keys).size).toBe(keys.length);
		expect(keys.every((one) => /^[\w-]{22}$/.test(one))).toBe(true);
	});

	it('is what workflows have stored, or a new version would pass events on that were passed on before', () => {
		expect(key('payment.sent', { id: 'a', status: ' success' })).toBe('KFBswPsPsFer9gbGIGSR2n');
		const withoutTransaction = { event: 'payment.received', data: { status: 'SUCCESS' } };
		expect(eventKey(signedEvent(withoutTransaction), Buffer.from(JSON.stringify(withoutTransaction)))).toBe(
			'jYr78IJBcowBhXWYjV9U2o',
		);
		expect(eventRow('https://a.example/api/v1', 'k')).toBe(
			'mavapay:event:1:bvC6dk0T6t2SuBPvsof5cLuSwHrrxaWZM32mvsMCbJo',
		);
	});
});

it.each<[JsonObject, number | null]>([
	[{ id: 'a', updatedAt: '2026-08-01T09:00:00.000Z' }, Date.UTC(2026, 7, 1, 9)],
	[{ transaction: { id: 'a', updatedAt: '2026-08-01T09:00:00.000Z' }, updatedAt: 'other' }, Date.UTC(2026, 7, 1, 9)],
	[{ id: 'a', updatedAt: 'yesterday' }, null],
	[{ id: 'a', updatedAt: null }, null],
	[{ id: 'a' }, null],
])('reads when %j was last updated', (data, time) => {
	expect(updatedAtOf(signedEvent({ event: 'payment.sent', data }))).toBe(time);
});

describe('eventOfTransaction', () => {
	const keyOf = (event: string, data: JsonObject) => eventKey(signedEvent({ event, data }), Buffer.from('any'));
	const deposit = { id: 't', type: 'DEPOSIT', status: 'SUCCESS' };
	const withdrawal = { id: 't', type: 'withdrawal', status: 'pending' };

	it('has the key of the event that tells the same', () => {
		expect(eventOfTransaction(deposit)).toEqual({
			event: 'payment.received',
			key: keyOf('payment.received', deposit),
			otherKeys: [],
		});
	});

	it('has the keys of all events that may tell it, however the words are written', () => {
		const told = { ...withdrawal, type: 'WITHDRAWAL', status: 'PENDING' };
		expect(eventOfTransaction(withdrawal)).toEqual({
			event: 'payment.sent',
			key: keyOf('payment.sent', told),
			otherKeys: [keyOf('payment_link.settled', { paymentRef: 'p', transaction: told })],
		});
	});

	it('has another key for another event, transaction or status', () => {
		const all = [
			deposit,
			{ ...deposit, id: 'u' },
			{ ...deposit, status: 'FAILED' },
			{ id: 't', type: 'DEPOSIT' },
			{ ...deposit, type: 'WITHDRAWAL' },
		];
		expect(new Set(all.map((one) => eventOfTransaction(one)?.key)).size).toBe(all.length);
	});

	it.each([[{ type: 'DEPOSIT' }], [{ id: 't' }], [{ id: 't', type: 'REFUND' }], [{}]])(
		'is none of %j',
		(transaction) => {
			expect(eventOfTransaction(transaction)).toBeNull();
		},
	);
});

test('eventRow tells deployments and events apart, and names neither', () => {
	const rows = [
		eventRow('https://a.example/api/v1', 'k'),
		eventRow('https://b.example/api/v1', 'k'),
		eventRow('https://a.example/api/v1', 'l'),
	];
	expect(new Set(rows).size).toBe(3);
	expect(rows[0]).toMatch(/^mavapay:event:1:[\w-]{43}$/);
});

describe('passes', () => {
	const ANY: Filters = { currency: null, statuses: null, types: null, customerReference: null, minimumAmount: null };
	const filtered = (data: JsonObject, filters: Partial<Filters>) =>
		passes(signedEvent({ event: 'payment.received', data }), { ...ANY, ...filters });

	it('lets an event through that says nothing where nothing is asked, and warns of no amount', () => {
		expect(filtered({}, {})).toEqual({ passes: true, unreadable: false });
	});

	it('takes words with blanks around them, in any case', () => {
		expect(
			filtered(
				{ status: ' success ', currency: 'ngn', type: 'Deposit' },
				{ currency: 'NGN', statuses: ['SUCCESS'], types: ['DEPOSIT'] },
			).passes,
		).toBe(true);
	});

	it.each<[Json, boolean | null]>([
		[100, true],
		[99, false],
		['100', true],
		['99', false],
		[' 100.00 ', true],
		['99.99', false],
		['-100', false],
		['+100', true],
		['1e2', true],
		['1E+2', true],
		['9.9e1', false],
		['', null],
		[' ', null],
		['0x10', null],
		['0b1', null],
		['0O7', null],
		['1.2.3', null],
		['about 5', null],
		['5 or more', null],
		['Infinity', null],
		[null, null],
		[[100], null],
	])("the amount %j reaches 100: %s; one that can't be read passes with a warning", (amount, reaches) => {
		expect(filtered({ amount }, { minimumAmount: 100n })).toEqual({
			passes: reaches ?? true,
			unreadable: reaches === null,
		});
	});

	it.each(['100000000000000000000', '100000000000000000000.', '100000000000000000000.75'])(
		'compares %s digit by digit',
		(amount) => {
			expect(filtered({ amount }, { minimumAmount: 100_000_000_000_000_000_000n }).passes).toBe(true);
			expect(filtered({ amount }, { minimumAmount: 100_000_000_000_000_000_001n }).passes).toBe(false);
		},
	);
});
