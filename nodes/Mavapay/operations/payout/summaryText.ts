import { PERIODS } from '../../../core/domain/budget';
import { addTo } from '../../../core/domain/json';
import { amountInWords, type Amount, currencySums } from '../../../core/domain/money';
import { isCompanyName, otherLetterIn } from '../../../core/payees/accountName';
import { counted } from '../../../core/domain/result';
import { fullWidth, inPlainSigns, quotedLine, visibleText, withoutLinks } from '../../../core/domain/text';
import { shortOf, type WalletCover } from '../../../core/payout/cover';
import { DIFFERS } from './fileLines';
import { costAtMost, historyOf, isMoved, quoted, STATUSES, type Payout, type PayoutItem } from './payoutItem';

const FAILURES_NAMED = 10;

/** The most characters of a message. Slack's blocks allow 3,000 and Telegram's messages 4,096; the rest is for a header. */
const LONGEST_MESSAGE = 2900;

/** Matches as much of a paragraph as fits into a message, without half a character at its end. */
const LONGEST_PIECE = new RegExp(`[^]{1,${LONGEST_MESSAGE}}(?![\\uDC00-\\uDFFF])`, 'g');

/** `OPEN`: statuses that need attention at once. `COUNTED`: a common status; its payouts are counted, not listed. */
const [OPEN, COUNTED] = [['MAY HAVE BEEN PAID', 'FAILED AT MAVAPAY'], 'already paid before'];

const WORDS = [...new Set(STATUSES.values())];
export const wordOf = ({ status }: Payout) => STATUSES.get(status) ?? '';

/** The kinds of payouts to look at first. `named`: the kind in words. `detail`: what to check, in the payout's line. */
const LOOK_FIRST: ReadonlyArray<{
	readonly is: (payout: Payout) => boolean;
	readonly named: string;
	readonly detail?: (payout: Payout) => string;
}> = [
	{
		is: ({ elsewhere, isShown }) => isShown || elsewhere.length > 0,
		named: "shown as paid in Mavapay's list",
		detail: ({ elsewhere, message, isShown }) =>
			`${elsewhere[0] ?? visibleText(message ?? '')}${isShown ? '' : ', to be paid again'}`,
	},
	{ is: ({ repeats }) => repeats !== null, named: 'repeated', detail: ({ repeats }) => `same payment on ${repeats}` },
	{
		is: ({ isDuplicate, repeats }) => isDuplicate && repeats === null,
		named: 'with the same payee and amount as another row',
	},
	{
		is: ({ message, stage }) => message !== null && stage === 'prepared',
		named: 'with an earlier payment of unknown outcome',
		detail: ({ message }) => quoted(message),
	},
	{ is: (payout) => historyOf(payout) === 'changed', named: 'to a changed payee' },
	{
		is: ({ supplier }) => otherLetterIn(supplier ?? '') !== null,
		named: "to a supplier with a letter that isn't one of A to Z",
		detail: ({ supplier }) => otherLetterIn(supplier ?? '') ?? '',
	},
	{
		is: (payout) => payout.nameDiffers !== null && hasCompanyWords(payout),
		named: "to a company whose name isn't the expected one",
		detail: ({ nameDiffers }) => nameDiffers ?? '',
	},
	{
		is: (payout) => payout.nameDiffers !== null && !hasCompanyWords(payout),
		named: "to a name that isn't the expected one",
		detail: ({ nameDiffers }) => nameDiffers ?? '',
	},
	{ is: (payout) => historyOf(payout) === 'new', named: 'to a new payee' },
	{ is: ({ isOfOtherSupplier }) => isOfOtherSupplier, named: 'to a known account of another supplier' },
];

const hasCompanyWords = ({ payeeName, expectedName }: Payout) =>
	[payeeName, expectedName].some((name) => name !== null && isCompanyName(name));

/** Sums and lines for the first paragraph of a summary. */
export interface SummaryFacts {
	/** The most that can leave the wallets. */
	readonly totals: readonly Amount[];
	/** The requested amounts. If a quote is yet to set a payout's cost, the amount that arrives. */
	readonly payments: readonly Amount[];
	readonly fees: readonly Amount[];
	readonly wallets: readonly WalletCover[];
	/** The items without a payout. */
	readonly others: number;
	readonly files: readonly string[];
	readonly preparedAt: string | null;
}

/** A paragraph of a summary; `payout` and `number` are set if it is about one payout to be paid. */
export interface Paragraph {
	readonly lines: readonly string[];
	readonly payout?: PayoutItem;
	readonly number?: number | null;
	/** Whether a person must check this payout: for example its payee before approval, or its outcome after paying. */
	readonly standsOut?: boolean;
}

/**
 * A list of payouts in paragraphs: a head, payouts to look at first, the rest, and unpaid ones. After paying,
 * payouts that need attention come first. Apart from that, order and numbers are the same as in the approval.
 */
export function summaryParagraphs(payouts: readonly PayoutItem[], facts: SummaryFacts): Paragraph[] {
	const asked = payouts.filter((one) => isMoved(one) || isMoved(one.request)).sort(byAmount);
	const allNew = asked.length > 1 && asked.every(({ request }) => historyOf(request) === 'new');
	const kinds = LOOK_FIRST.filter(({ named }) => !allNew || named !== 'to a new payee');
	const careOf = ({ request }: PayoutItem) => kinds.findIndex(({ is }) => is(request));
	const first = asked.filter((one) => careOf(one) !== -1).sort((one, other) => careOf(one) - careOf(other));
	const ordered = [...first, ...asked.filter((one) => careOf(one) === -1)];
	const others = payouts.filter((one) => !isMoved(one) && !isMoved(one.request));
	const named = [...ordered, ...others.filter(({ isShown }) => isShown)].map((payout, place) => {
		const number = place < ordered.length ? place + 1 : null;
		const standsOut = payout.status === 'ready' ? place < first.length : !isMoved(payout);
		return { payout, number, standsOut, lines: payoutLines(payout, kinds, number) };
	});
	const ready = ordered.filter(({ status }) => status === 'ready');
	const toLookAt = first.filter(({ status }) => status === 'ready');
	const open = OPEN.flatMap((word) => endedParagraphs(word, others, named));
	const asking = named.filter(({ payout }) => payout.isShown);
	const calm = named.filter((one) => !open.includes(one) && !asking.includes(one));
	const paragraphs: Paragraph[] = [
		{ lines: headOf(payouts, facts, { ordered, ready, allNew }) },
		...open,
		...(asking.length === 0 ? [] : [{ lines: [shownLine(asking.length)] }, ...asking]),
		...(toLookAt.length > 0 || (ready.length > 0 && asking.length === 0 && !allNew)
			? [{ lines: [lookFirstLine(toLookAt, kinds)] }]
			: []),
		...calm.slice(0, toLookAt.length),
		...(toLookAt.length > 0 && calm.length > toLookAt.length ? [{ lines: ['THE REST'] }] : []),
		...calm.slice(toLookAt.length),
		...WORDS.flatMap((word) => (OPEN.includes(word) ? [] : endedParagraphs(word, others, []))),
	];
	return paragraphs.map((one) => ({ ...one, lines: one.lines.map(plainLine) }));
}

/** A line without anything that n8n, mail programs or chats read as markup or a link. */
export const plainLine = (line: string) => withoutLinks(inPlainSigns(line));

/** Sorts by currency, then by amount, the largest first; unknown amounts come last. */
export function byAmount(one: PayoutItem, other: PayoutItem): number {
	const [key, otherKey] = [one, other].map(({ request }) => {
		const cost = costAtMost(request);
		return cost === null ? '' : `${cost.currency} ${String(cost.minor).padStart(40, '0')}`;
	});
	return key === otherKey ? 0 : (key ?? '') < (otherKey ?? '') ? 1 : -1;
}

const LOOK = 'LOOK FIRST';
const LOOK_UP = "Don't pay again before looking in Mavapay";

function lookFirstLine(first: readonly PayoutItem[], kinds: typeof LOOK_FIRST): string {
	if (first.length === 0) return `${LOOK}: nothing stands out`;
	const counts = kinds.flatMap(({ is, named }) => {
		const own = first.filter(is);
		return own.length === 0 ? [] : [`${own.length} ${named}${costsOf(own)}`];
	});
	return `${LOOK}: ${counts.join(', ')}`;
}

const shownLine = (count: number) =>
	`${LOOK}: ${count} not paid now, but shown as paid in Mavapay's list. Check whether each transaction paid its row's bill. If so, run 'Payout Reference: Mark Paid' with the row's reference, claim and transaction.`;

/** The most that payouts can cost, in brackets; empty if unknown. */
export function costsOf(payouts: readonly PayoutItem[]): string {
	const sums = currencySums(payouts.flatMap(({ request }) => costAtMost(request) ?? []));
	return sums.size === 0 ? '' : ` (${sumText([...sums].map(([currency, minor]) => ({ currency, minor })))})`;
}

/** Sums by currency, with the number of amounts. */
export function sumsOf(amounts: ReadonlyArray<Amount | null>) {
	const known = amounts.filter((amount) => amount !== null);
	return [...currencySums(known)].map(([currency, minor]) => {
		return { currency, minor, count: known.filter((amount) => amount.currency === currency).length };
	});
}

const sumText = (list: readonly Amount[]) =>
	list.map(({ minor, currency }) => amountInWords(minor, currency)).join(' and ');

function headOf(
	payouts: readonly PayoutItem[],
	{ totals, payments, fees, wallets, others, files, preparedAt }: SummaryFacts,
	{ ordered, ready, allNew }: Readonly<Record<'ordered' | 'ready', readonly PayoutItem[]> & { allNew: boolean }>,
): string[] {
	const moved = ordered.filter(isMoved);
	const kinds = [...new Set(payouts.flatMap(({ money }) => money ?? []))];
	const unpriced = moved.filter((payout) => costAtMost(payout) === null).length;
	const withoutFees = fees.length === 0 ? 0 : moved.filter((payout) => payout.fees === null).length;
	const sum = [
		...(payments.length === 0 ? [] : [sumText(payments)]),
		...(sumText(payments) === sumText(totals) ? [] : [`at most ${sumText(totals)}`]),
		...(fees.length === 0 ? [] : [`fees ${sumText(fees)}`]),
		...(kinds.length === 1 ? kinds : []),
	].join(', ');
	const approvers = [...new Set(payouts.flatMap(({ approvedBy }) => approvedBy ?? []))];
	const mayRepeat = ready.filter(({ repeats, allowsRepeats }) => repeats === null && allowsRepeats).length;
	return [
		...(kinds.length > 1 ? [`DIFFERENT KINDS OF MONEY IN ONE LIST, and in its sums: ${kinds.join('; ')}.`] : []),
		...files.filter((line) => line.startsWith(DIFFERS)),
		leadOf(payouts, moved, sum, [
			...(unpriced === 0 ? [] : [`${unpriced} of unknown amount`]),
			...(others === 0 ? [] : [`${counted(others, 'item')} without a payout`]),
		]),
		...(allNew && ready.length > 0 ? [`ALL ${ready.length} PAYEES ARE NEW to this workflow.`] : []),
		...(moved.some(({ status }) => status === 'accepted') ? ["Accepted payouts haven't arrived or settled yet."] : []),
		...wallets.flatMap(walletLine),
		...largestLine(ready),
		...files.filter((line) => !line.startsWith(DIFFERS)),
		...(moved.length > ready.length || unpriced > 0 ? [] : budgetLines(ready, totals)),
		...(mayRepeat === 0 ? [] : [`${mayRepeat} would be paid even if the same payment is made in the meantime.`]),
		...(withoutFees === 0 ? [] : [`The fees of ${counted(withoutFees, 'payout')} are not known and not included.`]),
		...(preparedAt === null ? [] : [`Prepared ${preparedAt}.`]),
		...(approvers.length === 0 ? [] : [`Approved by ${approvers.map(quotedLine).join(', ')}.`]),
	];
}

/** The payouts in one sentence, also for a mail's subject. Payouts that may have been paid are mentioned first. */
function leadOf(
	payouts: readonly PayoutItem[],
	moved: readonly PayoutItem[],
	sum: string,
	more: readonly string[],
): string {
	const ready = moved.filter(({ status }) => status === 'ready').length;
	const [accepted, isResult] = [moved.length - ready, payouts.some(({ stage }) => stage === 'paid')];
	const unknown = payouts.filter(({ status }) => isResult && status === 'unknown');
	const ended = payouts.filter((one) => !isMoved(one) && !unknown.includes(one)).map(wordOf);
	const ofAll = moved.length === 0 ? ` of ${payouts.length}` : '';
	const notIn = WORDS.flatMap((word) => {
		const count = ended.filter((one) => one === word).length;
		return count === 0 ? [] : [`${count}${ofAll} ${word}`];
	});
	const parts = [
		...(accepted === 0 ? [] : [`${counted(accepted, 'payout')} accepted by Mavapay`]),
		...(ready === 0 ? [] : [`${counted(ready, 'payout')} to approve`]),
	];
	const none = isResult ? `Nobody ${unknown.length === 0 ? '' : 'else '}was paid in this run` : 'Nothing to approve';
	const open = `MAY HAVE BEEN PAID: ${unknown.length} of ${payouts.length}${costsOf(unknown)}. `;
	const lead = [parts.join(' and ') || none, ...(sum === '' ? [] : [sum])].join(': ');
	const rest = [...notIn, ...more].join(', ');
	return `${unknown.length === 0 ? '' : open}${lead}${rest === '' ? '' : moved.length > 0 ? `. Not included: ${rest}` : `, ${rest}`}.`;
}

function largestLine(ready: readonly PayoutItem[]): string[] {
	const largest = [...ready].sort(byAmount).slice(0, 3);
	return ready.length <= largest.length ? [] : [`Largest: ${largest.map(({ lines }) => lines[0]).join('; ')}.`];
}

/** A payout in short lines: the first with its number or a dash, then its outcome and what to look at. */
function payoutLines(payout: PayoutItem, kinds: typeof LOOK_FIRST, number: number | null): string[] {
	const { request, status, isShown, message } = payout;
	const [first = '', ...rest] = payout.lines;
	const word = status === 'ready' ? '' : `${wordOf(payout)}: `;
	const its = isShown ? payout : request;
	const labels = (isShown ? LOOK_FIRST.slice(0, 1) : kinds)
		.filter(({ is }) => is(its))
		.map(({ named, detail }) => [named.toUpperCase(), ...(detail === undefined ? [] : [detail(its)])].join(': '));
	const why = isShown || isMoved(payout) || message === null ? [] : [visibleText(message)];
	return [number === null ? `- ${first}` : `${number}. ${word}${first}`, ...labels.map(visibleText), ...why, ...rest];
}

/** Lists the payouts with one status: those with a number singly, others by message (300 like failures: one line). */
function endedParagraphs(
	word: string,
	payouts: readonly PayoutItem[],
	numbered: ReadonlyArray<Paragraph & { readonly payout: PayoutItem }>,
): Paragraph[] {
	const isOwn = (one: PayoutItem) => wordOf(one) === word && !one.isShown;
	const [own, named] = [payouts.filter(isOwn), numbered.filter(({ payout }) => isOwn(payout))];
	if (own.length + named.length === 0 || word === COUNTED) return [];
	const groups = new Map<string | null, PayoutItem[]>();
	for (const payout of own) addTo(groups, payout.message, payout);
	const shown = [...groups.values()].slice(0, FAILURES_NAMED);
	const left = own.length - shown.reduce((count, group) => count + group.length, 0);
	const count = own.length + named.length;
	const heading = OPEN.includes(word) ? `${word} (${count}). ${LOOK_UP}` : `${word.toUpperCase()}, NOT PAID (${count})`;
	const lines = [...shown.map(endedText), ...(left === 0 ? [] : [`- and ${left} more`])];
	return [{ lines: [heading] }, ...named, ...lines.map((line) => ({ lines: [line] }))];
}

function endedText(payouts: readonly PayoutItem[]): string {
	const [{ supplier = null, message = null } = {}] = payouts;
	const whose = payouts.length > 1 || supplier === null ? '' : `${quotedLine(supplier)}, `;
	const named = payouts.slice(0, FAILURES_NAMED).map(({ reference }) => quoted(reference));
	const more = payouts.length > FAILURES_NAMED ? ` and ${payouts.length - FAILURES_NAMED} more` : '';
	return `- ${whose}${named.join(', ')}${more}${message === null ? '' : `: ${visibleText(message)}`}`;
}

function walletLine(wallet: WalletCover): string[] {
	const { currency, balance, needed, fees } = wallet;
	if (needed === 0n) return [];
	const short = shortOf(wallet);
	const inIt = (minor: bigint) => amountInWords(minor, currency);
	const withFees = fees === null ? 'before fees' : `with fees of about ${inIt(fees)}`;
	return [
		short > 0n
			? `THE ${currency} WALLET IS ${inIt(short)} SHORT, ${withFees}: it has ${inIt(balance)}.`
			: `The ${currency} wallet has ${inIt(balance)}, and ${inIt(balance - needed - (fees ?? 0n))} after this run, ${withFees}.`,
	];
}

/** A line about each budget of the key: the amount left after the totals are paid. */
function budgetLines(ready: readonly PayoutItem[], totals: readonly Amount[]): string[] {
	const kinds = totals.flatMap(({ currency, minor }) => PERIODS.map((period) => ({ currency, minor, period })));
	return kinds.flatMap(({ currency, minor, period }) => {
		const seen = ready
			.flatMap(({ keyBudgets }) => keyBudgets)
			.filter((one) => one.period === period && one.currency === currency);
		// Payouts prepared at different times give different used amounts for one budget. The highest amount is taken.
		const [budget] = seen.sort((one, other) => (one.used < other.used ? 1 : -1));
		if (budget === undefined) return [];
		const left = budget.allowed - budget.used - minor;
		const ofBudget = `of the ${period}'s budget of ${amountInWords(budget.allowed, currency)}`;
		return left < 0n
			? [`This run is ${amountInWords(-left, currency)} over what is left ${ofBudget}.`]
			: [`After this run ${amountInWords(left, currency)} is left ${ofBudget}.`];
	});
}

/** Signs that Slack and Telegram read as formatting, or Slack as an emoji's name. */
const CHAT_SIGNS = /[*_~`[\]]|:(?=[\w+-]+:)/g;

/** A summary as chat messages without formatting signs. The last of several repeats the head and LOOK FIRST lines. */
export function chatMessages(paragraphs: readonly string[]): { firstMessages: string[]; lastMessage: string } {
	const shown = paragraphs.map((paragraph) => fullWidth(paragraph, CHAT_SIGNS));
	const list = piecesOf(shown);
	const [only = ''] = list;
	if (list.length <= 1) return { firstMessages: [], lastMessage: only };
	const sum = shown.filter((paragraph, place) => place === 0 || paragraph.startsWith(LOOK));
	// If the head alone is too long for one message, its beginning goes into the messages before the last.
	const pieces = [...list, ...piecesOf([...sum, `The list is in the ${list.length} messages above.`])];
	const lastMessage = pieces.pop() ?? only;
	return { firstMessages: pieces.map((piece, at) => `${at + 1} of ${pieces.length}\n\n${piece}`), lastMessage };
}

/** Joins paragraphs into as few texts as possible, each of at most `LONGEST_MESSAGE` characters. */
function piecesOf(paragraphs: readonly string[]): string[] {
	const pieces: string[] = [];
	for (const paragraph of paragraphs.flatMap((one) => one.match(LONGEST_PIECE) ?? [])) {
		const joined = [...pieces.slice(-1), paragraph].join('\n\n');
		if (joined.length > LONGEST_MESSAGE) pieces.push(paragraph);
		else pieces.splice(-1, 1, joined);
	}
	return pieces;
}
