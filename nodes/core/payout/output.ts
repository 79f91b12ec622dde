import { isJsonObject, isObject, textOf, type Json, type JsonObject } from '../domain/json';
import { type Amount, amountOutput, MONEY_IN_WORDS, type MoneyKind } from '../domain/money';
import type { bankMember } from '../payees/allowedPayees';
import { orUndefined } from '../domain/result';
import { orderIdOf } from '../domain/transaction';
import type { PayeeHistory } from '../payees/recordedPayee';
import type { LookedUp } from './plan';
import { dataObjects, type ServiceResponse, type ServiceRequest } from '../service/service';

/** The outcome in `payout`; all but `accepted` are for items that this run did not send. */
export type ShownOutcome = 'accepted' | 'alreadyPaid' | 'notSent' | 'leftOut';

/** The facts of a payment. Null: can't be known; undefined: doesn't apply. */
interface PayoutParts {
	readonly outcome: ShownOutcome;
	readonly amount: Amount | null;
	/** The account's holder as the bank has it, or as sent if the bank wasn't asked. */
	readonly payeeName?: string | null | undefined;
	readonly bank?: ReturnType<typeof bankMember>;
	readonly fees?: Amount | null | undefined;
	/** Null if the item's values can't be read. */
	readonly reference: string | null;
	readonly transactionId?: string | null | undefined;
	/** The IDs of quote and order, and Mavapay's message. */
	readonly named?: ReturnType<typeof namedIn>;
	readonly payeeHistory?: PayeeHistory | null | undefined;
	/** A model's reason, on one line; it is not trusted. */
	readonly reason?: string | undefined;
	/** The approver's name, on one line; it is not verified. */
	readonly approvedBy?: string | undefined;
	readonly money: MoneyKind;
}

/** The `payout` member of a payment's output, in reading order; docs/reference/outcomes.md. */
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

/** An amount in minor and major units and in words; null if it isn't known. */
export function amountMember(amount: Amount | null | undefined): Json {
	return amount == null ? null : amountOutput(amount);
}

/** Reads an amount that `amountMember` wrote; null if it isn't known. */
export function amountMemberOf(value: unknown): Amount | null {
	const { minor, currency } = isObject(value) ? value : {};
	const [digits, code] = [textOf(minor), textOf(currency)];
	return digits === null || code === null || !/^\d+$/.test(digits) ? null : { minor: BigInt(digits), currency: code };
}

/**
 * An output with `payout` as its first member, where people look for the outcome. n8n takes an item with a top-level
 * `error` for a failed one and runs the node again under Retry On Fail. So a member of Mavapay's response named `error`
 * or `payout` becomes `serviceError` or `servicePayout`.
 */
export function withPayout(output: JsonObject, payout: JsonObject): JsonObject {
	const { payout: theirs, ...rest } = withoutError(output);
	return { payout, ...rest, ...(theirs === undefined ? {} : { servicePayout: theirs }) };
}

/** Adds a warning, and the claim left open, to an output's `payout` member. */
export function withWarning(output: JsonObject, warning: string, claim: string): JsonObject {
	const { outcome = 'accepted', ...payout } = isJsonObject(output.payout) ? output.payout : {};
	return { ...output, payout: { outcome, warning, claim, ...payout } };
}

export function warningOf({ payout }: Readonly<Record<string, unknown>>): string | null {
	return isObject(payout) && typeof payout.warning === 'string' ? payout.warning : null;
}

/** A response as an output. A top-level `error` is renamed; a response without `error` is returned as it is. */
export function withoutError(output: JsonObject): JsonObject {
	if (!Object.hasOwn(output, 'error')) return output;
	const { error, ...rest } = output;
	return error === undefined ? rest : { ...rest, serviceError: error };
}

/** The output items of an accepted request; null if its response has an unexpected form. */
export function emitted(
	output: LookedUp['output'],
	response: ServiceResponse | null,
	exactlyOne: boolean,
): JsonObject[] | null {
	if (response === null) return null;
	const outputs = orUndefined(() => output?.(response) ?? dataObjects(response.data)) ?? null;
	return exactlyOne && outputs?.length !== 1 ? null : outputs;
}

export function requestOutput({ method, path, query, body }: ServiceRequest): JsonObject {
	return { request: { method, path, ...(query === undefined ? {} : { query: { ...query } }), body: body ?? null } };
}

export function asReplay(output: JsonObject): JsonObject {
	const { payout } = output;
	return isJsonObject(payout) ? { ...output, payout: { ...payout, replayed: true } } : output;
}

/** The ID of the transaction in a payment's output, or else the ID of the quote. */
export function transactionIdOf({ id, quoteId }: Readonly<Record<string, unknown>>): string | null {
	return textOf(id) ?? textOf(quoteId);
}

/** Whether an output belongs to an accepted payment but lacks an ID where this version expects it. */
export function isWithoutId(output: JsonObject): boolean {
	return isObject(output.payout) && output.payout.outcome === 'accepted' && transactionIdOf(output) === null;
}

/** `quoteId`: if the payment accepted a quote. `transactionId`: otherwise. `either`: whichever of the two is set. */
export function idsIn(data: readonly JsonObject[], { lookUpKeys = [] }: LookedUp) {
	const quoteId = lookUpKeys.find(({ kind }) => kind === 'quoteId')?.value ?? null;
	const transactionId = quoteId === null ? textOf(data[0]?.id) : null;
	return { quoteId, transactionId, either: quoteId ?? transactionId };
}

/** The IDs of an accepted payment's quote and order, and Mavapay's message; undefined where there is none. */
export function namedIn(answer: JsonObject, lookedUp: LookedUp) {
	return {
		quoteId: idsIn([answer], lookedUp).quoteId ?? undefined,
		orderId: orderIdOf(answer) ?? undefined,
		message: textOf(answer.message) ?? undefined,
	};
}
