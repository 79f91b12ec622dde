/**
 * The judge of the worlds finds mistakes: each of these is planted into the connector, and found. With
 * PROPERTY_RUNS the number of worlds that it took is printed.
 */
import { MISTAKES } from '../unit/payout/world/mistakes';
import { SeededWorld, SMALL, type Weather } from '../unit/payout/world/seeds';
import { exploreAll, item, PAY } from '../unit/payout/world/small';

type Name = keyof typeof MISTAKES;

/** The number of the first world in which a complaint is made, and the complaint. */
async function find(name: Name, weather: Weather, complaint: RegExp, most: number): Promise<{ seed: number; said: string } | null> {
	for (let seed = 1; seed <= most; seed++) {
		const seeded = new SeededWorld(seed, SMALL, { ...weather, mistake: MISTAKES[name] });
		await seeded.play();
		const said = seeded.judge.final().find((words) => complaint.test(words));
		if (said !== undefined) return { seed, said };
	}
	return null;
}

function tell(name: Name, worlds: number, said: string): void {
	if (process.env.PROPERTY_RUNS !== undefined) process.stderr.write(`${name}: found after ${worlds} worlds: ${said.slice(0, 100)}\n`);
}

test.each<[Name, Weather, RegExp]>([
	['rowAfterSend', {}, /was paid \d+ times/],
	['claimInTwoSteps', {}, /was paid \d+ times/],
	['gatewayTakenForRefusal', {}, /was paid \d+ times/],
	['gatewayTakenForRefusal', {}, /is reported rejected, but was paid/],
	['referenceWithoutIdentity', {}, /is reported as already paid, but was not/],
	['secondAnsweredRequest', {}, /answered twice in one execution/],
	['refusalForgotten', {}, /answered twice in one execution/],
	['freeTakenForReleased', { forgetful: true }, /sent again from memory/],
])('%s %o: %s', async (name, weather, complaint) => {
	const found = await find(name, weather, complaint, 300);
	expect(found).not.toBeNull();
	if (found !== null) tell(name, found.seed, found.said);
});

describe('a release that comes between two steps', () => {
	const pays = (process: number) => ({ ...PAY, process, runs: [[item('A')]] });
	const explore = async (name: Name) =>
		await exploreAll({
			executions: [pays(0), pays(1)],
			faults: 1,
			fates: ['refused'],
			statements: false,
			deeds: [{ action: 'release', reference: 'A', releasePaid: false }],
			hasty: true,
			references: ['A'],
			untilWrong: true,
			mistake: MISTAKES[name],
		});

	test.each<[Name]>([['releasedLookedUpBefore'], ['withdrawalHeedlessAndLookedUpBefore']])('%s', async (name) => {
		const { complaints, worlds } = await explore(name);
		const [said] = complaints.keys();
		expect(said).toMatch(/^claimed after it was released/);
		tell(name, worlds, String(said));
	});

	test('withdrawalHeedless does no harm, since a claim looks for a release after its insert', async () => {
		expect((await explore('withdrawalHeedless')).complaints.size).toBe(0);
	});
});
