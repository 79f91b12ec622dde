import type { LookedUp } from '../operation/operation';
import { decide, type Decision, type Ended, type Facts } from './decide';
import { factsNow, settledSince, storedFacts, type SettledClaims } from './facts';
import { describePayment } from './messages';
import type { Payment, RunContext } from './payment';
import { isAvailable } from './paymentRun';

/** A payment that nothing speaks against; its reference is not claimed yet. */
export interface Assessed {
	readonly do: 'send';
	readonly lookedUp: LookedUp;
	/** What people did meanwhile about earlier payments, as it was read for this one. */
	readonly settled: SettledClaims;
}

/**
 * Everything that can be said of a payment before its reference is claimed, in one order: the execution's memory, the
 * record, the look-up, the stop button and the limits. Paying, 'Validate Only' and 'Payout: Prepare' all ask this, so a
 * dry run says what paying would. It claims nothing, and sends nothing but what the look-up needs, such as a quote.
 *
 * Throws ItemStopped where the look-up says that it must not be paid, and StoreFault.
 */
export async function assess(payment: Payment, context: RunContext): Promise<Assessed | Ended> {
	const { plan } = payment;
	const { store } = context.run;
	const settled = await settledSince(payment, context);
	const early = factsNow(payment, context, settled, null);
	const known = await decideInTurn(early, async () => ({ own: null, ...(await storedFacts(payment, context)) }));
	if (known.do !== 'send') return known;
	// What a person released meanwhile is a new payment.
	if (early.own !== null) context.memory.forget(payment.entryKey);

	const lookedUp = await context.lookUp(plan);
	payment.amount = lookedUp.amount ?? plan.amount;
	payment.subject = describePayment(plan, payment.amount, lookedUp.leftBehind);
	const halted = async () => ({ halted: isAvailable(store) && (await store.halt.isSet()) });
	const last = await decideInTurn(factsNow(payment, context, settled, lookedUp), halted);
	return last.do === 'send' ? { do: 'send', lookedUp, settled } : last;
}

/** Decides by what is known at once; where that lets the payment through, also by what n8n's database says. */
async function decideInTurn(facts: Facts, stored: () => Promise<Partial<Facts>>): Promise<Decision> {
	const decision = decide(facts);
	return decision.do === 'send' ? decide({ ...facts, ...(await stored()) }) : decision;
}
