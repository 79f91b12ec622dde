import { eventKey, eventKeysOf, eventRow } from '../../../nodes/core/events/eventKeys';
import { signedEvent } from '../../../nodes/core/events/paymentEvent';
import type { JsonObject } from '../../../nodes/core/domain/json';

describe('eventKey', () => {
	const key = (event: string, data: JsonObject) =>
		eventKey(signedEvent({ event, data }).item, Buffer.from(JSON.stringify([event, data])));

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
		expect(eventKey(signedEvent(withoutTransaction).item, Buffer.from(JSON.stringify(withoutTransaction)))).toBe(
			'jYr78IJBcowBhXWYjV9U2o',
		);
		expect(eventRow('real', 'k')).toBe('mavapay:event:1:Y3zjrBX-F5gABALmTmBE3kakjhNt_qP0CcbEr-Y3HKQ');
	});
});

describe('eventKeysOf', () => {
	const keyOf = (event: string, data: JsonObject) => eventKey(signedEvent({ event, data }).item, Buffer.from('any'));
	const deposit = { id: 't', type: 'DEPOSIT', status: 'SUCCESS' };
	const withdrawal = { id: 't', type: 'withdrawal', status: 'pending' };

	it('has the key of the event that tells the same', () => {
		expect(eventKeysOf(deposit)).toEqual({
			event: 'payment.received',
			key: keyOf('payment.received', deposit),
			otherKeys: [],
		});
	});

	it('has the keys of all events that may tell it, however the words are written', () => {
		const told = { ...withdrawal, type: 'WITHDRAWAL', status: 'PENDING' };
		for (const type of [withdrawal.type, ' withdrawal', 'SETTLEMENT'])
			expect(eventKeysOf({ ...withdrawal, type })).toEqual({
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
		expect(new Set(all.map((one) => eventKeysOf(one)?.key)).size).toBe(all.length);
	});

	it.each([[{ type: 'DEPOSIT' }], [{ id: 't' }], [{ id: 't', type: 'REFUND' }], [{}]])(
		'is none of %j',
		(transaction) => {
			expect(eventKeysOf(transaction)).toBeNull();
		},
	);
});

test('eventRow tells kinds of money and events apart, and names neither', () => {
	const rows = [eventRow('real', 'k'), eventRow('staging', 'k'), eventRow('sandbox', 'k'), eventRow('real', 'l')];
	expect(new Set(rows).size).toBe(rows.length);
	expect(rows[0]).toMatch(/^mavapay:event:1:[\w-]{43}$/);
});
