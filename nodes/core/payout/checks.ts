import { leftOf, type SeenBudget } from '../domain/budget';
import { type Amount, amountOf, checkMost, currencySums, type CurrencyCode, describeAmount } from '../domain/money';
import { CAP } from '../payees/allowedPayees';
import { checkBudgets, checkKeyRules, hasKeyLimits, type KeyRules, type UnderRules } from '../payees/keyRules';
import { fail, ok, type Result } from '../domain/result';
import { likenessOf, onceOf, referenceKeyOf, type SealedPayment } from './sealedPayment';
import type { PaymentPlan, PayoutSettings } from './plan';
import type { Failure } from '../service/failure';
import { isLeftOut, NONE, type LeftOut } from './leftOut';
import * as messages from './messages';
import {
	isPlanned,
	mayRepeat,
	type PaymentRun,
	type PayoutStore,
	type PlannedItem,
	type RefusedItem,
} from './runTypes';

/** The failures of items that must not be sent, found without a request. */
export type Refusals = Map<PlannedItem | RefusedItem, Failure>;

/**
 * Runs the checks that need no request on all payments, before the first is sent. Payments that this execution already
 * sent, or that the record has, are exempt. The record is read only if a check would otherwise refuse a payment.
 */
export async function checkPayments(run: PaymentRun, leftOut = NONE): Promise<Refusals> {
	const { memory, items } = run;
	const refusals: Refusals = new Map();
	for (const item of items)
		if (!isPlanned(item)) refusals.set(item, messages.withEarlierTry(item.failure, memory.find(item.entryKey)));
	const unsent = items.filter(isPlanned).filter(({ entryKey }) => memory.find(entryKey) === null);
	const sent = unsent.filter((item) => !isLeftOut(item, leftOut));
	const amounts = sent.flatMap(({ plan }) => amountOf(plan.sealed.price) ?? []);
	const budgets = run.stopOnFailure && run.prepares !== true ? await budgetsOf(amounts, run) : [];
	if (refusedOf(unsent, run, budgets, leftOut).size === 0) return refusals;
	const recorded = await itemsInRecord(unsent, run.store);
	const left = unsent.filter((item) => !recorded.has(item));
	return new Map([...refusals, ...refusedOf(left, run, budgets, leftOut)]);
}

/** A check of items to be sent together. It returns a function that is called for each item, in order. */
type Check = (
	items: readonly PlannedItem[],
	run: PaymentRun,
	budgets: readonly SeenBudget[],
) => (item: PlannedItem) => Failure | null;

/** Runs all checks on items that passed the checks before. Those that the approver left out get only the first check. */
function refusedOf(
	items: readonly PlannedItem[],
	run: PaymentRun,
	budgets: readonly SeenBudget[],
	leftOut: LeftOut,
): Refusals {
	const refused: Refusals = new Map();
	for (const check of [checkEach, checkTotals, checkRepeats, checkSeenBudgets]) {
		const isAsked = (item: PlannedItem) => check === checkEach || !isLeftOut(item, leftOut);
		const left = items.filter((item) => !refused.has(item) && isAsked(item));
		const failureOf = check(left, run, budgets);
		for (const item of left) {
			const failure = failureOf(item);
			if (failure !== null) refused.set(item, failure);
		}
	}
	return refused;
}

const subjectOf = ({ plan }: PlannedItem) => messages.describePayment(plan.sealed, plan);

const checkEach: Check = (_, run) => (item) => {
	const { sealed, settings } = item.plan;
	const { payeeProblem } = settings.payout;
	// An amount that only Mavapay knows is compared after the look-up.
	const amount = sealed.price.is === 'quoted' ? undefined : amountOf(sealed.price);
	const { keyProblem, limitProblem } = problemsOf(item.plan, amount, null, run);
	if (keyProblem !== null) return messages.keyRuleFailure(subjectOf(item), keyProblem);
	if (payeeProblem !== null) return messages.payeeFailure(subjectOf(item), payeeProblem);
	return limitProblem === null ? null : messages.unpaid(subjectOf(item), 'limitExceeded', `${limitProblem}.`);
};

/** Refuses all items if together they exceed 'Maximum Total', since choosing some of them would be arbitrary. */
const checkTotals: Check = (items, { memory }) => {
	const totals = currencySums(items.flatMap(({ plan }) => amountOf(plan.sealed.price) ?? []));
	return (item) => {
		const amount = amountOf(item.plan.sealed.price);
		if (amount === null) return null;
		const others = (currency: CurrencyCode) => memory.total(currency) + (totals.get(currency) ?? 0n) - amount.minor;
		const limit = checkLimits(amount, others, item.plan.settings.payout);
		return limit.ok ? null : messages.unpaid(subjectOf(item), 'limitExceeded', `${limit.reason}.`);
	};
};

/** Refuses items that repeat an earlier item under another reference, unless repeats are allowed. */
const checkRepeats: Check = (_, run) => {
	const earlier = new Map<string, PlannedItem>();
	return (item) => {
		const key = likeKey(item.plan.sealed);
		const first = key === null ? item : (earlier.get(key) ?? item);
		if (key !== null) earlier.set(key, first);
		if (referenceKeyOf(item.plan.sealed) === referenceKeyOf(first.plan.sealed) || mayRepeat(item, run)) return null;
		const { reference } = first.plan.sealed;
		const once = onceOf(first.plan.sealed);
		const other = `this has the same ${once ?? 'payee and amount'} as ${messages.itemInWords(first)} (payout reference '${reference}')`;
		return messages.repeatedFailure(subjectOf(item), other, once, run);
	};
};

/** Refuses items that would exceed an API key's budget. With On Error: Continue, each item is checked in its turn. */
const checkSeenBudgets: Check = (_, run, budgets) => {
	let seen = budgets;
	return (item) => {
		const amount = amountOf(item.plan.sealed.price);
		const its = seen.filter(({ currency }) => currency === amount?.currency);
		const { minor } = amount ?? { minor: 0n };
		const first = its.find((budget) => minor > leftOf(budget));
		if (first !== undefined) return messages.budgetFailure(subjectOf(item), first, run);
		seen = seen.map((budget) => (its.includes(budget) ? { ...budget, used: budget.used + minor } : budget));
		return null;
	};
};

/** The API key's budgets in the currencies of these amounts; empty if they can't be read, which `assess` reports. */
export async function budgetsOf(
	amounts: readonly Amount[],
	{ store, service }: Pick<PaymentRun, 'store' | 'service'>,
): Promise<SeenBudget[]> {
	const currencies = [...new Set(amounts.map(({ currency }) => currency))];
	return await store.record.budgets.lookAt(service.clock.now(), currencies).catch(() => []);
}

/** A key made of payee and amount, used to find repeats; null if nothing can repeat the payment. */
export function likeKey(sealed: SealedPayment): string | null {
	const like = likenessOf(sealed);
	return like === null ? null : JSON.stringify([like.payee, String(like.amount?.minor), like.amount?.currency]);
}

/** The items that the record already has. If the record can't be read, each item reports that in its turn. */
async function itemsInRecord(
	items: readonly PlannedItem[],
	{ record }: PayoutStore,
): Promise<ReadonlySet<PlannedItem>> {
	const found = await Promise.all(
		items.map(async (item) => {
			const looked = await record.look(item.plan.sealed.reference, item.identityDigest).catch(() => null);
			return looked !== null && looked.kind !== 'free' ? [item] : [];
		}),
	);
	return new Set(found.flat());
}

type Limits = Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal' | 'payeeMaximum'>;

/**
 * Compares an amount with the limits on its item and on the execution; docs/reference/amounts.md#amounts. An amount
 * that can't be compared is refused.
 *
 * @param others gives the sum of the execution's other payments, in minor units; called only if 'Maximum Total' is set.
 * If null, 'Maximum Total' only requires that the amount is known
 */
export function checkLimits(
	amount: Amount | null,
	others: ((currency: CurrencyCode) => bigint) | null,
	{ maximumAmount, payeeMaximum, maximumTotal }: Limits,
): Result<null> {
	const most = [[maximumAmount, "'Maximum Amount'"] as const, [payeeMaximum, CAP] as const];
	for (const [maximum, whose] of most) {
		if (maximum === null) continue;
		if (amount === null) return fail(`the amount isn't known, but is needed for ${whose}`);
		const held = checkMost(amount.minor, maximum, amount.currency, whose);
		if (!held.ok) return held;
	}
	if (maximumTotal === null) return ok(null);
	if (amount === null) return fail("the amount isn't known, but is needed for 'Maximum Total'");
	const { currency, minor } = amount;
	const total = others === null ? 0n : others(currency) + minor;
	if (total <= maximumTotal) return ok(null);
	return fail(
		`all payouts of this execution together would be ${describeAmount(total, currency)}, more than the ${describeAmount(maximumTotal, currency)} of 'Maximum Total'`,
	);
}

/** Whether a limit applies to the payment's amount; if so, the amount must be known before the payment is sent. */
export function isLimited({ maximumAmount, maximumTotal, payeeMaximum }: Limits, keyRules: KeyRules): boolean {
	return [maximumAmount, maximumTotal, payeeMaximum].some((limit) => limit !== null) || hasKeyLimits(keyRules);
}

/**
 * Why a rule of the API key refuses a payment, and why a limit refuses it. Each is a clause, or null for no refusal.
 *
 * @param amount as in `UnderRules`
 * @param others as in `checkLimits`
 */
export function problemsOf(
	{ sealed: { payee }, settings: { payout } }: PaymentPlan,
	amount: UnderRules['amount'],
	others: Parameters<typeof checkLimits>[1],
	{ keyRules, workflowId, asTool, today }: Pick<PaymentRun, 'keyRules' | 'workflowId' | 'asTool' | 'today'>,
) {
	const isApproved = payout.approvalDigest !== null && payout.approvedBy !== null;
	const approval = asTool ? 'impossible' : isApproved ? 'given' : 'missing';
	const allowed = checkKeyRules(keyRules, { workflowId, today, payee, amount, approval });
	const ruled = allowed.ok ? checkBudgets(keyRules, amount) : allowed;
	const limits = amount === undefined ? ok(null) : checkLimits(amount, others, payout);
	return { keyProblem: ruled.ok ? null : ruled.reason, limitProblem: limits.ok ? null : limits.reason };
}
