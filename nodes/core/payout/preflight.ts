import { describeAmount } from '../domain/money';
import type { CurrencyCode } from '../domain/currencies';
import { fail, ok, type Result } from '../domain/result';
import type { Amount, PayoutSettings } from '../operation/operation';
import type { Failure } from '../service/failure';
import { identitySlot, keySlot, type ExecutionMemory } from './executionMemory';
import { identityHash } from './record';
import { hasBooks, isPlanned, type WriteRun, type PlannedItem, type RefusedItem } from './writeRun';
import { describePayment, noBooksFailure, overLimitFailure, paidOtherwiseFailure, rememberedFailure, withEarlierTry } from './payoutMessages';

/** A limit on one item: docs/money.md#amounts. What cannot be compared is refused. */
function checkItemLimit(amount: Amount | null, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be compared with 'Maximum Amount'");
	if (amount.minor <= maximum) return ok(null);
	return fail(`it is more than the ${describeAmount(maximum, amount.currency)} of 'Maximum Amount'`);
}

/** What was paid before or is about to be paid besides, in minor units; asked for only under a limit. */
type Besides = (currency: CurrencyCode) => bigint;

/** A limit on one execution; docs/money.md#amounts. */
function checkTotalLimit(amount: Amount | null, besides: Besides, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be counted towards 'Maximum Total'");
	const { currency, minor } = amount;
	const total = besides(currency) + minor;
	if (total <= maximum) return ok(null);
	return fail(
		`all payouts of this execution together would be ${describeAmount(total, currency)}, more than the ${describeAmount(maximum, currency)} of 'Maximum Total'`,
	);
}

/** Both limits. */
export function checkLimits(
	amount: Amount | null,
	besides: Besides,
	settings: Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal'>,
): Result<null> {
	const item = checkItemLimit(amount, settings.maximumAmount);
	return item.ok ? checkTotalLimit(amount, besides, settings.maximumTotal) : item;
}

export function hasLimits({ maximumAmount, maximumTotal }: Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal'>): boolean {
	return maximumAmount !== null || maximumTotal !== null;
}

/** What of each item can be said before the first request, for the items that may not be sent. */
export type Refusals = ReadonlyMap<PlannedItem | RefusedItem, Failure>;

/**
 * All checks of all items that need no request. Items that were sent before in this
 * execution are left to the memory, which either replays or stops them.
 */
export function preflightCheck(run: WriteRun, memory: ExecutionMemory): Refusals {
	const refusals = new Map<PlannedItem | RefusedItem, Failure>();
	const open: PlannedItem[] = [];
	for (const item of run.items) {
		if (!isPlanned(item)) {
			refusals.set(item, withMemory(item, run, memory));
			continue;
		}
		if (memory.find(slotOf(item, run)) !== null) continue;
		const failure = checkItem(item, run);
		if (failure === null) open.push(item);
		else refusals.set(item, failure);
	}
	const totals = totalsOf(open, memory);
	for (const item of open) {
		const failure = checkTotal(item, totals);
		if (failure !== null) refusals.set(item, failure);
	}
	return refusals;
}

export function slotOf({ key, plan }: PlannedItem, { deployment }: WriteRun): string {
	return key === null ? identitySlot(identityHash(deployment.baseUrl, plan.identity)) : keySlot(key);
}

/** By currency, what was paid in this execution and what is about to be. */
function totalsOf(open: readonly PlannedItem[], memory: ExecutionMemory): ReadonlyMap<string, bigint> {
	const totals = new Map<string, bigint>();
	for (const { plan } of open) {
		if (plan.amount === null) continue;
		const { currency, minor } = plan.amount;
		totals.set(currency, (totals.get(currency) ?? memory.total(currency)) + minor);
	}
	return totals;
}

/** A check refuses the item now, but an earlier try of it may have paid: that must be said. */
export function withMemory(
	{ key, failure }: Pick<RefusedItem, 'key' | 'failure'>,
	{ effect }: Pick<WriteRun, 'effect'>,
	memory: ExecutionMemory,
): Failure {
	const entry = typeof key === 'string' ? memory.find(keySlot(key)) : null;
	// A refusal was a response: nothing was paid.
	if (entry === null || entry.state === 'rejected') return failure;
	const subject = { what: entry.what, reference: entry.reference, pays: effect === 'pay', leftBehind: null };
	const earlier = entry.state === 'accepted' ? paidOtherwiseFailure(subject, entry) : rememberedFailure(subject, entry);
	return withEarlierTry(failure, earlier);
}

function checkItem({ plan }: PlannedItem, run: WriteRun): Failure | null {
	const { payout } = plan.settings;
	if (payout === null) return null;
	const subject = describePayment(plan, plan.amount, null);
	if (!hasBooks(run.books)) return noBooksFailure(subject, run.books);
	// An amount that only the service knows is compared once it is known.
	const limit = plan.amount === null ? null : checkItemLimit(plan.amount, payout.maximumAmount);
	return limit === null || limit.ok ? null : overLimitFailure(subject, limit.reason);
}

/** Over the total nothing is sent, since to choose which items to pay would be arbitrary. */
function checkTotal({ plan }: PlannedItem, totals: ReadonlyMap<string, bigint>): Failure | null {
	const { payout } = plan.settings;
	const { amount } = plan;
	if (payout === null || amount === null) return null;
	const besides = (currency: string) => (totals.get(currency) ?? amount.minor) - amount.minor;
	const limit = checkTotalLimit(amount, besides, payout.maximumTotal);
	return limit.ok ? null : overLimitFailure(describePayment(plan, amount, null), limit.reason);
}
