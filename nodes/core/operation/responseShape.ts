import { isObject, type JsonObject } from '../domain/json';
import { differencesOf, namedMembers } from '../service/schema';
import type { PayOperation } from './operation';

/**
 * A hint for the user where the output of a payment has another form than this version knows; null where it hasn't. The
 * output itself is never changed or withheld.
 */
export function responseHint(
	{ response }: Pick<PayOperation, 'response'>,
	items: readonly JsonObject[],
): string | null {
	const differing = new Set(items.filter(isResponse).flatMap((item) => differencesOf(item, response)));
	if (differing.size === 0) return null;
	return `Mavapay's response has an unexpected format (${namedMembers(differing)}). It was passed through unchanged.`;
}

/** Whether an output item holds a response. One that was not sent, in a dry run or since it was paid before, has none. */
function isResponse({ payout }: JsonObject): boolean {
	return !isObject(payout) || payout.outcome === 'accepted';
}
