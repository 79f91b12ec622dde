import { isObject, type JsonObject } from '../domain/json';
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

/** A payment that was not sent, in a dry run or because it was paid before, has no response to compare. */
function isResponse({ payout }: JsonObject): boolean {
	return !isObject(payout) || payout.outcome === 'accepted';
}
