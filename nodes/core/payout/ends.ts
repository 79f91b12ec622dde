import type { JsonObject } from '../domain/json';
import { hasKeyLimits } from '../domain/payees/keyRules';
import { amountOf, type LookedUp, type PaymentPlan } from '../operation/operation';
import { ItemStopped, type Failure, type PaymentOutcome } from '../service/failure';
import type { NotToSend } from './decide';
import { hasLimits } from './limits';
import type { MemoryEntry } from './memory';
import * as messages from './messages';
import { asReplay, payoutMember, requestOutput, warningOf, withPayout, type ShownOutcome } from './output';
import { claimTextOf, countAsPaid, type Payment, type RunContext } from './payment';
import type { ItemEnd } from './paymentRun';
import { notSentFailure, refusalFailure } from './refusals';
import { StoreFault } from '../record/rows';

/** Outputs with the `payout` member of this payment. */
export function shownOutputs(
	{ plan, price, seenPayee }: Payment,
	outputs: readonly JsonObject[],
	outcome: ShownOutcome,
	{ run: { deployment } }: RunContext,
): JsonObject[] {
	const { reference, reason, approvedBy } = plan.settings.payout;
	const amount = amountOf(price);
	const { bank } = plan.shownAs;
	const shown = payoutMember({ reference, outcome, replayed: false, deployment, amount, bank, reason, approvedBy });
	const payout = { ...shown, payeeHistory: seenPayee?.history ?? null };
	return outputs.map((output) => withPayout(output, payout));
}

/** The dry run shows the request and sends nothing. Later items are judged as if it had been paid. */
export async function validated(payment: Payment, lookedUp: LookedUp, context: RunContext): Promise<ItemEnd> {
	const isLimited = hasLimits(payment.plan.settings.payout) || hasKeyLimits(context.run.keyRules);
	if (payment.price.is === 'quoted' && isLimited) context.hint(messages.notComparedHint(payment.subject.what));
	countAsPaid(payment, context);
	await payment.seenPayee?.recordPaid();
	return { outputs: shownOutputs(payment, [requestOutput(lookedUp.request)], 'notSent', context) };
}

/** The end of a payment that is not sent: its outputs once more, or a failure. */
export function endFor(decision: NotToSend, payment: Payment, context: RunContext): ItemEnd {
	if (decision.do === 'skip') return { outputs: shownOutputs(payment, [{}], 'alreadyPaid', context) };
	if (decision.do === 'refuse') return { failure: refusalFailure(decision, payment, context) };
	for (const warning of decision.entry.outputs.map(warningOf)) if (warning !== null) context.hint(warning);
	return replayed(decision.entry);
}

/** The outputs of an accepted payment once more, marked as replayed. */
export function replayed({ outputs, payment }: MemoryEntry): Extract<ItemEnd, { outputs: unknown }> {
	return { outputs: structuredClone(outputs).map(asReplay), transactionId: payment?.transactionId ?? null };
}

/** Why a payment ended by what was thrown, before its request was sent. */
export function whyBroken(error: unknown, { plan, price, subject: before }: Payment, { run }: RunContext): Failure {
	// The look-up that failed may have learnt the bank's name.
	const subject = messages.describePayment(plan, price, before.leftBehind);
	if (error instanceof StoreFault) return messages.storeFailure(subject, error.reason);
	if (!(error instanceof ItemStopped)) return messages.brokenBeforeFailure(subject);
	return run.service.clock.cancelled()
		? notSentFailure(subject, 'cancelled')
		: messages.stoppedFailure(subject, error.failure);
}

const LEFT_OPEN: Readonly<Record<PaymentOutcome, string>> = {
	unknown: 'payment with an unknown outcome',
	failed: 'payment accepted, and then failed',
	accepted: 'payment accepted, but not recorded as paid',
	rejected: "nothing was paid, but the payout reference couldn't be freed",
	notSent: "nothing was sent, but the payout reference couldn't be freed",
};

/**
 * Tells n8n's log of a payment that a person has to look at, in the execution that left it so and not again where a
 * later try only repeats it. It names no payee and no amount.
 */
export function reportOpen(payment: Payment, end: ItemEnd, { run, memory }: RunContext): void {
	const { plan } = payment;
	const failure = 'failure' in end ? end.failure : null;
	const claim = claimTextOf(payment);
	const isOpen =
		'failure' in end ? end.failure.claim !== undefined : end.outputs.some((output) => warningOf(output) !== null);
	const facts = { reference: withoutPayee(plan), executionId: memory.executionId, workflowId: run.workflowId };
	if (claim !== null && isOpen) run.report(LEFT_OPEN[failure?.outcome ?? 'accepted'], { ...facts, claim });
	else if (failure?.cause === 'recordUnavailable' && failure.retryable)
		run.report("payment not sent, since the record of payouts couldn't be used", facts);
}

/** An agent's reference is made of its payee, and a person's may be. */
function withoutPayee({ shownAs, settings }: PaymentPlan): string {
	const payee = new Set(shownAs.to.match(/\w{5,}/g));
	return settings.payout.reference.replace(/\w{5,}/g, (word) => (payee.has(word) ? '…' : word));
}
