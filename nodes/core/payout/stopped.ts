import { isObject } from '../domain/json';
import type { Failure, PaymentOutcome } from '../service/failure';
import { warningOf } from './output';
import type { ItemResult } from './runTypes';

type Fate = PaymentOutcome | 'alreadyPaid';

/** Worst first, each with how many items are named at most. */
const GROUPS: Readonly<Record<Fate, readonly [heading: string, named: number]>> = {
	unknown: ['Outcome unknown', Infinity],
	failed: ['Failed', Infinity],
	accepted: ['Already accepted, not to be sent again', 100],
	rejected: ['Rejected', 1],
	alreadyPaid: ['Already paid, not to be sent again', 100],
	notSent: ['Not sent', 1],
	leftOut: ['Left out by the approver', 100],
};

/** With On Error: Stop: the worst item's failure, its advice first, then every item's fate. Null: all went through. */
export function stoppedBy(
	results: readonly ItemResult[],
): { readonly index: number; readonly failure: Failure } | null {
	const failed = results.flatMap((result) => ('failure' in result ? [result] : []));
	// The first one, if two are equally bad.
	const [worst] = failed.sort((a, b) => rankOf(a) - rankOf(b));
	if (worst === undefined) return null;
	const { index, failure } = worst;
	const others = Object.entries(GROUPS).map((group) => listedItems(group, results, worst));
	const which = results.length === 1 ? '' : `\nStopped by item ${index}.`;
	return { index, failure: { ...failure, description: `${failure.description}${which}${others.join('')}` } };
}

/** Null for a dry run. */
function fateOf(result: ItemResult): Fate | null {
	if ('failure' in result) {
		const { cause, outcome } = result.failure;
		// An item that was paid with other values is refused now, and was paid all the same.
		if (cause === 'paidDifferently') return 'accepted';
		return cause === 'alreadyPaid' ? cause : (outcome ?? 'rejected');
	}
	const { outcome } = payoutOf(result);
	if (outcome === 'alreadyPaid' || outcome === 'leftOut') return outcome;
	return outcome === 'notSent' ? null : 'accepted';
}

const rankOf = (result: ItemResult): number => Object.keys(GROUPS).indexOf(fateOf(result) ?? '');

/** A line "Failed (2): item 3 (reference A, claim 0-1), item 5."; empty for none. */
function listedItems(
	[fate, [heading, named]]: readonly [string, (typeof GROUPS)[Fate]],
	results: readonly ItemResult[],
	stopped: ItemResult,
): string {
	const found = results.filter((result) => result !== stopped && fateOf(result) === fate);
	if (found.length === 0) return '';
	const shown = found.filter((result, place) => place < named || warningIn(result) !== null);
	const more = found.length - shown.length;
	const items = [...shown.map(itemOf), ...(more === 0 ? [] : [`and ${more} more`])];
	return `\n${heading} (${found.length}): ${items.join(', ')}.`;
}

function payoutOf(result: ItemResult): Readonly<Record<string, unknown>> {
	const payout = 'failure' in result ? null : result.outputs[0]?.payout;
	return isObject(payout) ? payout : {};
}

function itemOf(result: ItemResult): string {
	const { reference, transactionId, claim } =
		'failure' in result
			? result.failure
			: { reference: payoutOf(result).reference, transactionId: result.transactionId, claim: null };
	const facts = Object.entries({ reference, transaction: transactionId, claim })
		.filter(([, value]) => typeof value === 'string' && value !== '')
		.map(([name, value]) => `${name} ${String(value)}`);
	const why = fateOf(result) === 'rejected' && 'failure' in result ? `: ${result.failure.summary}` : warningIn(result);
	return `item ${result.index}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${why ?? ''}`;
}

function warningIn(result: ItemResult): string | null {
	const warning = 'failure' in result ? null : warningOf(result.outputs[0] ?? {});
	return warning === null ? null : `: ${warning.replace(/\.$/, '')}`;
}
