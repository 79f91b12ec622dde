import { isObject, type JsonObject } from '../domain/json';
import type { OperationFace } from './operation';

const MAX_NAMED = 3;

/**
 * A hint for the user where an answer has another shape than this version knows, or null. The data
 * is never changed or withheld for it: a payment's answer must not get lost over its form.
 */
export function answerHint(
	{ answer, effect }: Pick<OperationFace, 'answer'> & { readonly effect?: string },
	items: readonly JsonObject[],
): string | null {
	if (answer === undefined) return null;
	const differing = new Set<string>();
	for (const item of effect === 'pay' ? items.filter(isAnswer) : items) {
		const verdict = answer.safeParse(item);
		if (verdict.success) continue;
		for (const { path } of verdict.error.issues) differing.add(path.map(memberName).join('.'));
	}
	if (differing.size === 0) return null;
	const named = [...differing].slice(0, MAX_NAMED).map((path) => `'${path}'`);
	const more = differing.size > MAX_NAMED ? ` and ${differing.size - MAX_NAMED} more` : '';
	return `Mavapay's answer differs from what this version of the node knows, in ${named.join(', ')}${more}. It was passed on as it came.`;
}

/** A payment that was not sent, in a dry run or because it was paid before, has no answer to compare. */
function isAnswer({ payout }: JsonObject): boolean {
	return !isObject(payout) || payout.outcome === 'accepted';
}

/** Places in a list are one and the same to the reader. */
function memberName(part: PropertyKey): string {
	return typeof part === 'number' ? '[]' : String(part);
}
