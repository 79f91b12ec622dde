import { describeAmount } from '../domain/money';
import { fail, ok, type Result } from '../domain/result';
import type { Amount, PayoutSettings } from '../operation/operation';

/** A cap on one item: contract 4. What cannot be compared is refused. */
export function checkItemCap(amount: Amount | null, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be compared with 'Maximum Amount'");
	if (amount.minor <= maximum) return ok(null);
	return fail(`it is more than the ${describeAmount(maximum, amount.currency)} of 'Maximum Amount'`);
}

/** A cap on one execution, with what was paid before or is about to be paid besides; contract 4. */
export function checkTotalCap(amount: Amount | null, besides: bigint, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be counted towards 'Maximum Total'");
	const total = besides + amount.minor;
	if (total <= maximum) return ok(null);
	const { currency } = amount;
	return fail(
		`all payouts of this execution together would be ${describeAmount(total, currency)}, more than the ${describeAmount(maximum, currency)} of 'Maximum Total'`,
	);
}

/** Both caps. */
export function checkCaps(
	amount: Amount | null,
	besides: bigint,
	settings: Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal'>,
): Result<null> {
	const item = checkItemCap(amount, settings.maximumAmount);
	return item.ok ? checkTotalCap(amount, besides, settings.maximumTotal) : item;
}

export function isCapped({ maximumAmount, maximumTotal }: Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal'>): boolean {
	return maximumAmount !== null || maximumTotal !== null;
}
