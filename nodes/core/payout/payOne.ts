import type { JsonObject } from '../domain/json';
import { amountOf, describeAmount } from '../domain/money';
import { orUndefined } from '../domain/result';
import { otherAmountIn, statedFees } from '../domain/transaction';
import { otherPayeeIn } from '../payees/allowedPayees';
import type { LookedUp } from './plan';
import type { HeldClaim } from '../record/record';
import type { Failure } from '../service/failure';
import { dataObjects, type SendResult, type ServiceResponse } from '../service/service';
import { assess, factsNow } from './assess';
import { decide, decideTaken, type NotSentReason, type NotToSend } from './decide';
import { reportOpen, shownOutputs, endFor, validated, whyBroken } from './ends';
import { struckRowOf } from './leftOut';
import * as messages from './messages';
import { emitted, idsIn, namedIn, transactionIdOf, withWarning } from './output';
import { claimTextOf, leftOpen, openBefore, paymentOf, remember, type Payment, type RunContext } from './payment';
import { refusalFailure } from './refusals';
import { mayRepeat, type ItemEnd, type PayoutStore, type PlannedItem } from './runTypes';
import type { Turn } from './turns';

/**
 * Pays one payment, from reading the memory to settling the record; docs/why/design.md#one-payout. Never throws. n8n
 * may stop after any step: a payment without a certain outcome is then unknown in memory and record.
 */
export async function payOne(item: PlannedItem, context: RunContext, turn: Turn): Promise<ItemEnd> {
	const payment = paymentOf(item);
	const end = await assessAndSend(payment, context, turn).catch(async (error: unknown) => {
		// By now, the memory has the request's outcome, or `sending`, which counts as unknown.
		if (payment.requestSent) return { failure: leftOpen(payment, messages.brokenAfterFailure(payment.subject)) };
		return await givenBack(payment, { failure: whyBroken(error, payment, context) });
	});
	reportOpen(payment, end, context);
	return 'failure' in end ? { ...end, amount: amountOf(payment.sealed.price) } : end;
}

async function assessAndSend(payment: Payment, context: RunContext, turn: Turn): Promise<ItemEnd> {
	const { store } = context.run;
	const assessed = await assess(payment, context);
	if (assessed.do === 'refuse' && assessed.because === 'shownByWallet' && payment.shown !== null)
		return await endShown(payment, assessed, context);
	if (assessed.do !== 'send') return endFor(assessed, payment, context);
	const { lookedUp } = assessed;
	const open = openBefore(payment.sealed, context.run);
	if (open !== null) context.hint(`${payment.subject.what}: ${open}`);
	if (payment.plan.settings.payout.validateOnly) return await validated(payment, lookedUp, context);

	const held = await hold(payment, lookedUp, store, context);
	if ('do' in held) return await givenBack(payment, endFor(held, payment, context));
	// The worker's earlier payments are settled first. So if the process dies, only payments under way are left open.
	const [permit] = await Promise.all([held.announce(), turn.before]);
	// There is no `await` between this decision and the request, so the decision still holds when the request is sent.
	const last = decide({ ...factsNow(payment, context, assessed.settled, lookedUp), permit });
	if (last.do !== 'send') return await givenBack(payment, endFor(last, payment, context));
	remember(payment, context, {
		state: 'sending',
		failure: leftOpen(payment, messages.interruptedFailure(payment.subject)),
	});
	payment.requestSent = true;
	const settings = { ...payment.plan.settings, until: permit.until };
	const result = await context.run.service.send(lookedUp.request, settings);
	const { outcome } = result.classified;
	if (outcome === 'rejected') return await endRejected(payment, result, context);
	const { either, transactionId } = idsIn(dataObjects(result.response?.data), lookedUp);
	const settling = outcome === 'accepted' ? either : transactionId;
	// The record gets the transaction's or quote's ID before the item is output or remembered as accepted.
	const isOwn = settling === null || (await held.owns(settling).catch(() => null));
	if (isOwn === false) return endOpen(payment, 'unknown', messages.anothersFailure(payment.subject, settling), context);
	if (outcome === 'accepted') return await endAccepted(payment, lookedUp, result.response, { context, turn, isOwn });
	return endOpen(payment, outcome, messages.sentFailure(payment.subject, result, transactionId), context);
}

/** Claims the reference of a payment that the wallet shows, so that no later run pays it; not in dry runs or tools. */
async function endShown(payment: Payment, refusal: NotSentReason, context: RunContext): Promise<ItemEnd> {
	const { asTool, store } = context.run;
	if (asTool || payment.plan.settings.payout.validateOnly)
		return { failure: refusalFailure(refusal, payment, context) };
	// If n8n's database fails, a claim made before that stays, and the payment in the wallet is still reported.
	const held = await hold(payment, {}, store, context).catch(() => null);
	if (held !== null && 'do' in held) return endFor(held, payment, context);
	await held?.announce().catch(() => undefined);
	return { failure: leftOpen(payment, refusalFailure(refusal, payment, context)) };
}

/** Takes a place under 'Payments per Day' and claims the reference, or returns why that isn't possible. */
async function hold(
	payment: Payment,
	{ lookUpKeys = [] }: Pick<LookedUp, 'lookUpKeys'>,
	{ record, days }: PayoutStore,
	{ run }: RunContext,
): Promise<HeldClaim | NotToSend> {
	const { paymentsPerDay, alreadyRecorded, referenceGiven } = payment.plan.settings.payout;
	if (paymentsPerDay !== null) {
		payment.freeDayPlace = await days.take(run.today(), paymentsPerDay);
		if (payment.freeDayPlace === null) return { do: 'refuse', because: 'day' };
	}
	const { seenLike, payeeRow, shown, sealed, identityDigest } = payment;
	const amount = amountOf(sealed.price);
	const own = [seenLike?.rowFor(mayRepeat(payment, run)), payeeRow, amount && record.budgets.rowFor(amount)];
	const sideRows = shown === null ? [struckRowOf(payment, run.store), ...own].filter((row) => row != null) : [];
	const claimed = await record.claim(sealed.reference, identityDigest, lookUpKeys, sideRows, shown?.transactionId);
	if (claimed.kind === 'otherAccount') return { do: 'refuse', because: 'otherAccount' };
	if (claimed.kind !== 'claimed')
		return decideTaken({ skipsPaid: alreadyRecorded === 'skip' && referenceGiven }, claimed);
	payment.heldClaim = claimed.heldClaim;
	return claimed.heldClaim;
}

/** Ends an accepted payment, even if its response can't be read. The next item can begin once the memory is written. */
async function endAccepted(
	payment: Payment,
	lookedUp: LookedUp,
	response: ServiceResponse | null,
	{ context, turn, isOwn }: { context: RunContext; turn: Turn; isOwn: true | null },
): Promise<ItemEnd> {
	const { sealed, subject } = payment;
	const own = emitted(lookedUp.output, response, true);
	const [answer = {}] = own ?? [];
	if (transactionIdOf(answer) === null) context.hint(messages.unreadableHint(subject.what));
	const amount = otherAmountIn(answer, amountOf(sealed.price));
	const stated = [amount && describeAmount(amount.minor, amount.currency), otherPayeeIn(answer, sealed.payee)];
	for (const other of stated) if (other !== null) context.hint(messages.statedOtherwiseHint(subject.what, other));
	const { transactionId } = idsIn([answer], lookedUp);
	const paid = { fees: statedFees(answer), transactionId, named: namedIn(answer, lookedUp) };
	const outputs = shownOutputs(payment, own ?? [response?.body ?? {}], 'accepted', context, paid);
	remember(payment, context, { state: 'accepted', outputs, transactionId });
	turn.responded();
	const recorded = isOwn === null ? null : await payment.heldClaim?.recordPaid().catch(() => null);
	await payment.seenPayee?.recordPaid().catch(() => context.hint(messages.payeeNotRecordedHint(subject.what)));
	return { outputs: recorded === null ? warned(payment, outputs, transactionId, context) : outputs, transactionId };
}

/** Warns that a payment was accepted but not recorded as paid. Its reference stays `unknown`, which is safe. */
function warned(
	payment: Payment,
	outputs: readonly JsonObject[],
	transactionId: string | null,
	context: RunContext,
): JsonObject[] {
	const claim = claimTextOf(payment) ?? '';
	const warning = messages.paidUnsettledWarning(payment.subject, claim);
	context.hint(warning);
	const warned = outputs.map((output) => withWarning(output, warning, claim));
	// A later attempt then repeats the warning. If `remember` fails, the attempt outputs the items without the warning.
	orUndefined(() => remember(payment, context, { state: 'accepted', outputs: warned, transactionId }));
	return warned;
}

/** Ends a payment that certainly paid nothing, and frees its reference. */
async function endRejected(payment: Payment, result: SendResult, context: RunContext): Promise<ItemEnd> {
	const failure = messages.sentFailure(payment.subject, result, null);
	// A request that never arrived is forgotten, and can be sent again: docs/reference/outcomes.md#outcomes.
	if (result.httpCode === null) context.run.memory.forget(payment.entryKey);
	else remember(payment, context, { state: 'rejected', failure });
	const end = await givenBack(payment, { failure }, result.classified.isAuthorsWord);
	// If `givenBack` changed the failure, the next attempt in this execution must report the changed one.
	if ('failure' in end && end.failure !== failure)
		remember(payment, context, { state: 'rejected', failure: end.failure });
	return end;
}

/** Ends a payment whose outcome is unknown, or whose transaction failed: its reference stays open until a person settles it. */
function endOpen(payment: Payment, state: 'unknown' | 'failed', why: Failure, context: RunContext): ItemEnd {
	const failure = leftOpen(payment, why);
	remember(payment, context, { state, failure });
	return { failure };
}

/**
 * Frees the reference of a payment that wasn't made, and its place under 'Payments per Day'. The place stays taken if
 * only a message listed in 'Also Refused' says that nothing was paid.
 */
async function givenBack(payment: Payment, end: ItemEnd, isAuthorsWord = false): Promise<ItemEnd> {
	const { heldClaim, freeDayPlace } = payment;
	// If the place can't be freed, the day allows one payment less, which is safe.
	if (!isAuthorsWord) await freeDayPlace?.().catch(() => undefined);
	if (heldClaim === null) return end;
	try {
		await heldClaim.recordUnpaid(isAuthorsWord);
		return end;
	} catch {
		return 'failure' in end ? { ...end, failure: messages.stillClaimed(end.failure, claimTextOf(payment) ?? '') } : end;
	}
}
