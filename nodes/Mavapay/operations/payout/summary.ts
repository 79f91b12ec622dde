import { amountInWords, amountOutput, CURRENCIES, type Amount } from '../../../core/domain/money';
import { type Json, type JsonObject, textOf } from '../../../core/domain/json';
import { shownCover, type WalletCover } from '../../../core/payout/cover';
import { costAtMost, historyOf, STATUSES, type PayoutItem } from './payoutItem';
import { chatMessages, summaryParagraphs, type SummaryFacts } from './summaryText';

/** The one item about all payouts; docs/reference/approval.md#approval has its members. */
export function summaryOf(
	payouts: readonly PayoutItem[],
	facts: Pick<SummaryFacts, 'others' | 'files' | 'preparedAt'> = { others: 0, files: [], preparedAt: null },
): JsonObject {
	const moved = payouts.filter(({ status }) => status === 'ready' || status === 'accepted');
	const totals = sums(moved.map(costAtMost));
	const payments = sums(moved.map((payout) => payout.asked ?? costAtMost(payout)));
	const fees = sums(moved.map((payout) => payout.fees));
	const wallets = walletsOf(payouts);
	const counts = [...STATUSES.keys()].map((is) => [is, payouts.filter(({ status }) => status === is).length] as const);
	const paragraphs = summaryParagraphs(payouts, { ...facts, totals, payments, fees, wallets });
	return {
		text: paragraphs.join('\n\n'),
		...chatMessages(paragraphs),
		stage: payouts.some(({ stage }) => stage === 'paid') ? 'paid' : 'prepared',
		count: payouts.length,
		counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
		totals: totals.map(shownSum),
		fees: fees.map(shownSum),
		repeats: listed(payouts, ({ repeats, cause }) => repeats !== null || cause === 'repeated'),
		changedPayees: listed(payouts, (payout) => historyOf(payout) === 'changed'),
		newPayees: listed(payouts, (payout) => historyOf(payout) === 'new'),
		namesThatDiffer: listed(payouts, ({ nameDiffers, cause }) => nameDiffers !== null || NAME_CAUSES.has(cause)),
		duplicates: listed(payouts, ({ status, isDuplicate }) => isDuplicate || status === 'duplicate'),
		elsewhere: listed(payouts, ({ isShown, elsewhere }) => isShown || elsewhere.length > 0),
		alreadyPaid: listed(payouts, ({ status }) => status === 'alreadyPaid'),
		unknown: listed(payouts, ({ status }) => status === 'unknown'),
		notPaid: listed(payouts, ({ status }) => STATUSES.get(status) === true),
		wallets: wallets.map(shownCover),
		approvalDigest: digestIn(payouts),
	};
}

/** The digest of a list that was prepared at once; null where there is none, or more than one. */
export function digestIn(payouts: readonly PayoutItem[]): string | null {
	const [digest = null, ...others] = new Set(payouts.flatMap(({ approvalDigest }) => approvalDigest ?? []));
	return others.length === 0 ? digest : null;
}

const NAME_CAUSES: ReadonlySet<string | null> = new Set(['nameDiffers', 'nameHasMore']);

function listed(payouts: readonly PayoutItem[], chosen: (payout: PayoutItem) => boolean): Json[] {
	return payouts.filter(chosen).map(({ reference, amount, status, cause, message }) => ({
		reference,
		status,
		amount: amount === null ? null : amountInWords(amount.minor, amount.currency),
		...(cause === null ? {} : { cause }),
		...(message === null ? {} : { message }),
	}));
}

interface Sum extends Amount {
	readonly count: number;
}

function sums(amounts: ReadonlyArray<Amount | null>): Sum[] {
	const known = amounts.filter((amount) => amount !== null);
	const order = [...CURRENCIES.map(({ code }) => code), ...known.map(({ currency }) => currency)];
	return [...new Set(order)].flatMap((currency) => {
		const own = known.filter((amount) => amount.currency === currency);
		return own.length === 0
			? []
			: [{ currency, count: own.length, minor: own.reduce((sum, { minor }) => sum + minor, 0n) }];
	});
}

const shownSum = (sum: Sum): Json => ({ count: sum.count, ...amountOutput(sum) });

/** The wallets and what the ready payouts need of each; these may come from several lists prepared apart. */
function walletsOf(payouts: readonly PayoutItem[]): WalletCover[] {
	const known = payouts.flatMap((payout) => {
		const [currency, balance] = [textOf(payout.wallet?.currency), textOf(payout.wallet?.balance)];
		const isRead = currency !== null && balance !== null && /^-?\d+$/.test(balance);
		return isRead ? [{ payout, currency, balance: BigInt(balance) }] : [];
	});
	return [...new Set(known.map(({ currency }) => currency))].map((currency) => {
		const own = known.filter((one) => one.currency === currency);
		const ready = own.filter(({ payout }) => payout.status === 'ready').map(({ payout }) => payout);
		const sumOf = (amounts: ReadonlyArray<Amount | null>) =>
			sums(amounts).find((sum) => sum.currency === currency)?.minor;
		return {
			currency,
			balance: own.map(({ balance }) => balance).reduce((lowest, one) => (one < lowest ? one : lowest)),
			needed: sumOf(ready.map(costAtMost)) ?? 0n,
			fees: sumOf(ready.map(({ expectedFee }) => expectedFee)) ?? null,
		};
	});
}
