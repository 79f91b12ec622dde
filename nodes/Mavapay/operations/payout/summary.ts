import { amountInWords, amountOutput, CURRENCIES } from '../../../core/domain/money';
import type { Amount } from '../../../core/operation/operation';
import { textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { addTo } from '../../../core/domain/books/candidates';
import { counted } from '../../../core/domain/result';
import { NOT_ASKED } from '../../../core/domain/payees/personName';
import { quotedText, visibleText } from '../../../core/domain/text';
import { FAILURES_NAMED, MOST_APPROVED, STATUSES, type PayoutRow } from './payoutRow';

/** The most that a payout costs; null where that is not known. */
const costAtMost = ({ amount, atMost }: PayoutRow) => atMost ?? amount;

/** The statuses that count in the totals: paid, or about to be. */
const COUNTED: ReadonlySet<string> = new Set(['ready', 'accepted']);

/** The one item about all payouts; docs/reference/approval.md#approval has its members. */
export function summaryOf(rows: readonly PayoutRow[], others: number): JsonObject {
	const moved = rows.filter(({ status }) => COUNTED.has(status));
	const totals = sums(moved.map(costAtMost));
	const fees = sums(moved.map((row) => row.fees));
	const wallets = walletsOf(rows);
	const digests = [...new Set(rows.flatMap(({ approvalDigest }) => approvalDigest ?? []))];
	return {
		text: withoutEscapes(summaryText(rows, { totals, fees, wallets, others })),
		stage: rows.some(({ stage }) => stage === 'paid') ? 'paid' : 'prepared',
		count: rows.length,
		counts: Object.fromEntries(STATUSES.flatMap(({ status }) => countIn(rows, status))),
		totals: totals.map(shownSum),
		fees: fees.map(shownSum),
		repeats: listed(rows, ({ repeats, cause }) => repeats !== null || cause === 'repeated'),
		changedPayees: listed(rows, (row) => historyOf(row) === 'changed'),
		newPayees: listed(rows, (row) => historyOf(row) === 'new'),
		namesThatDiffer: listed(rows, ({ cause }) => cause === 'nameDiffers'),
		duplicates: listed(rows, ({ status, isDuplicate }) => isDuplicate || status === 'duplicate'),
		alreadyPaid: listed(rows, ({ status }) => status === 'alreadyPaid'),
		unknown: listed(rows, ({ status }) => status === 'unknown'),
		notPaid: listed(rows, ({ status }) => ['refused', 'rejected', 'failed', 'notSent'].includes(status)),
		wallets: wallets.map(shownWallet),
		approvalDigest: digests.length === 1 ? (digests[0] ?? null) : null,
	};
}

/** Kinds of rows to look at first, each with the beginning of such a row's line and the words of the count above it. */
const LOOK_FIRST: ReadonlyArray<{
	readonly is: (row: PayoutRow) => boolean;
	readonly label: (row: PayoutRow) => string;
	readonly named: string;
}> = [
	{
		is: ({ repeats }) => repeats !== null,
		label: ({ repeats }) => `REPEATS ONE OF ${visibleText(repeats ?? '')}: `,
		named: 'with payee and amount of an earlier payout',
	},
	{ is: (row) => historyOf(row) === 'changed', label: () => 'CHANGED PAYEE: ', named: 'to a changed payee' },
	{ is: (row) => historyOf(row) === 'new', label: () => 'New payee: ', named: 'to a new payee' },
	{
		is: (row) => mayRepeatLater(row),
		// Its line says so behind the payee, since all rows of a list may have it.
		label: () => '',
		named: 'that may repeat one made meanwhile',
	},
];

/** Whether a row may repeat a payment that is made only after it was prepared. */
const mayRepeatLater = ({ repeats, allowsRepeats }: PayoutRow) => repeats === null && allowsRepeats;

/** The history of a row's payee. A payment that was refused for its payee says so by its cause alone. */
function historyOf({ payeeHistory, cause }: PayoutRow): string | null {
	return payeeHistory ?? (cause === 'payeeChanged' ? 'changed' : cause === 'payeeNew' ? 'new' : null);
}

/** A row's place in `LOOK_FIRST`; behind its end where there is nothing to look at. */
function careOf(row: PayoutRow): number {
	const place = LOOK_FIRST.findIndex(({ is }) => is(row));
	return place === -1 ? LOOK_FIRST.length : place;
}

function countIn(rows: readonly PayoutRow[], status: string): Array<[string, number]> {
	const count = rows.filter((row) => row.status === status).length;
	return count === 0 ? [] : [[status, count]];
}

function listed(rows: readonly PayoutRow[], chosen: (row: PayoutRow) => boolean): Json[] {
	return rows.filter(chosen).map(({ reference, amount, status, cause, message }) => ({
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

/** A wallet's balance and how much of it is needed, in minor units; fees come on top, null where none are known. */
interface Wallet {
	readonly currency: string;
	readonly balance: bigint;
	readonly needed: bigint;
	readonly fees: bigint | null;
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
function walletsOf(rows: readonly PayoutRow[]): Wallet[] {
	const wallets = new Map<string, Wallet>();
	for (const row of rows) {
		const currency = textOf(row.wallet?.currency);
		const balance = textOf(row.wallet?.balance);
		if (currency === null || balance === null || !/^-?\d+$/.test(balance)) continue;
		const known = wallets.get(currency) ?? { currency, balance: BigInt(balance), needed: 0n, fees: null };
		const of = (amount: Amount | null) =>
			row.status === 'ready' && amount?.currency === currency ? amount.minor : null;
		const fee = of(row.expectedFee);
		const lowest = BigInt(balance) < known.balance ? BigInt(balance) : known.balance;
		const needed = known.needed + (of(costAtMost(row)) ?? 0n);
		wallets.set(currency, {
			currency,
			balance: lowest,
			needed,
			fees: fee === null ? known.fees : (known.fees ?? 0n) + fee,
		});
	}
	return [...wallets.values()];
}

function shortOf({ balance, needed, fees }: Wallet): bigint {
	const missing = needed + (fees ?? 0n) - balance;
	return missing > 0n ? missing : 0n;
}

const shownWallet = (wallet: Wallet): Json => ({
	currency: wallet.currency,
	balance: String(wallet.balance),
	needed: String(wallet.needed),
	fees: wallet.fees?.toString() ?? null,
	short: String(shortOf(wallet)),
});

function summaryText(
	rows: readonly PayoutRow[],
	{
		totals,
		fees,
		wallets,
		others,
	}: { totals: readonly Sum[]; fees: readonly Sum[]; wallets: readonly Wallet[]; others: number },
): string {
	const money = (list: readonly Sum[]) =>
		list.map(({ minor, currency }) => amountInWords(minor, currency)).join(' and ');
	const moved = rows.filter(({ status }) => COUNTED.has(status));
	const unpriced = moved.filter((row) => costAtMost(row) === null).length;
	const withoutFees = fees.length === 0 ? 0 : moved.filter((row) => row.fees === null).length;
	const ready = rows.filter(({ status }) => status === 'ready').length;
	const approvers = [...new Set(rows.flatMap(({ approvedBy }) => approvedBy ?? []))];
	const lines = [
		...(ready > MOST_APPROVED
			? [`NOT EVERYBODY IS NAMED BELOW: ${ready - MOST_APPROVED} of the ${ready} payouts to approve are not listed.`]
			: []),
		`${counted(rows.length, 'payout')}${totals.length === 0 ? '' : `, ${money(totals)} in total`}${fees.length === 0 ? '' : `, fees ${money(fees)}`}`,
		...(approvers.length === 0
			? []
			: [`approved by ${approvers.map((one) => quotedText(one, LONGEST_NAME)).join(', ')}`]),
		...(unpriced === 0 ? [] : [`${unpriced} of unknown amount, not in the total`]),
		...(withoutFees === 0 ? [] : [`${withoutFees} of unknown fees, not in the sum`]),
		...STATUSES.flatMap((status) => linesOf(rows, status)),
		...duplicateLines(rows),
		...wallets.flatMap(shortLine),
		...(others === 0 ? [] : [`${counted(others, 'item')} without a payout left out`]),
	];
	return lines.join('\n');
}

function linesOf(
	rows: readonly PayoutRow[],
	{ status, label, named = FAILURES_NAMED }: (typeof STATUSES)[number],
): string[] {
	const own = rows.filter((row) => row.status === status).sort((one, other) => careOf(one) - careOf(other));
	if (own.length === 0) return [];
	const isReady = status === 'ready';
	const lines = isReady
		? own.map((row) => ({ text: `${careText(row)}${readyText(row)}`, count: 1 }))
		: byMessage(own).map((group) => ({ text: endedText(group), count: group.length }));
	const shown = lines.slice(0, named).map(({ text }) => `- ${text}`);
	const left = lines.slice(named).reduce((total, { count }) => total + count, 0);
	const care = isReady ? careCounts(own) : '';
	return [`${own.length} ${label}${care}`, ...shown, ...(named > 0 && left > 0 ? [`- and ${left} more`] : [])];
}

const careText = (row: PayoutRow) => LOOK_FIRST.map(({ is, label }) => (is(row) ? label(row) : '')).join('');

/** ": 1 to a changed payee, 2 to a new payee"; empty where there is nothing to look at. */
function careCounts(rows: readonly PayoutRow[]): string {
	const counts = LOOK_FIRST.flatMap(({ is, named }) => {
		const count = rows.filter(is).length;
		return count === 0 ? [] : [`${count} ${named}`];
	});
	return counts.length === 0 ? '' : `: ${counts.join(', ')}`;
}

/** Groups rows by message, so that 300 that failed alike take one line. */
function byMessage(rows: readonly PayoutRow[]): PayoutRow[][] {
	const groups = new Map<string | null, PayoutRow[]>();
	for (const row of rows) addTo(groups, row.message, row);
	return [...groups.values()];
}

function endedText(rows: readonly PayoutRow[]): string {
	const message = rows[0]?.message ?? null;
	return `${references(rows)}${message === null ? '' : `: ${visibleText(message)}`}`;
}

/** The text of a payout to approve. Amount and payee come first: references are from other people's invoices. */
function readyText(row: PayoutRow): string {
	const { amount, asked, atMost, payee, payeeName, givenName, atLeast, supplier } = row;
	const most = amount === null && atMost !== null ? `at most ${amountInWords(atMost.minor, atMost.currency)}` : null;
	const price = asked ?? (most === null ? costAtMost(row) : null);
	const name = payeeName ?? (givenName === null ? null : `${givenName}, ${NOT_ASKED}`);
	const parts = [
		price === null ? (most ?? 'unknown amount') : amountInWords(price.minor, price.currency),
		payee === null ? null : visibleText(payee),
		name === null ? null : `(${visibleText(name)})`,
		atLeast === null ? null : `for at least ${amountInWords(atLeast.minor, atLeast.currency)}`,
	];
	const more = [
		...(price === null || most === null ? [] : [most]),
		...(historyOf(row) === 'changed' && supplier !== null ? [`supplier ${quoted(supplier)}`] : []),
		...(mayRepeatLater(row) ? ['repeats allowed'] : []),
		`reference ${quoted(row.reference)}`,
	];
	return `${parts.filter((part) => part !== null).join(' ')}, ${more.join(', ')}`;
}

const LONGEST_NAME = 200;

function references(rows: readonly PayoutRow[]): string {
	const named = rows.slice(0, FAILURES_NAMED).map(({ reference }) => quoted(reference));
	return `${named.join(', ')}${rows.length > FAILURES_NAMED ? ` and ${rows.length - FAILURES_NAMED} more` : ''}`;
}

/**
 * A text for n8n's *Send and Wait for Response*, which makes a line break of a backslash and an n: a row's reference
 * must not pass for a line of ours there either.
 */
const withoutEscapes = (text: string) => text.replaceAll('\\', '\uff3c');

const quoted = (reference: string | null) => (reference === null ? 'none' : quotedText(reference));

/** Names payouts with the payee and amount of another one. It may be meant so, but a person should see it. */
function duplicateLines(rows: readonly PayoutRow[]): string[] {
	const own = rows.filter(({ isDuplicate, status }) => isDuplicate && status === 'ready');
	if (own.length === 0) return [];
	return [`${own.length} ready with the same payee and amount as another item: ${references(own)}`];
}

function shortLine(wallet: Wallet): string[] {
	const { currency, balance, fees } = wallet;
	const short = shortOf(wallet);
	if (short === 0n) return [];
	const whichFees = fees === null ? 'before fees' : `with fees of about ${amountInWords(fees, currency)}`;
	return [
		`The ${currency} wallet is ${amountInWords(short, currency)} short, ${whichFees}: it has ${amountInWords(balance, currency)}`,
	];
}
