import { isObject, type Json, type JsonObject } from '../domain/json';
import type { Operation, OperationFace } from './operation';

const MAX_NAMED = 3;

/**
 * A hint for the user where an response has another shape than this version knows, or null. The data
 * is never changed or withheld for it: a payment's response must not get lost over its form.
 */
export function responseHint(
	{ response, effect }: Pick<OperationFace, 'response'> & { readonly effect?: Operation['effect'] },
	items: readonly JsonObject[],
): string | null {
	if (response === undefined) return null;
	const differing = new Set<string>();
	for (const item of effect === 'pay' ? items.filter(isResponse) : items) {
		const verdict = response.safeParse(item);
		if (verdict.success) continue;
		for (const { path } of verdict.error.issues) differing.add(path.map(memberName).join('.'));
	}
	if (differing.size === 0) return null;
	return `Mavapay's response has an unexpected format (${named(differing)}). It was passed through unchanged.`;
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
	return `Mavapay sent a number with more digits than n8n can hold, in ${named(names)}. It was passed through as text, so that no digit is lost.`;
}

/** The names of the members that hold one of these texts; of a list, the list's. */
function membersOf(value: Json | undefined, texts: ReadonlySet<string>, name: string): string[] {
	if (typeof value === 'string') return texts.has(value) ? [name] : [];
	if (Array.isArray(value)) return value.flatMap((entry) => membersOf(entry, texts, name));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([key, member]) => membersOf(member, texts, key));
}

function named(names: ReadonlySet<string>): string {
	const shown = [...names].slice(0, MAX_NAMED).map((name) => `'${name}'`);
	return `${shown.join(', ')}${names.size > MAX_NAMED ? ` and ${names.size - MAX_NAMED} more` : ''}`;
}

/** A payment that was not sent, in a dry run or because it was paid before, has no response to compare. */
function isResponse({ payout }: JsonObject): boolean {
	return !isObject(payout) || payout.outcome === 'accepted';
}

/** Places in a list are one and the same to the reader. */
function memberName(part: PropertyKey): string {
	return typeof part === 'number' ? '[]' : String(part);
}
