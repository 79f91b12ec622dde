import { codeOf, isBlank, textOf, type JsonObject } from '../core/domain/json';
import { orderIdOf, typeOf } from '../core/domain/events/paymentEvent';
import { wholeMinorOf } from '../core/domain/money';
import { ItemStopped, plainText } from '../core/service/failure';
import { dataObjects, get, type ReadService } from '../core/service/service';

/** What Mavapay says about the transaction of an event. */
type Confirmation =
	| { readonly is: 'confirmed' }
	/** It has a transaction of this ID with other values. */
	| { readonly is: 'denied'; readonly reason: string }
	/** It can't be asked, or doesn't show the transaction as far as the event tells it. */
	| { readonly is: 'unavailable'; readonly reason: string };

/** An event may arrive a moment before its transaction can be looked up. */
const LOOK_AGAIN_AFTER_MS = 1_000;

/**
 * Asks GET /transaction (docs/interface.md#transaction-looked-up) whether it knows an event's transaction with the same
 * values, and asks once more where the transaction is not there yet. It must have an ID.
 */
export async function confirm(transaction: JsonObject, service: ReadService): Promise<Confirmation> {
	const first = await look(transaction, service);
	if (first !== 'notYet') return first;
	await service.clock.sleep(LOOK_AGAIN_AFTER_MS);
	const second = await look(transaction, service);
	return second === 'notYet' ? { is: 'unavailable', reason: "it doesn't show the transaction yet" } : second;
}

async function look(said: JsonObject, service: ReadService): Promise<Confirmation | 'notYet'> {
	const byId = await findTransactions(service, { id: textOf(said.id) ?? '' });
	if (!Array.isArray(byId)) return byId;
	const isSame = (one: JsonObject) => textOf(one.id) === textOf(said.id);
	const isItself = (one: JsonObject) => isSame(one) && agree(typeOf(said.type), typeOf(one.type));
	const orderId = orderIdOf(said);
	// What was received and what was sent may share an ID, of which one look-up shows one. That by their order shows both.
	const isOtherOne = !byId.some(isItself) && byId.some(isSame) && orderId !== null;
	const found = isOtherOne ? await findTransactions(service, { orderId }) : byId;
	if (!Array.isArray(found)) return found;
	const differences = found.filter(isItself).map((one) => differingMember(said, one));
	if (differences.includes(null)) return { is: 'confirmed' };
	const [first] = differences;
	if (first === undefined || differences.includes('notYet')) return 'notYet';
	return { is: 'denied', reason: `its ${first} is not what Mavapay says` };
}

async function findTransactions(
	service: ReadService,
	by: Readonly<Record<string, string>>,
): Promise<JsonObject[] | Confirmation> {
	try {
		const { data } = await service.read(get('/transaction', by));
		return dataObjects(data);
	} catch (error) {
		if (!(error instanceof ItemStopped)) return { is: 'unavailable', reason: "the request couldn't be made" };
		const { failure } = error;
		// The service says so itself: a 404 without its error body may come from anywhere. "API key not found" is no answer.
		const isAnswered = !failure.retryable && failure.httpCode !== '401' && failure.httpCode !== '403';
		if (isAnswered && /not found/i.test(failure.description)) return [];
		return { is: 'unavailable', reason: plainText(failure).replace(/\.$/, '') };
	}
}

/**
 * What differs between an event and Mavapay's transaction, of what can't change: currency and, while the status is the
 * same, amount and fees. Null where nothing does; `notYet` where Mavapay shows a status that the event can't have
 * come before. What one of them lacks is not compared.
 */
function differingMember(said: JsonObject, known: JsonObject): string | null {
	if (!agree(codeOf(said.currency), codeOf(known.currency))) return 'currency';
	const [saidStatus, knownStatus] = [codeOf(said.status), codeOf(known.status)];
	if (!agree(saidStatus, knownStatus)) {
		// Settled within 87 ms in the documentation (docs/interface.md#events-that-belong-together).
		return saidStatus === 'PENDING' && isFinal(knownStatus) ? null : 'notYet';
	}
	for (const name of ['amount', 'fees'] as const) {
		if (isBlank(said[name]) || isBlank(known[name])) continue;
		const amount = comparedAmount(known[name]);
		if (amount === null || comparedAmount(said[name]) !== amount) return name;
	}
	return null;
}

/** One text for an amount, be it a number, or text with zeros at the end. Fees may have a fraction (docs/interface.md#quote). */
const comparedAmount = (value: unknown) =>
	wholeMinorOf(value)?.toString() ?? textOf(value)?.replace(/(\.\d*[1-9])0+$/, '$1') ?? null;

const isFinal = (status: string) => status === 'SUCCESS' || status === 'FAILED';
const agree = (said: string, known: string) => said === '' || known === '' || said === known;
