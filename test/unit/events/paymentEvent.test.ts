import { listedEvent, parseEvent, signedEvent, transactionOf } from '../../../nodes/core/events/paymentEvent';
import { orderIdOf, typeOf } from '../../../nodes/core/domain/transaction';
import { timeOf } from '../../../nodes/core/domain/dateTime';
import type { Json, JsonObject } from '../../../nodes/core/domain/json';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const shaped = (event: string, data: Json) => signedEvent({ event, data }).item;

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

describe('signedEvent', () => {
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
		expect(shaped('payment.sent', data)).toEqual({
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
		expect(shaped('payment_link.settled', link)).toEqual({
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
	[{ transaction: { status: 'SUCCESS' }, paymentRef: 'r' }, { status: 'SUCCESS' }],
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

it.each<[JsonObject, number | null]>([
	[{ id: 'a', updatedAt: '2026-08-01T09:00:00.000Z' }, Date.UTC(2026, 7, 1, 9)],
	[{ transaction: { id: 'a', updatedAt: '2026-08-01T09:00:00.000Z' }, updatedAt: 'other' }, Date.UTC(2026, 7, 1, 9)],
	[{ id: 'a', updatedAt: 'yesterday' }, null],
	[{ id: 'a', updatedAt: null }, null],
	[{ id: 'a' }, null],
])('reads when %j was last updated', (data, time) => {
	expect(timeOf(signedEvent({ event: 'payment.sent', data }).transaction.updatedAt)).toBe(time);
});

it('says of an event made of a listed transaction that the service vouches for it, and of a delivery its signature', () => {
	const data = { id: 'a', status: 'SUCCESS' };
	const listed = listedEvent('payment.sent', data, null);
	expect(listed.item).toMatchObject({ event: 'payment.sent', verified: 'service', data });
	expect(listed.transaction).toEqual(data);
	expect(shaped('payment.sent', data)).toMatchObject({ verified: 'signature' });
});

it.each([
	['withdrawal', 'WITHDRAWAL'],
	['Settlement', 'WITHDRAWAL'],
	['DEPOSIT', 'DEPOSIT'],
	[null, ''],
])('takes the type %j for %j', (type, expected) => {
	expect(typeOf(type)).toBe(expected);
});
