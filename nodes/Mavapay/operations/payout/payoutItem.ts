import { PERIODS, type SeenBudget } from '../../../core/domain/budget';
import { type Amount, MONEY_IN_WORDS, parseAmount } from '../../../core/domain/money';
import { isJsonObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { quotedLine } from '../../../core/domain/text';

/** The statuses of payouts, as `counts` has them. */
export const STATUSES: readonly string[] = [
	'ready',
	'accepted',
	'unknown',
	'failed',
	'rejected',
	'refused',
	'duplicate',
	'alreadyPaid',
	'notSent',
];

/** One payout, from an item of 'Prepare' or of a paying node; null for what the item does not say. */
export type PayoutItem = Readonly<ReturnType<typeof payoutItemOf>>;

/**
 * Reads a payout from an item; null if the item has none. A failure is read first, since on the error output n8n puts
 * it after the input item's own members; then the result columns: Prepare leaves them out, so they are newer.
 */
export function payoutItem(json: JsonObject): PayoutItem | null {
	const { details, payout, prepared, error, payoutOutcome, payoutMessage } = json;
	const status = textOf(payoutOutcome);
	const isFailed = textOf(error) !== null && isJsonObject(details) && typeof details.outcome === 'string';
	// A failure with columns of its own is also their message. Columns that say "paid" are of another run.
	const isOurs = status !== null && status !== 'accepted' && status !== 'alreadyPaid' && payoutMessage === error;
	if (isFailed && !isOurs) {
		const { outcome, cause, reference, approvedBy } = details;
		const said = { ...namesIn(json), cause, reference, approvedBy, message: json.message };
		return payoutItemOf('paid', textOf(outcome) ?? 'unknown', said);
	}
	if (status !== null) return itemOfColumns(json, status);
	if (!isJsonObject(payout) || typeof payout.outcome !== 'string') return null;
	const { outcome, warning, ...said } = payout;
	const amount = amountMemberOf(payout.amount);
	if (isJsonObject(prepared)) {
		const payee = withoutBankCode(textOf(prepared.payee), said.bank);
		const all = { ...said, ...prepared, payee, approvalDigest: json.approvalDigest };
		return payoutItemOf('prepared', textOf(prepared.status) ?? 'refused', all, amount);
	}
	const paid = {
		...said,
		payee: isJsonObject(said.bank) ? `at ${quotedLine(textOf(said.bank.name) ?? '')}` : null,
		message: warning,
	};
	return payoutItemOf('paid', outcome, paid, amount);
}

/** A payout from the members of an item, any of which may be absent. An unknown status may mean that it paid. */
function payoutItemOf(
	/** Whether the payout is still to be paid, or was tried. */
	stage: 'prepared' | 'paid',
	status: string,
	said: Readonly<Record<string, Json | undefined>>,
	amount: Amount | null = null,
) {
	return {
		stage,
		/** `prepared.status`, `payout.outcome` or `details.outcome`; what was refused as it was paid before is `paid`. */
		status: status === 'rejected' && said.cause === 'alreadyPaid' ? 'alreadyPaid' : knownStatus(status),
		reference: textOf(said.reference),
		amount,
		/** The amount that a swap was asked for, where what it costs is not known yet. */
		asked: amountMemberOf(said.asked),
		/** The most it may cost, where that differs from the amount. */
		atMost: amountMemberOf(said.atMost),
		/** The least that a swap must give; null where nothing asks for it. */
		atLeast: amountMemberOf(said.atLeast),
		fees: amountMemberOf(said.fees),
		approvedBy: textOf(said.approvedBy),
		expectedFee: amountMemberOf(said.expectedFee),
		cause: textOf(said.cause),
		/** Says why it is not ready or not paid, or warns of it. */
		message: textOf(said.message),
		payee: textOf(said.payee),
		/** The account name that the bank gave. */
		payeeName: textOf(said.payeeName),
		expectedName: textOf(said.expectedName),
		/** How the bank's name differs from it, where that needs an approval. */
		nameDiffers: textOf(said.nameDiffers),
		/** The account name as it was typed, where the bank was not asked. */
		givenName: textOf(said.givenName),
		payeeHistory: textOf(said.payeeHistory),
		/** Whether the payee is known under other suppliers alone. */
		isOfOtherSupplier: said.isOfOtherSupplier === true,
		isDuplicate: typeof said.duplicateOf === 'number',
		/** The day of the payment that it repeats, as Allow Repeats lets it. */
		repeats: textOf(said.repeats),
		/** Whether it may repeat a payment, also one that is made after it was prepared. */
		allowsRepeats: said.allowsRepeats === true,
		/** The kind of money, in words of ours alone. */
		money: Object.values(MONEY_IN_WORDS).find((words) => words === said.deployment) ?? null,
		/** The limit that it is just below, in words. */
		/** Whether it is of the first list of real money that the workflow's record knows. */
		isFirst: said.isFirst === true,
		/** The name under which the sheet knows the payee. */
		supplier: textOf(said.supplier),
		wallet: isJsonObject(said.wallet) ? said.wallet : null,
		/** The budgets of the key in its currency, as they were when it was prepared. */
		keyBudgets: Array.isArray(said.budgets) ? said.budgets.flatMap(budgetIn) : [],
		approvalDigest: textOf(said.approvalDigest),
	};
}

function knownStatus(status: string): string {
	return STATUSES.includes(status) ? status : 'unknown';
}

/** The most that a payout costs; null where that is not known. */
export const costAtMost = ({ amount, atMost }: PayoutItem) => atMost ?? amount;

/** The history of a payout's payee. A payment that was refused for its payee says so by its cause alone. */
export function historyOf({ payeeHistory, cause }: PayoutItem): string | null {
	return payeeHistory ?? (cause === 'payeeChanged' ? 'changed' : cause === 'payeeNew' ? 'new' : null);
}

/** Reads the columns of Include Input Fields; docs/reference/outcomes.md#the-row-with-its-outcome. */
function itemOfColumns(json: JsonObject, status: string): PayoutItem {
	const { payoutAmount, payoutCurrency, ...columns } = json;
	const currency = textOf(payoutCurrency) ?? '';
	const minor = parseAmount(textOf(payoutAmount) ?? '', 'major', currency);
	const { payoutCause: cause, payoutReference: reference, payoutMessage: message } = columns;
	return payoutItemOf(
		'paid',
		status,
		{ ...namesIn(json), cause, reference, message },
		minor.ok ? { minor: minor.value, currency } : null,
	);
}

/** A bank's code helps nobody who reads its name. */
function withoutBankCode(payee: string | null, bank: Json | undefined): string | null {
	const { code, name } = isJsonObject(bank) ? bank : {};
	return textOf(name) === null ? payee : (payee?.replace(` (${textOf(code)})`, '') ?? null);
}

/** Whom the row of a payment names: as Prepare read it, else in the columns of Read File. */
function namesIn({ prepared, payee, accountName, bank, accountNumber, approvalDigest }: JsonObject) {
	if (isJsonObject(prepared)) {
		const { supplier, payee: to, payeeName, expectedName, givenName } = prepared;
		return { supplier, payee: to, payeeName, expectedName, givenName, approvalDigest };
	}
	const account = [accountName, accountNumber, bank].flatMap((part) => textOf(part) ?? []);
	return { supplier: payee, payee: account.length === 0 ? null : `to ${account.map(quotedLine).join(', ')}` };
}

function amountMemberOf(value: Json | undefined): Amount | null {
	const { minor, currency } = isJsonObject(value) ? value : {};
	const [digits, code] = [textOf(minor), textOf(currency)];
	return digits === null || code === null || !/^\d+$/.test(digits) ? null : { minor: BigInt(digits), currency: code };
}

function budgetIn(said: Json): Array<Omit<SeenBudget, 'anewMs'>> {
	const { period: given, allowed, used } = isJsonObject(said) ? said : {};
	const period = PERIODS.find((one) => one === given);
	const [most, least] = [amountMemberOf(allowed), amountMemberOf(used)];
	if (period === undefined || most === null || least === null) return [];
	return [{ period, currency: most.currency, allowed: most.minor, used: least.minor }];
}
