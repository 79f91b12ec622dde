import { hash } from 'node:crypto';

import { digestOf, textOf, type JsonObject } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { EVENTS, type EventItem } from './paymentEvent';
import { typeOf } from '../domain/transaction';

/**
 * The key of an event, 22 characters: a digest of its name, transaction ID and status, since one transaction has
 * several statuses, and two transactions may share an ID. For an event without a transaction, a digest of its body.
 */
export function eventKey({ event, transactionId, status }: EventItem, body: Uint8Array): string {
	const isPayment = EVENTS.some(({ value }) => value === event);
	if (isPayment && transactionId !== null) return transactionKey(event, transactionId, status);
	return hash('sha256', Buffer.concat([Buffer.from('body\n'), body]), 'base64url').slice(0, 22);
}

/** The status is converted to upper case, because Mavapay may write it differently in lists and in events. */
function transactionKey(event: string, transactionId: string, status: string | null): string {
	return digestOf([event, transactionId, status?.trim().toUpperCase() ?? null], 'base64url').slice(0, 22);
}

/**
 * The key of the row that marks an event as passed on. A workflow has one row for each event, whether one of its
 * triggers or 'Transaction: Get New' passed the event on.
 *
 * @param money the kind of money of the event's account; a workflow's triggers may be for several accounts
 */
export function eventRow(money: MoneyKind, key: string): string {
	return `mavapay:event:1:${digestOf([money, key], 'base64url')}`;
}

/** The keys of the events that can report a transaction in its present state. */
export type EventKeys = Readonly<NonNullable<ReturnType<typeof eventKeysOf>>>;

/** The keys of the events that can report a transaction; null if it has no ID, or a type that no event has. */
export function eventKeysOf(transaction: JsonObject) {
	const id = textOf(transaction.id);
	const type = typeOf(transaction.type);
	const [name, ...others] = EVENTS.filter((kind) => kind.type === type).map(({ value }) => value);
	if (id === null || name === undefined) return null;
	const keyOf = (event: string) => transactionKey(event, id, textOf(transaction.status));
	// A settled payment link's transaction looks like any other withdrawal, so two events can report a withdrawal.
	return { event: name, key: keyOf(name), otherKeys: others.map(keyOf) };
}
