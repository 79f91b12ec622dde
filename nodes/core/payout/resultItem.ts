import { isObject } from '../domain/json';
import { type Amount, formatMajor } from '../domain/money';
import type { Failure } from '../service/failure';
import { transactionIdOf, warningOf } from './output';

/**
 * The columns that an item gets with Include Input Fields: docs/reference/outcomes.md#the-row-with-its-outcome. All of
 * them text, empty where there is nothing to say, and the same for every item, so that a sheet stays a table.
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

const NO_ID = 'Mavapay accepted it and named no transaction: ';
const NOT_SENT: Readonly<Record<string, string>> = {
	notSent: "Checked and not sent: 'Validate Only' is on.",
	leftOut: 'Not sent: the approver left it out.',
};

/** The columns of an item that was paid, was paid before, or was only checked: its output has a `payout` member. */
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
 * @param errorItem everything that is said of it in one text, and its details
 * @param amount null where it was never known
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

/** An accepted quote is answered without a transaction: its ID must not pass for one. */
function idColumn(id: string | null, resource: string): Partial<ResultColumns> {
	if (id === null) return {};
	return resource === 'quote' ? { payoutQuoteId: id } : { payoutTransactionId: id };
}

function columnText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** n8n takes an item that has this for a failed one and, under Retry On Fail, runs the node again. */
const N8N_ERROR = 'error';

/**
 * The input item followed by the columns that say what became of it. It keeps its members in their order; one that has
 * the name of a column of ours is replaced in its place. A member named `__proto__` stays a member: nothing is
 * assigned.
 *
 * @param kept output names that an input item may have too; its own value then goes under `input...`, such as
 * `inputCurrency`
 */
export function resultItem<T, C>(
	input: Readonly<Record<string, T>>,
	ours: Readonly<Record<string, C>>,
	kept: readonly string[] = [],
): Record<string, T | C> {
	const own = Object.entries(input).flatMap(([name, value]): Array<[string, T]> => {
		if (name !== N8N_ERROR && !kept.includes(name)) return [[name, value]];
		// If `inputX` is there already, the item went through this node before: `inputX` is its own value, and `x` our
		// earlier output.
		return Object.hasOwn(input, inputName(name)) ? [] : [[inputName(name), value]];
	});
	return Object.fromEntries<T | C>([...own, ...Object.entries(ours)]);
}

const inputName = (name: string) => `input${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * The input item of a payment. *Prepare*'s `payout` goes: it says "not sent" of one that may have been sent since. Its
 * `prepared` also has who approved the payment and the fees, for *Summarize*.
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

/** The input item with the error's members; without `message` and `details` if it has its own: columns say the same. */
export function failedItem<T>(
	input: Readonly<Record<string, T>>,
	errorItem: Readonly<Record<string, T>>,
	columns: ResultColumns,
): Record<string, T | string> {
	const added = Object.entries(errorItem).filter(([name]) => name === N8N_ERROR || !Object.hasOwn(input, name));
	return resultItem<T, T | string>(input, { ...Object.fromEntries(added), ...columns });
}

/**
 * The input item followed by the members of Prepare. The approver reads `prepared`, and `approvalDigest` decides what is
 * paid, so an input item must not be able to fill in these, or the columns that say what became of a payment.
 */
export function itemWithPrepared<T>(
	input: Readonly<Record<string, T>>,
	prepared: Readonly<Record<string, T>>,
): Record<string, T> {
	const own = Object.fromEntries(Object.entries(input).filter(([name]) => !RESULT_COLUMNS.includes(name)));
	return resultItem(own, prepared, Object.keys(prepared));
}
