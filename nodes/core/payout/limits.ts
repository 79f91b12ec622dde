import { amountInWords, checkMost, describeAmount, type CurrencyCode } from '../domain/money';
import { CAP } from '../domain/payees/allowedPayees';
import { checkBudgets, checkKeyRules, keyLimitsIn, type KeyRules } from '../domain/payees/keyRules';
import { fail, ok, type Result } from '../domain/result';
import { amountOf, type Amount, type PaymentPlan, type PayoutSettings, type Price } from '../operation/operation';
import type { PaymentRun } from './runTypes';

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

/** The limit that an amount is just below, by a tenth at most, in words; null for none. An approver looks at it first. */
export function nearLimitOf({ minor, currency }: Amount, { maximumAmount }: Limits, keyRules: KeyRules): string | null {
	const own = maximumAmount === null ? [] : [["'Maximum Amount'", maximumAmount] as const];
	const near = [...own, ...keyLimitsIn(currency, keyRules)].find(
		([, most]) => minor <= most && minor * 10n > most * 9n,
	);
	return near === undefined ? null : `${amountInWords(near[1], currency)} of ${near[0]}`;
}

export function hasLimits({ maximumAmount, maximumTotal, payeeMaximum }: Limits): boolean {
	return [maximumAmount, maximumTotal, payeeMaximum].some((limit) => limit !== null);
}

/** Checks a payment, by as much of its price as is known, against the rules of its key. The reason is a clause. */
export function checkRulesOf(
	{ payee, settings: { payout } }: PaymentPlan,
	price: Price,
	{ keyRules, workflowId, asTool, today }: Pick<PaymentRun, 'keyRules' | 'workflowId' | 'asTool' | 'today'>,
): Result<null> {
	const isApproved = payout.approvalDigest !== null && payout.approvedBy !== null;
	const amount = price.is === 'quoted' ? undefined : amountOf(price);
	const approval = asTool ? 'impossible' : isApproved ? 'given' : 'missing';
	const allowed = checkKeyRules(keyRules, { workflowId, day: today(), payee, amount, approval });
	return allowed.ok ? checkBudgets(keyRules, amount) : allowed;
}
