import type { LookedUp, Price } from '../operation/operation';
import { decide, type Decision, type NotToSend, type Facts } from './decide';
import { factsNow, settledSince, storedFacts, type SettledClaims } from './facts';
import { describePayment } from './messages';
import type { Payment, RunContext } from './payment';

/** A payment that nothing speaks against; its reference is not claimed yet. */
export interface Assessed {
	readonly do: 'send';
	readonly lookedUp: LookedUp;
	/** How people settled earlier payments, as it was read for this one. */
	readonly settled: SettledClaims;
}

/**
 * Everything that can be said of a payment before its reference is claimed, in one order: the execution's memory, the
 * record, the look-up, the halt and the limits. Paying, 'Validate Only' and 'Payout: Prepare' all ask this, so a
 * dry run says what paying would. A look-up that ran ahead asked the record itself, before it asked Mavapay. Claims
 * nothing, and sends nothing but what the look-up needs, such as a quote.
 *
 * Throws ItemStopped where the look-up says that it must not be paid, and StoreFault.
 */
export async function assess(payment: Payment, context: RunContext): Promise<Assessed | NotToSend> {
	const { plan } = payment;
	const settled = await settledSince(payment, context);
	const atOnce = factsNow(payment, context, settled, null);
	const remembered = decide(atOnce);
	if (remembered.do !== 'send') return await ofItsAccount(remembered, { payment, context, settled });
	// A person released what this execution left open: it is a new payment, and counts in no limit any more.
	context.memory.forget(payment.entryKey);
	const ahead = await context.lookUpAhead(plan);
	if (ahead.lookedUp === null) {
		const known = await decideByRecord(atOnce, payment, context, false);
		if (known.do !== 'send') return known;
	}
	const isFree = ahead.isFree || ahead.lookedUp === null;
	const lookedUp = ahead.lookedUp ?? (await context.lookUpNow(plan));
	payment.price = lookedUp.price === undefined ? plan.price : boundedBy(plan.price, lookedUp.price);
	payment.payeeName = lookedUp.payeeName ?? null;
	payment.subject = describePayment(plan, payment.price, lookedUp.leftBehind);
	const last = await decideByRecord(factsNow(payment, context, settled, lookedUp), payment, context, isFree);
	return last.do === 'send' ? { do: 'send', lookedUp, settled } : last;
}

/** A price that was looked up, with the bound that the item sets. */
const boundedBy = ({ atMost }: Price, price: Price): Price =>
	price.is === 'open' ? price : { ...price, atMost: price.atMost ?? atMost };

/**
 * Asks for the account where what this execution remembers as paid decides: another account paid it, perhaps. Where
 * Mavapay doesn't answer, what was accepted is replayed all the same, and nothing is skipped.
 */
async function ofItsAccount(
	remembered: NotToSend,
	{ payment, context, settled }: { payment: Payment; context: RunContext; settled: SettledClaims },
): Promise<NotToSend> {
	const { store } = context.run;
	const isOfPaid = remembered.do !== 'refuse' || remembered.because === 'alreadyPaid';
	if (!isOfPaid) return remembered;
	payment.account = await store.account().catch(async (error: unknown) => {
		return remembered.do === 'replay' ? null : await Promise.reject(error);
	});
	const decision = decide(factsNow(payment, context, settled, null));
	return decision.do === 'send' ? remembered : decision;
}

/** Decides by what is known at once and what n8n's database says: what is paid already is over no limit. */
async function decideByRecord(facts: Facts, payment: Payment, context: RunContext, isFree: boolean): Promise<Decision> {
	return decide({ ...facts, ...(await storedFacts(payment, context, isFree)) });
}
