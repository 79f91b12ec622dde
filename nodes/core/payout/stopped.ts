import { isObject } from '../domain/json';
import { amountInWords, currencySums } from '../domain/money';
import type { Failure, PaymentOutcome } from '../service/failure';
import { amountMemberOf, warningOf } from './output';
import type { ItemResult } from './runTypes';

type Fate = PaymentOutcome | 'alreadyPaid';

/** The outcomes, worst first, each with its heading, the most items to name, and its word in a summary. */
const GROUPS: Readonly<Record<Fate, readonly [heading: string, named: number, word: string]>> = {
	unknown: ['Outcome unknown', Infinity, 'unknown'],
	failed: ['Failed', Infinity, 'failed'],
	accepted: ['Already accepted, not to be sent again', 100, 'paid'],
	rejected: ['Refused', 1, 'refused'],
	alreadyPaid: ['Already paid, not to be sent again', 100, 'paid before'],
	notSent: ['Not sent', 1, 'not sent'],
	leftOut: ['Left out by the approver', 100, 'left out'],
};

const endsOf = (results: readonly ItemResult[]) =>
	Object.entries(GROUPS)
		.map(([fate, group]) => ({ fate, group, own: results.filter((result) => fateOf(result) === fate) }))
		.filter(({ own }) => own.length > 0);

/** A hint with the outcomes of all payments, visible without opening a column; null without items. */
export function outcomeHint(results: readonly ItemResult[]) {
	const ofFate = (fate: string | null) => results.filter((result) => fateOf(result) === fate);
	const [unknown = 0, failed = 0, dry = 0] = ['unknown', 'failed', null].map((fate) => ofFate(fate).length);
	const said = endsOf(results)
		.filter(({ fate }) => fate !== 'unknown')
		.map(({ fate, group: [, , word], own }) => `${own.length} ${word}${fate === 'accepted' ? sumOf(own) : ''}`);
	const isMixed = unknown + failed + ofFate('accepted').length > 0;
	if (dry > 0) said.unshift(isMixed ? `${dry} only checked` : "'Validate Only' is on: nothing was paid");
	const open = unknown === 0 ? '' : `${unknown} may have been paid. Don't pay ${unknown === 1 ? 'it' : 'them'} again. `;
	const type = unknown > 0 ? 'danger' : dry + failed > 0 ? 'warning' : 'info';
	return results.length === 0 ? null : ({ message: `${open}${said.join('; ')}`.trim(), type } as const);
}

/** The sum of paid items, as ", 2,366,021.00 NGN"; empty if an amount is unknown. */
function sumOf(paid: readonly ItemResult[]): string {
	const amounts = paid.flatMap((result) => amountMemberOf(payoutOf(result).amount) ?? []);
	if (amounts.length < paid.length) return '';
	return [...currencySums(amounts)].map(([currency, minor]) => `, ${amountInWords(minor, currency)}`).join('');
}

/** For On Error: Stop: the worst item's failure with its advice, then all items' outcomes; null if all went through. */
export function stoppedBy(
	results: readonly ItemResult[],
): { readonly index: number; readonly failure: Failure } | null {
	const failed = results.flatMap((result) => ('failure' in result ? [result] : []));
	// If several failures are equally bad, the first is taken.
	const [worst] = failed.sort((a, b) => rankOf(a) - rankOf(b));
	if (worst === undefined) return null;
	const { index, failure } = worst;
	const others = endsOf(results.filter((result) => result !== worst)).map(listedItems);
	const which = results.length === 1 ? '' : `\nStopped by item ${index}: ${inNumbers(results)}.`;
	return { index, failure: { ...failure, description: `${failure.description}${which}${others.join('')}` } };
}

/** "1 of 3 refused, 2 not sent". */
const inNumbers = (results: readonly ItemResult[]) =>
	endsOf(results)
		.map(({ group: [, , word], own }, place) => `${own.length}${place === 0 ? ` of ${results.length}` : ''} ${word}`)
		.join(', ');

function fateOf(result: ItemResult): Fate | null {
	if ('failure' in result) {
		const { cause, outcome } = result.failure;
		// The item is refused only because it was already paid with other values, so it counts as accepted.
		if (cause === 'paidDifferently') return 'accepted';
		return cause === 'alreadyPaid' ? cause : (outcome ?? 'rejected');
	}
	const { outcome } = payoutOf(result);
	if (outcome === 'alreadyPaid' || outcome === 'leftOut') return outcome;
	return outcome === 'notSent' ? null : 'accepted';
}

const rankOf = (result: ItemResult): number => Object.keys(GROUPS).indexOf(fateOf(result) ?? '');

/** A line "Failed (2): item 3 (reference A, claim 0-1), item 5.". */
function listedItems({ group: [heading, named], own }: ReturnType<typeof endsOf>[number]): string {
	const shown = own.filter((result, place) => place < named || warningIn(result) !== null);
	const more = own.length - shown.length;
	const items = [...shown.map(itemOf), ...(more === 0 ? [] : [`and ${more} more`])];
	return `\n${heading} (${own.length}): ${items.join(', ')}.`;
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
