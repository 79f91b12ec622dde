import { isObject, textOf, type JsonValue, type Members } from './json';
import { perAccount } from './once';

/** A request that pays, before it is sent. */
export interface Order {
	readonly path: string;
	readonly body: { [name: string]: JsonValue };
	readonly currency: string;
	/** Minor units that the payee is to get. */
	readonly amount: bigint;
	/** Texts that identify the transaction if the request's body has none: an order's ID, a payment hash. */
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

/** IDs of the run's own transactions; code that makes a transaction adds its ID. */
export const idsMade = perAccount(() => new Set<string>());

/** Payments that may have been taken, but whose answer is lost; code that sends a payment adds and removes it. */
export const openOrders = perAccount(() => new Set<Order>());

/** A payment that the service has taken. */
export interface Taken extends Order {
	/** ID of the payment's transaction; null if the answer has none. */
	readonly id: string | null;
	/** ID of the order, if the payment is an accepted quote. */
	readonly orderId?: string | null;
	/** Fees that the answer stated, in millionths of a minor unit; `lost`, the wallet's loss, is in the same unit. */
	readonly fees: bigint;
	readonly lost: bigint;
}

/** Payments of the run that the service has taken; the code that sends a payment adds it. */
export const ordersTaken = perAccount((): Taken[] => []);
