import { amountInWords } from '../domain/money';
import { counted } from '../domain/result';
import { INVISIBLE } from '../domain/text';
import type { ColumnName, PaymentKind } from './headings';
import type { SheetRules } from './rules';
import { rowsInWords, SheetRefused, type Cell } from './sheet';

/** Words of which the label of a total is made, so that a payee who is called Total is none. */
const LABEL =
	/^(?:grand|sub|sub-?totals?|totals?|sum|balance|amount|payments?|payouts?|page|net|overall|of|for|the|all|carried|brought|forward|[bc]\/?[fd]|in|ngn|naira|kes|usdt|=|₦|pay|payable|due|salary|salaries|wages|month|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*|\d+)$/;
const BEGINS = /^(?:grand total|sub-? ?total|total|balance|sum)\b/;
const NAMING = ['reference', 'accountName', 'payee'] as const satisfies readonly ColumnName[];

const labelWords = (text: string) =>
	text
		.replace(INVISIBLE, '')
		.toLowerCase()
		.split(/[\s:.,()-]+/)
		.filter((word) => word !== '');

const isLabel = (text: string) => /total|sum|balance/i.test(text) && labelWords(text).every((word) => LABEL.test(word));

/** Whether a row is the total of others: an amount and words such as "Total"; no account, bank, name or reference. */
export function isTotal(
	cellOf: (column: ColumnName) => Cell | null,
	cells: ReadonlyArray<Cell | null>,
	{ needed }: PaymentKind,
): boolean {
	if (cellOf('amount') === null) return false;
	const others = needed.filter((column) => column !== 'amount' && cellOf(column) !== null);
	if ([...others, ...NAMING].some((column) => !isLabel(cellOf(column)?.text ?? 'total'))) return false;
	return others.length > 0 || cells.some((cell) => cell?.is === 'text' && BEGINS.test(labelWords(cell.text).join(' ')));
}

interface Counted {
	readonly payments: ReadonlyArray<{ readonly number: number; readonly amount: bigint | null }>;
	readonly total: bigint | null;
	/** The sum with the rows that are left out, which a total row may count. */
	readonly all: bigint;
	readonly totals: ReadonlyArray<{ readonly number: number; readonly amount: bigint | null; readonly words: string }>;
}

/** Holds what was counted against what a person said, and against the total at the end of the sheet. Throws SheetRefused. */
export function checkTotals(
	{ payments, total, all, totals }: Counted,
	{ kind: { currency }, totals: given }: Pick<SheetRules, 'kind' | 'totals'>,
): void {
	const money = (minor: bigint) => amountInWords(minor, currency);
	const unread = total === null ? [] : payments.filter(({ amount }) => amount === null);
	const hint =
		unread.length === 0
			? 'Look for a row that is missing, or is there twice.'
			: `The amount can't be read in row ${rowsInWords(unread)}.`;
	const last = payments.at(-1)?.number ?? 0;
	const atEnd = totals.filter(
		({ number, words }) => number > last && /(?<!sub-? ?)total|sum/i.test(words) && !/balance/i.test(words),
	);
	const wrong = total === null ? undefined : atEnd.find(({ amount }) => amount !== total && amount !== all);
	if (given.number !== null && given.number !== payments.length)
		throw new SheetRefused(
			`has ${counted(payments.length, 'payment')}, not ${given.number}`,
			`'Number of Payments' says ${given.number}. ${hint}`,
		);
	if (given.total !== null && total === null)
		throw new SheetRefused(
			'has no amounts to add up',
			"Lightning invoices hold their own. Leave 'Total Amount' empty.",
		);
	if (given.total !== null && given.total !== total)
		throw new SheetRefused(
			`adds up to ${money(total ?? 0n)}, not ${money(given.total)}`,
			`'Total Amount' says ${money(given.total)}. ${hint}`,
		);
	if (wrong !== undefined)
		throw new SheetRefused(
			`adds up to ${money(total ?? 0n)}, but its own total in row ${wrong.number} says ${wrong.amount === null ? 'what is no amount' : money(wrong.amount)}`,
			hint,
		);
}
