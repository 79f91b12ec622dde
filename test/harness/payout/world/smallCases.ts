/** Small worlds as tests: what they share, and how much goes wrong in them. */
import { exploreAll, item, PAY, type SmallWorld } from './small';

const long = process.env.PROPERTY_RUNS !== undefined;
const timeout = 36_000_000;

/** What becomes of requests and statements, where a process dies, and which references must be paid in the end. */
export const ENDS = {
	fates: ['refused', 'lostPaid', 'lostUnpaid', 'late'],
	statements: true,
	mortal: [0],
	references: ['A'],
} as const;

const ALONE = { ...ENDS, statements: false, mortal: [], executions: [{ ...PAY, runs: [[item('A')]] }] } as const;

/** Each shows one rule, whose absence another world would hardly notice. */
export const SHOWING = {
	early: { ...ALONE, fates: ['late'], deeds: ['releaseInTime'] },
	refused: { ...ALONE, fates: ['refusedYetPaid'], deeds: ['markFound'] },
	total: {
		...ENDS,
		executions: [{ ...PAY, runs: [[item('A'), item('B')]], maximumTotal: 1n, retried: true }],
		references: ['A', 'B'],
	},
} satisfies Record<string, Omit<SmallWorld, 'faults'>>;

/** What is played, and how much goes wrong in it at most: in the short run, null where only the long one plays it, and in that. */
export type Case = readonly [name: string, world: Omit<SmallWorld, 'faults'>, short: number | null, long: number];

export function playCompletely(cases: readonly Case[]): void {
	const played = cases.flatMap(([name, world, short, most]) => {
		const faults = long ? most : short;
		return faults === null ? [] : [{ name, world, faults }];
	});
	test.each(played)(
		'$name',
		async ({ world, faults }) => {
			const { complaints, worlds } = await exploreAll({ ...world, faults });
			expect([...complaints.keys()]).toEqual([]);
			expect(worlds).toBeGreaterThan(10);
		},
		timeout,
	);
}
