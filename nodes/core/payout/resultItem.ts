import { isObject } from '../domain/json';
import { type Amount, formatMajor } from '../domain/money';
import type { Failure } from '../service/failure';
import { transactionIdOf, warningOf } from './output';

/**
 * The columns that Include Input Fields adds to an item: docs/reference/outcomes.md#the-row-with-its-outcome. They are
 * text, empty if there is nothing to say. Every item gets all of them, so that a sheet stays a table.
 */
const EMPTY_COLUMNS = {
	payoutOutcome: '',
	payoutReference: '',
	payoutTransactionId: '',
	payoutQuoteId: '',
	payoutAmount: '',
	payoutCurrency: '',
	payoutMessage: '',
	payoutCause: '',
	payoutClaim: '',
};

type ResultColumns = Readonly<typeof EMPTY_COLUMNS>;

export const RESULT_COLUMNS: readonly string[] = Object.keys(EMPTY_COLUMNS);

const NO_ID = 'Mavapay accepted it and named no transaction. Its response: ';
const NOT_SENT: Readonly<Record<string, string>> = {
	notSent: "Checked and not sent: 'Validate Only' is on.",
	leftOut: 'Not sent: the approver left it out.',
};

/** The columns of an item with a `payout` member: it was paid now or before, or only checked. */
export function columnsOfOutput(output: Readonly<Record<string, unknown>>, resource: string): ResultColumns {
	const { payout: member, ...response } = output;
	const payout = isObject(member) ? member : {};
	const id = transactionIdOf(output);
	const unnamed = id === null && payout.outcome === 'accepted' ? `${NO_ID}${JSON.stringify(response)}` : '';
	const amount = isObject(payout.amount) ? payout.amount : {};
	return {
		...EMPTY_COLUMNS,
		...idColumn(id, resource),
		payoutOutcome: columnText(payout.outcome),
		payoutReference: columnText(payout.reference),
		payoutAmount: columnText(amount.major),
		payoutCurrency: columnText(amount.currency),
		payoutMessage: NOT_SENT[columnText(payout.outcome)] ?? warningOf(output) ?? unnamed,
		payoutClaim: columnText(payout.claim),
	};
}

/**
 * The columns of an item that was not paid, or may not have been.
 *
 * @param errorItem the error's whole text as `message`, and its `details`
 * @param amount null if it was never known
 */
export function columnsOfFailure(
	{ outcome, reference, cause, transactionId }: Failure,
	{ message, details }: Readonly<Record<string, unknown>>,
	amount: Amount | null,
	resource: string,
): ResultColumns {
	return {
		...EMPTY_COLUMNS,
		...idColumn(transactionId ?? null, resource),
		payoutOutcome: outcome ?? '',
		payoutReference: reference ?? '',
		payoutAmount: amount === null ? '' : (formatMajor(amount.minor, amount.currency) ?? ''),
		payoutCurrency: amount?.currency ?? '',
		payoutMessage: columnText(message),
		payoutCause: cause,
		payoutClaim: isObject(details) ? columnText(details.claim) : '',
	};
}

/** The column for an ID. An accepted quote's ID has its own column, so that nobody takes it for a transaction's ID. */
function idColumn(id: string | null, resource: string): Partial<ResultColumns> {
	if (id === null) return {};
	return resource === 'quote' ? { payoutQuoteId: id } : { payoutTransactionId: id };
}

function columnText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** A member with this name makes n8n take an item for a failed one and, with Retry On Fail, run the node again. */
const N8N_ERROR = 'error';

/**
 * The input item followed by the result columns. Input members keep their order; a member with the name of a result
 * column is replaced in place. A member named `__proto__` stays an ordinary member, since no property is assigned.
 *
 * @param kept output names that the input may also have; the input's value is then renamed, as in `inputCurrency`
 */
export function resultItem<T, C>(
	input: Readonly<Record<string, T>>,
	ours: Readonly<Record<string, C>>,
	kept: readonly string[] = [],
): Record<string, T | C> {
	const own = Object.entries(input).flatMap(([name, value]): Array<[string, T]> => {
		if (name !== N8N_ERROR && !kept.includes(name)) return [[name, value]];
		// If the input has `inputX`, this node made the item in an earlier run: `inputX` is the item's own value, and `x`
		// is the node's earlier output, which is dropped.
		return Object.hasOwn(input, inputName(name)) ? [] : [[inputName(name), value]];
	});
	return Object.fromEntries<T | C>([...own, ...Object.entries(ours)]);
}

const inputName = (name: string) => `input${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * The input item of a payment, without the `payout` of *Prepare*, which says "not sent" and may be outdated. Its member
 * `prepared` also gets the approver and the fees, for *Summarize*.
 */
export function ofPayment<T>(
	input: Readonly<Record<string, T>>,
	payment: unknown,
): Readonly<Record<string, T | object>> {
	if (!isObject(input.prepared)) return input;
	const { approvedBy = null, fees = null } = isObject(payment) ? payment : {};
	const own = Object.entries(input).filter(([name]) => name !== 'payout');
	return { ...Object.fromEntries(own), prepared: { ...input.prepared, approvedBy, fees } };
}

/** The input item with the error's members. The input's own `message` stays: the columns report the error, too. */
export function failedItem<T>(
	input: Readonly<Record<string, T>>,
	errorItem: Readonly<Record<string, T>>,
	columns: ResultColumns,
): Record<string, T | string> {
	const added = Object.entries(errorItem).filter(([name]) => name === N8N_ERROR || !Object.hasOwn(input, name));
	return resultItem<T, T | string>(input, { ...Object.fromEntries(added), ...columns });
}

/**
 * The input item followed by the members of *Prepare*. Approvers read `prepared`, and `approvalDigest` decides what is
 * paid, so an input item must not be able to fill these in, or the result columns.
 */
export function itemWithPrepared<T>(
	input: Readonly<Record<string, T>>,
	prepared: Readonly<Record<string, T>>,
): Record<string, T> {
	const own = Object.fromEntries(Object.entries(input).filter(([name]) => !RESULT_COLUMNS.includes(name)));
	return resultItem(own, prepared, Object.keys(prepared));
}
