import { leftOf, type SeenBudget } from '../domain/budget';
import { amountOf } from '../domain/money';
import type { NameComparison } from '../payees/accountName';
import { alikeOf, completed, likenessOf, payeeOf, referenceKeyOf } from './sealedPayment';
import type { LookedUp, PaymentPlan } from './plan';
import type { SettledSince } from '../record/record';
import { problemsOf } from './checks';
import { decide, stopOf, type Decision, type Facts, type NotToSend, type OpenPayment, type OwnTry } from './decide';
import { isSameReference, type MemoryEntry } from './memory';
import { describePayment } from './messages';
import type { Payment, RunContext } from './payment';
import { mayRepeat, type PaymentRun, type PayoutStore } from './runTypes';

/** A payment that may be sent; its reference is not claimed yet. */
export interface Assessed {
	readonly do: 'send';
	readonly lookedUp: LookedUp;
	readonly settled: SettledClaims;
}

/**
 * Decides everything about a payment that can be decided before its reference is claimed, always in this order: the
 * execution's memory, the record in n8n's database, the look-up at Mavapay, *Halt*, the limits, the wallet's list of
 * withdrawals. Paying, *Validate Only* and *Prepare* all use this function, so a dry run reports what paying would. A
 * look-up made before the payment's turn reads the record before it asks Mavapay, except for an approved list. The
 * function sends only what the look-up needs, such as a request for a quote.
 *
 * Throws ItemStopped if the look-up forbids the payment, and StoreFault if n8n's database fails.
 */
export async function assess(payment: Payment, context: RunContext): Promise<Assessed | NotToSend> {
	const assessed = await assessOne(payment, context);
	const isShown = assessed.do === 'refuse' && assessed.because === 'shownByWallet';
	if (isShown) await context.ahead.witness.count(payment.plan, context.run.store);
	return assessed;
}

async function assessOne(payment: Payment, context: RunContext): Promise<Assessed | NotToSend> {
	const { plan } = payment;
	const { store } = context.run;
	const settled = await settledSince(payment, context);
	const atOnce = factsNow(payment, context, settled, null);
	// If the run stopped or the payee isn't allowed, the record is read first: it may already have the payment. If the
	// record can't be read, the payment is refused anyway.
	const { reference } = plan.sealed;
	const stop = stopOf(atOnce);
	const isOver = stop !== null || atOnce.payeeProblem !== null;
	const looked = isOver ? store.record.look(reference, payment.identityDigest) : Promise.resolve(null);
	// People assume that a left-out payment is unpaid, so the record must be readable: it may show the payment as paid.
	const recorded = await (stop === 'leftOut' ? looked : looked.catch(() => null));
	const remembered = decide({ ...atOnce, recorded });
	if (remembered.do !== 'send') return remembered;
	// If the memory still has an entry for the item, its payment was released or rejected, and mustn't count in limits.
	context.run.memory.forget(payment.entryKey);
	const seen = await context.ahead.take(plan);
	if (seen.lookedUp === null) {
		const known = await decideByRecord(atOnce, payment, context, false);
		if (known.do !== 'send') return known;
	}
	const lookedUp = seen.lookedUp ?? (await context.ahead.now(plan));
	const isUnread = context.ahead.witness.isUnread(plan);
	const isFree =
		seen.isFree || seen.lookedUp === null || (isUnread && (await store.record.check(reference)) === 'free');
	// The wallet's list of withdrawals is read before *Halt* is checked, but not for payments that the record has.
	if (isFree || !isUnread) await context.ahead.witness.begin(plan);
	payment.sealed = completed(plan.sealed, lookedUp);
	payment.subject = describePayment(payment.sealed, { ...plan, leftBehind: lookedUp.leftBehind });
	const facts = factsNow(payment, context, settled, lookedUp);
	const last = await decideByRecord(facts, payment, context, isFree);
	const witnessed = last.do === 'send' ? await decideByWallet(facts, payment, context) : last;
	return witnessed.do === 'send' ? { do: 'send', lookedUp, settled } : witnessed;
}

/** For a payment that the record allows: looks for it in the wallet's list, and decides whether it can be sent. */
async function decideByWallet(facts: Facts, payment: Payment, context: RunContext): Promise<Decision> {
	const witnessed = await context.ahead.witness.look(payment.plan, context.run.store);
	if (witnessed === null) return { do: 'send' };
	payment.shown = witnessed.shown;
	// Another execution may have made the payment in the meantime. The record takes precedence over the wallet's list.
	const again = await decideByRecord(facts, payment, context, false);
	// *Prepare* also looks for allowed repeats in the wallet's list, so that the approver sees them; it refuses none.
	if (again.do !== 'send' || mayRepeat(payment, context.run)) return again;
	if (witnessed.missing !== null) return { do: 'refuse', because: 'walletUnread', failure: witnessed.missing };
	return { do: 'refuse', because: 'shownByWallet', claim: null };
}

/** Decides from the given facts and n8n's database. Limits don't apply to payments that the record already has. */
async function decideByRecord(facts: Facts, payment: Payment, context: RunContext, isFree: boolean): Promise<Decision> {
	// In V8, spreading a second object into a literal is many times slower.
	return decide(Object.assign({}, facts, await storedFacts(payment, context, isFree)));
}

/** How people settled payments that an ended execution had left open. */
type SettledClaims = ReadonlyMap<MemoryEntry, SettledSince>;

/** The facts that need neither a request nor the database. Limits are only compared after the look-up. */
export function factsNow(
	payment: Payment,
	context: RunContext,
	settled: SettledClaims,
	lookedUp: LookedUp | null,
): Facts {
	const { run } = context;
	const { memory, money } = run;
	const { payout } = payment.plan.settings;
	const { price } = payment.sealed;
	// A dry run creates no quote, so the quote's price is unknown.
	const amount = payout.validateOnly && price.is === 'quoted' ? undefined : amountOf(price);
	const entry = memory.find(payment.entryKey);
	const answered = memory.answeredUnder(referenceKeyOf(payment.sealed), money);
	return {
		own: entry === null ? null : { ...triedBefore(payment, entry), settled: settled.get(entry) ?? null },
		sameReference: answered === null ? null : triedBefore(payment, answered),
		stopped: run.service.clock.cancelled() ? (context.stopped() ?? 'cancelled') : context.stopped(),
		others: othersOf(payment, context, settled),
		payeeProblem: payout.payeeProblem,
		otherName: lookedUp === null ? null : refusedName(payment.plan, lookedUp, run),
		newPayees: payout.approvedBy === null ? payout.newPayees : 'allow',
		skipsPaid: payout.alreadyRecorded === 'skip' && payout.referenceGiven,
		...(lookedUp === null
			? { keyProblem: null, limitProblem: null }
			: problemsOf(payment.plan, amount, (currency) => memory.total(currency), run)),
		nowMs: run.service.clock.now(),
	};
}

/** How the registered name differs from the expected one; null if it doesn't, or if an approval allows the difference. */
export function refusedName(
	{ settings }: PaymentPlan,
	{ otherName }: LookedUp,
	{ prepares }: Pick<PaymentRun, 'prepares'>,
): NameComparison | null {
	if (otherName === undefined) return null;
	const mayHaveMore = settings.payout.approvedBy !== null || prepares === true;
	return otherName.verdict === 'hasMore' && mayHaveMore ? null : otherName;
}

const triedBefore = ({ identityDigest }: Payment, entry: MemoryEntry): Omit<OwnTry, 'settled'> => ({
	entry,
	sameIdentity: entry.identityDigest === identityDigest,
});

function othersOf(payment: Payment, context: RunContext, settled: SettledClaims): OpenPayment[] {
	const { memory } = context.run;
	return memory.openPayments(payment.entryKey).map((entry) => ({
		...triedBefore(payment, entry),
		ofThisExecution: entry.executionId === memory.executionId,
		sameReference: isSameReference(entry, referenceKeyOf(payment.sealed), context.run.money),
		settled: settled.get(entry) ?? null,
	}));
}

/**
 * Reads the facts in n8n's database. It also sets `seenPayee`, `seenLike` and `payeeRow`, with which the payment's rows
 * are inserted later. Throws StoreFault.
 *
 * @param isFree whether the record has said that the reference is free; then the record isn't read again
 */
async function storedFacts(payment: Payment, context: RunContext, isFree: boolean): Promise<Partial<Facts>> {
	const { run } = context;
	const { plan, identityDigest } = payment;
	const { store } = run;
	const { paymentsPerDay } = plan.settings.payout;
	const { sealed } = plan;
	const { reference } = sealed;
	const [recordedPayee, likePayment] = [payeeOf(sealed), likenessOf(sealed)];
	const { mayPay } = await store.record.binding.standing();
	const halting = store.halt.isSet();
	const looked = isFree ? FREE : store.record.look(reference, identityDigest);
	const [halted, recorded, payee, like, toPayee, overBudget] = await Promise.all([
		halting,
		looked,
		recordedPayee === null ? null : store.payees.look(recordedPayee),
		likePayment === null
			? null
			: store.record.lookAlike(likePayment, {
					within: run.keyRules.repeatsWithinDays,
					isFree: async () => (await looked).kind === 'free',
					reference,
				}),
		run.asTool ? store.record.lookAtPayee(alikeOf(sealed)) : null,
		overBudgetOf(payment, context, store),
	]);
	Object.assign(payment, { seenPayee: payee, seenLike: like, payeeRow: toPayee?.payeeRow ?? null });
	return {
		halted,
		isOtherAccount: !mayPay,
		recorded,
		payeeHistory: payee?.history,
		isOfOtherSupplier: payee?.isOfOtherSupplier,
		payeeOpen: toPayee?.isOpen,
		repeats: mayRepeat(payment, run) ? null : like?.earlier,
		dayIsFull: paymentsPerDay !== null && !(await store.days.hasPlace(run.today(), paymentsPerDay)),
		overBudget,
	};
}

/** The budget that the payment would exceed, or undefined. In a dry run, the items before it count as paid. */
async function overBudgetOf(
	{ plan, sealed: { price } }: Payment,
	{ run }: RunContext,
	{ record }: PayoutStore,
): Promise<SeenBudget | undefined> {
	const amount = amountOf(price);
	if (amount === null) return undefined;
	const { minor, currency } = amount;
	const before = plan.settings.payout.validateOnly ? run.memory.total(currency) : 0n;
	const budgets = await record.budgets.lookAt(run.service.clock.now(), [currency], before + minor);
	const seen = budgets.map((budget) => ({ ...budget, used: budget.used + before }));
	return seen.find((budget) => minor > leftOf(budget));
}

const FREE = { kind: 'free' } as const;

/** Reads how people settled payments that an ended execution left open. If the record can't be read, none count as settled. */
export async function settledSince(payment: Payment, { run }: RunContext): Promise<SettledClaims> {
	const { store, money, memory } = run;
	const settled = new Map<MemoryEntry, SettledSince>();
	const own = memory.find(payment.entryKey);
	for (const entry of [...(own === null ? [] : [own]), ...memory.openPayments(payment.entryKey)]) {
		const { executionId, state, payment: earlier } = entry;
		if (executionId === memory.executionId || earlier?.money !== money || state === 'accepted') continue;
		const { reference, generation } = earlier;
		settled.set(entry, await store.record.settledSince(reference, generation).catch(() => null));
	}
	return settled;
}
