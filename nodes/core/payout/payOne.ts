import type { JsonObject } from '../domain/json';
import type { LookedUp } from '../operation/operation';
import { dataObjects, type SendResult } from '../service/service';
import { decide, decideTaken, type Ended } from './decide';
import { factsNow, settledSince, storedFacts } from './facts';
import * as messages from './messages';
import { emitted, paidTransactionId, transactionIdOf, withWarning } from './output';
import { leftOpen, paymentOf, remember, type Payment, type RunContext } from './payment';
import { isAvailable, type ItemEnd, type PayoutStore, type PlannedItem } from './paymentRun';
import type { HeldClaim } from '../record/record';
import { reportOpen, shownOutputs, told, validated, whyBroken } from './told';

/**
 * One payment, from what is remembered to the settled record; docs/design.md#one-payout. Never throws. It may
 * end after any step: what is not certain then stands in memory and record as unknown.
 */
export async function payOne(item: PlannedItem, context: RunContext): Promise<ItemEnd> {
	const payment = paymentOf(item, context.run.deployment.baseUrl);
	const end = await decideAndSend(payment, context).catch(async (error: unknown) => {
		// The memory says `sending`, which counts as unknown, or how the request ended.
		if (payment.requestSent) return { failure: leftOpen(payment, messages.brokenAfterFailure(payment.subject)) };
		return await takenBack(payment, { failure: whyBroken(error, payment, context) });
	});
	reportOpen(payment, end, context);
	if (!('failure' in end)) return end;
	return { ...end, payment: { amount: payment.amount, transactionId: end.failure.transactionId ?? null } };
}

async function decideAndSend(payment: Payment, context: RunContext): Promise<ItemEnd> {
	const { run, memory } = context;
	const { plan } = payment;
	const settled = await settledSince(payment, context);
	const early = factsNow(payment, context, settled, null);
	const first = decide(early);
	if (first.do !== 'send') return told(first, payment, context);
	if (early.own?.settled === 'released') memory.forget(payment.entryKey);
	const known = async () => decide({ ...early, own: null, ...(await storedFacts(payment, context)) });
	if (plan.looksUpByWriting) {
		// A swap that is not to be made makes no quote.
		const recorded = await known();
		if (recorded.do !== 'send') return told(recorded, payment, context);
	}

	const prepared = await context.lookUp(plan).catch(async (error: unknown) => {
		// What an earlier execution paid, or may have paid, is not called unpaid.
		const recorded = run.service.clock.cancelled() ? null : await known();
		return recorded === null || recorded.do === 'send' ? await Promise.reject(error) : recorded;
	});
	if ('do' in prepared) return told(prepared, payment, context);
	payment.amount = prepared.amount ?? plan.amount;
	payment.subject = messages.describePayment(plan, payment.amount, prepared.leftBehind);
	const meanwhile = decide(factsNow(payment, context, settled, null));
	if (meanwhile.do !== 'send') return told(meanwhile, payment, context);
	const stored = await storedFacts(payment, context);
	const second = decide({ ...factsNow(payment, context, settled, prepared), ...stored });
	if (second.do !== 'send') return told(second, payment, context);
	if (plan.settings.payout.validateOnly || !isAvailable(run.store)) return await validated(payment, prepared, context);

	const held = await hold(payment, prepared, run.store, context);
	if ('do' in held) return await takenBack(payment, told(held, payment, context));
	const permit = await held.announce();
	// From here to the request nothing waits, so that what is decided now still holds when it leaves.
	const last = decide(factsNow(payment, context, settled, prepared));
	if (last.do !== 'send') return await takenBack(payment, told(last, payment, context));
	if (!permit.go) return await takenBack(payment, told({ do: 'refuse', because: 'releasing' }, payment, context));
	if (run.service.clock.now() > permit.until)
		return await takenBack(payment, told({ do: 'refuse', because: 'late' }, payment, context));
	remember(payment, context, {
		state: 'sending',
		failure: leftOpen(payment, messages.interruptedFailure(payment.subject)),
	});
	payment.requestSent = true;
	const result = await run.service.send(prepared.request, { ...plan.settings, until: permit.until });
	const { outcome } = result.classified;
	if (outcome === 'rejected') return await endRejected(payment, result, context);
	const sent = { payment, claim: held, prepared, result };
	return outcome === 'accepted' ? await accepted(sent, context) : await unsettled(sent, outcome, context);
}

/** Takes one of the day's places, then the reference, and gives the claim; or says why there is none. */
async function hold(
	payment: Payment,
	{ lookUpKeys = [] }: LookedUp,
	{ record, days }: PayoutStore,
	{ run }: RunContext,
): Promise<HeldClaim | Ended> {
	const { paymentsPerDay, reference, alreadyRecorded, referenceGiven } = payment.plan.settings.payout;
	if (paymentsPerDay !== null) {
		payment.dayPlace = await days.take(run.today(), paymentsPerDay);
		if (payment.dayPlace === null) return { do: 'refuse', because: 'day' };
	}
	const claimed = await record.claim(reference, payment.identityDigest, lookUpKeys);
	if (claimed.kind !== 'claimed')
		return decideTaken({ skipsPaid: alreadyRecorded === 'skip' && referenceGiven }, claimed);
	payment.heldClaim = claimed.claim;
	return claimed.claim;
}

/** A payment whose request was answered, or may have been taken. */
interface SentPayment {
	readonly payment: Payment;
	readonly claim: HeldClaim;
	readonly prepared: LookedUp;
	readonly result: SendResult;
}

/** Mavapay took it: whatever its response looks like, this item is paid. */
async function accepted(sent: SentPayment, context: RunContext): Promise<ItemEnd> {
	const { payment, claim, prepared } = sent;
	const { response } = sent.result;
	const own = emitted(prepared, response, true);
	if (transactionIdOf(own?.[0] ?? {}) === null) context.hint(messages.unreadableHint(payment.subject.what));
	const outputs = shownOutputs(payment, own ?? [response?.body ?? {}], 'accepted', context);
	const transactionId = paidTransactionId(prepared, own ?? []);
	remember(payment, context, { state: 'accepted', outputs, transactionId });
	const isRecorded = await claim.recordPaid().then(
		() => true,
		() => false,
	);
	await payment.seenPayee?.recordPaid().catch(() => context.hint(messages.payeeNotRecordedHint(payment.subject.what)));
	return { outputs: isRecorded ? outputs : warned(sent, outputs, transactionId, context), transactionId };
}

/** Paid, but not recorded as paid: the reference stays unknown, which is the safe side, and the item is paid all the same. */
function warned(
	{ payment, claim: held }: SentPayment,
	outputs: readonly JsonObject[],
	transactionId: string | null,
	context: RunContext,
): JsonObject[] {
	const claim = held.text();
	const warning = messages.paidUnsettledWarning(payment.subject, claim);
	context.hint(warning);
	const told = outputs.map((output) => withWarning(output, warning, claim));
	try {
		// For the next try of this execution, which replays it.
		remember(payment, context, { state: 'accepted', outputs: told, transactionId });
	} catch {
		// It remembers the payment without its warning.
	}
	return told;
}

/** It is certain that nothing was paid. */
async function endRejected(payment: Payment, result: SendResult, context: RunContext): Promise<ItemEnd> {
	const failure = messages.sentFailure(payment.subject, result, null);
	// What got a response is not sent again in this execution, by no later item either; docs/money.md#outcomes.
	if (result.httpCode === null) context.memory.forget(payment.entryKey);
	else remember(payment, context, { state: 'rejected', failure });
	const end = await takenBack(payment, { failure });
	// The next try of this execution must not say less.
	if ('failure' in end && end.failure !== failure)
		remember(payment, context, { state: 'rejected', failure: end.failure });
	return end;
}

/** Its outcome is unknown, or its transaction failed: the reference stays until a person settles it. */
async function unsettled(
	{ payment, claim, prepared, result }: SentPayment,
	state: 'unknown' | 'failed',
	context: RunContext,
): Promise<ItemEnd> {
	const transactionId = paidTransactionId(prepared, dataObjects(result.response?.data));
	const failure = messages.sentFailure(payment.subject, result, transactionId);
	remember(payment, context, { state, failure: leftOpen(payment, failure) });
	// Where this can't be written, a person has to wait until nothing can arrive any more.
	if (result.classified.answered) await claim.recordAnswer().catch(() => undefined);
	const said = leftOpen(payment, failure);
	remember(payment, context, { state, failure: said });
	return { failure: said };
}

/** Gives back what a payment holds that was certainly not made; says so where that failed. */
async function takenBack(payment: Payment, end: ItemEnd): Promise<ItemEnd> {
	const { heldClaim, dayPlace } = payment;
	// Where it cannot be given back, the day has one payment less, which is the safe side.
	await dayPlace?.giveBack().catch(() => undefined);
	if (heldClaim === null) return end;
	try {
		await heldClaim.recordRefusal();
		return end;
	} catch {
		return 'failure' in end ? { ...end, failure: messages.stillClaimed(end.failure, heldClaim.text()) } : end;
	}
}
