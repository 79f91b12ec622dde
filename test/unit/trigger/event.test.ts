import {
	fitsItsData,
	orderIdOf,
	parseEvent,
	referenceOf,
	shapeEvent,
	toJson,
	transactionIdOf,
} from '../../../nodes/MavapayTrigger/event';

const bytes = (text: string) => Buffer.from(text, 'utf8');

describe('parseEvent', () => {
	it('takes an event and leaves its data as it is', () => {
		const parsed = parseEvent(bytes('{"event":"payment.sent","data":{"id":"t","amount":1.0,"extra":[null,{"a":"ü"}]}}'));
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
		expect(parseEvent(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toEqual({ ok: false, reason: 'is not JSON' });
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

	it('gives every member of the contract', () => {
		const event = { event: 'payment.sent', data };
		const shaped = shapeEvent(event, { verified: 'body', reference: referenceOf(data) });
		expect(toJson(shaped)).toEqual({
			event: 'payment.sent',
			customerReference: 'order-7',
			customerReferenceFrom: 'data.transactionMetadata.customerReference',
			orderId: '43477-4306',
			transactionId: data.id,
			type: 'WITHDRAWAL',
			status: 'SUCCESS',
			currency: 'NGN',
			amount: { minor: '150000', major: '1500.00' },
			fees: { minor: '2500', major: '25.00' },
			verified: 'body',
			data,
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
		const shaped = shapeEvent({ event: 'payment.sent', data: { currency, amount } }, { verified: 'body', reference: null });
		expect(shaped.amount).toEqual({ minor: '150000', major });
	});

	it('gives null for what is not there', () => {
		const shaped = shapeEvent({ event: 'other', data: 'text' }, { verified: 'data', reference: null });
		expect(toJson(shaped)).toEqual({
			event: 'other',
			customerReference: null,
			customerReferenceFrom: null,
			orderId: null,
			transactionId: null,
			type: null,
			status: null,
			currency: null,
			amount: { minor: null, major: null },
			fees: { minor: null, major: null },
			verified: 'data',
			data: 'text',
		});
	});

	it('invents no amount from a number that is not exact', () => {
		const odd = { currency: 'NGN', amount: 0.1, fees: 1e21 };
		const shaped = shapeEvent({ event: 'x', data: odd }, { verified: 'body', reference: null });
		expect([shaped.amount.minor, shaped.fees.minor]).toEqual([null, null]);
	});
});

it.each([
	['payment.received', 'DEPOSIT', true],
	['payment.sent', 'withdrawal', true],
	['payment_link.settled', 'SETTLEMENT', true],
	['payment.received', 'WITHDRAWAL', false],
	['payment.sent', 'DEPOSIT', false],
	['payment_link.settled', 'DEPOSIT', false],
	['payment.refunded', 'DEPOSIT', false],
	['payment.sent', null, false],
])('an event %s with type %s fits: %s', (event, type, fits) => {
	expect(fitsItsData({ event, data: { type } })).toBe(fits);
});

it.each([
	[{ orderId: 'a', metadata: { orderId: 'b' } }, 'a'],
	[{ metadata: { orderId: 'b' } }, 'b'],
	[{ btcUsdMetadata: { orderId: '43477-4306' } }, '43477-4306'],
	[{ metadata: { order: { orderId: 'c' } } }, 'c'],
	[{ order: { orderId: 'd' } }, 'd'],
	[{ metadata: { orderId: '' } }, null],
	[{ metadata: null }, null],
	['text', null],
])('finds the order of %j', (data, orderId) => {
	expect(orderIdOf(data)).toBe(orderId);
});

it.each([
	[{ id: 'a' }, 'a'],
	[{ id: 12 }, '12'],
	[{ id: ' ' }, null],
	[{}, null],
	[null, null],
])('finds the transaction of %j', (data, id) => {
	expect(transactionIdOf(data)).toBe(id);
});
