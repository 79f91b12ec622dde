import { isObject } from '../domain/json';
import { formatMajor } from '../domain/money';
import type { Amount } from '../operation/operation';
import type { Failure } from '../service/failure';
import { transactionIdOf, warningOf } from './output';
import type { JsonObject } from '../domain/json';

/**
 * The columns that a row gets with Include Input Fields: docs/money.md#the-row-with-its-outcome. All of them
 * text, empty where there is nothing to say, and the same for every item, so that a sheet stays a table.
 */
const COLUMNS = [
	'payoutOutcome',
	'payoutReference',
	'payoutTransactionId',
	'payoutQuoteId',
	'payoutAmount',
	'payoutCurrency',
	'payoutMessage',
	'payoutCause',
] as const;

type Column = (typeof COLUMNS)[number];

type ResultColumns = Readonly<Record<Column, string>>;

/** What is known of a payment that did not go through, besides why. */
export interface FailedPayment {
	readonly amount: Amount | null;
	readonly transactionId: string | null;
}

const NOTHING: ResultColumns = {
	payoutOutcome: '',
	payoutReference: '',
	payoutTransactionId: '',
	payoutQuoteId: '',
	payoutAmount: '',
	payoutCurrency: '',
	payoutMessage: '',
	payoutCause: '',
};

const VALIDATED = "Checked and not sent: 'Validate Only' is on.";

/** The columns of an item that was paid, was paid before, or was only checked: its output has a `payout` member. */
export function columnsOfOutput(output: JsonObject, resource: string): ResultColumns {
	const payout = isObject(output.payout) ? output.payout : {};
	const amount = isObject(payout.amount) ? payout.amount : {};
	return {
		...NOTHING,
		...idColumn(transactionIdOf([output]), resource),
		payoutOutcome: text(payout.outcome),
		payoutReference: text(payout.reference),
		payoutAmount: text(amount.major),
		payoutCurrency: text(amount.currency),
		payoutMessage: payout.outcome === 'notSent' ? VALIDATED : (warningOf(output) ?? ''),
	};
}

/** @param message everything that is said of it in one text */
export function columnsOfFailure(
	{ outcome, reference, cause }: Failure,
	message: string,
	{ amount, transactionId }: FailedPayment,
	resource: string,
): ResultColumns {
	return {
		...NOTHING,
		...idColumn(transactionId, resource),
		payoutOutcome: outcome ?? '',
		payoutReference: reference ?? '',
		payoutAmount: amount === null ? '' : (formatMajor(amount.minor, amount.currency) ?? ''),
		payoutCurrency: amount?.currency ?? '',
		payoutMessage: message,
		payoutCause: cause,
	};
}

/** An accepted quote is answered without a transaction: its ID must not pass for one. */
function idColumn(id: string | null, resource: string): Partial<ResultColumns> {
	if (id === null) return {};
	return resource === 'quote' ? { payoutQuoteId: id } : { payoutTransactionId: id };
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** The names under which ours go out, by the name they would have alone. */
type ColumnNames = ReadonlyMap<string, string>;

/** Where n8n looks for a failure, a row may have nothing of its own. */
const N8N_ERROR = 'error';
const ROWS_OWN_ERROR = 'inputError';
/** What an error item has besides. */
const OF_ERROR_ITEMS = ['message', 'details'];

/** Which run's column a name is: 1 without a number, and what it says otherwise; null for another column's name. */
export function numberOfColumn(name: string, column: string): number | null {
	if (name === column) return 1;
	const number = name.startsWith(`${column}_`) ? name.slice(column.length + 1) : '';
	return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null;
}

/**
 * Names that none of the rows has, so that nothing of a row is overwritten: where one has `payoutOutcome`,
 * ours is `payoutOutcome_2` for every row of the run, or one column would become two. Always above every number
 * that is there: somebody may have deleted an earlier run's column, and the highest is the last run's.
 */
export function namesFor(
	rows: Iterable<Readonly<Record<string, unknown>>>,
	columns: readonly string[] = [...COLUMNS, ...OF_ERROR_ITEMS],
): ColumnNames {
	const taken = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) taken.add(name);
	const names = new Map<string, string>();
	for (const wanted of [...columns, ROWS_OWN_ERROR]) {
		const last = [...taken].reduce((most, name) => Math.max(most, numberOfColumn(name, wanted) ?? 0), 0);
		const name = last === 0 ? wanted : `${wanted}_${last + 1}`;
		taken.add(name);
		names.set(wanted, name);
	}
	return names;
}

/**
 * A row with what became of its payment. The row keeps all it has, in its order and under its names, but for
 * `error`: n8n takes an item that has one for a failed one and, under Retry On Fail, runs the node again. A
 * member named `__proto__` stays a member: nothing is assigned, everything is defined.
 *
 * @param failed members of the error item, where the payment did not go through
 */
export function resultRow<T, C>(
	row: Readonly<Record<string, T>>,
	columns: Readonly<Record<string, C>>,
	names: ColumnNames,
	failed: Readonly<Record<string, T>> = {},
): Record<string, T | C> {
	const named = (name: string) => names.get(name) ?? name;
	const own = Object.entries(row).map(
		([name, value]) => [name === N8N_ERROR ? named(ROWS_OWN_ERROR) : name, value] as const,
	);
	const ours = Object.entries({ ...failed, ...columns }).map(([name, value]) => [named(name), value] as const);
	return Object.fromEntries<T | C>([...own, ...ours]);
}
