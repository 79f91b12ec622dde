import { NOTHING, sumOf, type Cell, type Sums } from './judge.ts';

/** The version of n8n, and the names of the accidents and contestants. */
export interface About {
	readonly n8n: string;
	readonly accidents: ReadonlyArray<{ readonly name: string }>;
	readonly contestants: ReadonlyArray<{ readonly name: string }>;
}

/** The kinds of damage, worst first, with what each means. */
export const KINDS = [
	['twice', 'paid more than once'],
	['untold', 'paid, and nothing in n8n says that it was, or that it may have been'],
	['lost', 'not paid, and the last run of it ended well'],
	['open', 'left to a person: n8n says that it may have been paid, or that it failed before it was'],
] as const;

/** Cents as people write dollars: `3,000`, `3,000.50`. */
export function inDollars(minor: bigint): string {
	const digits = minor.toString().padStart(3, '0');
	const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
	const cents = digits.slice(-2);
	return cents === '00' ? whole : `${whole}.${cents}`;
}

/** The text of a cell, one kind of damage a line. */
export function linesOf(sums: Sums): string[] {
	const lines = KINDS.flatMap(([kind]) => (sums[kind] > 0n ? [`${inDollars(sums[kind])} ${kind}`] : []));
	return lines.length > 0 ? lines : ['0'];
}

/** A contestant's sums in one accident; without `accident`, in all accidents. */
export const sumsAt = (cells: readonly Cell[], contestant: number, accident?: number): Sums =>
	sumOf(cells.filter((one) => one.contestant === contestant && (accident === undefined || one.accident === accident)));

/** The table that the command prints, with what its words mean. */
export function report(cells: readonly Cell[], { n8n, accidents, contestants }: About): string {
	const columns = contestants.map((_, contestant) => contestant);
	const rows = accidents.map(({ name }, accident) => ({
		name,
		sums: columns.map((one) => sumsAt(cells, one, accident)),
	}));
	const grid = [
		['', 'due', ...contestants.map(({ name }) => name)].map((title) => [title]),
		...rows.map(({ name, sums }) => [[name], [inDollars((sums[0] ?? NOTHING).due)], ...sums.map(linesOf)]),
	];
	return [
		`In US dollars (with Mavapay USDT, or naira where it says so), on n8n ${n8n}. Every row pays 2,000.`,
		'',
		drawn(grid),
		'',
		...KINDS.map(([kind, means]) => `${kind.padEnd(8)}${means}`),
		'',
		'How each accident is made, and how each way to pay is set up: docs/why/crash-test.md',
		'',
		verdict(sumsAt(cells, 0)),
	].join('\n');
}

/** The last line: the damage done by this node, which should be 0, and the money that a person must check. */
function verdict({ twice, untold, lost, open }: Sums): string {
	return (
		`This node: ${inDollars(twice)} paid twice, ${inDollars(untold)} paid and not told, ${inDollars(lost)} lost. ` +
		`${inDollars(open)} it left to a person, who looks what became of it ('Payout Reference: Resolve').`
	);
}

/** A table whose cells can have several lines. Its first row is the head. */
function drawn(grid: readonly (readonly string[][])[]): string {
	const widths = (grid[0] ?? []).map((_, at) =>
		Math.max(...grid.flatMap((row) => (row[at] ?? []).map((text) => text.length))),
	);
	const lines = grid.map((row) =>
		Array.from({ length: Math.max(...row.map((cell) => cell.length)) }, (_, index) =>
			row
				.map((cell, at) => (cell[index] ?? '').padEnd(widths[at] ?? 0))
				.join('  ')
				.trimEnd(),
		),
	);
	const [head = [], ...body] = lines;
	const rule = '-'.repeat(widths.reduce((sum, one) => sum + one + 2, -2));
	return [...head, rule, ...body.flat()].join('\n');
}

/**
 * Reasons for which the run has failed: this node did damage, or an accident did not happen.
 *
 * @returns sentences; empty when all is well
 */
export function problemsIn(cells: readonly Cell[], { accidents, contestants }: About): string[] {
	const { twice, untold, lost } = sumsAt(cells, 0);
	const damage = [
		twice > 0n ? `This node paid ${inDollars(twice)} twice.` : '',
		untold > 0n ? `This node paid ${inDollars(untold)} and did not tell.` : '',
		lost > 0n ? `This node lost ${inDollars(lost)}.` : '',
	];
	const missed = cells
		.filter(({ unmet }) => unmet > 0)
		.map(
			({ accident, contestant }) =>
				`'${accidents[accident]?.name}' did not happen to ${contestants[contestant]?.name}: nothing is shown by it.`,
		);
	return [...damage.filter((one) => one !== ''), ...missed];
}
