import type { FoundReference } from '../core/domain/customerReference';
import { isJsonObject, type Json, type JsonObject } from '../core/domain/json';
import { moneyOf } from '../core/domain/money';
import { ItemStopped } from '../core/service/failure';
import { dataObjects, type ReadService } from '../core/service/service';
import { orderIdOf, referenceOf, textOf, transactionIdOf, type PaymentEvent } from './event';

/** What the service says about an event. */
export type Confirmation =
	| { readonly is: 'confirmed'; readonly record: JsonObject }
	/** No transaction in the event, none like it at the service, or one with other values. */
	| { readonly is: 'denied'; readonly reason: string }
	| { readonly is: 'unavailable'; readonly reason: string };

const TEXTS = ['walletId', 'ref', 'hash', 'currency', 'status'] as const;
const AMOUNTS = ['amount', 'fees'] as const;

const KEY_REFUSED: ReadonlyArray<string | null> = ['401', '403'];

/** Asks GET /transaction (service-facts 3.1) whether the service knows the event's transaction, with the same values. */
export async function confirm({ data }: PaymentEvent, service: ReadService): Promise<Confirmation> {
	const id = transactionIdOf(data);
	if (id === null || !isJsonObject(data)) return { is: 'denied', reason: 'it names no transaction' };
	const found = await lookUp(service, '/transaction', id);
	if ('unavailable' in found) return { is: 'unavailable', reason: found.unavailable };
	const record = found.records.find((one) => one.id === id);
	if (record === undefined) return { is: 'denied', reason: 'Mavapay knows no such transaction' };
	const differing = differenceOf(data, record);
	if (differing !== null) return { is: 'denied', reason: `its ${differing} is not what Mavapay says` };
	return { is: 'confirmed', record };
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
		const unknown = isAnswered && /not found/i.test(failure.message);
		return unknown ? { records: [] } : { unavailable: failure?.message ?? 'the question could not be asked' };
	}
}

/** The first member in which an event and the service's record differ. What one of them lacks is not compared. */
function differenceOf(data: JsonObject, record: JsonObject): string | null {
	for (const name of TEXTS) {
		const [said, known] = [textOf(data[name]), textOf(record[name])];
		if (said !== null && known !== null && said !== known) return name;
	}
	if (!isSameType(textOf(data.type), textOf(record.type))) return 'type';
	const orderIds = [orderIdOf(record), orderIdOf(data)];
	if (!orderIds.includes(null) && orderIds[0] !== orderIds[1]) return 'orderId';
	const currency = textOf(record.currency);
	for (const name of AMOUNTS) {
		if (isGiven(data[name]) && isGiven(record[name])) {
			const known = moneyOf(record[name], currency).minor;
			if (known === null || moneyOf(data[name], currency).minor !== known) return name;
		}
	}
	return null;
}

/** A settled payment link is told as SETTLEMENT and kept as a deposit (service-facts 2.14, interface document 2.1). */
function isSameType(said: string | null, known: string | null): boolean {
	return said === null || known === null || said === known || (said === 'SETTLEMENT' && known === 'DEPOSIT');
}

function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null;
}

/** The reference that the service vouches for; null where it holds none, or none for sure. */
export type ConfirmedReference =
	| { readonly is: 'found'; readonly reference: FoundReference | null }
	| Exclude<Confirmation, { is: 'confirmed' }>;

/**
 * The customer's reference of an event that nothing but the service vouches for: whoever copies a
 * true event could write another one into it, or leave it out. So it is taken from the service's
 * transaction or else its order (interface document 2.3: on its quotes), and an event that says
 * otherwise is denied.
 */
export async function confirmedReference(
	data: Json,
	record: JsonObject,
	service: ReadService,
): Promise<ConfirmedReference> {
	const said = referenceOf(data);
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
	const held = new Set(records.flatMap((record) => [...allReferences(record)]));
	if (held.size === 0) return null;
	if (said !== null) {
		return held.has(said.value)
			? { is: 'found', reference: said }
			: { is: 'denied', reason: 'its customerReference is not what Mavapay says' };
	}
	const [only = null] = records.map(referenceOf).filter((found) => found !== null);
	if (only === null || held.size > 1) return { is: 'found', reference: null };
	return { is: 'found', reference: { value: only.value, path: only.path.replace(/^data/, name) } };
}

/** Every reference within a record: an order may have several quotes. */
function allReferences(value: Json | undefined, found: Set<string> = new Set()): Set<string> {
	if (typeof value !== 'object' || value === null) return found;
	for (const [name, member] of Object.entries(value)) {
		const text = name === 'customerReference' || name === 'externalRef' ? textOf(member) : null;
		if (text !== null) found.add(text);
		allReferences(member, found);
	}
	return found;
}
