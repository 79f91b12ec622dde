import type { EmittedEvent } from './event';
import type { Matcher } from './pattern';

/** Which events are let through; a member that is null restricts nothing. */
export interface Filters {
	/** Upper case. */
	readonly currency: string | null;
	/** Any one of these, upper case. */
	readonly statuses: readonly string[] | null;
	readonly types: readonly string[] | null;
	readonly customerReference: Matcher | null;
	/** Lowest unit of `currency`. */
	readonly minimumAmount: bigint | null;
}

/** Whether an event passes every filter. What an event does not say never passes a filter on it. */
export function passes(event: EmittedEvent, filters: Filters): boolean {
	return (
		isOneOf(event.currency, filters.currency === null ? null : [filters.currency]) &&
		isOneOf(event.status, filters.statuses) &&
		isOneOf(event.type, filters.types) &&
		fits(event.customerReference, filters.customerReference) &&
		reaches(event.amount.minor, filters.minimumAmount)
	);
}

function isOneOf(value: string | null, wanted: readonly string[] | null): boolean {
	return wanted === null || (value !== null && wanted.includes(value.trim().toUpperCase()));
}

function fits(reference: string | null, matcher: Matcher | null): boolean {
	return matcher === null || (reference !== null && matcher(reference));
}

function reaches(minor: string | null, minimum: bigint | null): boolean {
	return minimum === null || (minor !== null && BigInt(minor) >= minimum);
}

/** Whether 'Trigger On' names this kind of event; `*` stands for every kind. */
export function isWanted(event: string, events: readonly string[]): boolean {
	return events.includes('*') || events.includes(event);
}
