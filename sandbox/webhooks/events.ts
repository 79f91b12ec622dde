import type { SharedState } from '../state/sharedState';
import { commonOf, iso } from '../state/transactions';
import type { JsonObject, Transaction, TransactionType } from '../state/types';
import { metadataOf } from './metadata';

/** The members of a payment_link.settled event that describe the link itself. */
export interface SettledLink {
	paymentRef: string;
	paymentLink: string;
	callbackUrl: string | null;
	settlementCurrency: string;
	paymentCurrency: string;
	paymentMethod: string;
}

export interface EventParts {
	event: string;
	transaction?: Transaction | undefined;
	/** The link of a payment_link.settled event. */
	link?: SettledLink | undefined;
	/** Sent as `data` in place of the transaction's own data. */
	data?: JsonObject | undefined;
}

export interface BuiltEvent {
	event: string;
	transactionId: string | null;
	body: string;
}

/**
 * The transaction type that each event shows. An event has its own type, because one transaction can have both a
 * received and a sent event (docs/reference/interface.md#events-that-belong-together).
 */
const TYPES: Record<string, TransactionType> = {
	'payment.received': 'DEPOSIT',
	'payment.sent': 'WITHDRAWAL',
	'payment_link.settled': 'WITHDRAWAL',
};

function transactionOf(state: SharedState, event: string, given: Transaction): JsonObject {
	const transaction = { ...given, type: TYPES[event] ?? given.type };
	const { name, content: metadata } = metadataOf(transaction);
	const { referencePlace: place, referenceName } = state.quirks;
	const reference = { [referenceName]: transaction.details.customerReference };
	if (place === 'metadata') Object.assign(metadata, reference);
	return {
		...commonOf(state, transaction),
		walletId: transaction.walletId,
		...(place === 'top' && reference),
		[name]: metadata,
	};
}

/** docs/reference/interface.md#event-payment-link-settled: everything about the money is in `transaction`. */
function dataOf(state: SharedState, parts: EventParts): JsonObject | undefined {
	const { event, transaction, link } = parts;
	if (!transaction) return undefined;
	const told = transactionOf(state, event, transaction);
	return event === 'payment_link.settled' && link ? { ...link, transaction: told } : told;
}

/** The body of an event, `{event, data}` (docs/reference/interface.md#events). */
export function buildEvent(state: SharedState, parts: EventParts): BuiltEvent {
	const { event, transaction } = parts;
	const data = parts.data ?? dataOf(state, parts);
	return {
		event,
		transactionId: transaction?.id ?? null,
		body: JSON.stringify(data === undefined ? { event } : { event, data }),
	};
}

/** The ping, which is also a part of the answer to registering a webhook (docs/reference/interface.md#event-ping). */
export function pingEvent(state: SharedState) {
	return {
		event: 'ping',
		data: { message: 'This is a test webhook event', timestamp: iso(state.clock.now()) },
	};
}
