/**
 * The judge of the worlds finds mistakes: each of these is planted into the connector, and found within as
 * many worlds as docs/mutation.md#planted-mistakes says. In which world it was, is printed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../harness/sources';
import { MISTAKES } from '../harness/payout/world/mistakes';
import { SeededWorld, SMALL, type Weather } from '../harness/payout/world/seeds';
import { exploreAll, item, PAY } from '../harness/payout/world/small';

type Name = keyof typeof MISTAKES;

const long = process.env.PROPERTY_RUNS !== undefined;

/** By mistake and what is noticed, how many worlds it may take. */
const WITHIN: ReadonlyMap<string, number> = new Map(
	readFileSync(join(projectFolder, 'docs', 'mutation.md'), 'utf8')
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.flatMap(([, planted = '', noticed = '', , within = '']) => {
			const name = /^`(\w+)`/.exec(planted)?.[1];
			return name !== undefined && /^\d+$/.test(within) ? [[`${name}: ${noticed}`, Number(within)] as const] : [];
		}),
);

function within(name: Name, noticed: string): number {
	const most = WITHIN.get(`${name}: ${noticed}`);
	if (most === undefined) throw new Error(`docs/mutation.md has no line for ${name}: ${noticed}`);
	return most;
}

const BY_SEED: ReadonlyArray<[Name, string, Weather, RegExp]> = [
	['rowAfterSend', 'a reference is paid twice', {}, /was paid \d+ times/],
	['claimInTwoSteps', 'a reference is paid twice', {}, /was paid \d+ times/],
	['gatewayTakenForRefusal', 'a reference is paid twice', {}, /was paid \d+ times/],
	[
		'gatewayTakenForRefusal',
		'a payment that was made is reported as rejected',
		{},
		/is reported rejected, but was paid/,
	],
	[
		'referenceWithoutIdentity',
		'a payment is reported as already paid, but was not',
		{},
		/is reported as already paid, but was not/,
	],
	['secondAnsweredRequest', 'two answers in one execution', {}, /answered twice in one execution/],
	['refusalForgotten', 'two answers in one execution', {}, /answered twice in one execution/],
	['dayInTwoSteps', 'more payments on a day than a person allowed', { daily: true }, /^payment \d+ of \d+ on day/],
	[
		'gatewayTakenForRefusal',
		'more payments on a day than a person allowed',
		{ daily: true },
		/^payment \d+ of \d+ on day/,
	],
	['freeTakenForReleased', 'a payment is sent again from memory', { forgetful: true }, /sent again from memory/],
];
/** Found in small worlds that are played completely. */
const IN_SMALL: ReadonlyArray<[Name, string]> = [
	['releasedLookedUpBefore', 'a claim after its release'],
	['withdrawalHeedlessAndLookedUpBefore', 'a claim after its release'],
];

/** The number of the first world in which a complaint is made, and the complaint. */
async function find(
	name: Name,
	weather: Weather,
	complaint: RegExp,
	most: number,
): Promise<{ seed: number; said: string } | null> {
	for (let seed = 1; seed <= most; seed++) {
		const seeded = new SeededWorld(seed, SMALL, { ...weather, mistake: MISTAKES[name] });
		await seeded.play();
		const said = seeded.judge.final().find((words) => complaint.test(words));
		if (said !== undefined) return { seed, said };
	}
	return null;
}

function tell(name: Name, world: number, said: string): void {
	process.stderr.write(`${name}: found in world ${world}: ${said.slice(0, 100)}\n`);
}

test.each(BY_SEED)('%s: %s', async (name, noticed, weather, complaint) => {
	const most = within(name, noticed);
	const found = await find(name, weather, complaint, most);
	if (found === null) throw new Error(`${name} was not found within ${most} worlds`);
	tell(name, found.seed, found.said);
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

	test.each(IN_SMALL)('%s: %s', async (name, noticed) => {
		const { complaints, worlds } = await explore(name);
		const [said] = complaints.keys();
		expect(said).toMatch(/^claimed after it was released/);
		expect(worlds).toBeLessThanOrEqual(within(name, noticed));
		tell(name, worlds, String(said));
	});

	// Nothing is found, so that all of these worlds are played.
	if (!long) return;

	test('withdrawalHeedless does no harm, since a claim looks for a release after its insert', async () => {
		expect((await explore('withdrawalHeedless')).complaints.size).toBe(0);
	});
});

test('the table of docs/mutation.md has a line for each, and no other', () => {
	const planted = [...BY_SEED, ...IN_SMALL].map(([name, noticed]) => `${name}: ${noticed}`);
	expect([...WITHIN.keys()].sort()).toEqual(planted.sort());
});
