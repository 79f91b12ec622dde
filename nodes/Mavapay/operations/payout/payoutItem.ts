import { PERIODS, type SeenBudget } from '../../../core/domain/budget';
import { type Amount, amountInWords, MONEY_IN_WORDS } from '../../../core/domain/money';
import { parseAmount } from '../../../core/domain/parseAmount';
import { isJsonObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { quotedLine, visibleText } from '../../../core/domain/text';
import { amountMemberOf, type ShownOutcome } from '../../../core/payout/output';
import type { Finding } from '../../../core/payout/prepare';
import type { PaymentOutcome } from '../../../core/service/failure';

/** The words for each status of a payout, in the order of `counts` in a summary. */
const WORDS_OF: Readonly<Record<PaymentOutcome | ShownOutcome | Finding['status'] | 'arrived', string>> = {
	ready: '',
	accepted: 'accepted, not yet arrived',
	arrived: 'arrived',
	unknown: 'MAY HAVE BEEN PAID',
	failed: 'FAILED AT MAVAPAY',
	rejected: 'refused',
	refused: 'refused',
	duplicate: 'duplicate',
	alreadyPaid: 'already paid before',
	notSent: 'not sent',
	leftOut: 'left out',
};

export const STATUSES: ReadonlyMap<string, string> = new Map(Object.entries(WORDS_OF));

const knownStatus = (status: string) => (STATUSES.has(status) ? status : 'unknown');

/** Whether a payout was accepted, or is ready to be sent. */
export const isMoved = ({ status }: Pick<Payout, 'status'>) => ['ready', 'accepted', 'arrived'].includes(status);

/** A payout in an item of *Prepare* or of a paying node; missing members are null. */
export type Payout = Readonly<ReturnType<typeof payoutItemOf>>;

/** A payout. `request` is the payout as *Prepare* output it, or the payout itself if the row has no *Prepare* output. */
export type PayoutItem = Payout & { readonly request: Payout };

/**
 * Reads a payout from an item; null if it has none. A failure is read first: on the error output, n8n adds it to the
 * members of the input item. Columns such as `payoutOutcome` come next, since they are newer than *Prepare*'s output.
 */
export function payoutItem(json: JsonObject): PayoutItem | null {
	const read = itemIn(json);
	if (read === null) return null;
	const { file, narration, prepared } = json;
	const request =
		read.stage === 'paid' && isJsonObject(prepared)
			? payoutItemOf('prepared', textOf(prepared.status) ?? 'refused', prepared, read.amount)
			: read;
	return { ...read, request, lines: [...read.lines, ...(isJsonObject(file) ? lineWith('for', [narration]) : [])] };
}

function itemIn(json: JsonObject): Payout | null {
	const { details, payout, prepared, error, payoutOutcome, payoutMessage } = json;
	const status = textOf(payoutOutcome);
	const isFailed = textOf(error) !== null && isJsonObject(details) && typeof details.outcome === 'string';
	// The columns `payout...` belong to this failure if they have its message. A paid status is from an earlier run.
	const isOurs = status !== null && status !== 'accepted' && status !== 'alreadyPaid' && payoutMessage === error;
	if (isFailed && !isOurs) {
		const { outcome, cause, reference, approvedBy } = details;
		const said = { ...rowIn(json), cause, reference, approvedBy, message: json.message };
		return payoutItemOf('paid', textOf(outcome) ?? 'unknown', said);
	}
	if (status !== null) return itemOfColumns(json, status);
	if (!isJsonObject(payout) || typeof payout.outcome !== 'string') return null;
	const { outcome, warning, ...said } = payout;
	const amount = amountMemberOf(payout.amount);
	if (isJsonObject(prepared)) {
		const all = { ...said, ...prepared, approvalDigest: json.approvalDigest };
		return payoutItemOf('prepared', textOf(prepared.status) ?? 'refused', all, amount);
	}
	const bank = isJsonObject(said.bank) ? said.bank.name : null;
	const lines = [lineWith('to', [said.payeeName]), lineWith('at', [bank])].flat();
	return payoutItemOf('paid', outcome, { ...said, lines, message: warning }, amount);
}

/** Makes a payout from an item's members, any of which may be missing. A status that isn't known becomes `unknown`. */
function payoutItemOf(
	/** Whether the payout is still to be paid, or was attempted. */
	stage: 'prepared' | 'paid',
	status: string,
	said: Readonly<Record<string, Json | undefined>>,
	amount: Amount | null = null,
) {
	const [reference, supplier, cause] = [textOf(said.reference), textOf(said.supplier), textOf(said.cause)];
	const isShown = ['refused', 'notSent'].includes(status) && cause === 'shownByWallet';
	const shown = (stage === 'prepared' || isShown) && isJsonObject(said.elsewhere) ? said.elsewhere : {};
	const lines = Array.isArray(said.lines) ? said.lines.map((line) => visibleText(textOf(line) ?? '')) : [];
	const whose = supplier === null ? '' : `, ${quotedLine(supplier)}`;
	const paid = `${amount === null ? 'unknown amount' : amountInWords(amount.minor, amount.currency)}${whose}`;
	return {
		stage,
		/** The lines for people: amount and supplier first, the reference last. */
		lines: stage === 'prepared' ? lines : [paid, ...lines, `reference ${quoted(reference)}`],
		/** `prepared.status`, `payout.outcome` or `details.outcome`; `alreadyPaid` if refused as already paid. */
		status: status === 'rejected' && cause === 'alreadyPaid' ? cause : knownStatus(status),
		reference,
		amount,
		/** A swap's requested amount, if its cost isn't known yet. */
		asked: amountMemberOf(said.asked),
		/** The most that the payout can cost, if that differs from the amount. */
		atMost: amountMemberOf(said.atMost),
		fees: amountMemberOf(said.fees),
		approvedBy: textOf(said.approvedBy),
		expectedFee: amountMemberOf(said.expectedFee),
		cause,
		/** Why the payout is not ready or not paid, or a warning. */
		message: textOf(said.message),
		payeeName: textOf(said.payeeName),
		expectedName: textOf(said.expectedName),
		/** How the registered name differs from the expected one, if that needs an approval. */
		nameDiffers: textOf(said.nameDiffers),
		payeeHistory: textOf(said.payeeHistory),
		/** Whether the payee was paid only for other suppliers. */
		isOfOtherSupplier: said.isOfOtherSupplier === true,
		isDuplicate: typeof said.duplicateOf === 'number',
		/** Whether the payout is refused because the wallet's list of withdrawals already shows it. */
		isShown,
		/** A line about the withdrawal in the wallet's list that seems to be this payout; empty if there is none. */
		elsewhere: lineWith('transaction', [shown.transactionId, shown.createdAt]),
		repeats: textOf(said.repeats),
		/** Whether the payout may repeat a payment, even one made after the payout was prepared. */
		allowsRepeats: said.allowsRepeats === true,
		/** Whether the payout is of real or test money; null if the item's text isn't in `MONEY_IN_WORDS`. */
		money: Object.values(MONEY_IN_WORDS).find((words) => words === said.deployment) ?? null,
		/** The payee's name in the sheet. */
		supplier,
		wallet: isJsonObject(said.wallet) ? said.wallet : null,
		/** The key's budgets in the payout's currency, as they were when the payout was prepared. */
		keyBudgets: Array.isArray(said.budgets) ? said.budgets.flatMap(budgetIn) : [],
		approvalDigest: textOf(said.approvalDigest),
		/** The month of the payout's row in a book of payouts, such as "2026-11". */
		month: textOf(said.month),
	};
}

/** The most that a payout can cost; null if unknown. */
export const costAtMost = ({ amount, atMost }: Payout) => atMost ?? amount;

/** The history of a payout's payee. A payout refused because of its payee has no history, only a cause. */
export function historyOf({ payeeHistory, cause }: Payout): string | null {
	return payeeHistory ?? (cause === 'payeeChanged' ? 'changed' : cause === 'payeeNew' ? 'new' : null);
}

/** Reads a payout from its result columns, or from a book's row; docs/reference/outcomes.md#the-row-with-its-outcome. */
function itemOfColumns(json: JsonObject, status: string): Payout {
	const { payoutAmount, payoutCurrency, payoutFeesMinor, payoutMonth: month, ...columns } = json;
	const currency = textOf(payoutCurrency) ?? '';
	const minor = parseAmount(textOf(payoutAmount) ?? '', 'major', currency);
	const { payoutCause: cause, payoutReference: reference, payoutMessage: message } = columns;
	const elsewhere = { transactionId: columns.payoutTransactionId };
	const fees = payoutFeesMinor === undefined ? {} : { fees: { minor: textOf(payoutFeesMinor), currency } };
	const said = { ...rowIn(json), cause, reference, elsewhere, message, month, ...fees };
	return payoutItemOf('paid', status, said, minor.ok ? { minor: minor.value, currency } : null);
}

/** The payment as its row describes it: from *Prepare*'s output, or else from *Read File*'s columns. */
function rowIn({ prepared, payee, accountName, bank, accountNumber, approvalDigest }: JsonObject) {
	if (!isJsonObject(prepared)) return { supplier: payee, lines: lineWith('to', [accountName, accountNumber, bank]) };
	const { supplier, lines, approvedBy, fees } = prepared;
	return { supplier, lines: Array.isArray(lines) ? lines.slice(1, -1) : [], approvalDigest, approvedBy, fees };
}

export const quoted = (reference: string | null) => (reference === null ? 'none' : quotedLine(reference));

function lineWith(word: 'to' | 'at' | 'for' | 'transaction', texts: ReadonlyArray<Json | undefined>): string[] {
	const quoted = texts.flatMap((text) => textOf(text) ?? []).map(quotedLine);
	return quoted.length === 0 ? [] : [`${word} ${quoted.join(', ')}`];
}

function budgetIn(said: Json): Array<Omit<SeenBudget, 'anewMs'>> {
	const { period: given, allowed, used } = isJsonObject(said) ? said : {};
	const period = PERIODS.find((one) => one === given);
	const [most, least] = [amountMemberOf(allowed), amountMemberOf(used)];
	if (period === undefined || most === null || least === null) return [];
	return [{ period, currency: most.currency, allowed: most.minor, used: least.minor }];
}
