import type { JsonObject } from '../domain/json';
import type { Prepared } from '../operation/operation';
import { ItemStopped, type Failure } from '../service/failure';
import type { Ended, NotSentReason } from './decide';
import { hasLimits } from './limits';
import * as messages from './messages';
import { asReplay, payoutMember, requestOutput, warningOf, withPayout, type ShownOutcome } from './output';
import type { Payment, RunContext } from './payment';
import { isAvailable, type ItemEnd } from './paymentRun';
import { StoreFault } from './rows';

/** Outputs with the `payout` member of this payment. */
export function shownOutputs(
	{ plan, amount, payee }: Payment,
	outputs: readonly JsonObject[],
	outcome: ShownOutcome,
	{ run: { deployment } }: RunContext,
): JsonObject[] {
	const { reference } = plan.settings.payout;
	const payeeHistory = payee?.history ?? null;
	const payout = { ...payoutMember({ reference, outcome, replayed: false, deployment, amount }), payeeHistory };
	return outputs.map((output) => withPayout(output, payout));
}

/** The dry run shows the request, and sends nothing. */
export function validated(payment: Payment, prepared: Prepared, context: RunContext): ItemEnd {
	if (prepared.amountFollows === true && hasLimits(payment.plan.settings.payout))
		context.hint(messages.notComparedHint(payment.subject.what));
	return { outputs: shownOutputs(payment, [requestOutput(prepared.request)], 'notSent', context) };
}

/** What a decision against sending looks like. */
export function told(decision: Ended, payment: Payment, context: RunContext): ItemEnd {
	if (decision.do === 'skip') return { outputs: shownOutputs(payment, [{}], 'alreadyPaid', context) };
	if (decision.do === 'refuse') return { failure: refusalFailure(decision, payment, context) };
	const { outputs, payment: earlier } = decision.entry;
	for (const warning of outputs.map(warningOf)) if (warning !== null) context.hint(warning);
	return { outputs: structuredClone(outputs).map(asReplay), transactionId: earlier?.transactionId ?? null };
}

/** Why a payment is not sent, in words. */
export function refusalFailure(
	refusal: NotSentReason,
	{ plan, subject }: Payment,
	{ run, whyNotApproved }: RunContext,
): Failure {
	const { paymentsPerDay } = plan.settings.payout;
	switch (refusal.because) {
		case 'remembered':
			return refusal.entry.failure ?? messages.paidDifferentlyFailure(subject, refusal.entry);
		case 'paidDifferently':
			return messages.paidDifferentlyFailure(subject, refusal.entry);
		case 'openElsewhere':
			return messages.openElsewhereFailure(subject, refusal.entry);
		case 'openEquivalent':
			return messages.openBeforeFailure(subject, refusal);
		case 'alreadyPaid':
			return messages.paidFailure(subject, refusal.sameIdentity, run.asTool);
		case 'notSettled':
			return messages.openFailure(subject, refusal);
		case 'payee':
			return messages.payeeFailure(subject, refusal.reason);
		case 'newPayee':
			return messages.newPayeeFailure(subject, refusal.history, plan.remembered?.supplier ?? null);
		case 'limit':
			return messages.overLimitFailure(subject, refusal.reason);
		case 'day':
			return messages.overDayFailure(subject, run.today(), paymentsPerDay ?? 0);
		case 'noRecord':
			return isAvailable(run.store)
				? messages.brokenBeforeFailure(subject)
				: messages.unavailableFailure(subject, run.store);
		case 'approval':
			return messages.notApprovedFailure(subject, whyNotApproved() ?? '');
		default:
			return messages.notSentFailure(subject, refusal.because);
	}
}

/** Why a payment ended by what was thrown, before its request was sent. */
export function whyBroken(error: unknown, { subject }: Payment, { run }: RunContext): Failure {
	if (error instanceof StoreFault) return messages.storeFailure(subject, error.reason);
	if (!(error instanceof ItemStopped)) return messages.brokenBeforeFailure(subject);
	return run.service.clock.cancelled()
		? messages.notSentFailure(subject, 'cancelled')
		: messages.stoppedFailure(subject, error.failure);
}
