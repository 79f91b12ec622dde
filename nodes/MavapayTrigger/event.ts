import { findCustomerReference, type FoundReference } from '../core/domain/customerReference';
import { isObject, type Json, type JsonObject } from '../core/domain/json';
import { parseLossless } from '../core/domain/losslessJson';
import { moneyOf, type Money } from '../core/domain/money';
import { fail, ok, type Result } from '../core/domain/result';

/** An event as the service sends it: `{event, data}` (service-facts 4.1). */
export interface PaymentEvent {
	readonly event: string;
	/** The payload, untouched; the whole body where it has no member `data`. */
	readonly data: Json;
}

/** What made an event believable: its signature (over the body or `data`), or the service's own word. */
export type Verified = 'body' | 'data' | 'service';

/** What the trigger emits; contract 7. */
export interface EmittedEvent {
	readonly event: string;
	readonly customerReference: string | null;
	/** Where it was found, such as `data.btcUsdMetadata.customerReference`. */
	readonly customerReferenceFrom: string | null;
	readonly orderId: string | null;
	readonly transactionId: string | null;
	readonly type: string | null;
	readonly status: string | null;
	readonly currency: string | null;
	readonly amount: Money;
	readonly fees: Money;
	readonly verified: Verified;
	readonly data: Json;
}

/** The type of transaction that each documented event is about (service-facts 2.14). */
const TYPE_OF_EVENT: ReadonlyMap<string, string> = new Map([
	['payment.received', 'DEPOSIT'],
	['payment.sent', 'WITHDRAWAL'],
	['payment_link.settled', 'SETTLEMENT'],
]);

/**
 * Reads the bytes of an event; numbers that a JavaScript number cannot hold become text of their digits.
 * Fails on what is not JSON in UTF-8 and on JSON without an event name.
 */
export function parseEvent(bytes: Uint8Array): Result<PaymentEvent> {
	const body = parseJson(bytes);
	if (body === undefined) return fail('is not JSON');
	if (!isJsonMembers(body)) return fail('is not a JSON object');
	const { event, data } = body;
	if (typeof event !== 'string' || event === '') return fail("has no text in its member 'event'");
	return ok({ event, data: data === undefined ? body : data });
}

function parseJson(bytes: Uint8Array): Json | undefined {
	try {
		return parseLossless(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).value;
	} catch {
		return undefined;
	}
}

function isJsonMembers(body: Json): body is { [key: string]: Json | undefined } {
	return isObject(body);
}

/**
 * Whether the event's name says the same as its data. Needed where the name itself is not covered by
 * what makes the event believable: a deposit must not pass as a payout. Unknown names never fit.
 */
export function fitsItsData({ event, data }: PaymentEvent): boolean {
	const expected = TYPE_OF_EVENT.get(event);
	return expected !== undefined && isObject(data) && textOf(data.type)?.toUpperCase() === expected;
}

/** The transaction an event is about; null where it names none. */
export function transactionIdOf(data: Json): string | null {
	return isObject(data) ? textOf(data.id) : null;
}

/** The customer's reference that an event's data, or a record, carries. */
export function referenceOf(data: Json): FoundReference | null {
	return findCustomerReference(data);
}

/**
 * Shapes an event for n8n. Amounts are text in both units; what is not there is null. `source` is
 * what the members are read from: the event's own data, or the service's record where nothing else
 * vouches for the event.
 */
export function shapeEvent(
	{ event, data }: PaymentEvent,
	{ verified, reference, source = data }: { verified: Verified; reference: FoundReference | null; source?: Json },
): EmittedEvent {
	const members: Record<string, unknown> = isObject(source) ? source : {};
	const currency = textOf(members.currency);
	return {
		event,
		customerReference: reference?.value ?? null,
		customerReferenceFrom: reference?.path ?? null,
		orderId: orderIdOf(source),
		transactionId: textOf(members.id),
		// The event's own: a settlement is kept as a deposit, and has been compared.
		type: isObject(data) ? textOf(data.type) : null,
		status: textOf(members.status),
		currency,
		amount: moneyOf(members.amount, currency),
		fees: moneyOf(members.fees, currency),
		verified,
		data,
	};
}

/** The order's ID: of data itself, of its metadata under any name, or of the order within. */
export function orderIdOf(data: Json): string | null {
	if (!isObject(data)) return null;
	const members = Object.entries(data);
	const inMetadata = members.filter(([name]) => name.endsWith('etadata')).map(([, value]) => value);
	const holders: unknown[] = [data, ...inMetadata, data.order, ...inMetadata.map((one) => (isObject(one) ? one.order : null))];
	for (const holder of holders) {
		const found = isObject(holder) ? textOf(holder.orderId) : null;
		if (found !== null) return found;
	}
	return null;
}

/** As n8n's items want it: a plain JSON object. */
export function toJson(emitted: EmittedEvent): JsonObject {
	return { ...emitted, amount: { ...emitted.amount }, fees: { ...emitted.fees } };
}

/** Text that is not blank, or a finite number as text. */
export function textOf(value: unknown): string | null {
	if (typeof value === 'string') return value.trim() === '' ? null : value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}
