import { createHash } from 'node:crypto';

import { findCustomerReference, type FoundReference } from './customerReference';
import { timeOf } from '../dateTime';
import { isObject, parseLossless, textOf, type Json, type JsonObject } from '../json';
import { moneyOf, type Money } from '../money';
import { fail, ok, type Result } from '../result';

/** What the table of event kinds calls a settled payment link, whose transaction is a withdrawal. */
export const SETTLEMENT = 'SETTLEMENT';

/** A documented kind of events. */
interface EventKind {
	readonly event: string;
	readonly label: string;
	readonly description: string;
	/** Of the transaction that it is about. */
	readonly type: 'DEPOSIT' | 'WITHDRAWAL';
	/** Another word for that type. */
	readonly alias?: string;
}

/** The documented kinds of events (docs/interface.md#events): what 'Trigger On' offers, and which type fits a name. */
export const EVENTS: readonly EventKind[] = [
	{ event: 'payment.received', label: 'Payment Received', description: 'Mavapay has received money', type: 'DEPOSIT' },
	{
		event: 'payment.sent',
		label: 'Payment Sent',
		description: 'Mavapay has sent money to the beneficiary, or failed to',
		type: 'WITHDRAWAL',
	},
	{
		event: 'payment_link.settled',
		label: 'Payment Link Settled',
		description: 'A payment through a payment link has been paid out',
		type: 'WITHDRAWAL',
		alias: SETTLEMENT,
	},
];

/** Sent when a webhook is registered or tested; it is answered and starts nothing. */
export const PING = 'ping';

/** An event as Mavapay sends it: `{event, data}`. */
export interface PaymentEvent {
	readonly event: string;
	/** The payload, untouched; the whole body where it has no member `data`. */
	readonly data: Json;
}

/** What makes an event believable. */
type Verified = 'signature' | 'service';

/** What the trigger outputs. */
interface EventItem {
	readonly event: string;
	readonly customerReference: string | null;
	/** Where it was found, such as `data.btcUsdMetadata.customerReference`. */
	readonly customerReferenceFrom: string | null;
	readonly orderId: string | null;
	readonly transactionId: string | null;
	/** Of a payment link; null in other events. */
	readonly paymentRef: string | null;
	readonly paymentLink: string | null;
	readonly type: string | null;
	readonly status: string | null;
	readonly currency: string | null;
	readonly amount: Money;
	readonly fees: Money;
	readonly verified: Verified;
	readonly data: Json;
}

/**
 * Reads the bytes of an event; numbers that a JavaScript number cannot hold become text of their digits.
 * Fails on what is not JSON in UTF-8 and on JSON without an event name.
 */
export function parseEvent(bytes: Uint8Array): Result<PaymentEvent> {
	let body: Json;
	try {
		body = parseLossless(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).value;
	} catch {
		return fail('is not JSON');
	}
	if (!isJsonMembers(body)) return fail('is not a JSON object');
	const { event, data } = body;
	if (typeof event !== 'string' || event === '') return fail("has no text in its member 'event'");
	return ok({ event, data: data === undefined ? body : data });
}

function isJsonMembers(json: Json | undefined): json is { [key: string]: Json | undefined } {
	return isObject(json);
}

/**
 * The transaction that an event's data is about, where its id, type, status and amounts stand: the data
 * itself, or its member `transaction`, as in `payment_link.settled`. Empty where the data is no object.
 */
export function transactionOf(data: Json): JsonObject {
	if (!isJsonMembers(data)) return {};
	const { transaction } = data;
	return isJsonMembers(transaction) && textOf(transaction.id) !== null ? transaction : data;
}

/**
 * Whether an event's name fits the type of its transaction. Needed where nothing vouches for the name: a
 * deposit must not pass as a payout. Unknown names never fit.
 */
export function nameFitsType({ event, data }: PaymentEvent): boolean {
	const kind = EVENTS.find((known) => known.event === event);
	const type = textOf(transactionOf(data).type)?.toUpperCase();
	return kind !== undefined && type !== undefined && (type === kind.type || type === kind.alias);
}

/** What is known of an event that was found to be true. */
export interface TrustedEvent {
	readonly event: string;
	readonly data: Json;
	readonly verified: Verified;
	/** The transaction: the event's own, or Mavapay's where nothing else vouches for the event. */
	readonly transaction: JsonObject;
	readonly reference: FoundReference | null;
	/** Where `paymentRef` and `paymentLink` are read: nothing but a signature vouches for the event's own. */
	readonly link: JsonObject;
}

/** An event whose signature was found to be right. */
export function signedEvent({ event, data }: PaymentEvent): TrustedEvent {
	const link = isJsonMembers(data) ? data : {};
	return {
		event,
		data,
		verified: 'signature',
		transaction: transactionOf(data),
		reference: findCustomerReference(data),
		link,
	};
}

/** Shapes an event for n8n. Amounts are text in both units; what is not there is null. */
export function shapeEvent({ event, data, verified, transaction, reference, link }: TrustedEvent): EventItem {
	const currency = textOf(transaction.currency);
	return {
		event,
		customerReference: reference?.value ?? null,
		customerReferenceFrom: reference?.path ?? null,
		orderId: orderIdOf(transaction) ?? orderIdOf(link),
		transactionId: textOf(transaction.id),
		paymentRef: textOf(link.paymentRef),
		paymentLink: textOf(link.paymentLink),
		type: textOf(transaction.type),
		status: textOf(transaction.status),
		currency,
		amount: moneyOf(transaction.amount, currency),
		fees: moneyOf(transaction.fees, currency),
		verified,
		data,
	};
}

/** The order's ID: of a transaction itself, of its metadata under any name, or of the order within. */
export function orderIdOf(transaction: JsonObject): string | null {
	const inMetadata = metadataOf(transaction);
	const orders = [transaction.order, ...inMetadata.map((one) => (isJsonMembers(one) ? one.order : undefined))];
	const named = [transaction, ...inMetadata, ...orders].map((holder) =>
		isJsonMembers(holder) ? textOf(holder.orderId) : null,
	);
	// A transaction that is looked up has the order with its ID as `id`.
	const byId = orders.map((order) => (isJsonMembers(order) ? textOf(order.id) : null));
	return [...named, ...byId].find((found) => found !== null) ?? null;
}

/** Whatever a transaction has as metadata: each currency has a member of its own for it. */
export function metadataOf(transaction: JsonObject): Array<Json | undefined> {
	return Object.entries(transaction)
		.filter(([name]) => name.endsWith('etadata'))
		.map(([, value]) => value);
}

/** As n8n's items want it: a plain JSON object. */
export function toJson(item: EventItem): JsonObject {
	return { ...item, amount: { ...item.amount }, fees: { ...item.fees } };
}

/**
 * What makes two deliveries the same event: name, transaction and status, because one transaction
 * has several statuses, and what was received and what was sent may share a transaction's ID. Without
 * a transaction SHA-256 of the body. 22 characters.
 */
export function eventKey(
	{ event, transaction }: Pick<TrustedEvent, 'event' | 'transaction'>,
	body: Uint8Array,
): string {
	const transactionId = textOf(transaction.id);
	if (transactionId !== null) return transactionKey(event, transactionId, textOf(transaction.status));
	return createHash('sha256').update('body\n').update(body).digest('base64url').slice(0, 22);
}

/** A list need not write a status as events do. */
function transactionKey(event: string, transactionId: string, status: string | null): string {
	const told = [event, transactionId, status?.trim().toUpperCase() ?? null];
	return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22);
}

/**
 * The key of the row, one for each event in a workflow, that says it was passed on: by whichever trigger of
 * the workflow, or by 'Transaction: Get New'. One workflow may have triggers for several accounts.
 *
 * @param baseUrl the deployment's normalised address
 */
export function eventRow(baseUrl: string, key: string): string {
	return `mavapay:event:1:${createHash('sha256')
		.update(JSON.stringify([baseUrl, key]))
		.digest('base64url')}`;
}

/** A transaction of a list, under the names that events may tell it by. */
export interface ListedTransaction {
	/** Its event; a settled payment link can't be told from another payout by its transaction. */
	readonly event: string;
	/** The key of that event. */
	readonly key: string;
	/** The keys of the other events that would have told the same. */
	readonly otherKeys: readonly string[];
}

/** What would have told a transaction as it stands; null where it has no ID, or a type that no event has. */
export function eventOfTransaction(transaction: JsonObject): ListedTransaction | null {
	const id = textOf(transaction.id);
	const type = textOf(transaction.type)?.toUpperCase();
	const [name, ...others] = EVENTS.filter((kind) => kind.type === type).map(({ event }) => event);
	if (id === null || name === undefined) return null;
	const keyOf = (event: string) => transactionKey(event, id, textOf(transaction.status));
	return { event: name, key: keyOf(name), otherKeys: others.map(keyOf) };
}

/** When the event's transaction was last changed, in ms since 1970; null where it does not say. */
export function updatedAtOf({ transaction }: TrustedEvent): number | null {
	return timeOf(transaction.updatedAt);
}

/** Which events are let through; a member that is null restricts nothing. */
export interface Filters {
	/** Upper case. */
	readonly currency: string | null;
	/** Any one of these, upper case. */
	readonly statuses: readonly string[] | null;
	readonly types: readonly string[] | null;
	readonly customerReference: { readonly text: string; readonly match: 'equals' | 'startsWith' | 'contains' } | null;
	/** Minor units of `currency`. */
	readonly minimumAmount: bigint | null;
}

/** Whether 'Trigger On' names this kind of event; `*` stands for every kind. */
export function isWanted(event: string, events: readonly string[]): boolean {
	return events.includes('*') || events.includes(event);
}

/**
 * Whether an event passes every filter. What an event does not say never passes a filter on it, except
 * for an amount that can't be read: that passes, and `unreadable` says so, because to drop it would be
 * to lose a payment of any size.
 */
export function passes(
	event: TrustedEvent,
	filters: Filters,
): { readonly passes: boolean; readonly unreadable: boolean } {
	const { currency, status, type, customerReference } = shapeEvent(event);
	const others =
		isOneOf(currency, filters.currency === null ? null : [filters.currency]) &&
		isOneOf(status, filters.statuses) &&
		isOneOf(type, filters.types) &&
		matches(customerReference, filters.customerReference);
	if (!others || filters.minimumAmount === null) return { passes: others, unreadable: false };
	const reached = reaches(event.transaction.amount, filters.minimumAmount);
	return { passes: reached ?? true, unreadable: reached === null };
}

function isOneOf(value: string | null, wanted: readonly string[] | null): boolean {
	return wanted === null || (value !== null && wanted.includes(value.trim().toUpperCase()));
}

function matches(reference: string | null, filter: Filters['customerReference']): boolean {
	if (filter === null) return true;
	if (reference === null) return false;
	if (filter.match === 'equals') return reference === filter.text;
	return filter.match === 'startsWith' ? reference.startsWith(filter.text) : reference.includes(filter.text);
}

/**
 * Whether an amount reaches a positive whole number of minor units; null where it is no number. Text is
 * compared digit by digit. A JSON number was rounded to a double when it was read; rounding keeps order,
 * so an amount that reaches the minimum does so as a double as well.
 */
function reaches(amount: Json | undefined, minimum: bigint): boolean | null {
	if (typeof amount === 'number') return Number.isFinite(amount) ? amount >= Number(minimum) : null;
	if (typeof amount !== 'string') return null;
	const plain = /^\s*(-?)([0-9]{1,400})(?:\.[0-9]*)?\s*$/.exec(amount);
	if (plain !== null) return plain[1] === '' && BigInt(plain[2] ?? '') >= minimum;
	// A blank would be 0, and 0x10 a number.
	return textOf(amount) === null || /[box]/i.test(amount) ? null : reaches(Number(amount), minimum);
}
