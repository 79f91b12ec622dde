import type { IWebhookFunctions } from 'n8n-workflow';

import {
	allCustomerReferences,
	findCustomerReference,
	type FoundReference,
} from '../core/domain/events/customerReference';
import { textOf, type JsonObject } from '../core/domain/json';
import { moneyOf } from '../core/domain/money';
import {
	orderIdOf,
	SETTLEMENT,
	transactionOf,
	type PaymentEvent,
	type TrustedEvent,
} from '../core/domain/events/paymentEvent';
import { n8nTransport } from '../core/n8n/adapter';
import { connect, type Connection } from '../core/n8n/connection';
import { ItemStopped, plainText } from '../core/service/failure';
import { createService, dataObjects, type ReadService, type Transport } from '../core/service/service';

/** Mavapay wants its answer within 5 s (docs/interface.md#delivery); everything done before it has 4. */
const LONGEST_MS = 4_000;

/** The least time that is given to a request. */
const SHORTEST_MS = 1;

/** How much of the time for a delivery that began at `startedMs` is left, in ms. */
export const timeLeft = (startedMs: number, nowMs: number) => Math.max(SHORTEST_MS, startedMs + LONGEST_MS - nowMs);

/** Like `connect`, but whatever is asked ends, retries included, within 4 s from `startedMs`. */
export async function connectWithDeadline(context: IWebhookFunctions, startedMs: number): Promise<Connection> {
	const connection = await connect(context);
	const { clock } = connection.service;
	const left = () => timeLeft(startedMs, clock.now());
	const transport = n8nTransport(context, connection.deployment, connection.credential);
	const limited: Transport = async (request, settings) =>
		await transport(request, { ...settings, timeoutMs: Math.min(settings.timeoutMs, left()) });
	const service = createService(limited, {
		...clock,
		sleep: async (milliseconds) => await clock.sleep(Math.min(milliseconds, left())),
		cancelled: () => left() <= SHORTEST_MS,
	});
	return { ...connection, service };
}

const MINUTE_MS = 60_000;

/** Confirmations of unsigned calls in a minute for each trigger: each costs up to two requests of the account's limit. */
export const UNSIGNED_PER_MINUTE = 60;

/** Counts what may be done so often per minute; a new minute begins with the first use after the last one's end. */
export class Budget {
	private readonly used = new Map<string, { since: number; count: number }>();

	constructor(private readonly perMinute: number) {}

	/** Takes one of what is left to `scope`; false where nothing is. */
	take(scope: string, nowMs: number): boolean {
		const minute = this.used.get(scope);
		const isOver = minute === undefined || nowMs - minute.since >= MINUTE_MS || nowMs < minute.since;
		const current = isOver ? { since: nowMs, count: 0 } : minute;
		this.used.set(scope, current);
		if (current.count >= this.perMinute) return false;
		current.count += 1;
		return true;
	}
}

/** The service does not say so, or can't be asked. */
type NotConfirmed =
	/** No transaction in the event, none like it at the service, or one with other values. */
	{ readonly is: 'denied'; readonly reason: string } | { readonly is: 'unavailable'; readonly reason: string };

/** What the service says about an event. */
type Confirmation = { readonly is: 'confirmed'; readonly record: JsonObject } | NotConfirmed;

const TEXTS = ['walletId', 'ref', 'hash', 'currency'] as const;
const AMOUNTS = ['amount', 'fees'] as const;

const KEY_REFUSED: ReadonlyArray<string | null> = ['401', '403'];

const denied = (reason: string): NotConfirmed => ({ is: 'denied', reason });

/** Asks GET /transaction (docs/interface.md#transaction-looked-up) whether it knows the event's transaction, with the same values. */
export async function confirm({ data }: PaymentEvent, service: ReadService): Promise<Confirmation> {
	const transaction = transactionOf(data);
	const id = textOf(transaction.id);
	if (id === null) return denied('it names no transaction');
	const found = await lookUp(service, '/transaction', id);
	if ('unavailable' in found) return { is: 'unavailable', reason: found.unavailable };
	// What was received and what was sent may share an ID.
	const compared = found.records
		.filter((one) => textOf(one.id) === id)
		.map((record) => ({ record, differing: differenceOf(transaction, record) }));
	const [first] = compared;
	if (first === undefined) return denied('Mavapay knows no such transaction');
	const same = compared.find(({ differing }) => differing === null);
	return same === undefined
		? denied(`its ${first.differing} is not what Mavapay says`)
		: { is: 'confirmed', record: same.record };
}

type LookedUp = { readonly records: JsonObject[] } | { readonly unavailable: string };

async function lookUp(service: ReadService, path: '/transaction' | '/order', id: string): Promise<LookedUp> {
	try {
		const { data } = await service.read({ method: 'GET', path, query: { id } });
		return { records: dataObjects(data) };
	} catch (error) {
		const failure = error instanceof ItemStopped ? error.failure : null;
		// The service says so itself: a 404 without its error body may come from anywhere. "API key not found" is no answer.
		const isAnswered = failure !== null && !failure.retryable && !KEY_REFUSED.includes(failure.httpCode);
		const unknown = isAnswered && /not found/i.test(failure.description);
		const reason = failure === null ? "the request couldn't be made" : plainText(failure).replace(/\.$/, '');
		return unknown ? { records: [] } : { unavailable: reason };
	}
}

/** The first member in which an event and the service's record differ. What one of them lacks is not compared. */
function differenceOf(said: JsonObject, record: JsonObject): string | null {
	for (const name of TEXTS) {
		if (!fits(textOf(said[name]), textOf(record[name]))) return name;
	}
	if (!hasStatus(textOf(said.status), textOf(record.status))) return 'status';
	if (!isSameType(textOf(said.type), textOf(record.type))) return 'type';
	if (!fits(orderIdOf(said), orderIdOf(record))) return 'orderId';
	const currency = textOf(record.currency);
	for (const name of AMOUNTS) {
		if (isGiven(said[name]) && isGiven(record[name])) {
			const known = moneyOf(record[name], currency).minor;
			if (known === null || moneyOf(said[name], currency).minor !== known) return name;
		}
	}
	return null;
}

const fits = (said: string | null, known: string | null) => said === null || known === null || said === known;

/** A payment may be settled by the time its PENDING event is looked at: documented within 87 ms (docs/interface.md#events-that-belong-together). */
const hasStatus = (said: string | null, known: string | null) =>
	fits(said, known) || (said === 'PENDING' && (known === 'SUCCESS' || known === 'FAILED'));

/** Whatever an event calls a settled payment link, its transaction is kept under its own type: it is a withdrawal. */
const isSameType = (said: string | null, known: string | null) =>
	fits(said, known) || (said === SETTLEMENT && known === 'WITHDRAWAL');

function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null;
}

/** An event that only the service vouches for, or why it does not. */
type ConfirmedEvent = { readonly is: 'trusted'; readonly event: TrustedEvent } | NotConfirmed;

/**
 * An unsigned event, whose name must fit its type, as far as the service vouches for it: what is read from it
 * is read from the service's own record. Its status alone is the event's, since it may have moved on.
 */
export async function confirmUnsigned(event: PaymentEvent, service: ReadService): Promise<ConfirmedEvent> {
	const confirmation = await confirm(event, service);
	if (confirmation.is !== 'confirmed') return confirmation;
	const { record } = confirmation;
	// Nothing else says that the event's name is the true one.
	if (textOf(record.type) === null) return denied('Mavapay does not say what type of transaction it is');
	const found = await confirmedReference(event, record, service);
	if (found.is !== 'found') return found;
	const said = transactionOf(event.data);
	return {
		is: 'trusted',
		event: {
			...event,
			verified: 'service',
			transaction: { ...record, type: said.type, status: textOf(said.status) ?? record.status },
			reference: found.reference,
			link: record,
		},
	};
}

/** The reference that the service vouches for; null where it holds none, or none for sure. */
type ConfirmedReference = { readonly is: 'found'; readonly reference: FoundReference | null } | NotConfirmed;

/**
 * The customer's reference of an event that nothing but the service vouches for: whoever copies a
 * true event could write another one into it, or leave it out. So it is taken from the service's
 * transaction or else its order, and an event that says otherwise is denied.
 */
async function confirmedReference(
	{ data }: PaymentEvent,
	record: JsonObject,
	service: ReadService,
): Promise<ConfirmedReference> {
	const said = findCustomerReference(data);
	const ofRecord = heldBy('transaction', [record], said);
	const orderId = orderIdOf(record);
	if (ofRecord !== null || orderId === null) return ofRecord ?? { is: 'found', reference: null };
	const orders = await lookUp(service, '/order', orderId);
	if ('unavailable' in orders) return { is: 'unavailable', reason: orders.unavailable };
	// A service that leaves out the question answers with every order of the account.
	const asked = orders.records.filter((one) => [one.orderId, one.id].some((id) => textOf(id) === orderId));
	return heldBy('order', asked, said) ?? { is: 'found', reference: null };
}

/** What these records say about a reference; null where they hold none. */
function heldBy(name: string, records: JsonObject[], said: FoundReference | null): ConfirmedReference | null {
	const held = new Set(records.flatMap((record) => [...allCustomerReferences(record)]));
	if (held.size === 0) return null;
	if (said !== null) {
		return held.has(said.value)
			? { is: 'found', reference: said }
			: denied('its customerReference is not what Mavapay says');
	}
	const [only = null] = records.map(findCustomerReference).filter((found) => found !== null);
	if (only === null || held.size > 1) return { is: 'found', reference: null };
	return { is: 'found', reference: { value: only.value, path: only.path.replace(/^data/, name) } };
}
