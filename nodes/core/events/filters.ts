import { codeOf, textOf } from '../domain/json';
import { wholeMinorOf } from '../domain/money';
import type { VerifiedEvent } from './paymentEvent';
import { typeOf } from '../domain/transaction';

/** The filters on events; a member that is null restricts nothing. */
export interface EventFilters {
	/** Upper case. */
	readonly currencies: readonly string[] | null;
	/** Upper case. */
	readonly statuses: readonly string[] | null;
	/** As `typeOf` returns them: DEPOSIT, WITHDRAWAL. */
	readonly types: readonly string[] | null;
	readonly customerReference: { readonly text: string; readonly match: 'equals' | 'startsWith' | 'contains' } | null;
	/** Minor units of `currency`. */
	readonly minimumAmount: bigint | null;
}

/** Whether 'Trigger On' names this kind of event; `*` stands for every kind. */
export function isWanted(event: string, events: readonly string[]): boolean {
	return events.includes('*') || events.includes(event);
}

/** Whether an event passes every filter. A missing value doesn't pass, but a missing or unreadable amount does. */
export function passes({ item, transaction }: VerifiedEvent, filters: EventFilters): boolean {
	const { currencies, statuses, types, customerReference, minimumAmount } = filters;
	const isWanted =
		currencies?.includes(codeOf(item.currency)) !== false &&
		statuses?.includes(codeOf(item.status)) !== false &&
		types?.includes(typeOf(item.type)) !== false;
	if (!isWanted || !matches(item.customerReference, customerReference)) return false;
	if (minimumAmount === null) return true;
	// A fraction of a minor unit is cut off, since the minimum is in whole minor units.
	const minor = wholeMinorOf(textOf(transaction.amount)?.replace(/\.\d*\s*$/, ''));
	return minor === null || minor >= minimumAmount;
}

function matches(reference: string | null, filter: EventFilters['customerReference']): boolean {
	if (filter === null || reference === null) return filter === null;
	if (filter.match === 'equals') return reference === filter.text;
	return filter.match === 'startsWith' ? reference.startsWith(filter.text) : reference.includes(filter.text);
}
