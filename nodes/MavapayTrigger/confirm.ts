import { codeOf, isBlank, textOf, type JsonObject } from '../core/domain/json';
import { orderIdOf, typeOf } from '../core/domain/transaction';
import { wholeMinorOf } from '../core/domain/money';
import { ItemStopped, plainText } from '../core/service/failure';
import { ifThere } from '../core/service/lookUps';
import { get, type ReadService } from '../core/service/service';

/** The result of comparing an event with Mavapay; `lookAgain` if a second look may give another result. */
type Confirmation =
	| { readonly is: 'confirmed' }
	/** `denied`: Mavapay has other values. `unavailable`: Mavapay can't be read, or doesn't show the transaction yet. */
	| { readonly is: 'denied' | 'unavailable'; readonly reason: string; readonly lookAgain: boolean };

/** The pause before a second look: an event may arrive just before its transaction can be looked up. */
const LOOK_AGAIN_AFTER_MS = 1_000;

/**
 * Compares an event's transaction with GET /transaction (docs/reference/interface.md#transaction-looked-up), and again
 * after a pause if Mavapay doesn't show it yet. The transaction must have an ID.
 *
 * @param types the transaction's type, as the event states it and as the kind of event implies it
 */
export async function confirm(
	transaction: JsonObject,
	types: readonly unknown[],
	service: ReadService,
): Promise<Confirmation> {
	const look = async () =>
		await compare(transaction, types, service).catch((error: unknown): Confirmation => {
			const failed = error instanceof ItemStopped ? plainText(error.failure) : "the request couldn't be made";
			return { is: 'unavailable', reason: failed.replace(/\.$/, ''), lookAgain: false };
		});
	const first = await look();
	if (first.is === 'confirmed' || !first.lookAgain) return first;
	await service.clock.sleep(LOOK_AGAIN_AFTER_MS);
	return await look();
}

async function compare(said: JsonObject, types: readonly unknown[], service: ReadService): Promise<Confirmation> {
	const id = textOf(said.id) ?? '';
	const lookUp = async (by: Readonly<Record<string, string>>) => await ifThere(service.read(get('/transaction', by)));
	const isSame = (one: JsonObject) => textOf(one.id) === id;
	const differencesIn = (found: readonly JsonObject[]) => found.map((one) => differingMember(said, types, one));
	const shown = await lookUp({ id });
	const byId = shown.filter(isSame);
	if (shown.length > 0 && byId.length === 0)
		return { is: 'denied', reason: 'its ID is not what Mavapay says', lookAgain: true };
	const differences = differencesIn(byId);
	const isOtherOne = differences.length > 0 && !differences.some((member) => member !== 'type');
	// Events in KES and GHS have no order.
	const orderId = [said, ...byId].map(orderIdOf).find((found) => found !== null) ?? null;
	// The received and sent transactions may share an ID. A look-up by ID then shows only one; by order, it shows both.
	if (isOtherOne && orderId !== null) differences.push(...differencesIn((await lookUp({ orderId })).filter(isSame)));
	if (differences.includes(null)) return { is: 'confirmed' };
	if (differences.length === 0 || differences.includes('notYet'))
		return { is: 'unavailable', reason: "the transaction isn't shown yet", lookAgain: true };
	const other = differences.find((member) => member !== 'type') ?? null;
	const reason = `its ${other ?? 'type'} is not what Mavapay says`;
	return { is: 'denied', reason, lookAgain: other === null };
}

/**
 * The first difference between an event and Mavapay's transaction in members that both have and that can't change:
 * type, currency and, in the same status, amount and fees. `notYet`: Mavapay shows an earlier status than the event.
 */
function differingMember(said: JsonObject, types: readonly unknown[], known: JsonObject): string | null {
	if (!types.every((type) => agree(typeOf(type), typeOf(known.type)))) return 'type';
	if (!agree(codeOf(said.currency), codeOf(known.currency))) return 'currency';
	const [saidStatus, knownStatus] = [codeOf(said.status), codeOf(known.status)];
	if (!agree(saidStatus, knownStatus)) {
		// A transaction can settle within 87 ms: docs/reference/interface.md#events-that-belong-together has an example.
		return saidStatus === 'PENDING' && /^(SUCCESS|FAILED)$/.test(knownStatus) ? null : 'notYet';
	}
	for (const name of ['amount', 'fees'] as const) {
		if (isBlank(said[name]) || isBlank(known[name])) continue;
		const amount = comparedAmount(known[name]);
		if (amount === null || comparedAmount(said[name]) !== amount) return name;
	}
	return null;
}

/** An amount as a text to compare, without trailing zeros. Fees have fractions (docs/reference/interface.md#quote). */
const comparedAmount = (value: unknown) =>
	wholeMinorOf(value)?.toString() ?? textOf(value)?.replace(/(\.\d*[1-9])0+$/, '$1') ?? null;

const agree = (said: string, known: string) => said === '' || known === '' || said === known;
