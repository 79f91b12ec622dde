import { leftOf, type SeenBudget } from '../domain/budget';
import { type Amount, amountOf, checkMost, currencySums, type CurrencyCode, describeAmount } from '../domain/money';
import { CAP } from '../domain/payees/allowedPayees';
import { checkBudgets, checkKeyRules, hasKeyLimits, type KeyRules, type UnderRules } from '../domain/payees/keyRules';
import { fail, ok, type Result } from '../domain/result';
import { likenessOf, onceOf, referenceKeyOf, type SealedPayment } from '../domain/sealedPayment';
import type { PaymentPlan, PayoutSettings } from './plan';
import type { Failure } from '../service/failure';
import {
	budgetFailure,
	describePayment,
	itemInWords,
	keyRuleFailure,
	payeeFailure,
	repeatedFailure,
	unpaid,
	withEarlierTry,
} from './messages';
import {
	isPlanned,
	mayRepeat,
	type PaymentRun,
	type PayoutStore,
	type PlannedItem,
	type RefusedItem,
} from './runTypes';

/** The failures of items that may not be sent, as far as no request is needed to know them. */
export type Refusals = Map<PlannedItem | RefusedItem, Failure>;

/**
 * Runs the checks that need no request on all payments, before the first is sent. Payments that this execution already
 * sent are left to its memory. A payment that will not be sent, because the record has it, counts in no limit and under
 * no rule of the key; the record is asked only where one of them would refuse something.
 */
export async function checkPayments(run: PaymentRun): Promise<Refusals> {
	const refusals = checkAll(run, new Set());
	const heldBack = [...refusals.keys()].some(isPlanned);
	const checked = heldBack ? checkAll(run, await itemsInRecord(run.items, run.store)) : refusals;
	return await withOthers(run, checked);
}

/**
 * Refuses what is like an earlier item of the run under another reference, and may not be; and with On Error: Stop what
 * no longer fits into a budget of the key, in the order of the list: with Continue each payment is held against its
 * budgets in its turn. An item that won't be sent is neither the earlier one nor takes anything; the record is asked only
 * where one would be refused. What this execution already sent is left to its memory.
 */
async function withOthers(run: PaymentRun, refusals: Refusals): Promise<Refusals> {
	const unsent = run.items
		.filter(isPlanned)
		.filter((item) => !refusals.has(item) && run.memory.find(item.entryKey) === null);
	const amounts = unsent.flatMap(({ plan }) => amountOf(plan.sealed.price) ?? []);
	const budgets = run.stopOnFailure && run.prepares !== true ? await budgetsOf(amounts, run) : [];
	const refused = (items: readonly PlannedItem[]) => {
		const repeats = repeatsIn(items, run);
		const others = items.filter((item) => !repeats.has(item));
		return new Map([...repeats, ...overBudgets(others, budgets, run)]);
	};
	if (refused(unsent).size === 0) return refusals;
	const recorded = await itemsInRecord(unsent, run.store);
	return new Map([...refusals, ...refused(unsent.filter((item) => !recorded.has(item)))]);
}

/** The budgets of the key in the currencies of these amounts. One that can't be read says so when a payment's turn comes. */
export async function budgetsOf(
	amounts: readonly Amount[],
	{ store, service }: Pick<PaymentRun, 'store' | 'service'>,
): Promise<SeenBudget[]> {
	const currencies = [...new Set(amounts.map(({ currency }) => currency))];
	return await store.record.budgets.lookAt(service.clock.now(), currencies).catch(() => []);
}

/** The items that go over a budget after those before them. */
function overBudgets(items: readonly PlannedItem[], budgets: readonly SeenBudget[], run: PaymentRun) {
	const over = new Map<PlannedItem, Failure>();
	let seen = budgets;
	for (const item of items) {
		const amount = amountOf(item.plan.sealed.price);
		if (amount === null) continue;
		const its = seen.filter(({ currency }) => currency === amount.currency);
		const first = its.find((budget) => amount.minor > leftOf(budget));
		if (first !== undefined) over.set(item, budgetFailure(describePayment(item.plan.sealed, item.plan), first, run));
		else seen = seen.map((budget) => (its.includes(budget) ? { ...budget, used: budget.used + amount.minor } : budget));
	}
	return over;
}

/** The items that are like an earlier one under another reference, and may not repeat it. */
function repeatsIn(items: readonly PlannedItem[], run: PaymentRun) {
	const repeats = new Map<PlannedItem, Failure>();
	const earlier = new Map<string, PlannedItem>();
	for (const item of items) {
		const key = likeKey(item.plan.sealed);
		const first = key === null ? item : (earlier.get(key) ?? item);
		if (key !== null) earlier.set(key, first);
		if (referenceKeyOf(item.plan.sealed) === referenceKeyOf(first.plan.sealed) || mayRepeat(item, run)) continue;
		const { reference } = first.plan.sealed;
		const once = onceOf(first.plan.sealed);
		const other = `it pays the same ${once ?? 'payee the same amount'} as ${itemInWords(first)} (payout reference '${reference}')`;
		repeats.set(item, repeatedFailure(describePayment(item.plan.sealed, item.plan), other, once, run));
	}
	return repeats;
}

/** Payee and amount of a payment that another one may repeat; null of any other. */
export function likeKey(sealed: SealedPayment): string | null {
	const like = likenessOf(sealed);
	return like === null ? null : JSON.stringify([like.payee, String(like.amount?.minor), like.amount?.currency]);
}

/** The items that are not sent, as the record has them. A record that can't be read says so when an item's turn comes. */
async function itemsInRecord(
	items: ReadonlyArray<PlannedItem | RefusedItem>,
	{ record }: PayoutStore,
): Promise<ReadonlySet<PlannedItem>> {
	const found = await Promise.all(
		items.filter(isPlanned).map(async (item) => {
			const { plan, identityDigest } = item;
			const looked = await record.look(plan.sealed.reference, identityDigest).catch(() => null);
			return looked !== null && looked.kind !== 'free' ? [item] : [];
		}),
	);
	return new Set(found.flat());
}

/** @param left items that are not sent and count in no limit */
function checkAll(run: PaymentRun, left: ReadonlySet<unknown>): Refusals {
	const { memory } = run;
	const refusals: Refusals = new Map();
	const unsent: PlannedItem[] = [];
	for (const item of run.items) {
		if (!isPlanned(item)) {
			refusals.set(item, withEarlierTry(item.failure, memory.find(item.entryKey)));
			continue;
		}
		if (left.has(item) || memory.find(item.entryKey) !== null) continue;
		const failure = checkOne(item.plan, run);
		if (failure === null) unsent.push(item);
		else refusals.set(item, failure);
	}
	const totals = currencySums(unsent.flatMap(({ plan }) => amountOf(plan.sealed.price) ?? []));
	for (const item of unsent) {
		const failure = checkTotal(item.plan, (currency) => memory.total(currency) + (totals.get(currency) ?? 0n));
		if (failure !== null) refusals.set(item, failure);
	}
	return refusals;
}

function checkOne(plan: PaymentPlan, run: PaymentRun): Failure | null {
	const { price } = plan.sealed;
	const { payout } = plan.settings;
	// What only Mavapay knows is compared once it is known.
	const allowed = checkRulesOf(plan, price.is === 'quoted' ? undefined : amountOf(price), run);
	if (!allowed.ok) return keyRuleFailure(describePayment(plan.sealed, plan), allowed.reason);
	if (payout.payeeProblem !== null) return payeeFailure(describePayment(plan.sealed, plan), payout.payeeProblem);
	if (price.is === 'quoted') return null;
	const limit = price.is === 'open' ? checkLimits(null, () => 0n, payout) : checkItemLimits(price.amount, payout);
	return limit.ok ? null : unpaid(describePayment(plan.sealed, plan), 'limitExceeded', `${limit.reason}.`);
}

/**
 * Refuses every item where all of them together exceed the total: to choose which ones to pay would be arbitrary.
 *
 * @param total what was paid in this execution and is about to be, in minor units of a currency
 */
function checkTotal(plan: PaymentPlan, total: OtherAmounts): Failure | null {
	const amount = amountOf(plan.sealed.price);
	if (amount === null) return null;
	const others = (currency: CurrencyCode) => total(currency) - amount.minor;
	const limit = checkTotalLimit(amount, others, plan.settings.payout.maximumTotal);
	return limit.ok ? null : unpaid(describePayment(plan.sealed, plan), 'limitExceeded', `${limit.reason}.`);
}

type Limits = Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal' | 'payeeMaximum'>;

/** The other payments that count towards the total, in minor units of a currency; asked only where there is a limit. */
export type OtherAmounts = (currency: CurrencyCode) => bigint;

/** The limits on one item: docs/reference/amounts.md#amounts. What cannot be compared is refused. */
export function checkItemLimits(amount: Amount | null, { maximumAmount, payeeMaximum }: Limits): Result<null> {
	const most = [[maximumAmount, "'Maximum Amount'"] as const, [payeeMaximum, CAP] as const];
	for (const [maximum, whose] of most) {
		if (maximum === null) continue;
		if (amount === null) return fail(`its amount is not known, so it cannot be compared with ${whose}`);
		const held = checkMost(amount.minor, maximum, amount.currency, whose);
		if (!held.ok) return held;
	}
	return ok(null);
}

/** A limit on one execution; docs/reference/amounts.md#amounts. */
export function checkTotalLimit(amount: Amount | null, others: OtherAmounts, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be counted towards 'Maximum Total'");
	const { currency, minor } = amount;
	const total = others(currency) + minor;
	if (total <= maximum) return ok(null);
	return fail(
		`all payouts of this execution together would be ${describeAmount(total, currency)}, more than the ${describeAmount(maximum, currency)} of 'Maximum Total'`,
	);
}

/** Compares an amount with all limits: those on the item and the one on the execution. */
export function checkLimits(amount: Amount | null, others: OtherAmounts, limits: Limits): Result<null> {
	const item = checkItemLimits(amount, limits);
	return item.ok ? checkTotalLimit(amount, others, limits.maximumTotal) : item;
}

/** Whether something limits the amount of a payment, so that it has to be known before it is paid. */
export function isLimited({ maximumAmount, maximumTotal, payeeMaximum }: Limits, keyRules: KeyRules): boolean {
	return [maximumAmount, maximumTotal, payeeMaximum].some((limit) => limit !== null) || hasKeyLimits(keyRules);
}

/** Checks a payment against the rules of its key. The reason is a clause. @param amount as in `UnderRules` */
export function checkRulesOf(
	{ sealed: { payee }, settings: { payout } }: PaymentPlan,
	amount: UnderRules['amount'],
	{ keyRules, workflowId, asTool, today }: Pick<PaymentRun, 'keyRules' | 'workflowId' | 'asTool' | 'today'>,
): Result<null> {
	const isApproved = payout.approvalDigest !== null && payout.approvedBy !== null;
	const approval = asTool ? 'impossible' : isApproved ? 'given' : 'missing';
	const allowed = checkKeyRules(keyRules, { workflowId, today, payee, amount, approval });
	return allowed.ok ? checkBudgets(keyRules, amount) : allowed;
}
