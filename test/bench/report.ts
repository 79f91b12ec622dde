/** The results as a table, and whether the targets were met. */

export interface Row {
	readonly what: string;
	readonly measured: string;
	/** Null if the row is only for information. */
	readonly target: Target | null;
}

export interface Target {
	readonly text: string;
	readonly met: boolean;
}

export const atLeast = (value: number, wanted: number, unit = ''): Target => ({
	text: `>= ${wanted} ${unit}`.trim(),
	met: value >= wanted,
});

export const atMost = (value: number, wanted: number, unit = ''): Target => ({
	text: `<= ${wanted} ${unit}`.trim(),
	met: value <= wanted,
});

export const below = (value: number, wanted: number, unit: string): Target => ({
	text: `< ${wanted} ${unit}`,
	met: value < wanted,
});

/** All rows, as Markdown. */
export function tableOf(rows: ReadonlyArray<Row & { readonly where: string }>): string {
	const cells = rows.map(({ where, what, measured, target }) => [
		where,
		what,
		measured,
		target === null ? '' : `${target.text}: ${target.met ? 'met' : '**missed**'}`,
	]);
	return table(['Where', 'What', 'Measured', 'Target'], cells);
}

export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
	return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

export const missed = (rows: readonly Row[]) => rows.filter(({ target }) => target !== null && !target.met);

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const upper = sorted[Math.floor(middle)] ?? Number.NaN;
	return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** A number with two decimals; with one from 10 on, and with none from 100 on. */
export function shown(value: number): string {
	const places = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return new Intl.NumberFormat('en', {
		minimumFractionDigits: places,
		maximumFractionDigits: places,
		useGrouping: false,
	}).format(value);
}

/** A whole number with separators, such as 1,000. */
export const counted = (value: number) => new Intl.NumberFormat('en').format(value);
