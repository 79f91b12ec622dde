import { PERIODS } from '../../../core/domain/budget';
import { addTo } from '../../../core/domain/json';
import { amountInWords, type Amount } from '../../../core/domain/money';
import { isCompanyName, otherLetterIn } from '../../../core/payees/accountName';
import { counted } from '../../../core/domain/result';
import { fullWidth, quotedLine, visibleText, withoutLinks, withoutMarkup } from '../../../core/domain/text';
import { shortOf, type WalletCover } from '../../../core/payout/cover';
import { DIFFERS } from './fileLines';
import { costAtMost, historyOf, quoted, type PayoutItem } from './payoutItem';

/** How many refused payouts of each kind a message names. */
const FAILURES_NAMED = 10;

/** How many payouts are named for an approver, who must see who gets what. */
const MOST_APPROVED = 500;

/** Characters of a message. A block of Slack takes 3,000, and a message of Telegram 4,096; the rest is for words before it. */
const LONGEST_MESSAGE = 2900;

/** A paragraph, or as much of it as a message takes without half a character at its end. */
const LONGEST_PIECE = new RegExp(`[^]{1,${LONGEST_MESSAGE}}(?![\\uDC00-\\uDFFF])`, 'g');

/** The payouts that are neither ready nor accepted: their statuses, words in the sum, and heading; without one they are only counted. */
const ENDED: ReadonlyArray<{
	readonly is: readonly string[];
	readonly label: string;
	readonly heading: string | null;
}> = [
	{
		is: ['unknown'],
		label: 'that may have been paid',
		heading: "MAY HAVE BEEN PAID. Don't pay again before somebody has looked",
	},
	{ is: ['failed'], label: 'failed at Mavapay', heading: 'FAILED AT MAVAPAY' },
	{ is: ['rejected', 'refused'], label: 'refused', heading: 'REFUSED, NOT PAID' },
	{ is: ['duplicate'], label: 'duplicate', heading: 'DUPLICATE, NOT PAID TWICE' },
	// Counted alone: a sheet that grows has more of them each week.
	{ is: ['alreadyPaid'], label: 'already paid before', heading: null },
	{ is: ['notSent'], label: 'not sent', heading: 'NOT SENT' },
	{ is: ['leftOut'], label: 'left out by the approver', heading: 'LEFT OUT BY THE APPROVER' },
];

const otherNameLabel = ({ nameDiffers }: PayoutItem) => `OTHER NAME: ${visibleText(nameDiffers ?? '')}`;

/** Kinds of payouts to look at first, each with the words of its count and of its line. */
const LOOK_FIRST: ReadonlyArray<{
	readonly is: (payout: PayoutItem) => boolean;
	readonly named: string;
	readonly label: (payout: PayoutItem) => string;
}> = [
	{
		is: ({ elsewhere, isShown }) => isShown || elsewhere.length > 0,
		named: "already in the wallet's list, paid once more",
		label: ({ elsewhere, message }) => `ALREADY IN THE WALLET'S LIST: ${elsewhere[0] ?? visibleText(message ?? '')}`,
	},
	{
		is: ({ repeats }) => repeats !== null,
		named: 'repeated',
		label: ({ repeats }) => `REPEATS A PAYOUT OF ${visibleText(repeats ?? '')}`,
	},
	{
		is: ({ isDuplicate, repeats }) => isDuplicate && repeats === null,
		named: 'like another one of this list',
		label: () => 'PAYEE AND AMOUNT OF ANOTHER ONE OF THIS LIST',
	},
	{
		is: ({ message }) => message !== null,
		named: "with an earlier payment that isn't settled",
		label: ({ message }) => `NOT SETTLED: ${quoted(message)}`,
	},
	{
		is: (payout) => historyOf(payout) === 'changed',
		named: 'to a changed payee',
		label: () => 'CHANGED PAYEE: this supplier was never paid there',
	},
	{
		is: ({ supplier }) => otherLetterIn(supplier ?? '') !== null,
		named: "to a supplier with a letter that isn't one of A to Z",
		label: ({ supplier }) => `NOT ONE OF A TO Z: ${otherLetterIn(supplier ?? '')}`,
	},
	{
		is: (payout) => payout.nameDiffers !== null && hasCompanyWords(payout),
		named: "to a company whose name isn't the expected one",
		label: otherNameLabel,
	},
	{
		is: (payout) => payout.nameDiffers !== null && !hasCompanyWords(payout),
		named: "to a name that isn't the expected one",
		label: otherNameLabel,
	},
	{ is: (payout) => historyOf(payout) === 'new', named: 'to a new payee', label: () => 'NEW PAYEE' },
	{
		is: ({ isOfOtherSupplier }) => isOfOtherSupplier,
		named: 'to a known account of another supplier',
		label: () => 'KNOWN ACCOUNT OF ANOTHER SUPPLIER',
	},
];

const hasCompanyWords = ({ payeeName, expectedName }: PayoutItem) =>
	[payeeName, expectedName].some((name) => name !== null && isCompanyName(name));

/** Sums of a list and lines about it, as its first paragraph has them. */
export interface SummaryFacts {
	/** The most that leaves. */
	readonly totals: readonly Amount[];
	/** The payments as they were asked for, which is what arrives where only a quote says what leaves. */
	readonly payments: readonly Amount[];
	readonly fees: readonly Amount[];
	readonly wallets: readonly WalletCover[];
	/** The items without a payout. */
	readonly others: number;
	/** The lines about the files that the payouts are from. */
	readonly files: readonly string[];
	readonly preparedAt: string | null;
}

/** A list of payouts in paragraphs: what it is, what to look at first, the rest, and what is not paid. */
export function summaryParagraphs(payouts: readonly PayoutItem[], facts: SummaryFacts): string[] {
	const ready = payouts.filter(({ status }) => status === 'ready');
	const accepted = payouts.filter(({ status }) => status === 'accepted');
	const shown = payouts.filter(({ isShown }) => isShown);
	const allNew = ready.length > 1 && ready.every((payout) => historyOf(payout) === 'new');
	const kinds = LOOK_FIRST.filter(({ named }) => !allNew || named !== 'to a new payee');
	const careOf = (payout: PayoutItem) => kinds.findIndex(({ is }) => is(payout));
	const first = ready.filter((payout) => careOf(payout) !== -1).sort((one, other) => careOf(one) - careOf(other));
	const rest = ready.filter((payout) => careOf(payout) === -1);
	const numbered = [...first, ...rest, ...accepted]
		.slice(0, MOST_APPROVED)
		.map((payout, place) => payoutLines(payout, `${place + 1}.`, payout.status === 'ready' ? kinds : []));
	const left = first.length + rest.length + accepted.length - numbered.length;
	const [open, refused] = [ENDED.slice(0, 2), ENDED.slice(2)];
	return [
		headOf(payouts, facts, { ready, accepted, allNew }).join('\n'),
		...open.flatMap((kind) => endedLines(payouts, kind)),
		...(shown.length === 0 ? [] : [shownLine(shown.length)]),
		...shown.map((payout) => payoutLines(payout, '-', LOOK_FIRST.slice(0, 1))),
		...(first.length > 0 || (ready.length > 0 && shown.length === 0) ? [lookFirstLine(first, kinds)] : []),
		...numbered.slice(0, first.length),
		...(first.length > 0 && rest.length > 0 ? ['THE REST'] : []),
		...numbered.slice(first.length),
		...(left === 0 ? [] : [`and ${left} more`]),
		...refused.flatMap((kind) => endedLines(payouts, kind)),
	].map((paragraph) => withoutLinks(withoutMarkup(paragraph)));
}

/** The first words of the paragraph that counts what needs attention. */
const LOOK = 'LOOK FIRST';

function lookFirstLine(first: readonly PayoutItem[], kinds: typeof LOOK_FIRST): string {
	if (first.length === 0) return `${LOOK}: nothing stands out`;
	const counts = kinds.flatMap(({ is, named }) => {
		const count = first.filter(is).length;
		return count === 0 ? [] : [`${count} ${named}`];
	});
	return `${LOOK}: ${counts.join(', ')}`;
}

const shownLine = (count: number) =>
	`${LOOK}: ${count} already in the wallet's list, and not paid now. Is each one this bill? Take out any that isn't; after your yes, one run of 'Payout Reference: Mark Paid' marks the rest as paid, by reference, claim and transaction.`;

const sumText = (list: readonly Amount[]) =>
	list.map(({ minor, currency }) => amountInWords(minor, currency)).join(' and ');

function headOf(
	payouts: readonly PayoutItem[],
	{ totals, payments, fees, wallets, others, files, preparedAt }: SummaryFacts,
	{ ready, accepted, allNew }: Readonly<Record<'ready' | 'accepted', readonly PayoutItem[]> & { allNew: boolean }>,
): string[] {
	const moved = [...ready, ...accepted];
	const kinds = [...new Set(payouts.flatMap(({ money }) => money ?? []))];
	const unpriced = moved.filter((payout) => costAtMost(payout) === null).length;
	const withoutFees = fees.length === 0 ? 0 : moved.filter((payout) => payout.fees === null).length;
	const notIn = [
		...(unpriced === 0 ? [] : [`${unpriced} of unknown amount`]),
		...ENDED.flatMap(({ is, label }) => {
			const count = payouts.filter(({ status }) => is.includes(status)).length;
			return count === 0 ? [] : [`${count} ${label}`];
		}),
		...(others === 0 ? [] : [`${counted(others, 'item')} without a payout`]),
	];
	const sum = [
		...(payments.length === 0 ? [] : [sumText(payments)]),
		...(sumText(payments) === sumText(totals) ? [] : [`at most ${sumText(totals)}`]),
		...(fees.length === 0 ? [] : [`fees ${sumText(fees)}`]),
		...(kinds.length === 1 ? kinds : []),
	].join(', ');
	const lead = listLead(payouts, accepted, ready);
	const approvers = [...new Set(payouts.flatMap(({ approvedBy }) => approvedBy ?? []))];
	const mayRepeat = ready.filter(mayRepeatLater).length;
	return [
		...(kinds.length > 1 ? [`DIFFERENT KINDS OF MONEY IN ONE LIST, and in its sums: ${kinds.join('; ')}.`] : []),
		...files.filter((line) => line.startsWith(DIFFERS)),
		...(moved.length > MOST_APPROVED
			? [`NOT EVERYBODY IS NAMED BELOW: the list leaves out ${moved.length - MOST_APPROVED} of ${moved.length}.`]
			: []),
		`${lead}${sum === '' ? '' : `: ${sum}`}.${notIn.length === 0 ? '' : ` Not in it: ${notIn.join(', ')}.`}`,
		...(accepted.length === 0 ? [] : ['Accepted is not arrived: it is not settled yet.']),
		...files.filter((line) => !line.startsWith(DIFFERS)),
		...(allNew ? [`All ${ready.length} payees are new to this workflow.`] : []),
		...wallets.flatMap(shortLine),
		...(accepted.length + unpriced > 0 ? [] : budgetLines(ready, totals)),
		...(mayRepeat === 0 ? [] : [`${mayRepeat} may repeat a payout that is made meanwhile.`]),
		...(withoutFees === 0 ? [] : [`The fees of ${withoutFees} are not known, and not in the sum.`]),
		...(preparedAt === null ? [] : [`Prepared ${preparedAt}.`]),
		...(approvers.length === 0 ? [] : [`Approved by ${approvers.map(quotedLine).join(', ')}.`]),
	];
}

function listLead(
	payouts: readonly PayoutItem[],
	accepted: readonly PayoutItem[],
	ready: readonly PayoutItem[],
): string {
	if (accepted.length > 0) {
		const isAccepted = `${counted(accepted.length, 'payout')} accepted by Mavapay`;
		return ready.length === 0 ? isAccepted : `${isAccepted} and ${ready.length} to approve`;
	}
	if (ready.length > 0) return `${counted(ready.length, 'payout')} to approve`;
	return payouts.some(({ stage }) => stage === 'paid') ? 'Nothing was accepted by Mavapay' : 'Nothing to approve';
}

/** Whether a payout may repeat a payment that is made only after it was prepared. */
const mayRepeatLater = ({ repeats, allowsRepeats }: PayoutItem) => repeats === null && allowsRepeats;

/** A payout in short lines, with what to look at after the first, which begins with a number or dash. */
function payoutLines(payout: PayoutItem, mark: string, kinds: typeof LOOK_FIRST): string {
	const [first = '', ...rest] = payout.lines;
	const labels = kinds.filter(({ is }) => is(payout)).map(({ label }) => label(payout));
	return [`${mark} ${first}`, ...labels, ...rest].join('\n');
}

/** The payouts of one kind that were not paid, grouped by message, so that 300 that failed alike take one line. */
function endedLines(payouts: readonly PayoutItem[], { is, heading }: (typeof ENDED)[number]): string[] {
	const own = payouts.filter(({ status, isShown }) => is.includes(status) && !isShown);
	if (own.length === 0 || heading === null) return [];
	const groups = new Map<string | null, PayoutItem[]>();
	for (const payout of own) addTo(groups, payout.message, payout);
	const shown = [...groups.values()].slice(0, FAILURES_NAMED);
	const left = own.length - shown.reduce((count, group) => count + group.length, 0);
	return [`${heading} (${own.length})`, ...shown.map(endedText), ...(left === 0 ? [] : [`- and ${left} more`])];
}

function endedText(payouts: readonly PayoutItem[]): string {
	const [{ supplier = null, message = null } = {}] = payouts;
	const whose = payouts.length > 1 || supplier === null ? '' : `${quotedLine(supplier)}, `;
	const named = payouts.slice(0, FAILURES_NAMED).map(({ reference }) => quoted(reference));
	const more = payouts.length > FAILURES_NAMED ? ` and ${payouts.length - FAILURES_NAMED} more` : '';
	return `- ${whose}${named.join(', ')}${more}${message === null ? '' : `: ${visibleText(message)}`}`;
}

function shortLine(wallet: WalletCover): string[] {
	const { currency, balance, fees } = wallet;
	const short = shortOf(wallet);
	if (short === 0n) return [];
	const whichFees = fees === null ? 'before fees' : `with fees of about ${amountInWords(fees, currency)}`;
	return [
		`The ${currency} wallet is ${amountInWords(short, currency)} short, ${whichFees}: it has ${amountInWords(balance, currency)}.`,
	];
}

/** The line of each budget of the key: what is left of it once the totals are paid. */
function budgetLines(ready: readonly PayoutItem[], totals: readonly Amount[]): string[] {
	const kinds = totals.flatMap(({ currency, minor }) => PERIODS.map((period) => ({ currency, minor, period })));
	return kinds.flatMap(({ currency, minor, period }) => {
		const seen = ready
			.flatMap(({ keyBudgets }) => keyBudgets)
			.filter((one) => one.period === period && one.currency === currency);
		// If lists were prepared separately, the one that saw most of it used.
		const [budget] = seen.sort((one, other) => (one.used < other.used ? 1 : -1));
		if (budget === undefined) return [];
		const left = budget.allowed - budget.used - minor;
		const ofBudget = `of the ${period}'s budget of ${amountInWords(budget.allowed, currency)}`;
		return left < 0n
			? [`This run takes ${amountInWords(-left, currency)} more than is left ${ofBudget}.`]
			: [`After this run ${amountInWords(left, currency)} are left ${ofBudget}.`];
	});
}

/** Signs that Slack and Telegram take for formatting, and Slack for the name of an emoji. */
const CHAT_SIGNS = /[*_~`[\]]|:(?=[\w+-]+:)/g;

/**
 * The paragraphs of a summary as messages of a chat, without what it takes for formatting. Where they are too long for
 * one, the list goes first, in numbered messages, and the last one has the sum and what to look at.
 */
export function chatMessages(paragraphs: readonly string[]): { firstMessages: string[]; lastMessage: string } {
	const shown = paragraphs.map((paragraph) => fullWidth(paragraph, CHAT_SIGNS));
	const list = piecesOf(shown);
	const [only = ''] = list;
	if (list.length <= 1) return { firstMessages: [], lastMessage: only };
	const sum = shown.filter((paragraph, place) => place === 0 || paragraph.startsWith(LOOK));
	// A sum that is too long for one message itself loses nothing: what doesn't fit comes before the last one.
	const pieces = [...list, ...piecesOf([...sum, `The list is in the ${list.length} messages above.`])];
	const lastMessage = pieces.pop() ?? only;
	return { firstMessages: pieces.map((piece, at) => `${at + 1} of ${pieces.length}\n\n${piece}`), lastMessage };
}

/** Paragraphs joined into as few texts as can be, each of at most `LONGEST_MESSAGE` characters. */
function piecesOf(paragraphs: readonly string[]): string[] {
	const pieces: string[] = [];
	for (const paragraph of paragraphs.flatMap((one) => one.match(LONGEST_PIECE) ?? [])) {
		const joined = [...pieces.slice(-1), paragraph].join('\n\n');
		if (joined.length > LONGEST_MESSAGE) pieces.push(paragraph);
		else pieces.splice(-1, 1, joined);
	}
	return pieces;
}
