/** The judge of the crash test: it compares the money in the services' books with what n8n says was paid. */

/** A payment that a service made: its amount in cents, and the ID that it gave. */
export interface Payment {
	readonly payee: string;
	readonly minor: bigint;
	readonly id: string;
}

/** A row of a sheet, due once; `minor` in cents. */
export interface DueRow {
	readonly reference: string;
	readonly payee: string;
	readonly minor: string;
}

interface NodeRun {
	readonly data?: { readonly main?: ReadonlyArray<readonly object[] | null> } | undefined;
	readonly error?: ShownError | undefined;
}

/** An error as n8n shows it: its heading, its text, and the lines below "Error details". */
interface ShownError {
	readonly message?: string;
	readonly description?: string | null;
	readonly messages?: readonly string[];
}

export interface Execution {
	readonly status: string;
	readonly data?: { readonly resultData?: { readonly runData?: Readonly<Record<string, readonly NodeRun[]>> } };
}

/** One scene as it was played by one contestant. */
export interface Cell {
	/** The accident's place in the list of accidents. */
	readonly accident: number;
	readonly contestant: number;
	readonly rows: readonly DueRow[];
	/** Matches an error of the paying node that says that the payment may have been made. */
	readonly asks?: RegExp | undefined;
	/** How many rows did not meet the accident that was planned for them. */
	readonly unmet: number;
	readonly paid: readonly Payment[];
	/** Oldest first. */
	readonly executions: readonly Execution[];
}

/** Money in cents. A row counts in at most one of `untold`, `lost` and `open`. */
export interface Sums {
	readonly due: bigint;
	/** The money that was paid beyond what was due. */
	readonly twice: bigint;
	/** Money that was paid, although nothing in n8n says that it was or may have been paid. */
	readonly untold: bigint;
	/** Money that wasn't paid, although the last execution with its row succeeded. */
	readonly lost: bigint;
	/** Money, paid or not, that n8n reports as possibly paid; or unpaid money of a run that failed. */
	readonly open: bigint;
}

export const NOTHING: Sums = { due: 0n, twice: 0n, untold: 0n, lost: 0n, open: 0n };

export const add = (one: Sums, other: Sums): Sums => ({
	due: one.due + other.due,
	twice: one.twice + other.twice,
	untold: one.untold + other.untold,
	lost: one.lost + other.lost,
	open: one.open + other.open,
});

export const sumOf = (cells: readonly Cell[]): Sums => cells.map(judge).reduce(add, NOTHING);

/** Compares the rows of a scene with the service's book and n8n's executions. */
export function judge(cell: Cell): Sums {
	return cell.rows.map((row, at) => judgeRow(row, paymentsOf(cell, at), cell)).reduce(add, NOTHING);
}

/** The payments of a row. If rows share a payee, each gets one payment, and the last gets all that are left. */
function paymentsOf({ rows, paid }: Cell, at: number): Payment[] {
	const isOfPayee = ({ payee }: { readonly payee: string }) => payee === rows[at]?.payee;
	const before = rows.slice(0, at).filter(isOfPayee).length;
	const isLast = !rows.slice(at + 1).some(isOfPayee);
	return paid.filter(isOfPayee).slice(before, isLast ? undefined : before + 1);
}

function judgeRow(row: DueRow, payments: readonly Payment[], { executions, asks }: Cell): Sums {
	const due = BigInt(row.minor);
	const spent = payments.reduce((sum, { minor }) => sum + minor, 0n);
	const sums = { ...NOTHING, due, twice: spent > due ? spent - due : 0n };
	if (payments.some(({ id }) => executions.some((execution) => tells(execution, id)))) return sums;
	const asked = executions.some((execution) => asksFor(execution, row, asks));
	if (asked) return { ...sums, open: due };
	if (payments.length > 0) return { ...sums, untold: due };
	return endedWell(executions) ? { ...sums, lost: due } : { ...sums, open: due };
}

const PAYS = 'Pay';
const READS = 'Rows';

const runsOf = ({ data }: Execution, node: string) => data?.resultData?.runData?.[node] ?? [];
const itemsIn = ({ data }: NodeRun) => (data?.main ?? []).flatMap((output) => output ?? []);
const textOf = ({ message = '', description, messages = [] }: ShownError) =>
	[message, description ?? '', ...messages].join('\n');

/** Whether the node that pays names a payment by its ID, in its output or in its error. */
const tells = (execution: Execution, id: string) =>
	runsOf(execution, PAYS).some(
		(run) => JSON.stringify(itemsIn(run)).includes(id) || (run.error !== undefined && textOf(run.error).includes(id)),
	);

/**
 * Whether an error of the paying node says that a row may have been paid. An error that names no row is about the
 * current row, if rows are taken one at a time.
 */
function asksFor(execution: Execution, { reference, payee }: DueRow, asks: RegExp | undefined): boolean {
	if (!asks) return false;
	return runsOf(execution, PAYS).some(({ error }, round) => {
		const text = error ? textOf(error) : '';
		if (!asks.test(text)) return false;
		return text.includes(reference) || text.includes(payee) || rowInWork(execution, round)?.payee === payee;
	});
}

/** The row that the workflow's loop took in a round, counted from 0; undefined if the workflow has no loop. */
function rowInWork(execution: Execution, round: number): { payee?: unknown } | undefined {
	const loop = runsOf(execution, 'Each')[round];
	const [item] = loop?.data?.main?.[1] ?? [];
	return item && 'json' in item ? Object(item.json) : undefined;
}

/** Whether the last execution that had rows ended well. */
const endedWell = (executions: readonly Execution[]) =>
	executions.filter((one) => runsOf(one, READS).some((run) => itemsIn(run).length > 0)).at(-1)?.status === 'success';
