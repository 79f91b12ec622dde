/** Events with numbers beyond what a JavaScript number holds: shown, compared and confirmed to the last digit. */
import { parseLossless } from '../../../nodes/core/domain/json';
import { confirm } from '../../../nodes/MavapayTrigger/confirm';
import { parseEvent, signedEvent, type PaymentEvent } from '../../../nodes/core/events/paymentEvent';
import { answered } from '../../cases/case';
import { FakeService } from '../../harness/operations';

const LONG = '9007199254740993';
const ROUNDED = '9007199254740992';

function eventWith(amount: string): PaymentEvent {
	const parsed = parseEvent(
		Buffer.from(
			`{"event":"payment.sent","data":{"id":"t-1","type":"WITHDRAWAL","status":"SUCCESS","currency":"NGN","amount":${amount}}}`,
		),
	);
	if (!parsed.ok) throw new Error(parsed.reason);
	return parsed.value;
}

test('the digits stand in the data and in the amount', () => {
	const event = eventWith(LONG);
	expect(event.data).toMatchObject({ amount: LONG });
	expect(signedEvent(event).item.amount).toEqual({ minor: LONG, major: '90071992547409.93' });
});

test('a customer reference that is a long number keeps its digits', () => {
	const parsed = parseEvent(Buffer.from('{"event":"x","data":{"customerReference":12345678901234567890}}'));
	expect(parsed).toEqual({ ok: true, value: { event: 'x', data: { customerReference: '12345678901234567890' } } });
});

test.each([
	[LONG, 'confirmed'],
	[ROUNDED, 'denied'],
])('an event of %s is %s by a transaction of one more than 2^53', async (amount, is) => {
	const record = parseLossless(`{"id":"t-1","type":"WITHDRAWAL","status":"SUCCESS","currency":"NGN","amount":${LONG}}`);
	const { transaction } = signedEvent(eventWith(amount));
	expect((await confirm(transaction, [], new FakeService([answered(record)]))).is).toBe(is);
});
