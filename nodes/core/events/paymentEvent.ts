import { findCustomerReference, type FoundReference } from './customerReference';
import { isObject, objectOf, parseLossless, textOf, type Json, type JsonObject } from '../domain/json';
import { moneyOf } from '../domain/money';
import { fail, ok, orUndefined, type Result } from '../domain/result';
import { orderIdOf } from '../domain/transaction';

/** The documented events (docs/reference/interface.md#events), as 'Trigger On' offers them, and the type of their transactions. */
export const EVENTS = [
	{
		value: 'payment.received',
		name: 'Payment Received',
		description: 'A deposit is on its way (Pending), was credited (Success) or failed (Failed)',
		type: 'DEPOSIT',
	},
	{
		value: 'payment.sent',
		name: 'Payment Sent',
		description: 'A payout is on its way (Pending), has arrived (Success) or failed (Failed)',
		type: 'WITHDRAWAL',
	},
	{
		value: 'payment_link.settled',
		name: 'Payment Link Settled',
		description: 'A payment through a payment link has been paid out',
		type: 'WITHDRAWAL',
	},
] as const;

/** Sent when a webhook is registered or tested; it is answered and starts nothing. */
export const PING = 'ping';

export interface PaymentEvent {
	readonly event: string;
	/** The payload, unchanged: the member `data`, or the whole body if there is none. */
	readonly data: Json;
}

export type VerifiedEvent = Readonly<ReturnType<typeof shapeEvent>>;

/** The item that the trigger and 'Transaction: Get New' output. */
export type EventItem = VerifiedEvent['item'];

/** Reads an event with `parseLossless`. Fails if the bytes aren't JSON in UTF-8, or the JSON has no event name. */
export function parseEvent(bytes: Uint8Array): Result<PaymentEvent> {
	const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	const body = orUndefined(() => parseLossless(utf8.decode(bytes)));
	if (body === undefined) return fail('is not JSON');
	if (!isObject(body)) return fail('is not a JSON object');
	const { event, data } = objectOf(body);
	if (typeof event !== 'string' || event === '') return fail("has no text in its member 'event'");
	return ok({ event, data: data === undefined ? body : data });
}

/** The event's transaction: the data or, in `payment_link.settled`, `data.transaction`. Empty if it isn't an object. */
export function transactionOf(data: Json): JsonObject {
	const transaction = objectOf(objectOf(data).transaction);
	// The data of a settled link has no ID, so its member `transaction` is taken, even if that member has no ID either.
	const hasId = (object: JsonObject) => textOf(object.id) !== null;
	const isInside = hasId(transaction) || (!hasId(objectOf(data)) && Object.keys(transaction).length > 0);
	return isInside ? transaction : objectOf(data);
}

export function signedEvent(event: PaymentEvent): VerifiedEvent {
	return shapeEvent(event, transactionOf(event.data), findCustomerReference(event.data), 'signature');
}

/** A transaction from Mavapay's list, in the form of the event that would report it. */
export function listedEvent(event: string, transaction: JsonObject, reference: FoundReference | null): VerifiedEvent {
	return shapeEvent({ event, data: transaction }, transaction, reference, 'service');
}

/** The n8n item of an event. Missing members are null. */
function shapeEvent(
	{ event, data }: PaymentEvent,
	transaction: JsonObject,
	reference: FoundReference | null,
	verified: 'signature' | 'service',
) {
	const link = objectOf(data);
	const currency = textOf(transaction.currency);
	const item = {
		event,
		status: textOf(transaction.status),
		amount: moneyOf(transaction.amount, currency),
		customerReference: reference?.value ?? null,
		customerReferenceFrom: reference?.path ?? null,
		orderId: orderIdOf(transaction) ?? orderIdOf(link),
		transactionId: textOf(transaction.id),
		/** The ID of the payment link. Events without a link have null here and in `paymentLink`. */
		paymentRef: textOf(link.paymentRef),
		paymentLink: textOf(link.paymentLink),
		type: textOf(transaction.type),
		currency,
		fees: moneyOf(transaction.fees, currency),
		/** The proof that the event is true: its signature, or Mavapay's own list. */
		verified,
		data,
	};
	return { transaction, item };
}
