import { isObject } from '../domain/json';
import type { Failure, PaymentOutcome } from '../service/failure';
import { warningOf } from './output';
import type { ItemResult } from './paymentRun';

/** What became of an item, as a run that stops tells it. */
type Fate = Extract<PaymentOutcome, 'unknown' | 'failed' | 'accepted' | 'rejected' | 'notSent'>;

/** Worst first, each with how many items are named at most. */
const GROUPS: ReadonlyArray<readonly [fate: Fate, heading: string, named: number]> = [
	['unknown', 'Outcome unknown', Infinity],
	['failed', 'Failed', Infinity],
	['accepted', 'Already accepted, not to be sent again', 10],
	['rejected', 'Rejected', 1],
	['notSent', 'Not sent', 1],
];

/**
 * What a run throws that stops at an item that didn't go through: the failure of the worst item, whose advice comes
 * first, and after it what became of all items. Null where all went through.
 */
export function stoppedBy(
	results: readonly ItemResult[],
): { readonly index: number; readonly failure: Failure } | null {
	const failed = results.flatMap((result) => ('failure' in result ? [result] : []));
	const [worst] = [...failed].sort((a, b) => rankOf(a.failure) - rankOf(b.failure) || a.index - b.index);
	if (worst === undefined) return null;
	const { index, failure } = worst;
	const others = GROUPS.map((group) => listedItems(group, results, worst)).filter((text) => text !== '');
	const told = others.length === 0 ? '' : ` ${others.join(' ')}`;
	return { index, failure: { ...failure, description: `${failure.description}${told}` } };
}

function fateOf(result: ItemResult): Fate {
	// What was paid before with other values is refused now, and paid all the same.
	if (!('failure' in result) || result.failure.cause === 'paidDifferently') return 'accepted';
	return result.failure.outcome ?? 'rejected';
}

function rankOf({ outcome }: Failure): number {
	return GROUPS.findIndex(([fate]) => fate === (outcome ?? 'rejected'));
}

/** "Failed (2): item 3 (payout reference 'A', claim '0-1'), item 5." */
function listedItems(
	[fate, heading, named]: (typeof GROUPS)[number],
	results: readonly ItemResult[],
	told: ItemResult,
): string {
	const found = results.filter((result) => result !== told && fateOf(result) === fate && !isAside(result));
	if (found.length === 0) return '';
	const shown = found.filter((result, place) => place < named || warningIn(result) !== null);
	const more = found.length - shown.length;
	const items = [...shown.map(itemOf), ...(more === 0 ? [] : [`and ${more} more`])];
	return `${heading} (${found.length}): ${items.join(', ')}.`;
}

/** A dry run, and what was paid by an earlier execution, is neither sent nor stopped. */
function isAside(result: ItemResult): boolean {
	if ('failure' in result) return false;
	return result.outputs.some(({ payout }) => isObject(payout) && payout.outcome !== 'accepted');
}

function itemOf(result: ItemResult): string {
	const facts = factsOf(result)
		.filter(([, value]) => typeof value === 'string' && value !== '')
		.map(([name, value]) => `${name} ${String(value)}`);
	return `item ${result.index}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${warningIn(result) ?? ''}`;
}

function factsOf(result: ItemResult): Array<readonly [string, unknown]> {
	if ('failure' in result) {
		const { reference, claim, transactionId } = result.failure;
		return [
			['reference', reference],
			['transaction', transactionId],
			['claim', claim],
		];
	}
	const payout = isObject(result.outputs[0]?.payout) ? result.outputs[0].payout : {};
	return [
		['reference', payout.reference],
		['transaction', result.transactionId],
	];
}

function warningIn(result: ItemResult): string | null {
	const warning = 'failure' in result ? null : (result.outputs.map(warningOf).find((text) => text !== null) ?? null);
	return warning === null ? null : `: ${warning.replace(/\.$/, '')}`;
}
