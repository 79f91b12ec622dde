import { amountInWords, amountOutput, currencySums, type Amount } from '../../../core/domain/money';
import { type Json, type JsonObject, textOf } from '../../../core/domain/json';
import { shownCover, type WalletCover } from '../../../core/payout/cover';
import { bookPage } from './bookPage';
import { costAtMost, isMoved, STATUSES, type PayoutItem } from './payoutItem';
import { summaryHtml, summaryRows } from './summaryHtml';
import { chatMessages, sumsOf, summaryParagraphs, type SummaryFacts } from './summaryText';

/** The single item about all payouts; its members are in docs/how-to/approve.md#the-list. */
export function summaryOf(
	payouts: readonly PayoutItem[],
	facts: Pick<SummaryFacts, 'others' | 'files' | 'preparedAt'> = { others: 0, files: [], preparedAt: null },
): JsonObject {
	const moved = payouts.filter(isMoved);
	const totals = sumsOf(moved.map(costAtMost));
	const payments = sumsOf(moved.map((payout) => payout.asked ?? costAtMost(payout)));
	const fees = sumsOf(moved.map((payout) => payout.fees));
	const wallets = walletsOf(payouts);
	const counts = [...STATUSES.keys()].map((is) => [is, payouts.filter(({ status }) => status === is).length] as const);
	const paragraphs = summaryParagraphs(payouts, { ...facts, totals, payments, fees, wallets });
	const texts = paragraphs.map(({ lines }) => lines.join('\n'));
	return {
		text: texts.join('\n\n'),
		html: bookPage(paragraphs, payouts) ?? summaryHtml(paragraphs),
		rows: summaryRows(paragraphs),
		...chatMessages(texts),
		stage: payouts.some(({ stage }) => stage === 'paid') ? 'paid' : 'prepared',
		count: payouts.length,
		counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
		totals: totals.map(shownSum),
		fees: fees.map(shownSum),
		duplicates: listed(payouts, ({ status, isDuplicate }) => isDuplicate || status === 'duplicate'),
		notPaid: listed(payouts, (one) => !isMoved(one) && !/^(?:unknown|duplicate|alreadyPaid)$/.test(one.status)),
		wallets: wallets.map(shownCover),
		approvalDigest: digestIn(payouts),
	};
}

/** The digest that one run of *Prepare* gave the payouts; null if they have several digests or none. */
export function digestIn(payouts: readonly PayoutItem[]): string | null {
	const [digest = null, ...others] = new Set(payouts.flatMap(({ approvalDigest }) => approvalDigest ?? []));
	return others.length === 0 ? digest : null;
}

function listed(payouts: readonly PayoutItem[], chosen: (payout: PayoutItem) => boolean): Json[] {
	return payouts.filter(chosen).map(({ reference, amount, status, cause, message }) => ({
		reference,
		status,
		amount: amount === null ? null : amountInWords(amount.minor, amount.currency),
		...(cause === null ? {} : { cause }),
		...(message === null ? {} : { message }),
	}));
}

const shownSum = (sum: ReturnType<typeof sumsOf>[number]): Json => ({ count: sum.count, ...amountOutput(sum) });

/** The wallets, with the amount that ready payouts need from each. The payouts may come from several lists. */
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
			currencySums(amounts.filter((one) => one !== null)).get(currency);
		return {
			currency,
			balance: own.map(({ balance }) => balance).reduce((lowest, one) => (one < lowest ? one : lowest)),
			needed: sumOf(ready.map(costAtMost)) ?? 0n,
			fees: sumOf(ready.map(({ expectedFee }) => expectedFee)) ?? null,
		};
	});
}
