/** Runs small simulations as tests. */
import { exploreAll, item, PAY, type SmallWorld } from './small';

const long = process.env.PROPERTY_RUNS !== undefined;
const timeout = 36_000_000;

/** What can become of requests, which process can die, and which references must be paid in the end. */
export const ENDS = {
	fates: ['refused', 'lostPaid', 'lostUnpaid', 'late'],
	statements: true,
	mortal: [0],
	references: ['A'],
} as const;

const ALONE = { ...ENDS, statements: false, mortal: [], executions: [{ ...PAY, runs: [[item('A')]] }] } as const;

/** Simulations that each test one rule. Other simulations would hardly notice if that rule was missing. */
export const SHOWING = {
	early: { ...ALONE, fates: ['late'], deeds: ['releaseInTime'] },
	refused: { ...ALONE, fates: ['refusedYetPaid'], deeds: ['markFound'] },
	total: {
		...ENDS,
		executions: [{ ...PAY, runs: [[item('A'), item('B')]], maximumTotal: 1n, retried: true }],
		references: ['A', 'B'],
	},
} satisfies Record<string, Omit<SmallWorld, 'faults'>>;

/** A simulation and its maximum number of faults in the short run (null: not played there) and the long run. */
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
