/**
 * Each mistake is planted into the connector, and the judge of the simulated worlds finds it within as many worlds as
 * docs/why/mutation.md#planted-mistakes says. At night the search starts at world 1, by day at the world in which the
 * mistake was last found. The test prints in which world it found the mistake.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../harness/sources';
import { MISTAKES } from '../harness/payout/world/mistakes';
import { SeededWorld, SMALL, type Weather } from '../harness/payout/world/seeds';
import { exploreAll } from '../harness/payout/world/small';
import { SHOWING } from '../harness/payout/world/smallCases';

type Name = keyof typeof MISTAKES;

/** The most worlds that the search may need, by planted mistake and by what the judge notices of it. */
const WITHIN: ReadonlyMap<string, number> = new Map(
	readFileSync(join(projectFolder, 'docs', 'why', 'mutation.md'), 'utf8')
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.flatMap(([, planted = '', noticed = '', within = '']) => {
			const name = /^`(\w+)`/.exec(planted)?.[1];
			return name !== undefined && /^\d+$/.test(within) ? [[`${name}: ${noticed}`, Number(within)] as const] : [];
		}),
);

function within(name: Name, noticed: string): number {
	const most = WITHIN.get(`${name}: ${noticed}`);
	if (most === undefined) throw new Error(`docs/why/mutation.md has no line for ${name}: ${noticed}`);
	return most;
}

/** The last number is the world in which the mistake was last found. */
const BY_SEED: ReadonlyArray<[Name, string, Weather, RegExp, number]> = [
	['rowAfterSend', 'a reference is paid twice', {}, /was paid \d+ times/, 2],
	['claimInTwoSteps', 'a reference is paid twice', {}, /was paid \d+ times/, 20],
	['claimAsksWhose', 'a reference is paid twice', {}, /was paid \d+ times/, 20],
	['clockBehind', 'a reference is paid twice', { prompt: true }, /was paid \d+ times/, 90],
	['releasedAtOnce', 'a reference is paid twice', { prompt: true }, /was paid \d+ times/, 90],
	['totalInTurn', 'a list over Maximum Total is paid in part', {}, /over its Maximum Total/, 47],
	['settleNotAwaited', 'a payment is accepted, not recorded as paid, and nobody is told', {}, /and nobody is told/, 1],
	['gatewayTakenForRefusal', 'a reference is paid twice', {}, /was paid \d+ times/, 54],
	[
		'gatewayTakenForRefusal',
		'a payment that was made is reported as rejected',
		{},
		/is reported rejected, but was paid/,
		2,
	],
	[
		'referenceWithoutIdentity',
		'a payment is reported as already paid, but was not',
		{},
		/is reported as already paid, but was not/,
		31,
	],
	['secondAnsweredRequest', 'two answers in one execution', {}, /answered twice in one execution/, 3],
	['refusalForgotten', 'two answers in one execution', {}, /answered twice in one execution/, 26],
	['dayInTwoSteps', 'more payments on a day than a person allowed', { daily: true }, /^payment \d+ of \d+ on day/, 1],
	[
		'gatewayTakenForRefusal',
		'more payments on a day than a person allowed',
		{ daily: true },
		/^payment \d+ of \d+ on day/,
		10,
	],
	['budgetInTwoSteps', 'too much is left of a budget', { budgets: true, prompt: true }, /has more left/, 2],
	['budgetNotGivenBack', 'too little is left of a budget', { budgets: true, prompt: true }, /has less left/, 8],
	['budgetOfOwnKey', 'too little is left of a budget', { budgets: true, prompt: true }, /has less left/, 39],
	['budgetGivenBackByRelease', 'too much is left of a budget', { budgets: true, prompt: true }, /has more left/, 25],
	[
		'likeRowsDeleted',
		'a payment is repeated under another name',
		{ alike: true },
		/^repeated under another name/,
		1449,
	],
	['claimInTwoSteps', 'a payment is repeated under another name', { alike: true }, /^repeated under another name/, 4],
	[
		'accountNotAsked',
		'sent from an unknown account',
		{ accounts: true },
		/^sent, and nobody knew from which account/,
		1,
	],
	['claimBindsNothing', 'sent from another account', { accounts: true }, /^sent from another account/, 1],
	['boundInTwoSteps', 'sent from another account', { accounts: true }, /^sent from another account/, 98],
	['noneTakenForOwn', 'sent from another account', { accounts: true }, /^sent from another account/, 2],
	['firstBindingCounts', 'sent from another account', { accounts: true }, /^sent from another account/, 26],
	[
		'refusedTakenForNone',
		'sent from an unknown account',
		{ accounts: true },
		/^sent, and nobody knew from which account/,
		9,
	],
	['addressInKeys', 'a reference is paid twice', { accounts: true }, /was paid \d+ times/, 3],
	['freeTakenForReleased', 'a payment is sent again from memory', { forgetful: true }, /sent again from memory/, 46],
];

/** Mistakes found in small worlds, which are all played in one order, by day as at night. */
const BY_COURSE: ReadonlyArray<[Name, string, keyof typeof SHOWING, RegExp]> = [
	['releasedAtOnce', 'what was on its way is paid twice', 'early', /was paid \d+ times/],
	['refusedAfterMarked', 'a payment that a person marked as paid is sent again', 'refused', /marked it as paid/],
	['totalInTurn', 'items of a list over Maximum Total are sent', 'total', /over its Maximum Total/],
];

async function healed(seeded: SeededWorld): Promise<string[]> {
	await seeded.heal();
	return await seeded.unhealed();
}

/** The number of the first world in which a complaint is made, and the complaint. */
async function find(
	name: Name,
	weather: Weather,
	complaint: RegExp,
	first: number,
	most: number,
): Promise<{ seed: number; said: string } | null> {
	for (let seed = first; seed < first + most; seed++) {
		const seeded = new SeededWorld(seed, SMALL, { ...weather, mistake: MISTAKES[name] });
		await seeded.play();
		const wrong = weather.prompt === true ? await healed(seeded) : [];
		const said = [...seeded.judge.final(), ...wrong].find((words) => complaint.test(words));
		if (said !== undefined) return { seed, said };
	}
	return null;
}

function tell(name: Name, world: number, said: string): void {
	process.stderr.write(`${name}: found in world ${world}: ${said.slice(0, 100)}\n`);
}

test.each(BY_SEED)('%s: %s', async (name, noticed, weather, complaint, last) => {
	const most = within(name, noticed);
	const first = process.env.PROPERTY_RUNS === undefined ? last : 1;
	const found = await find(name, weather, complaint, first, most);
	if (found === null) throw new Error(`${name} was not found within ${most} worlds`);
	tell(name, found.seed, found.said);
});

test.each(BY_COURSE)('%s: %s', async (name, noticed, world, complaint) => {
	const small = { ...SHOWING[world], faults: 1, mistake: MISTAKES[name], untilWrong: true };
	const { worlds, complaints } = await exploreAll(small, within(name, noticed));
	const [said = ''] = complaints.keys();
	expect(said).toMatch(complaint);
	tell(name, worlds, said);
});

test('the table of docs/why/mutation.md has a line for each, and no other', () => {
	const planted = [...BY_SEED, ...BY_COURSE].map(([name, noticed]) => `${name}: ${noticed}`);
	expect([...WITHIN.keys()].sort()).toEqual(planted.sort());
});
