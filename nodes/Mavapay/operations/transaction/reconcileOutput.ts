import { timeInWords } from '../../../core/domain/dateTime';
import type { Json, JsonObject } from '../../../core/domain/json';
import { amountInWords, moneyOf } from '../../../core/domain/money';
import { failedInWords } from '../../../core/books/bookedTransaction';
import type { ExpectedPayment } from '../../../core/books/candidates';
import {
	RECONCILIATIONS,
	type CurrencySums,
	type Entry,
	type Reconciliation,
} from '../../../core/books/reconciliation';
import { counted } from '../../../core/domain/result';
import { sheetText } from '../../../core/domain/text';

const NO_ROW = { payee: null, dateMs: null, minor: null, currency: null };

const NO_TRANSACTION = { id: null, status: null, createdMs: null, minor: null, currency: null, fees: null, payees: [] };

/** The output of an entry, without its input item's fields. */
export function entryItem(entry: Entry): JsonObject {
	const { reconciliation, matchedBy, candidates, ofRows } = entry;
	const rows = entry.row === null ? ofRows : [entry.row];
	const [row, transaction] = [entry.row ?? NO_ROW, entry.transaction ?? NO_TRANSACTION];
	const [payee] = transaction.payees;
	return {
		reconciliation,
		matchedBy,
		note: NOTES[reconciliation](entry),
		expectedReference: joined(rows.map(({ reference }) => reference)),
		expectedPayee: row.payee,
		expectedDate: isoOf(row.dateMs),
		...moneyColumns('expected', row.minor, row.currency),
		currency: row.currency ?? transaction.currency,
		transactionId: transaction.id,
		transactionStatus: transaction.status,
		transactionDate: isoOf(transaction.createdMs),
		transactionPayee: payee === undefined ? null : sheetText(payee),
		...moneyColumns('transaction', transaction.minor, transaction.currency),
		transactionCurrency: transaction.currency,
		...moneyColumns('difference', differenceOf(entry), row.currency),
		...moneyColumns('fees', transaction.fees, transaction.currency),
		candidates: joined(candidates.map(({ id }) => id)),
	};
}

/** A transaction's amount minus its row's; null if one is missing, or they can't be compared. */
function differenceOf({ row, transaction }: Pick<Entry, 'row' | 'transaction'>): bigint | null {
	if (row === null || transaction?.minor === null || transaction?.currency !== row.currency) return null;
	return transaction.minor - row.minor;
}

function moneyColumns(name: string, value: bigint | null, currency: string | null): JsonObject {
	const { minor, major } = moneyOf(value, currency);
	return { [`${name}Minor`]: minor, [`${name}Major`]: major };
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const CANDIDATES_NAMED = 20;

function joined(texts: ReadonlyArray<string | null>): string | null {
	const known = [...new Set(texts.slice(0, CANDIDATES_NAMED).filter((text) => text !== null))];
	if (texts.length > CANDIDATES_NAMED) known.push(`and ${texts.length - CANDIDATES_NAMED} more`);
	return known.length === 0 ? null : known.join(', ');
}

const NOTES: Readonly<Record<Reconciliation, (entry: Entry) => string>> = {
	matched: ({ matchedBy }) =>
		matchedBy === 'reference' ? 'Found by its reference' : 'Found by payee, amount and date',
	amountDiffers: differenceNote,
	pending: ({ transaction }) =>
		transaction === null
			? 'Not found yet: payments made in the last 5 minutes may not be listed. Run it again later.'
			: `Not settled yet: its status is ${transaction.status || 'missing'}`,
	failed: ({ row, transaction }) =>
		transaction !== null && (row === null || transaction.type === 'DEPOSIT')
			? failedInWords(transaction)
			: 'Not paid: the transaction failed',
	missing: ({ row }) =>
		row?.reference === null && row.payee === null
			? 'No reference and no payee to look for'
			: 'No transaction found in the period',
	ambiguous: ({ row, candidates, ofRows }) =>
		row === null
			? `May belong to ${itemsOf(ofRows)}`
			: `May be ${counted(candidates.length, 'transaction')}, which may also belong to other items`,
	duplicate: ({ ofRows }) => `A further transaction for ${itemsOf(ofRows)}`,
	unexpected: () => 'No item accounts for it',
};

const itemsOf = (rows: readonly ExpectedPayment[]) => joined(rows.map(({ index }) => `item ${index}`)) ?? '';

function differenceNote({ row, transaction }: Entry): string {
	if (row === null || transaction === null || transaction.minor === null)
		return "The transaction's amount can't be read";
	if (transaction.currency !== row.currency) return `In ${transaction.currency}, not in ${row.currency}`;
	const difference = transaction.minor - row.minor;
	const size = amountInWords(difference < 0n ? -difference : difference, row.currency);
	return `${size} ${difference < 0n ? 'less' : 'more'} than expected`;
}

interface Period {
	readonly startDate: string;
	readonly endDate: string;
	readonly transactionType: string;
	readonly timeZone: string;
	/** A sentence about data that Mavapay did not show, or null. */
	readonly remark: string | null;
}

/** The last item, with the sums of the period; docs/reference/reconcile.md#the-summary. */
export function summaryItem(
	{ remark, timeZone, ...period }: Period,
	entries: readonly Entry[],
	sums: readonly CurrencySums[],
): JsonObject {
	const counts = new Map<string, number>();
	for (const { reconciliation } of entries) counts.set(reconciliation, (counts.get(reconciliation) ?? 0) + 1);
	const leftOver = entries.length - (counts.get('matched') ?? 0);
	return {
		reconciliation: 'summary',
		...period,
		leftOver,
		counts: Object.fromEntries(counts),
		currencies: sums.map(currencyItem),
		text: [reconcileText({ ...period, timeZone }, counts, sums), ...(remark === null ? [] : [remark])].join('\n'),
	};
}

function currencyItem({ currency, difference, fees, withoutAmount, withoutFees, ...sums }: CurrencySums): Json {
	const added = Object.entries(sums).map(([name, { count, minor }]) => [name, { count, ...moneyOf(minor, currency) }]);
	return {
		currency,
		...Object.fromEntries(added),
		fees: moneyOf(fees, currency),
		difference: moneyOf(difference, currency),
		withoutAmount,
		withoutFees,
	};
}

function reconcileText(
	{ startDate, endDate, transactionType, timeZone }: Omit<Period, 'remark'>,
	counts: ReadonlyMap<string, number>,
	sums: readonly CurrencySums[],
): string {
	const kind = transactionType === 'DEPOSIT' ? 'deposits' : 'payouts';
	const [from, until] = [startDate, endDate].map((time) => timeInWords(Date.parse(time), timeZone));
	return [
		`Reconciliation of ${kind}, ${from} to ${until} (${timeZone})`,
		...Object.entries(RECONCILIATIONS).flatMap(([reconciliation, label]) => {
			const count = counts.get(reconciliation) ?? 0;
			return count === 0 ? [] : [`${count} ${label}`];
		}),
		...sums.flatMap(currencyLines),
	].join('\n');
}

function currencyLines(sums: CurrencySums): string[] {
	const { currency, expected, settled, pending, fees, difference, withoutAmount, withoutFees } = sums;
	const words = (minor: bigint) => amountInWords(minor, currency);
	const more = difference < 0n ? `${words(-difference)} less` : `${words(difference)} more`;
	return [
		`${currency}: expected ${words(expected.minor)}, settled ${words(settled.minor)}, ${difference === 0n ? 'no difference' : `${more} than expected`}; fees ${words(fees)}`,
		...(pending.count === 0 ? [] : [`${currency}: not settled yet ${words(pending.minor)}`]),
		...(withoutAmount === 0
			? []
			: [`${currency}: ${counted(withoutAmount, 'transaction')} with an amount that can't be read, not in the sums`]),
		...(withoutFees === 0
			? []
			: [`${currency}: ${counted(withoutFees, 'settled transaction')} with fees that can't be read, not in the sums`]),
	];
}
