import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT, exitCodeOf, markdownOf, type Outcome, type Report } from '../../../verify/report';
import { secretsOf, wholeRun, worldWith, type Plant, type World } from './account';
import type { Circumstance, Planted, Plants } from './plants/planted';

const FIRM = 'do not pay until this is known';

/** A folder and a world for each test, both gone after it. */
export function useWorlds() {
	let folder = '';
	const open: World[] = [];
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'verify-'));
	});
	afterEach(async () => {
		await Promise.all(open.splice(0).map(async (world) => await world.close()));
		rmSync(folder, { recursive: true, force: true });
	});
	return async (plant: Plant): Promise<World> => {
		const world = await worldWith(plant, folder);
		open.push(world);
		return world;
	};
}

/** What a person would be shown of a run. */
export const reportOf = ({ rows, messages, endedBy }: Outcome): Report => ({
	at: '2026-01-15T09:00:00Z',
	deployment: 'the sandbox',
	level: 'pay',
	listens: true,
	rows,
	messages,
	notes: [],
	endedBy,
});

/** One in `oneIn` of the planted changes that don't concern money; `npm run test:long -- verify` tests all of them. */
export const some = <P>(plants: Plants<P>, oneIn: number): Plants<P> =>
	Object.fromEntries(
		Object.entries(plants).filter((_plant, place) => process.env.PROPERTY_RUNS !== undefined || place % oneIn === 0),
	);

/** All planted changes of several lists; throws if two have the same name. */
export function together<P>(...lists: ReadonlyArray<Plants<P>>): Plants<P> {
	const all = lists.flatMap((plants) => Object.entries(plants));
	const plants = Object.fromEntries(all);
	if (Object.keys(plants).length < all.length) throw new Error('two plants have one name');
	return plants;
}

/** A test for each planted change: the report names it with its weight, and contains no data of the account. */
export function noticesEach(plants: Plants, weightOf = ({ weight }: Planted) => weight): void {
	const worldOf = useWorlds();
	it.each(Object.entries(plants))('is noticed: %s', async (_name, plant) => {
		const world = await worldOf(plant);
		const outcome = await wholeRun(world);
		const seen = new Map(outcome.rows.map((row) => [row.id, row]));

		for (const [id, words] of Object.entries(plant.differs)) {
			expect(seen.get(id)).toMatchObject({ id, verdict: 'differs', seen: expect.stringMatching(words) });
			expect(seen.get(id)?.concerns).not.toEqual([]);
		}
		const [first = ''] = Object.keys(plant.differs);
		const weight = weightOf(plant);
		if (weight !== undefined) expect(seen.get(first)?.means?.weight).toBe(weight);
		if (weight === FIRM) expect(exitCodeOf(reportOf(outcome))).toBe(EXIT.endangersMoney);
		expect((plant.notShown ?? []).filter((id) => seen.get(id)?.verdict === 'differs')).toEqual([]);
		const written = `${markdownOf(reportOf(outcome))}${JSON.stringify(outcome)}`;
		expect(secretsOf(world).filter((value) => written.includes(value))).toEqual([]);
	});
}

/** Like `noticesEach`; each plant without a weight must end in the exit code that says not to pay. */
export const warnsOfEach = (plants: Plants): void => noticesEach(plants, ({ weight = FIRM }) => weight);

/** A test for each circumstance: the report calls nothing different, and the claims in `notShown` are `not shown`. */
export function callsNoneADifference(plants: Plants<Circumstance>): void {
	const worldOf = useWorlds();
	it.each(Object.entries(plants))('is %s', async (_name, plant) => {
		const { rows } = await wholeRun(await worldOf(plant));
		const differing = rows.filter(({ verdict }) => verdict === 'differs');
		expect(differing.map(({ id, seen }) => `${id}: ${seen}`)).toEqual([]);
		const verdicts = new Map(rows.map(({ id, verdict }) => [id, verdict]));
		expect((plant.notShown ?? []).filter((id) => verdicts.get(id) !== 'not shown')).toEqual([]);
	});
}
