import { isObject, textOf, type JsonValue, type Members } from './json';
import { perAccount } from './once';

/** A request that pays, ready to be sent. */
export interface Order {
	readonly path: string;
	readonly body: { [name: string]: JsonValue };
	readonly currency: string;
	/** Minor units that the payee is to get. */
	readonly amount: bigint;
	/** Texts by which its transaction is known, where its body has none: the ID of an order, a payment hash. */
	readonly marks?: readonly string[];
}

/** Members of a body that say who is paid. */
const PAYEE: ReadonlySet<string> = new Set(['address', 'invoice', 'bankAccountNumber', 'bankAccountName']);

/** Texts that identify the transaction of an order, even if its amount differs. */
export function marksOf({ body, marks = [] }: Order): string[] {
	const found = (members: Members): string[] =>
		Object.entries(members).flatMap(([name, value]) => {
			if (isObject(value)) return found(value);
			const text = textOf(value);
			return PAYEE.has(name) && text !== null ? [text] : [];
		});
	return [...found(body), ...marks];
}

/** IDs of transactions that the run has made; what makes one adds it. */
export const idsMade = perAccount(() => new Set<string>());

/** Payments that were sent without knowing whether they were taken; what sends one adds it, and takes it out. */
export const openOrders = perAccount(() => new Set<Order>());

/** A payment that the service has taken. */
export interface Taken extends Order {
	/** The ID of its transaction; null where the answer has none. */
	readonly id: string | null;
	/** The ID of the order of a quote that was accepted. */
	readonly orderId?: string | null;
	/** The fees that its answer stated, in millionths of a minor unit, as is what its wallet lost to it. */
	readonly fees: bigint;
	readonly lost: bigint;
}

/** Payments of the run that the service has taken; what sends one adds it. */
export const ordersTaken = perAccount((): Taken[] => []);
