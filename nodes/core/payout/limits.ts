import { describeAmount, type CurrencyCode } from '../domain/money';
import { fail, ok, type Result } from '../domain/result';
import type { Amount, PayoutSettings } from '../operation/operation';

type Limits = Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal'>;

/** What was paid before or is about to be paid besides, in minor units; asked for only under a limit. */
export type Besides = (currency: CurrencyCode) => bigint;

/** A limit on one item: docs/money.md#amounts. What cannot be compared is refused. */
export function checkItemLimit(amount: Amount | null, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be compared with 'Maximum Amount'");
	if (amount.minor <= maximum) return ok(null);
	return fail(`it is more than the ${describeAmount(maximum, amount.currency)} of 'Maximum Amount'`);
}

/** A limit on one execution; docs/money.md#amounts. */
export function checkTotalLimit(amount: Amount | null, besides: Besides, maximum: bigint | null): Result<null> {
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
export function checkLimits(amount: Amount | null, besides: Besides, limits: Limits): Result<null> {
	const item = checkItemLimit(amount, limits.maximumAmount);
	return item.ok ? checkTotalLimit(amount, besides, limits.maximumTotal) : item;
}

export function hasLimits({ maximumAmount, maximumTotal }: Limits): boolean {
	return maximumAmount !== null || maximumTotal !== null;
}
