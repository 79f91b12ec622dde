/** What was measured, as a table, and whether targets were met. */

export interface Row {
	readonly what: string;
	/** What was measured, in words. */
	readonly measured: string;
	/** Null where the row is for information. */
	readonly target: Target | null;
}

export interface Target {
	readonly text: string;
	readonly met: boolean;
}

export const atLeast = (value: number, wanted: number): Target => ({ text: `>= ${wanted}`, met: value >= wanted });

export const below = (value: number, wanted: number, unit: string): Target => ({
	text: `< ${wanted} ${unit}`,
	met: value < wanted,
});

/** The rows under a heading. */
export function section(heading: string, rows: readonly Row[]): string {
	const cells = rows.map(({ what, measured, target }) => [
		what,
		measured,
		target === null ? '' : `${target.text} ${target.met ? 'met' : 'MISSED'}`,
	]);
	const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
	const lines = cells.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ').trimEnd());
	return [heading, '-'.repeat(heading.length), ...lines, ''].join('\n');
}

export const missed = (rows: readonly Row[]) => rows.filter(({ target }) => target !== null && !target.met);

/** A number with as many decimals as tell something. */
export function shown(value: number): string {
	const places = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return new Intl.NumberFormat('en', { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false }).format(value);
}
