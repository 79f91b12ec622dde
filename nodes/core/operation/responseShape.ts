import { isObject, type Json, type JsonObject } from '../domain/json';
import { differencesOf, namedMembers } from '../service/schema';
import type { PayOperation } from './operation';

/**
 * A hint for the user where what a payment output has another form than this version knows, or null. It is never
 * changed or withheld for that.
 */
export function responseHint(
	{ response }: Pick<PayOperation, 'response'>,
	items: readonly JsonObject[],
): string | null {
	const differing = new Set(items.filter(isResponse).flatMap((item) => differencesOf(item, response)));
	if (differing.size === 0) return null;
	return `Mavapay's response has an unexpected format (${namedMembers(differing)}). It was passed through unchanged.`;
}

/**
 * A hint for the user where members of the outputs are text because a JavaScript number would have lost
 * digits, or null. `numbers` are such numbers of all answers, also of those that were not passed on.
 */
export function numbersHint(numbers: ReadonlySet<string>, items: readonly JsonObject[]): string | null {
	if (numbers.size === 0) return null;
	// Of a payment the member `payout` is the node's own, whose amounts are always text.
	const theirs = items.flatMap((item) => Object.entries(item).filter(([name]) => name !== 'payout'));
	const names = new Set(theirs.flatMap(([name, member]) => membersOf(member, numbers, name)));
	if (names.size === 0) return null;
	return `Mavapay sent a number with more digits than n8n can hold, in ${namedMembers(names)}. It was passed through as text, so that no digit is lost.`;
}

/** The names of the members that hold one of these texts; of a list, the list's. */
function membersOf(value: Json | undefined, texts: ReadonlySet<string>, name: string): string[] {
	if (typeof value === 'string') return texts.has(value) ? [name] : [];
	if (Array.isArray(value)) return value.flatMap((entry) => membersOf(entry, texts, name));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([key, member]) => membersOf(member, texts, key));
}

/** A payment that was not sent, in a dry run or because it was paid before, has no response to compare. */
function isResponse({ payout }: JsonObject): boolean {
	return !isObject(payout) || payout.outcome === 'accepted';
}
