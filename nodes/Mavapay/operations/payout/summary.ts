import { amountInWords, amountOutput, CURRENCIES, type Amount } from '../../../core/domain/money';
import { addTo, type Json, type JsonObject, textOf } from '../../../core/domain/json';
import { counted } from '../../../core/domain/result';
import { isCompanyName, isSameText, NOT_ASKED } from '../../../core/domain/payees/accountName';
import { FIRST_LIVE } from '../../../core/domain/payees/payeeHistory';
import { inWords, LONGEST_NAME, quotedText, visibleText } from '../../../core/domain/text';
import { shortOf, shownCover, type WalletCover } from '../../../core/payout/cover';
import { FAILURES_NAMED, MOST_APPROVED, STATUSES, type PayoutItem } from './payoutItem';

/** The most that a payout costs; null where that is not known. */
const costAtMost = ({ amount, atMost }: PayoutItem) => atMost ?? amount;

/** The statuses that count in the totals: paid, or about to be. */
const COUNTED: ReadonlySet<string> = new Set(['ready', 'accepted']);

/** The one item about all payouts; docs/reference/approval.md#approval has its members. */
export function summaryOf(payouts: readonly PayoutItem[], others: number): JsonObject {
	const moved = payouts.filter(({ status }) => COUNTED.has(status));
	const totals = sums(moved.map(costAtMost));
	const fees = sums(moved.map((payout) => payout.fees));
	const wallets = walletsOf(payouts);
	const digests = [...new Set(payouts.flatMap(({ approvalDigest }) => approvalDigest ?? []))];
	return {
		text: withoutEscapes(summaryText(payouts, { totals, fees, wallets, others })),
		stage: payouts.some(({ stage }) => stage === 'paid') ? 'paid' : 'prepared',
		count: payouts.length,
		counts: Object.fromEntries(STATUSES.flatMap(({ status }) => countIn(payouts, status))),
		totals: totals.map(shownSum),
		fees: fees.map(shownSum),
		repeats: listed(payouts, ({ repeats, cause }) => repeats !== null || cause === 'repeated'),
		changedPayees: listed(payouts, (payout) => historyOf(payout) === 'changed'),
		newPayees: listed(payouts, (payout) => historyOf(payout) === 'new'),
		namesThatDiffer: listed(payouts, (payout) => hasMoreInName(payout) || NAME_CAUSES.has(payout.cause)),
		duplicates: listed(payouts, ({ status, isDuplicate }) => isDuplicate || status === 'duplicate'),
		alreadyPaid: listed(payouts, ({ status }) => status === 'alreadyPaid'),
		unknown: listed(payouts, ({ status }) => status === 'unknown'),
		notPaid: listed(payouts, ({ status }) => ['refused', 'rejected', 'failed', 'notSent'].includes(status)),
		wallets: wallets.map(shownCover),
		approvalDigest: digests.length === 1 ? (digests[0] ?? null) : null,
	};
}

/** Kinds of payouts to look at first, each with the beginning of such a payout's line and the words of the count above it. */
const LOOK_FIRST: ReadonlyArray<{
	readonly is: (payout: PayoutItem) => boolean;
	readonly label: (payout: PayoutItem) => string;
	readonly named: string;
}> = [
	{
		is: ({ repeats }) => repeats !== null,
		label: ({ repeats }) => `REPEATS ONE OF ${visibleText(repeats ?? '')}: `,
		named: 'with payee and amount of an earlier payout',
	},
	{ is: (payout) => historyOf(payout) === 'changed', label: () => 'CHANGED PAYEE: ', named: 'to a changed payee' },
	{
		is: (payout) => hasMoreInName(payout) && hasCompanyWords(payout),
		label: moreInNameLabel,
		named: 'to a name with more words, of a company',
	},
	{
		is: (payout) => hasMoreInName(payout) && !hasCompanyWords(payout),
		label: moreInNameLabel,
		named: 'to a name with more words',
	},
	{ is: (payout) => historyOf(payout) === 'new', label: () => 'New payee: ', named: 'to a new payee' },
	{
		is: ({ isOfOtherSupplier }) => isOfOtherSupplier,
		label: () => 'Known account, supplier written anew: ',
		named: 'to a known account of another supplier',
	},
	{
		is: (payout) => mayRepeatLater(payout),
		// Its line says so after the payee, since all payouts of a list may have it.
		label: () => '',
		named: 'that may repeat one made meanwhile',
	},
];

/** The causes of what was refused for its name. */
const NAME_CAUSES: ReadonlySet<string | null> = new Set(['nameDiffers', 'nameHasMore']);

const hasMoreInName = ({ moreInName }: PayoutItem) => moreInName.length > 0;

const hasCompanyWords = ({ payeeName, expectedName }: PayoutItem) =>
	[payeeName, expectedName].some((name) => name !== null && isCompanyName(name));

function moreInNameLabel({ moreInName }: PayoutItem): string {
	return `NAME HAS MORE WORDS (${visibleText(moreInName.join(' '))}): `;
}

/** Whether a payout may repeat a payment that is made only after it was prepared. */
const mayRepeatLater = ({ repeats, allowsRepeats }: PayoutItem) => repeats === null && allowsRepeats;

/** The history of a payout's payee. A payment that was refused for its payee says so by its cause alone. */
function historyOf({ payeeHistory, cause }: PayoutItem): string | null {
	return payeeHistory ?? (cause === 'payeeChanged' ? 'changed' : cause === 'payeeNew' ? 'new' : null);
}

/** A payout's place in `LOOK_FIRST`; after its end if there is nothing to look at. */
function careOf(payout: PayoutItem): number {
	const place = LOOK_FIRST.findIndex(({ is }) => is(payout));
	return place === -1 ? LOOK_FIRST.length : place;
}

function countIn(payouts: readonly PayoutItem[], status: string): Array<[string, number]> {
	const count = payouts.filter((payout) => payout.status === status).length;
	return count === 0 ? [] : [[status, count]];
}

function listed(payouts: readonly PayoutItem[], chosen: (payout: PayoutItem) => boolean): Json[] {
	return payouts.filter(chosen).map(({ reference, amount, status, cause, message }) => ({
		reference,
		status,
		amount: amount === null ? null : amountInWords(amount.minor, amount.currency),
		cause,
		message,
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
	const wallets = new Map<string, WalletCover>();
	for (const payout of payouts) {
		const currency = textOf(payout.wallet?.currency);
		const balance = textOf(payout.wallet?.balance);
		if (currency === null || balance === null || !/^-?\d+$/.test(balance)) continue;
		const known = wallets.get(currency) ?? { currency, balance: BigInt(balance), needed: 0n, fees: null };
		const of = (amount: Amount | null) =>
			payout.status === 'ready' && amount?.currency === currency ? amount.minor : null;
		const fee = of(payout.expectedFee);
		const lowest = BigInt(balance) < known.balance ? BigInt(balance) : known.balance;
		const needed = known.needed + (of(costAtMost(payout)) ?? 0n);
		wallets.set(currency, {
			currency,
			balance: lowest,
			needed,
			fees: fee === null ? known.fees : (known.fees ?? 0n) + fee,
		});
	}
	return [...wallets.values()];
}

function summaryText(
	payouts: readonly PayoutItem[],
	{
		totals,
		fees,
		wallets,
		others,
	}: { totals: readonly Sum[]; fees: readonly Sum[]; wallets: readonly WalletCover[]; others: number },
): string {
	const money = (list: readonly Sum[]) =>
		list.map(({ minor, currency }) => amountInWords(minor, currency)).join(' and ');
	const moved = payouts.filter(({ status }) => COUNTED.has(status));
	const unpriced = moved.filter((payout) => costAtMost(payout) === null).length;
	const withoutFees = fees.length === 0 ? 0 : moved.filter((payout) => payout.fees === null).length;
	const ready = payouts.filter(({ status }) => status === 'ready').length;
	const approvers = [...new Set(payouts.flatMap(({ approvedBy }) => approvedBy ?? []))];
	const deployments = [...new Set(payouts.flatMap(({ deployment }) => deployment ?? []))];
	const lines = [
		...(payouts.some(({ isFirst, status }) => isFirst && status === 'ready') ? [FIRST_LIVE] : []),
		...(ready > MOST_APPROVED
			? [`NOT EVERYBODY IS NAMED BELOW: ${ready - MOST_APPROVED} of the ${ready} payouts to approve are not listed.`]
			: []),
		`${counted(payouts.length, 'payout')}${totals.length === 0 ? '' : `, ${money(totals)} in total`}${fees.length === 0 ? '' : `, fees ${money(fees)}`}`,
		...(deployments.length === 0 ? [] : [`deployment: ${deployments.map(inWords).join(' and ')}`]),
		...(approvers.length === 0
			? []
			: [`approved by ${approvers.map((one) => quotedText(one, LONGEST_NAME)).join(', ')}`]),
		...(unpriced === 0 ? [] : [`${unpriced} of unknown amount, not in the total`]),
		...(withoutFees === 0 ? [] : [`${withoutFees} of unknown fees, not in the sum`]),
		...STATUSES.flatMap((status) => linesOf(payouts, status)),
		...duplicateLines(payouts),
		...wallets.flatMap(shortLine),
		...(others === 0 ? [] : [`${counted(others, 'item')} without a payout left out`]),
	];
	return lines.join('\n');
}

function linesOf(
	payouts: readonly PayoutItem[],
	{ status, label, named = FAILURES_NAMED }: (typeof STATUSES)[number],
): string[] {
	const own = payouts.filter((payout) => payout.status === status).sort((one, other) => careOf(one) - careOf(other));
	if (own.length === 0) return [];
	const isReady = status === 'ready';
	const lines = isReady
		? own.map((payout) => ({ text: `${careText(payout)}${readyText(payout)}`, count: 1 }))
		: byMessage(own).map((group) => ({ text: endedText(group), count: group.length }));
	const shown = lines.slice(0, named).map(({ text }) => `- ${text}`);
	const left = lines.slice(named).reduce((total, { count }) => total + count, 0);
	const care = isReady ? careCounts(own) : '';
	return [`${own.length} ${label}${care}`, ...shown, ...(named > 0 && left > 0 ? [`- and ${left} more`] : [])];
}

const careText = (payout: PayoutItem) => LOOK_FIRST.map(({ is, label }) => (is(payout) ? label(payout) : '')).join('');

/** ": 1 to a changed payee, 2 to a new payee"; empty where there is nothing to look at. */
function careCounts(payouts: readonly PayoutItem[]): string {
	const counts = LOOK_FIRST.flatMap(({ is, named }) => {
		const count = payouts.filter(is).length;
		return count === 0 ? [] : [`${count} ${named}`];
	});
	return counts.length === 0 ? '' : `: ${counts.join(', ')}`;
}

/** Groups payouts by message, so that 300 that failed alike take one line. */
function byMessage(payouts: readonly PayoutItem[]): PayoutItem[][] {
	const groups = new Map<string | null, PayoutItem[]>();
	for (const payout of payouts) addTo(groups, payout.message, payout);
	return [...groups.values()];
}

function endedText(payouts: readonly PayoutItem[]): string {
	const message = payouts[0]?.message ?? null;
	return `${references(payouts)}${message === null ? '' : `: ${visibleText(message)}`}`;
}

/** The text of a payout to approve. Amount and payee come first: references are from other people's invoices. */
function readyText(payout: PayoutItem): string {
	const { amount, asked, atMost, payee, atLeast, supplier } = payout;
	const most = amount === null && atMost !== null ? `at most ${amountInWords(atMost.minor, atMost.currency)}` : null;
	const price = asked ?? (most === null ? costAtMost(payout) : null);
	const parts = [
		price === null ? (most ?? 'unknown amount') : amountInWords(price.minor, price.currency),
		payee === null ? null : visibleText(payee),
		nameText(payout),
		atLeast === null ? null : `for at least ${amountInWords(atLeast.minor, atLeast.currency)}`,
	];
	const more = [
		...(price === null || most === null ? [] : [most]),
		...((historyOf(payout) === 'changed' || payout.isOfOtherSupplier) && supplier !== null
			? [`supplier ${quoted(supplier)}`]
			: []),
		...(mayRepeatLater(payout) ? ['repeats allowed'] : []),
		`reference ${quoted(payout.reference)}`,
	];
	return `${parts.filter((part) => part !== null).join(' ')}, ${more.join(', ')}`;
}

/** The account holder's name in brackets, with the expected one wherever that isn't the same word for word. */
function nameText({ payeeName, givenName, expectedName }: PayoutItem): string | null {
	if (payeeName === null) return givenName === null ? null : `(${visibleText(givenName)}, ${NOT_ASKED})`;
	const differs = expectedName !== null && !isSameText(expectedName, payeeName);
	const expected = differs ? `, expected ${quotedText(expectedName, LONGEST_NAME)}` : '';
	return `(${visibleText(payeeName)}${expected})`;
}

function references(payouts: readonly PayoutItem[]): string {
	const named = payouts.slice(0, FAILURES_NAMED).map(({ reference }) => quoted(reference));
	return `${named.join(', ')}${payouts.length > FAILURES_NAMED ? ` and ${payouts.length - FAILURES_NAMED} more` : ''}`;
}

/**
 * A text for n8n's *Send and Wait for Response*, which makes a line break of a backslash and an n: a row's reference
 * must not pass for a line of ours there either.
 */
const withoutEscapes = (text: string) => text.replaceAll('\\', '\uff3c');

const quoted = (reference: string | null) => (reference === null ? 'none' : quotedText(reference));

/** Names payouts with the payee and amount of another one. It may be meant so, but a person should see it. */
function duplicateLines(payouts: readonly PayoutItem[]): string[] {
	const own = payouts.filter(({ isDuplicate, status }) => isDuplicate && status === 'ready');
	if (own.length === 0) return [];
	return [`${own.length} ready with the same payee and amount as another item: ${references(own)}`];
}

function shortLine(wallet: WalletCover): string[] {
	const { currency, balance, fees } = wallet;
	const short = shortOf(wallet);
	if (short === 0n) return [];
	const whichFees = fees === null ? 'before fees' : `with fees of about ${amountInWords(fees, currency)}`;
	return [
		`The ${currency} wallet is ${amountInWords(short, currency)} short, ${whichFees}: it has ${amountInWords(balance, currency)}`,
	];
}
