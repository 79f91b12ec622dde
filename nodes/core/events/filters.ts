import { codeOf, textOf } from '../domain/json';
import { CURRENCIES, wholeMinorOf } from '../domain/money';
import { EVENTS, type VerifiedEvent } from './paymentEvent';
import { typeOf } from '../domain/transaction';

/** The filters on events; a member that is null restricts nothing. */
export interface EventFilters {
	/** Upper case. */
	readonly currencies: readonly string[] | null;
	/** Any one of these, upper case. */
	readonly statuses: readonly string[] | null;
	/** As `typeOf` gives them. */
	readonly types: readonly string[] | null;
	readonly customerReference: { readonly text: string; readonly match: 'equals' | 'startsWith' | 'contains' } | null;
	/** Minor units of `currency`. */
	readonly minimumAmount: bigint | null;
}

/** Whether 'Trigger On' names this kind of event; `*` stands for every kind. */
export function isWanted(event: string, events: readonly string[]): boolean {
	return events.includes('*') || events.includes(event);
}

/** Every currency, status and type that is documented for events. */
const DOCUMENTED_WORDS: ReadonlySet<string> = new Set([
	...['FAILED', 'PENDING', 'SUCCESS'],
	...EVENTS.map(({ type }) => type),
	...CURRENCIES.map(({ code }) => code),
]);

/**
 * Whether an event passes every filter. A missing value never does; an amount that can't be read does, or a payment
 * could be lost. `unreadable`: such an amount passed, or a filter met a missing or undocumented value.
 */
export function passes(
	{ item, transaction }: VerifiedEvent,
	filters: EventFilters,
): { readonly passes: boolean; readonly unreadable: boolean } {
	const asked = [
		{ wanted: filters.currencies, code: codeOf(item.currency) },
		{ wanted: filters.statuses, code: codeOf(item.status) },
		{ wanted: filters.types, code: typeOf(item.type) },
	].filter(({ wanted }) => wanted !== null);
	if (!asked.every(({ wanted, code }) => wanted?.includes(code)))
		return { passes: false, unreadable: asked.some(({ code }) => !DOCUMENTED_WORDS.has(code)) };
	const others = matches(item.customerReference, filters.customerReference);
	if (!others || filters.minimumAmount === null) return { passes: others, unreadable: false };
	// A fraction of a minor unit does not decide whether a whole number of them is reached.
	const minor = wholeMinorOf(textOf(transaction.amount)?.replace(/\.\d*\s*$/, ''));
	return { passes: minor === null || minor >= filters.minimumAmount, unreadable: minor === null };
}

function matches(reference: string | null, filter: EventFilters['customerReference']): boolean {
	if (filter === null || reference === null) return filter === null;
	if (filter.match === 'equals') return reference === filter.text;
	return filter.match === 'startsWith' ? reference.startsWith(filter.text) : reference.includes(filter.text);
}
