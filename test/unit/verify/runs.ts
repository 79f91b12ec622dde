import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT, exitCodeOf, markdownOf, type Report } from '../../../verify/report';
import type { Outcome } from '../../../verify/run';
import { secretsOf, wholeRun, worldWith, type Plant, type World } from './account';
import type { Planted } from './plants/planted';

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
	deployment: 'this machine',
	level: 'pay',
	listens: true,
	rows,
	messages,
	notes: [],
	endedBy,
});

/** One in so many of the plants that don't concern money; `npm run test:long -- verify` plants all of them. */
export const some = (plants: readonly Planted[], oneIn: number): readonly Planted[] =>
	plants.filter((_plant, place) => process.env.PROPERTY_RUNS !== undefined || place % oneIn === 0);

const named = (plants: readonly Planted[]) => plants.map((plant) => [plant.name, plant] as const);

/** A test for each plant: the report names it with the weight that it has, and holds nothing of the account. */
export const noticesEach = (plants: readonly Planted[]): void => noticing(plants, () => undefined);

/** As well, each plant of another payee, amount or number of payments ends in the exit code that says not to pay. */
export function warnsOfEach(plants: readonly Planted[]): void {
	noticing(plants, (plant, outcome) => {
		const isLight = plant.weight !== undefined && plant.weight !== 'do not pay until this is known';
		if (!isLight) expect(exitCodeOf(reportOf(outcome))).toBe(EXIT.endangersMoney);
	});
}

function noticing(plants: readonly Planted[], also: (plant: Planted, outcome: Outcome) => void): void {
	const worldOf = useWorlds();
	it.each(named(plants))('is noticed: %s', async (_name, plant) => {
		const world = await worldOf(plant);
		const outcome = await wholeRun(world);
		const seen = new Map(outcome.rows.map((row) => [row.id, row]));

		expect(
			plant.named.filter((id) => seen.get(id)?.verdict !== 'differs').map((id) => [id, seen.get(id)?.seen]),
		).toEqual([]);
		const [first = ''] = plant.named;
		expect(seen.get(first)?.seen).toMatch(plant.word ?? /./);
		expect(seen.get(first)?.means?.weight).toBe(plant.weight ?? seen.get(first)?.means?.weight);
		also(plant, outcome);
		expect((plant.notShown ?? []).filter((id) => seen.get(id)?.verdict === 'differs')).toEqual([]);
		for (const id of plant.named) expect(seen.get(id)?.concerns).not.toEqual([]);
		const written = `${markdownOf(reportOf(outcome))}${JSON.stringify(outcome)}`;
		expect(secretsOf(world).filter((value) => written.includes(value))).toEqual([]);
	});
}

/** A test for each plant: the report calls nothing a difference, and what the plant hides `not shown`. */
export function callsNoneADifference(plants: readonly Planted[]): void {
	const worldOf = useWorlds();
	it.each(named(plants))('is %s', async (_name, plant) => {
		const { rows } = await wholeRun(await worldOf(plant));
		const differing = rows.filter(({ verdict }) => verdict === 'differs');
		expect(differing.map(({ id, seen }) => `${id}: ${seen}`)).toEqual([]);
		const verdicts = new Map(rows.map(({ id, verdict }) => [id, verdict]));
		expect((plant.notShown ?? []).filter((id) => verdicts.get(id) !== 'not shown')).toEqual([]);
	});
}
