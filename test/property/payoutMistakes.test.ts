/**
 * The judge of the worlds finds mistakes: each of these is planted into the connector, and found within as
 * many worlds as docs/why/mutation.md#planted-mistakes says. In which world it was, is printed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../harness/sources';
import { MISTAKES } from '../harness/payout/world/mistakes';
import { SeededWorld, SMALL, type Weather } from '../harness/payout/world/seeds';

type Name = keyof typeof MISTAKES;

/** By mistake and what is noticed, how many worlds it may take. */
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

const BY_SEED: ReadonlyArray<[Name, string, Weather, RegExp]> = [
	['rowAfterSend', 'a reference is paid twice', {}, /was paid \d+ times/],
	['claimInTwoSteps', 'a reference is paid twice', {}, /was paid \d+ times/],
	['claimAsksWhose', 'a reference is paid twice', {}, /was paid \d+ times/],
	['clockBehind', 'a reference is paid twice', { prompt: true }, /was paid \d+ times/],
	['settleNotAwaited', 'a payment is accepted, not recorded as paid, and nobody is told', {}, /and nobody is told/],
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
	['budgetInTwoSteps', 'sent without a row in its budgets', { budgets: true }, /^sent without a row in its budgets/],
	['budgetNotGivenBack', 'less is left than a budget has', { budgets: true, prompt: true }, /^the budget of .* says/],
	['likeRowsDeleted', 'a payment is repeated under another name', { alike: true }, /^repeated under another name/],
	['claimInTwoSteps', 'a payment is repeated under another name', { alike: true }, /^repeated under another name/],
	['accountNotAsked', 'paid by another account', { accounts: true }, /another account paid it/],
	['accountNotAsked', 'known to another account', { accounts: true }, /never paid$/],
	['claimAsksNoAccount', 'paid by another account', { accounts: true }, /another account paid it/],
	['untoldTakenForOwn', 'paid by another account', { accounts: true }, /another account paid it/],
	[
		'refusedTakenForNone',
		'sent from nobody knows where',
		{ accounts: true },
		/^sent, and nobody knew from which account/,
	],
	['anybodySettles', 'a reference is paid twice', { accounts: true, prompt: true }, /was paid \d+ times/],
	['addressInKeys', 'a reference is paid twice', { accounts: true }, /was paid \d+ times/],
	['freeTakenForReleased', 'a payment is sent again from memory', { forgetful: true }, /sent again from memory/],
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
	most: number,
): Promise<{ seed: number; said: string } | null> {
	for (let seed = 1; seed <= most; seed++) {
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

test.each(BY_SEED)('%s: %s', async (name, noticed, weather, complaint) => {
	const most = within(name, noticed);
	const found = await find(name, weather, complaint, most);
	if (found === null) throw new Error(`${name} was not found within ${most} worlds`);
	tell(name, found.seed, found.said);
});

test('the table of docs/why/mutation.md has a line for each, and no other', () => {
	const planted = BY_SEED.map(([name, noticed]) => `${name}: ${noticed}`);
	expect([...WITHIN.keys()].sort()).toEqual(planted.sort());
});
