import { addTo, codeOf, type Json, type JsonObject, objectOf, textOf } from '../domain/json';
import { amountInWords, currencyOfQuoteCode, wholeMinorOf, type CurrencyCode } from '../domain/money';
import { orderIdOf, orderIn, statedAmounts } from '../domain/transaction';
import { counted } from '../domain/result';
import { bookedTransaction, byTime, failedInWords, type BookedTransaction } from './bookedTransaction';

/** The effect of one transaction on a wallet, in minor units. */
interface Movement {
	readonly what: string;
	readonly amountIn: bigint;
	/** Without fees. */
	readonly amountOut: bigint;
	/** Taken from this wallet. */
	readonly fees: bigint;
	readonly note: string | null;
	/** Empty for a line without a transaction. */
	readonly transaction: JsonObject;
	/** Milliseconds since 1970; null if the transaction doesn't say. */
	readonly atMs: number | null;
}

/** A line of a statement. Its balance is the previous line's balance + in - out - fees. */
export interface StatementLine extends Movement {
	readonly line: 'opening' | 'difference' | 'transaction' | 'closing';
	readonly balance: bigint;
}

/** A wallet, and the period of its statement in milliseconds since 1970, both ends included. */
export interface StatementScope {
	readonly currency: CurrencyCode;
	/** The balance when the transactions were listed, in minor units. */
	readonly balance: bigint;
	readonly fromMs: number;
	readonly toMs: number;
	/** Whether the account has no transaction before the period. */
	readonly isFirst: boolean;
}

const NOTHING = { amountIn: 0n, amountOut: 0n, fees: 0n, note: null, transaction: {} };

/**
 * Computes the statement of a wallet backwards from its present balance, because Mavapay doesn't report earlier ones:
 * docs/reference/statement.md. A wallet never holds less than zero, and held zero before its account's first
 * transaction. If the computed opening balance breaks one of these rules, a separate line shows the difference.
 *
 * @param transactions of all currencies, from the beginning of the period until now, or from earlier, in any order
 * @returns the lines, oldest first, and hints about them
 */
export function statementOf(
	{ currency, balance, fromMs, toMs, isFirst }: StatementScope,
	transactions: readonly JsonObject[],
): { readonly lines: readonly StatementLine[]; readonly hints: readonly string[] } {
	const legs = new Map<string | null, JsonObject[]>();
	for (const one of transactions) addTo(legs, orderIdOf(one), one);
	legs.delete(null);
	const moved = transactions
		.flatMap((one) => movementOf(one, currency, legs.get(orderIdOf(one)) ?? []) ?? [])
		.filter(({ atMs }) => (atMs ?? fromMs) >= fromMs)
		.sort((one, other) => byTime(one.booked, other.booked));
	const before = moved.reduce((left, one) => left - effectOf(one), balance);
	const difference = isFirst || before < 0n ? before : 0n;
	const lines: StatementLine[] = [
		{ ...NOTHING, line: 'opening', what: 'Opening balance', balance: before - difference, atMs: fromMs },
	];
	const add = (line: StatementLine['line'], one: Movement) =>
		lines.push({ ...one, line, balance: (lines.at(-1)?.balance ?? 0n) + effectOf(one) });
	const hints = hintsOf(moved);
	if (difference !== 0n) {
		const [amountIn, amountOut, more] = difference > 0n ? [difference, 0n, 'more'] : [0n, -difference, 'less'];
		const note = `The wallet holds ${amountInWords(amountIn + amountOut, currency)} ${more} than its transactions explain: other fees, or money that moved without a transaction`;
		add('difference', { ...NOTHING, what: 'Difference', amountIn, amountOut, note, atMs: fromMs });
		hints.push(`${note}. The difference is on a separate line.`);
	}
	for (const one of moved) if ((one.atMs ?? fromMs) <= toMs) add('transaction', one);
	add('closing', { ...NOTHING, what: 'Closing balance', atMs: toMs });
	return { lines, hints };
}

const effectOf = ({ amountIn, amountOut, fees }: Movement) => amountIn - amountOut - fees;

function hintsOf(moved: ReadonlyArray<{ readonly doubt: Doubt }>): string[] {
	const count = (doubt: Doubt) => moved.filter((one) => one.doubt === doubt).length;
	const said = (some: number, text: string) =>
		some === 0 ? [] : [`Up to now: ${counted(some, 'transaction')} ${text}`];
	return [
		...said(count('open'), "not settled. Withdrawals are counted, deposits aren't. Balances may change."),
		...said(count('unclear'), "that can't be read in full, so balances aren't certain. The column 'note' says why."),
	];
}

/** The effect of a transaction if it settles; null if no money moves in this wallet. `amount`: null if unreadable. */
function draftOf(
	transaction: JsonObject,
	{ minor, fees, currency: own }: BookedTransaction,
	currency: CurrencyCode,
	legs: readonly JsonObject[],
) {
	const { type, autopayout } = transaction;
	const { source, target, total } = quoteOf(transaction);
	const isPayment = codeOf(type) === 'WITHDRAWAL';
	if (autopayout === true && legs.length > 0 && !(isPayment && own === source)) {
		// A wallet paid for an instant payout unless its order has a deposit, which goes straight to the payee, or a
		// withdrawal in the source currency, which is counted instead.
		const isPaidByWallet = legs.every((one) => codeOf(one.type) === 'WITHDRAWAL' && codeOf(one.currency) !== source);
		const amount = source === null ? null : total;
		return isPaidByWallet && (source ?? currency) === currency ? { what: `Payout in ${own}`, amount, fees: 0n } : null;
	}
	// A transaction without a currency may belong to any wallet, and its amount has no unit.
	if (own !== '' && own !== currency) return null;
	const amount = own === '' ? null : minor;
	if (!isPayment) {
		const kind = codeOf(type) === 'DEPOSIT' ? 'Deposit' : (textOf(type) ?? 'Unknown');
		return { what: source === null ? kind : `${kind} from ${source}`, amount, fees: 0n };
	}
	const what = target === null ? 'Withdrawal' : `Swap to ${target}`;
	// If the amount is the quote's total, it includes the fees.
	const isTotal = source === own && total === minor && minor !== null && fees !== null && fees >= 0n;
	return { what, amount: isTotal ? minor - fees : amount, fees };
}

/** The quote that settled a transaction's order; docs/reference/interface.md#transaction-looked-up. */
function quoteOf(transaction: JsonObject) {
	const quote = objectOf(orderIn(transaction).quote);
	const currencyOf = (code: Json | undefined) => (textOf(code) === null ? null : currencyOfQuoteCode(codeOf(code)));
	const [source, target] = [currencyOf(quote.sourceCurrency), currencyOf(quote.targetCurrency)];
	return { source, target, total: wholeMinorOf(statedAmounts(quote).cost) };
}

/** A reason why balances may be wrong. `open`: neither settled nor failed. `unclear`: something can't be read. */
type Doubt = 'open' | 'unclear' | null;

type ReadMovement = Movement & { readonly booked: BookedTransaction; readonly doubt: Doubt };

/** The movement of a transaction, with its note; null if no money moves in this wallet. */
function movementOf(transaction: JsonObject, currency: CurrencyCode, legs: readonly JsonObject[]): ReadMovement | null {
	const booked = bookedTransaction(transaction, null);
	const draft = draftOf(transaction, booked, currency, legs);
	if (draft === null) return null;
	const { what } = draft;
	const [amount, fees] = [draft.amount, draft.fees].map((minor) => (minor === null || minor < 0n ? null : minor));
	const as = (doubt: Doubt, note: string | null, moved: Partial<Movement> = {}): ReadMovement => {
		return { ...NOTHING, ...moved, what, note, transaction, atMs: booked.createdMs, booked, doubt };
	};
	if (amount == null) return as('unclear', "Not counted: its amount can't be read");
	const [type, words] = [codeOf(transaction.type), amountInWords(amount, currency)];
	if (booked.status === 'FAILED') return as(null, `${failedInWords(booked)}: ${words}`);
	if (type !== 'DEPOSIT' && type !== 'WITHDRAWAL') return as('unclear', `Not counted: ${words}, of an unknown type`);
	const isOpen = booked.status !== 'SUCCESS';
	if (isOpen && type === 'DEPOSIT') return as('open', `Not settled, so not added: ${words}`);
	const moved = type === 'DEPOSIT' ? { amountIn: amount } : { amountOut: amount, fees: fees ?? 0n };
	if (isOpen) return as('open', 'Not settled, but deducted: if it fails, the money comes back', moved);
	if (fees == null) return as('unclear', "Its fees can't be read, so they are not counted", moved);
	if (booked.createdMs === null) return as('unclear', 'No date, so it may belong to another period', moved);
	return as(null, null, moved);
}
