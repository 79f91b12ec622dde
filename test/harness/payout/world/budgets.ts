import type { JsonObject } from '../../../../nodes/core/domain/json';
import { sumOf, type Excuses, type Judge } from './judge';

/** The days and the month of a world, as budgets know them, and a limit that stops nothing. */
export const DAYS = ['2026-11-24', '2026-11-25'] as const;
export const MONTH = '2026-11';
export const PLENTY = 1_000_000;

/**
 * Once everything is settled, what a budget has left is its limit less what left, and nothing of it is open. A day that
 * is over isn't settled any more.
 *
 * @param told by Get Budget, under limits of PLENTY
 */
export function wrongBudgets(told: JsonObject | null, judge: Judge, { hasty = false }: Excuses): string[] {
	return [DAYS[1], MONTH].flatMap((period, place) => {
		const { left, open, payments } = Object(Array.isArray(told?.budgets) ? told.budgets[place] : null);
		const used = BigInt(PLENTY) - BigInt(left.minor);
		// Released by somebody while it was under way, it may count or not.
		const least = judge.left(period);
		const most = hasty ? judge.left(period, ({ paid, end }) => paid || end === 'unknown' || end === 'failed') : least;
		const isRight = used >= sumOf(least) && used <= sumOf(most);
		const isCounted = payments >= least.length && payments <= most.length;
		return [
			...(isRight ? [] : [`the budget of ${period} says ${used} used`]),
			...(isCounted ? [] : [`the budget of ${period} says ${payments} payments`]),
			...(open.minor === '0' || hasty ? [] : [`the budget of ${period} says ${open.minor} open`]),
		];
	});
}
