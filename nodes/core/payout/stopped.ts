import { isObject } from '../domain/json';
import type { Failure, PaymentOutcome } from '../service/failure';
import { warningOf } from './output';
import type { ItemResult } from './paymentRun';

/** Worst first, each with how many items are named at most. */
const GROUPS: ReadonlyArray<readonly [outcome: PaymentOutcome, heading: string, named: number]> = [
	['unknown', 'Outcome unknown', Infinity],
	['failed', 'Failed', Infinity],
	['accepted', 'Already accepted, not to be sent again', 100],
	['rejected', 'Rejected', 1],
	['notSent', 'Not sent', 1],
];

/**
 * The failure that ends a run with On Error: Stop: that of the worst item, whose advice comes first, followed by the
 * fate of all items. Null where all went through.
 */
export function stoppedBy(
	results: readonly ItemResult[],
): { readonly index: number; readonly failure: Failure } | null {
	const failed = results.flatMap((result) => ('failure' in result ? [result] : []));
	// Of two that are as bad, the first.
	const [worst] = failed.sort((a, b) => rankOf(a.failure) - rankOf(b.failure));
	if (worst === undefined) return null;
	const { index, failure } = worst;
	const others = GROUPS.map((group) => listedItems(group, results, worst)).join('');
	return { index, failure: { ...failure, description: `${failure.description}${others}` } };
}

function fateOf(result: ItemResult): PaymentOutcome {
	// An item that was paid with other values is refused now, and was paid all the same.
	if (!('failure' in result) || result.failure.cause === 'paidDifferently') return 'accepted';
	return result.failure.outcome ?? 'rejected';
}

function rankOf({ outcome }: Failure): number {
	return GROUPS.findIndex(([fate]) => fate === (outcome ?? 'rejected'));
}

/** " Failed (2): item 3 (reference A, claim 0-1), item 5."; empty for none. */
function listedItems(
	[fate, heading, named]: (typeof GROUPS)[number],
	results: readonly ItemResult[],
	stopped: ItemResult,
): string {
	const found = results.filter((result) => result !== stopped && fateOf(result) === fate && !isUnlisted(result));
	if (found.length === 0) return '';
	const shown = found.filter((result, place) => place < named || warningIn(result) !== null);
	const more = found.length - shown.length;
	const items = [...shown.map(itemOf), ...(more === 0 ? [] : [`and ${more} more`])];
	return ` ${heading} (${found.length}): ${items.join(', ')}.`;
}

/** Whether an item is left out of the list: a dry run, or one that an earlier execution paid. */
function isUnlisted(result: ItemResult): boolean {
	const { outcome = 'accepted' } = payoutOf(result);
	return outcome !== 'accepted';
}

/** The `payout` member of a payment's output. */
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
	return `item ${result.index}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${warningIn(result) ?? ''}`;
}

function warningIn(result: ItemResult): string | null {
	const warning = 'failure' in result ? null : warningOf(result.outputs[0] ?? {});
	return warning === null ? null : `: ${warning.replace(/\.$/, '')}`;
}
