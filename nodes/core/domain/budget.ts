import { dueInWords, timeInWords } from './dateTime';
import { amountInWords, amountOutput, type CurrencyCode } from './money';

/*
 * Budgets: how much may be paid in a day or month (docs/reference/key-rules.md#budgets). Days and months are in UTC,
 * because anyone who edits the workflow could change its time zone. Times shown to people are in the workflow's zone.
 */

export const PERIODS = ['day', 'month'] as const;

export type BudgetPeriod = (typeof PERIODS)[number];

/** The most that may be paid in each currency, in minor units. A payment in an unlisted currency is refused. */
export type LimitsByCurrency = ReadonlyMap<CurrencyCode, bigint>;

/** The most that a key may pay in a day and in a month; null for no limit. */
export type BudgetLimits = Readonly<Record<BudgetPeriod, LimitsByCurrency | null>>;

export const NO_BUDGETS: BudgetLimits = { day: null, month: null };

export const BUDGET_RULE: Readonly<Record<BudgetPeriod, string>> = { day: "'Most per Day'", month: "'Most per Month'" };

/** A budget as it was when the record of payouts was read, in minor units. */
export interface SeenBudget {
	readonly period: BudgetPeriod;
	readonly currency: CurrencyCode;
	readonly allowed: bigint;
	/** Minor units that were paid in the period, or may have been. */
	readonly used: bigint;
	/** When the next day or month begins, in milliseconds since 1970. */
	readonly anewMs: number;
}

/** The UTC day or month of a time: 2026-11-24, or 2026-11. */
export function periodAt(period: BudgetPeriod, ms: number): string {
	return new Date(ms).toISOString().slice(0, period === 'day' ? 10 : 7);
}

export function nextBegins(period: BudgetPeriod, ms: number): number {
	const [year = 0, month = 1, day = 0] = periodAt(period, ms).split('-').map(Number);
	return period === 'day' ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month);
}

export function leftOf({ allowed, used }: SeenBudget): bigint {
	return used < allowed ? allowed - used : 0n;
}

/** Says how much of a budget is used and left, and when it begins again; no full stop at the end. */
export function whyOver(budget: SeenBudget, timeZone: string): string {
	const { period, currency, allowed, used, anewMs } = budget;
	const words = (minor: bigint) => amountInWords(minor, currency);
	return `${BUDGET_RULE[period]} of the key is ${words(allowed)}: ${words(used)} is used, ${words(leftOf(budget))} is left. The budget begins again on ${timeInWords(anewMs, timeZone)} (${timeZone})`;
}

/** A budget as operations output it; `beginsAnewInWords` is in the workflow's time zone. */
export function budgetOutput(budget: SeenBudget, nowMs: number, timeZone: string) {
	const { period, currency, allowed, used, anewMs } = budget;
	const shown = (minor: bigint) => amountOutput({ minor, currency });
	return {
		period,
		currency,
		allowed: shown(allowed),
		used: shown(used),
		left: shown(leftOf(budget)),
		usedPercent: allowed === 0n ? 100 : Number((used * 100n) / allowed),
		beginsAnew: new Date(anewMs).toISOString(),
		beginsAnewInWords: dueInWords(anewMs, nowMs, timeZone),
	};
}

/** The base in which numbers in rows encode a total. It is small, because a row stores a number n as n entries. */
export const TOTAL_BASE = 64;
const DIGITS = 4;

/** The 64 units in which a total can be counted: 32 powers of two, and each of them times 100. */
const TOTAL_UNITS = Array.from({ length: 32 }, (_, power) => [1n << BigInt(power), 100n << BigInt(power)]).flat();

/**
 * Encodes a total of minor units as four numbers, one for each row, the last from 1 to `TOTAL_BASE`. Totals below 2^24
 * are exact, and so are multiples of 100 (naira without kobo) below 100 * 2^24. Larger totals are rounded. Throws
 * RangeError if a total is too large to encode.
 *
 * @example
 * totalOfRows(rowsOfTotal(200_000_000n, 'up')); // 200000000n
 */
export function rowsOfTotal(total: bigint, rounding: 'up' | 'down'): number[] {
	let [code, best] = [-1, 0n];
	for (const [place, unit] of TOTAL_UNITS.entries()) {
		const rounded = ((total + (rounding === 'up' ? unit - 1n : 0n)) / unit) * unit;
		const isBetter = rounding === 'up' ? rounded < best : rounded > best;
		if (rounded / unit >= TOTAL_BASE ** DIGITS || (code >= 0 && !isBetter)) continue;
		[code, best] = [place, rounded];
	}
	if (code < 0) throw new RangeError('A total of this size has no rows');
	const count = Number(best / (TOTAL_UNITS[code] ?? 1n));
	// The first three results also hold two bits each of the index in `TOTAL_UNITS`.
	return [3, 2, 1, 0].map((power, place) => {
		const digit = Math.floor(count / TOTAL_BASE ** power) % TOTAL_BASE;
		return 1 + digit + (power === 0 ? 0 : TOTAL_BASE * (Math.floor(code / 4 ** place) % 4));
	});
}

/** Decodes a total; null if a number is 0: its row is missing. In the last, multiples of `TOTAL_BASE` are ignored. */
export function totalOfRows(numbers: readonly number[]): bigint | null {
	if (numbers.some((number) => number < 1)) return null;
	const count = numbers.reduce((sum, number) => sum * TOTAL_BASE + ((number - 1) % TOTAL_BASE), 0);
	const code = numbers
		.slice(0, 3)
		.reduce((sum, number, place) => sum + Math.floor((number - 1) / TOTAL_BASE) * 4 ** place, 0);
	return BigInt(count) * (TOTAL_UNITS[code] ?? 0n);
}
