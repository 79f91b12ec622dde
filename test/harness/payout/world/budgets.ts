import type { JsonObject } from '../../../../nodes/core/domain/json';
import { sumOf, type Judge } from './judge';

/** The days and the month of a world, as budgets know them, and a limit that stops nothing. */
export const DAYS = ['2026-11-24', '2026-11-25'] as const;
export const MONTH = '2026-11';
export const PLENTY = 1_000_000;

/**
 * Once everything is settled, what a budget has left is its limit less what counts.
 *
 * @param told by Get Budget, under limits of PLENTY
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
