import { isJsonObject, isObject, textOf, type Json, type JsonObject } from '../domain/json';
import { type Amount, amountOutput, MONEY_IN_WORDS, type MoneyKind } from '../domain/money';
import type { bankMember } from '../payees/allowedPayees';
import { orUndefined } from '../domain/result';
import { orderIdOf } from '../domain/transaction';
import type { PayeeHistory } from '../payees/recordedPayee';
import type { LookedUp } from './plan';
import { dataObjects, type ServiceResponse, type ServiceRequest } from '../service/service';

/** All but `accepted` are said of items that this run did not send. */
export type ShownOutcome = 'accepted' | 'alreadyPaid' | 'notSent' | 'leftOut';

/** The facts of a payment. Null stands for one that can't be known, undefined for one that doesn't apply to it. */
interface PayoutParts {
	readonly outcome: ShownOutcome;
	readonly amount: Amount | null;
	/** The holder of the account, as the bank has it, or as it was sent where the bank wasn't asked. */
	readonly payeeName?: string | null | undefined;
	readonly bank?: ReturnType<typeof bankMember>;
	readonly fees?: Amount | null | undefined;
	/** Null where an item has no readable values. */
	readonly reference: string | null;
	readonly transactionId?: string | null | undefined;
	/** More members of Mavapay's response. */
	readonly named?: ReturnType<typeof namedIn>;
	readonly payeeHistory?: PayeeHistory | null | undefined;
	/** The reason that a model gave, in one line; never believed. */
	readonly reason?: string | undefined;
	/** The approver's name, in one line. Nobody checks it. */
	readonly approvedBy?: string | undefined;
	readonly money: MoneyKind;
}

/** The `payout` member of a payment's output, in the order in which a payer reads it; docs/reference/outcomes.md. */
export function payoutMember(said: PayoutParts): JsonObject {
	const { outcome, amount, payeeName, bank, fees, reference, money } = said;
	const { transactionId, named, payeeHistory, reason, approvedBy } = said;
	const members: Readonly<Record<string, Json | undefined>> = {
		outcome,
		amount: amountMember(amount),
		payeeName,
		bank: bank && { ...bank },
		fees: fees === undefined ? undefined : amountMember(fees),
		reference,
		transactionId,
		...named,
		payeeHistory,
		reason,
		approvedBy,
		replayed: false,
		deployment: MONEY_IN_WORDS[money],
	};
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** An amount in both units and for people, as text; null where it is not known. */
export function amountMember(amount: Amount | null | undefined): Json {
	return amount == null ? null : amountOutput(amount);
}

/** The amount that `amountMember` wrote; null where it isn't known. */
export function amountMemberOf(value: unknown): Amount | null {
	const { minor, currency } = isObject(value) ? value : {};
	const [digits, code] = [textOf(minor), textOf(currency)];
	return digits === null || code === null || !/^\d+$/.test(digits) ? null : { minor: BigInt(digits), currency: code };
}

/**
 * An output behind its `payout` member, because what became of the payment is what people look for. n8n takes an item
 * with a top-level `error` for a failed one and, under Retry On Fail, runs the node again; so a member of
 * Mavapay's response with that name, or named `payout` as ours is, goes out as `serviceError` or `servicePayout`.
 */
export function withPayout(output: JsonObject, payout: JsonObject): JsonObject {
	const { payout: theirs, ...rest } = withoutError(output);
	return { payout, ...rest, ...(theirs === undefined ? {} : { servicePayout: theirs }) };
}

/** A payment's output with a warning, and the claim that it leaves open, in its `payout` member. */
export function withWarning(output: JsonObject, warning: string, claim: string): JsonObject {
	const { outcome = 'accepted', ...payout } = isJsonObject(output.payout) ? output.payout : {};
	return { ...output, payout: { outcome, warning, claim, ...payout } };
}

/** The warning in an output's `payout` member, or null. */
export function warningOf({ payout }: Readonly<Record<string, unknown>>): string | null {
	return isObject(payout) && typeof payout.warning === 'string' ? payout.warning : null;
}

/** An output made of Mavapay's response, without a top-level `error`; the same object where it has none. */
export function withoutError(output: JsonObject): JsonObject {
	if (!Object.hasOwn(output, 'error')) return output;
	const { error, ...rest } = output;
	return error === undefined ? rest : { ...rest, serviceError: error };
}

/** Output items of an accepted request's response; null if it isn't as expected, which undoes no payment. */
export function emitted(
	output: LookedUp['output'],
	response: ServiceResponse | null,
	exactlyOne: boolean,
): JsonObject[] | null {
	if (response === null) return null;
	const outputs = orUndefined(() => output?.(response) ?? dataObjects(response.data)) ?? null;
	return exactlyOne && outputs?.length !== 1 ? null : outputs;
}

/** A request as a dry run shows it. */
export function requestOutput({ method, path, query, body }: ServiceRequest): JsonObject {
	return { request: { method, path, ...(query === undefined ? {} : { query: { ...query } }), body: body ?? null } };
}

/** An output once more, marked as replayed. */
export function asReplay(output: JsonObject): JsonObject {
	const { payout } = output;
	return isJsonObject(payout) ? { ...output, payout: { ...payout, replayed: true } } : output;
}

/** The ID of the transaction in a payment's output, or of the quote if there is no transaction. */
export function transactionIdOf({ id, quoteId }: Readonly<Record<string, unknown>>): string | null {
	return textOf(id) ?? textOf(quoteId);
}

/** Whether an output is an accepted payment's whose response has no ID where this version looks for it. */
export function isWithoutId(output: JsonObject): boolean {
	return isObject(output.payout) && output.payout.outcome === 'accepted' && transactionIdOf(output) === null;
}

/** The ID of a payment's transaction, or of the quote that it accepted, whose response names no transaction; `either` settles it. */
export function idsIn(data: readonly JsonObject[], { lookUpKeys = [] }: LookedUp) {
	const quoteId = lookUpKeys.find(({ kind }) => kind === 'quoteId')?.value ?? null;
	const transactionId = quoteId === null ? textOf(data[0]?.id) : null;
	return { quoteId, transactionId, either: quoteId ?? transactionId };
}

/** The IDs of quote and order, and Mavapay's message, where the response to an accepted payment has them. */
export function namedIn(answer: JsonObject, lookedUp: LookedUp) {
	return {
		quoteId: idsIn([answer], lookedUp).quoteId ?? undefined,
		orderId: orderIdOf(answer) ?? undefined,
		message: textOf(answer.message) ?? undefined,
	};
}
