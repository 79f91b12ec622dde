/**
 * Everything that happens in the simulated worlds is a path through the model of the record (test/model), all of whose
 * states SPIN has searched. Events that the model doesn't allow are refused. PROPERTY_RUNS plays more worlds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowStore } from '../../nodes/core/record/rows';
import { MISTAKES } from '../harness/payout/world/mistakes';
import { SeededWorld, SMALL, type Weather } from '../harness/payout/world/seeds';
import type { Mistake } from '../harness/payout/world/world';
import { projectFolder } from '../harness/sources';
import { explore, GENERATION_STEPS, PERSON_STEPS } from '../model/states';
import { TraceChecker } from '../model/traces';
import { SIDE_STEPS, SideTraceChecker } from '../model/tracesAlike';

const long = process.env.PROPERTY_RUNS;
const worlds = long === undefined ? 100 : Math.ceil(Number(long) / 10);
const timeout = 36_000_000;

/** Plays a world and returns the events that the model doesn't allow, in order. */
async function refusedBy(
	checker: TraceChecker | SideTraceChecker,
	seeded: SeededWorld,
	taken: Map<string, number>,
): Promise<string[]> {
	seeded.world.onEvent = (event) => checker.take(event);
	await seeded.play();
	await seeded.heal();
	for (const [step, times] of checker.steps) taken.set(step, (taken.get(step) ?? 0) + times);
	return checker.refused;
}

/** Events of a world that the model of the record doesn't allow. */
async function refusedOf(seed: number, weather: Weather, taken: Map<string, number> = new Map()): Promise<string[]> {
	const seeded = new SeededWorld(seed, SMALL, weather);
	return await refusedBy(new TraceChecker(() => seeded.timeline.now), seeded, taken);
}

test(
	'what happens in a world is what the model allows, and every step of the model happens',
	async () => {
		const taken = new Map<string, number>();
		for (let seed = 1; seed <= worlds; seed++)
			expect({ seed, refused: await refusedOf(seed, { accounts: seed % 3 === 0 }, taken) }).toEqual({
				seed,
				refused: [],
			});
		expect([...taken.keys()].sort()).toEqual([...Object.keys(GENERATION_STEPS), ...Object.keys(PERSON_STEPS)].sort());
	},
	timeout,
);

/** A store that finds no row whose key ends like this. */
const blindTo =
	(ending: RegExp) =>
	(rows: RowStore): RowStore => ({ ...rows, has: async (key) => !ending.test(key) && (await rows.has(key)) });

/** A store that reports a row whose key ends like this as inserted, without inserting it. */
const without =
	(ending: RegExp) =>
	(rows: RowStore): RowStore => ({
		...rows,
		insert: async (key, owner) => (ending.test(key) ? 'inserted' : await rows.insert(key, owner)),
	});

/** The planted difference, and the reason why its first trace is refused. */
const DIFFERENCES: ReadonlyArray<[string, string, Mistake, Weather?]> = [
	['nobody looks whether somebody is releasing', "no step 'leaves'", { rows: blindTo(/:releasing$/) }],
	[
		'a release does not say that it has begun',
		"no step 'released'",
		{
			rows: without(/:releasing$/),
		},
	],
	[
		'a request leaves minutes after its claim',
		'a request leaves too late',
		{
			service: (service) => ({
				...service,
				send: async (request, settings) => {
					await service.clock.sleep(5 * 60_000);
					return await service.send(request, settings);
				},
			}),
		},
	],
	[
		'a release does not look when it was claimed',
		"no step 'released'",
		{
			rows: (rows) => ({ ...rows, isOf: async (key, owner) => !/^sent:/.test(owner) && (await rows.isOf(key, owner)) }),
		},
	],
	['a claim that asks whose the row is', "no step 'seesNobodyReleasing'", MISTAKES.claimAsksWhose],
	['a release does not look whether it was paid', "no step 'marked'", { rows: blindTo(/:paid$/) }],
	[
		'a refused claim is deleted',
		'a row of a reference is deleted',
		{
			rows: (rows) => ({
				...rows,
				insert: async (key, owner) => {
					if (!key.endsWith(':refused')) return await rows.insert(key, owner);
					await rows.remove(key.replace(/:refused$/, ''));
					return 'inserted';
				},
			}),
		},
	],
	[
		'an acceptance inserts no row of its transaction',
		'paid without the row of its transaction',
		{ rows: without(/^mavapay:1:[\w-]{43}$/) },
	],
	['the claim in two steps', 'a request without a claim', MISTAKES.claimInTwoSteps],
	['a gateway is believed', "no step 'refused'", MISTAKES.gatewayTakenForRefusal],
	['the row is inserted once the payment was made', 'a request without a claim', MISTAKES.rowAfterSend],
];

/** The model can refuse a planted mistake for several reasons. The seed decides which comes first. */
const isFor = (reason: string, [first = '']: readonly string[]) => first.includes(reason);

test.each(DIFFERENCES)('a difference from the model is refused: %s', async (_, reason, mistake, weather = {}) => {
	let refused: string[] = [];
	for (let seed = 1; seed <= 300 && !isFor(reason, refused); seed++)
		refused = await refusedOf(seed, { ...weather, mistake });
	expect(refused[0]).toContain(reason);
});

/** Events of a world with equal payments that the models of equal payments and of tools' payees don't allow. */
async function refusedAlike(seed: number, weather: Weather, taken: Map<string, number> = new Map()): Promise<string[]> {
	return await refusedBy(new SideTraceChecker(), new SeededWorld(seed, SMALL, { ...weather, alike: true }), taken);
}

test(
	'what happens among payments alike and at the payees of tools is what their models allow, and every step happens',
	async () => {
		const taken = new Map<string, number>();
		for (let seed = 1; seed <= worlds; seed++)
			expect({ seed, refused: await refusedAlike(seed, {}, taken) }).toEqual({ seed, refused: [] });
		expect([...taken.keys()].sort()).toEqual([...SIDE_STEPS].sort());
	},
	timeout,
);

const DIFFERENCES_ALIKE: ReadonlyArray<[string, string, Mistake]> = [
	['rows that are deleted', 'a row is deleted', MISTAKES.likeRowsDeleted],
	[
		'a row is looked for and then inserted',
		'leaves without a row',
		{
			rows: (rows) => ({
				...MISTAKES.claimInTwoSteps.rows(rows),
				claim: async (key, owner) => await rows.claim(key, owner),
			}),
		},
	],
	["a row beside others doesn't say so", "a row beside others doesn't say so", { rows: without(/:beside$/) }],
	[
		'every row is called its own',
		'a request leaves that repeats another payment',
		{ rows: (rows) => ({ ...rows, isOf: async () => true }) },
	],
	[
		'a row has another owner',
		'a row is inserted for a claim that is not its own',
		{ rows: (rows) => ({ ...rows, insert: async (key, owner) => await rows.insert(key, owner && `${owner}0`) }) },
	],
	[
		'a payee is taken for free',
		'a row of a payee is inserted while the one before is open',
		{
			rows: (rows) => ({
				...rows,
				has: async (key) => /^mavapay:1:[\w-]{43}:\d+:over$/.test(key) || (await rows.has(key)),
			}),
		},
	],
	[
		'a claim tells where the row of its payee is once that is inserted',
		'a row of a payee is inserted that nobody could find',
		{ rows: (rows) => ({ ...rows, insertNumber: async () => 'inserted' }) },
	],
	['a gateway is believed', 'a row is over whose payment may have been made', MISTAKES.gatewayTakenForRefusal],
	[
		'rows among payments alike are not inserted',
		'a request leaves without a row among payments alike',
		{ rows: without(/:like:[^:]+:\d+:\d+$/) },
	],
];

test.each(DIFFERENCES_ALIKE)(
	'a difference from the models of payments alike is refused: %s',
	async (_, reason, mistake) => {
		let refused: string[] = [];
		for (let seed = 1; seed <= 300 && !isFor(reason, refused); seed++) refused = await refusedAlike(seed, { mistake });
		expect(refused[0]).toContain(reason);
	},
);

const SEARCHED: ReadonlyArray<readonly [defines: string, generations: number]> = [
	['G=2', 2],
	...(long === undefined ? [] : ([['G=3', 3]] as const)),
];

test.each(SEARCHED)(
	'the model of the traces has the states of the one that SPIN searches: %s',
	(searchedAs, generations) => {
		const configurations: ReadonlyArray<{ defines: string[]; states?: number }> = JSON.parse(
			readFileSync(join(projectFolder, 'test', 'model', 'configurations.json'), 'utf8'),
		);
		const searched = configurations.find(({ defines }) => defines.join() === searchedAs);
		// SPIN also counts the state before its processes start.
		expect(explore(generations)).toEqual({ states: Number(searched?.states) - 1, paidTwice: false });
	},
);
