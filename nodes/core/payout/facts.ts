import { leftOf, type SeenBudget } from '../domain/budget';
import { NOT_KNOWN, whoseIs } from '../domain/payees/account';
import { likePaymentOf } from '../domain/payees/likeness';
import { ok } from '../domain/result';
import type { OtherName } from '../domain/payees/accountName';
import { amountOf, type LookedUp, type PaymentPlan } from '../operation/operation';
import type { Facts, OpenPayment, OwnTry } from './decide';
import { checkLimits, checkRulesOf } from './limits';
import { isSameReference, type MemoryEntry } from './memory';
import { mayRepeat, type Payment, type RunContext } from './payment';
import type { PaymentRun, PayoutStore } from './runTypes';
import type { SettledSince } from '../record/record';

/** How people settled payments that an ended execution left open, by claim. */
export type SettledClaims = ReadonlyMap<string, SettledSince>;

/** The facts that need no request and no look at the database. Limits are compared once the payment is looked up. */
export function factsNow(
	payment: Payment,
	context: RunContext,
	settled: SettledClaims,
	lookedUp: LookedUp | null,
): Facts {
	const { run, memory } = context;
	const { payout } = payment.plan.settings;
	const { money } = run.deployment;
	const entry = memory.find(payment.entryKey);
	const answered = memory.answeredUnder(payout.referenceKey, money);
	return {
		own: entry === null ? null : { ...triedBefore(payment, entry), settled: settled.get(claimKey(entry)) ?? null },
		sameReference: answered === null ? null : triedBefore(payment, answered),
		stopped: run.service.clock.cancelled() ? (context.stopped() ?? 'cancelled') : context.stopped(),
		others: othersOf(payment, context, settled),
		payeeProblem: payout.payeeProblem,
		halted: null,
		recorded: null,
		payeeOpen: null,
		repeats: null,
		otherName: lookedUp === null ? null : refusedName(payment.plan, lookedUp, run),
		payeeHistory: null,
		isOfOtherSupplier: false,
		newPayees: payout.approvedBy === null ? payout.newPayees : 'allow',
		skipsPaid: payout.alreadyRecorded === 'skip' && payout.referenceGiven,
		keyProblem: keyProblemOf(payment, run, lookedUp),
		limitProblem: limitProblemOf(payment, context, lookedUp),
		dayIsFull: null,
		overBudget: null,
		nowMs: run.service.clock.now(),
		permit: null,
	};
}

/** How the registered name differs from the expected one, unless it only has more words and somebody approved it. */
export function refusedName(
	{ settings }: PaymentPlan,
	{ otherName }: LookedUp,
	{ prepares }: Pick<PaymentRun, 'prepares'>,
): OtherName | null {
	if (otherName === undefined) return null;
	const mayHaveMore = settings.payout.approvedBy !== null || prepares === true;
	return otherName.verdict === 'hasMore' && mayHaveMore ? null : otherName;
}

const triedBefore = ({ identityDigest, account }: Payment, entry: MemoryEntry): Omit<OwnTry, 'settled'> => ({
	entry,
	sameIdentity: entry.identityDigest === identityDigest,
	whose: account === null ? 'own' : whoseIs(entry.payment?.account ?? NOT_KNOWN, account),
});

function othersOf(
	{ plan, entryKey, identityDigest }: Payment,
	context: RunContext,
	settled: SettledClaims,
): OpenPayment[] {
	const { memory, run } = context;
	return memory.openPayments(entryKey).map((entry) => ({
		entry,
		ofThisExecution: entry.executionId === memory.executionId,
		sameReference: isSameReference(entry, plan.settings.payout.referenceKey, run.deployment.money),
		sameIdentity: entry.identityDigest === identityDigest,
		settled: settled.get(claimKey(entry)) ?? null,
	}));
}

/**
 * Why a rule of the key refuses the payment; null before its look-up. `checks.ts` has compared the planned price; this
 * compares the one that was looked up.
 */
function keyProblemOf({ plan, price }: Payment, run: PaymentRun, lookedUp: LookedUp | null): string | null {
	const allowed = lookedUp === null ? ok(null) : checkRulesOf(plan, price, run);
	return allowed.ok ? null : allowed.reason;
}

function limitProblemOf({ plan, price }: Payment, { memory }: RunContext, lookedUp: LookedUp | null): string | null {
	const { payout } = plan.settings;
	// A dry run makes no quote, so what that would cost stays open.
	if (lookedUp === null || (payout.validateOnly && price.is === 'quoted')) return null;
	const limits = checkLimits(amountOf(price), (currency) => memory.total(currency), payout);
	return limits.ok ? null : limits.reason;
}

/**
 * The facts that n8n's database holds. Also sets the payment's `seenPayee`, `seenLike`
 * and `payeeRow`, from which its rows are inserted later. Throws StoreFault.
 *
 * @param isFree whether the record has said that the reference is free: it isn't looked at again
 */
export async function storedFacts(payment: Payment, context: RunContext, isFree: boolean): Promise<Partial<Facts>> {
	const { run } = context;
	const { plan, identityDigest } = payment;
	const { store } = run;
	const { reference, paymentsPerDay } = plan.settings.payout;
	const { recordedPayee, identity } = plan;
	const likePayment = likePaymentOf(recordedPayee);
	payment.account = await store.account();
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
		run.asTool ? store.record.lookAtPayee(recordedPayee?.name ?? identity.destination) : null,
		overBudgetOf(payment, context, store),
	]);
	Object.assign(payment, { seenPayee: payee, seenLike: like, payeeRow: toPayee?.payeeRow ?? null });
	return {
		halted,
		recorded,
		payeeHistory: payee?.history ?? null,
		isOfOtherSupplier: payee?.isOfOtherSupplier ?? false,
		payeeOpen: toPayee?.isOpen ?? null,
		repeats: mayRepeat(payment, run) ? null : (like?.earlier ?? null),
		dayIsFull: paymentsPerDay !== null && !(await store.days.hasPlace(run.today(), paymentsPerDay)),
		overBudget,
	};
}

/** The budget that the payment would go over; in a dry run, with the items before it. Null also where its amount isn't known yet. */
async function overBudgetOf(
	{ plan, price }: Payment,
	{ run, memory }: RunContext,
	{ record }: PayoutStore,
): Promise<SeenBudget | null> {
	const amount = amountOf(price);
	if (amount === null) return null;
	const { minor, currency } = amount;
	const before = plan.settings.payout.validateOnly ? memory.total(currency) : 0n;
	const budgets = await record.budgets.lookAt(currency, run.service.clock.now());
	const seen = budgets.map((budget) => ({ ...budget, used: budget.used + before }));
	return seen.find((budget) => minor > leftOf(budget)) ?? null;
}

const FREE = { kind: 'free' } as const;

/**
 * Asks the record how people settled payments that an ended execution left open, such as one that n8n retries. Where
 * the record can't be read, none counts as settled.
 */
export async function settledSince(payment: Payment, { run, memory }: RunContext): Promise<SettledClaims> {
	const { store, deployment } = run;
	const settled = new Map<string, SettledSince>();
	const own = memory.find(payment.entryKey);
	for (const entry of [...(own === null ? [] : [own]), ...memory.openPayments(payment.entryKey)]) {
		const earlier = entry.payment;
		if (entry.executionId === memory.executionId || earlier?.money !== deployment.money) continue;
		if (entry.state === 'accepted') continue;
		const { reference, generation } = earlier;
		settled.set(claimKey(entry), await store.record.settledSince(reference, generation).catch(() => null));
	}
	return settled;
}

function claimKey({ payment }: MemoryEntry): string {
	return payment === null ? '' : JSON.stringify([payment.money, payment.reference, payment.generation]);
}
