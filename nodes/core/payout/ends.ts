import type { JsonObject } from '../domain/json';
import { amountOf } from '../domain/money';
import { bankMember } from '../payees/allowedPayees';
import { completed, type SealedPayment, toOf } from './sealedPayment';
import type { LookedUp } from './plan';
import { StoreFault } from '../record/rows';
import { type Failure, ItemStopped } from '../service/failure';
import { isLimited } from './checks';
import type { NotToSend } from './decide';
import type { ExecutionMemory, MemoryEntry } from './memory';
import * as messages from './messages';
import { asReplay, payoutMember, requestOutput, type ShownOutcome, warningOf, withPayout } from './output';
import { claimTextOf, countAsPaid, type Payment, type RunContext } from './payment';
import { notSentFailure } from './notReached';
import { refusalFailure } from './refusals';
import type { ItemEnd, ItemResult, RefusedItem, SendRun } from './runTypes';

/** Adds this payment's `payout` member to outputs. `paid`: facts from an accepted payment's response. */
export function shownOutputs(
	payment: Payment,
	outputs: readonly JsonObject[],
	outcome: ShownOutcome,
	{ run: { money } }: Pick<RunContext, 'run'>,
	paid: Pick<Parameters<typeof payoutMember>[0], 'fees' | 'named' | 'transactionId'> = {},
): JsonObject[] {
	const { plan, sealed, seenPayee } = payment;
	const { reason, approvedBy } = plan.settings.payout;
	const bank = bankMember(sealed.payee);
	const payout = payoutMember({
		outcome,
		amount: amountOf(sealed.price),
		// Without a holder's name: null for an account at a Nigerian bank, undefined for any other payee.
		payeeName: sealed.holder?.name ?? (bank === undefined ? undefined : null),
		bank,
		...paid,
		reference: sealed.reference,
		payeeHistory: seenPayee?.history ?? (sealed.payee.kind === 'ownWallet' ? undefined : null),
		reason: reason ?? undefined,
		approvedBy: approvedBy ?? undefined,
		money,
	});
	return outputs.map((output) => withPayout(output, payout));
}

/** Ends a dry run: outputs the request and sends nothing. Later items are checked as if this item had been paid. */
export async function validated(payment: Payment, lookedUp: LookedUp, context: RunContext): Promise<ItemEnd> {
	const { plan, sealed } = payment;
	if (sealed.price.is === 'quoted' && isLimited(plan.settings.payout, context.run.keyRules))
		context.hint(messages.notComparedHint(payment.subject.what));
	countAsPaid(payment, context);
	await payment.seenPayee?.recordPaid();
	return { outputs: shownOutputs(payment, [requestOutput(lookedUp.request)], 'notSent', context) };
}

/** Ends a payment that is not sent: with its earlier outputs, or a failure. */
export function endFor(decision: NotToSend, payment: Payment, context: RunContext): ItemEnd {
	if (decision.do === 'skip') return { outputs: shownOutputs(payment, [{}], 'alreadyPaid', context) };
	if (decision.do === 'refuse') {
		const failure = refusalFailure(decision, payment, context);
		// A left-out row isn't an error, and doesn't stop a run. With On Error: Continue, it fails like any unpaid item.
		return failure.outcome === 'leftOut' && context.run.stopOnFailure
			? { outputs: shownOutputs(payment, [{}], 'leftOut', context) }
			: { failure };
	}
	for (const warning of decision.entry.outputs.map(warningOf)) if (warning !== null) context.hint(warning);
	return replayed(decision.entry);
}

/** The outputs of an accepted payment again, marked as replayed. */
export function replayed({ outputs, payment }: MemoryEntry): Extract<ItemEnd, { outputs: unknown }> {
	return { outputs: structuredClone(outputs).map(asReplay), transactionId: payment?.transactionId ?? null };
}

/** The results if nothing is sent. An item that an earlier attempt paid, or may have paid, reports that attempt. */
export function unsentEnds(items: readonly RefusedItem[], memory: ExecutionMemory): ItemResult[] {
	return items.map(({ index, entryKey, failure }) => {
		const entry = memory.find(entryKey);
		return entry?.state === 'accepted'
			? { index, ...replayed(entry) }
			: { index, failure: messages.withEarlierTry(failure, entry) };
	});
}

/** Turns an error thrown before a payment's request was sent into the payment's failure. */
export function whyBroken(error: unknown, payment: Payment, { run }: Pick<RunContext, 'run'>): Failure {
	const { leftBehind } = payment.subject;
	const bankName = error instanceof ItemStopped ? error.bankName : undefined;
	const sealed = completed(payment.sealed, { bankName });
	return whyThrown(error, messages.describePayment(sealed, { ...payment.plan, leftBehind }), run);
}

/** Turns an error thrown before a request was sent into the failure of that payment or other request. */
export function whyThrown(error: unknown, subject: messages.Subject, { service }: Pick<SendRun, 'service'>): Failure {
	if (error instanceof StoreFault) return messages.storeFailure(subject, error.reason);
	if (!(error instanceof ItemStopped)) return messages.brokenBeforeFailure(subject);
	return service.clock.cancelled()
		? notSentFailure(subject, 'cancelled')
		: messages.stoppedFailure(subject, error.failure);
}

/** Logs a payment that is left open, or not sent because the record failed. The line names neither payee nor amount. */
export function reportOpen(payment: Payment, end: ItemEnd, { run }: RunContext): void {
	const failure = 'failure' in end ? end.failure : null;
	const claim = claimTextOf(payment);
	const isOpen =
		'failure' in end ? end.failure.claim !== undefined : end.outputs.some((output) => warningOf(output) !== null);
	const facts = () => ({
		reference: withoutPayee(payment.sealed),
		executionId: run.memory.executionId,
		workflowId: run.workflowId,
	});
	if (claim !== null && isOpen)
		run.report('payment left open', { outcome: failure?.outcome ?? 'accepted', ...facts(), claim });
	else if (failure?.cause === 'recordUnavailable' && failure.retryable)
		run.report("payment not sent, since the record of payouts couldn't be used", facts());
}

/** The reference, with those words masked that name the payee, such as an account number or address. */
function withoutPayee(sealed: SealedPayment): string {
	const payee = new Set(toOf(sealed).match(/\w{5,}/g));
	return sealed.reference.replace(/\w{5,}/g, (word) => (payee.has(word) ? '…' : word));
}
