import { codeOf, textOf } from '../json';
import { wholeMinorOf } from '../money';
import { typeOf, type VerifiedEvent } from './paymentEvent';

/** Which events are let through; a member that is null restricts nothing. */
export interface EventFilters {
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
 * Whether an event passes every filter. What an event does not say never passes a filter on it, except for an amount
 * that can't be read: that passes, and `unreadable` says so, because to drop it would be to lose a payment of any size.
 */
export function passes(
	{ item, transaction }: VerifiedEvent,
	filters: EventFilters,
): { readonly passes: boolean; readonly unreadable: boolean } {
	const others =
		isOneOf(codeOf(item.currency), filters.currency === null ? null : [filters.currency]) &&
		isOneOf(codeOf(item.status), filters.statuses) &&
		(isOneOf(codeOf(item.type), filters.types) || isOneOf(typeOf(item.type), filters.types)) &&
		matches(item.customerReference, filters.customerReference);
	if (!others || filters.minimumAmount === null) return { passes: others, unreadable: false };
	// A fraction of a minor unit does not decide whether a whole number of them is reached.
	const minor = wholeMinorOf(textOf(transaction.amount)?.replace(/\.\d*\s*$/, ''));
	return { passes: minor === null || minor >= filters.minimumAmount, unreadable: minor === null };
}

function isOneOf(code: string, wanted: readonly string[] | null): boolean {
	return wanted === null || wanted.includes(code);
}

function matches(reference: string | null, filter: EventFilters['customerReference']): boolean {
	if (filter === null) return true;
	if (reference === null) return false;
	if (filter.match === 'equals') return reference === filter.text;
	return filter.match === 'startsWith' ? reference.startsWith(filter.text) : reference.includes(filter.text);
}
