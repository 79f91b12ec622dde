import { amountInWords } from '../domain/money';
import { counted } from '../domain/result';
import { quotedText } from '../domain/text';
import type { SheetRules } from './rules';
import { rowsInWords, SheetRefused } from './sheet';

export interface Entry {
	readonly number: number;
	/** `left`: left out by a person, so it counts only in the sheet's totals. `total`: an amount without an account. */
	readonly is: 'payment' | 'left' | 'total';
	/** In minor units; null if it can't be read. */
	readonly amount: bigint | null;
	/** The text of all cells of the row; `words` leaves out the amount. */
	readonly text: string;
	readonly words: string;
}

interface Sum {
	readonly paid: bigint;
	/** The sum including rows that were left out. */
	readonly all: bigint;
	readonly count: number;
}

const ZERO: Sum = { paid: 0n, all: 0n, count: 0 };

function plus({ paid, all, count }: Sum, { is, amount }: Entry): Sum {
	if (is === 'total') return { paid, all, count };
	const minor = amount ?? 0n;
	return { paid: is === 'payment' ? paid + minor : paid, all: all + minor, count: count + 1 };
}

const TOTAL_WORD = /total|\bsum\b|balance|forward|\b[bc]\/?[fd]\b/i;

/** Whether a row is the total: the amounts agree, and the row says "total" or, without text, sums several rows. */
const isTotalOf = ({ amount, words }: Entry, { paid, all, count }: Sum) =>
	(amount === paid || amount === all) && (words === '' ? count > 1 : TOTAL_WORD.test(words));

/** Whether a payment is the sum of all others or of all payments above: it may be a total or the payer's debit line. */
function isSum(amount: bigint | null, payments: readonly Entry[], whole: Sum, above: Sum): boolean {
	if (amount === null) return false;
	return (payments.length > 2 && whole.paid === 2n * amount) || (above.count > 1 && above.paid === amount);
}

/** The most wrong totals in one message; the others follow once these are corrected. */
const MOST_NAMED = 5;

/** Compares the payments with the sheet's own totals and with the totals that a person typed. */
export function problemsOfTotals(entries: readonly Entry[], rules: SheetRules): SheetRefused[] {
	const { kind, totals: given } = rules;
	const money = (minor: bigint | null) => amountInWords(minor ?? 0n, kind.currency);
	const payments = entries.filter(({ is }) => is === 'payment');
	const whole = entries.reduce(plus, ZERO);
	const isGiven = given.numbers.includes(payments.length) && given.total === whole.paid;
	const found: SheetRefused[] = [];
	const refuse = (what: string, advice: string) => found.push(new SheetRefused(what, advice));
	let [above, since, grandTotal]: [Sum, Sum, Entry | null] = [ZERO, ZERO, null];
	for (const entry of entries) {
		const { number, is, amount, text } = entry;
		if (is === 'payment' && !isGiven && isSum(amount, payments, whole, above))
			refuse(
				`has a payment in row ${number} that is the sum of others: ${money(amount)}`,
				`If it is a total, or the line of your own account, delete it. If it is a payment, write into 'Total Amount': ${counted(payments.length, 'payment')}, ${rules.amountUnit === 'minor' ? whole.paid : money(whole.paid)}.`,
			);
		if (is === 'total' && ![above, since, whole].some((sum) => isTotalOf(entry, sum)))
			refuse(
				`has an amount in row ${number} that has no account and isn't the sum of the rows above it`,
				`It says ${quotedText(text, 60)}; the rows above add up to ${money(above.paid)}. If it is a payment, fill in the row; if it is a total, correct it or delete it.`,
			);
		if (is === 'total') grandTotal = isTotalOf(entry, above) ? entry : null;
		[above, since] = [plus(above, entry), is === 'total' ? ZERO : plus(since, entry)];
	}
	const last = grandTotal?.number ?? Infinity;
	const below = entries.filter(({ number }) => number > last);
	if (below.length > 0)
		refuse(
			`has payments below its total in row ${last}: row ${rowsInWords(below)}`,
			'Move the total below them, or delete them.',
		);
	return [...found.slice(0, MOST_NAMED), ...problemsOfGiven(payments, whole.paid, rules)];
}

/** Compares the payments with 'Number of Payments' and 'Total Amount'. */
function problemsOfGiven(
	payments: readonly Entry[],
	total: bigint,
	{ totals: given, kind: { currency, needed } }: SheetRules,
): SheetRefused[] {
	const hasAmounts = needed.includes('amount');
	const unread = payments.filter(({ amount }) => amount === null);
	const hint =
		unread.length === 0 || !hasAmounts
			? 'Look for a row that is missing, or is there twice.'
			: `The amounts in row ${rowsInWords(unread)} can't be read.`;
	const other = given.numbers.find((number) => number !== payments.length);
	if (other !== undefined) return [new SheetRefused(`has ${counted(payments.length, 'payment')}, not ${other}`, hint)];
	if (given.total === null || (hasAmounts && given.total === total)) return [];
	if (!hasAmounts)
		return [new SheetRefused('has no amounts to add up', "The invoices contain them. Leave 'Total Amount' empty.")];
	const [has, says] = [total, given.total].map((minor) => amountInWords(minor, currency));
	return [new SheetRefused(`adds up to ${has}, not ${says}`, hint)];
}
