import type { JsonObject } from '../../../../nodes/core/domain/json';
import { sumOf, type Judge } from './judge';

/** The UTC days and the month in which a simulation takes place. PLENTY is a limit that no payment reaches. */
export const DAYS = ['2026-11-24', '2026-11-25'] as const;
export const MONTH = '2026-11';
export const PLENTY = 1_000_000;

/**
 * Lists the budgets whose remaining amount isn't their limit minus the payments that count. Call it once all payments
 * are settled.
 * @param told the output of Get Budget under limits of `PLENTY`, which no payment reaches
 */
export function wrongBudgets(told: JsonObject | null, judge: Judge): string[] {
	return [DAYS[1], MONTH].flatMap((period, place) => {
		const { left } = Object(Array.isArray(told?.budgets) ? told.budgets[place] : null);
		const used = BigInt(PLENTY) - BigInt(left.minor);
		const { certain, perhaps, isMore } = judge.counted(period);
		const least = sumOf(certain);
		if (used < least) return [`the budget of ${period} has more left: ${used} used of ${least}`];
		const most = least + sumOf(perhaps);
		return used <= most || isMore ? [] : [`the budget of ${period} has less left: ${used} used of ${most}`];
	});
}
