/**
 * Simulations of n8n, its database, the service and people, in virtual time: processes that die, calls that take
 * seconds or fail before or after they take effect, lost answers, refusals of payments that were made, clocks that
 * jump, loops, retries, agents. Each simulated world has a number. Whatever goes wrong, nothing is sent twice under one
 * claim, and no payment is called paid or unpaid that wasn't. Then nothing more goes wrong, people follow the docs, and
 * everything is paid once.
 *
 * Each day has its own worlds, whose first number is printed: PROPERTY_SEED plays them again. PROPERTY_RUNS plays that
 * many worlds, including large ones.
 */
import { LARGE, SeededWorld, SMALL, type Size, type Weather } from '../harness/payout/world/seeds';

const long = process.env.PROPERTY_RUNS;
/** World numbers for one day. A longer run goes on with the next day's numbers. */
const A_DAY = 1_000;
const first = Number(process.env.PROPERTY_SEED ?? Math.floor(Date.now() / 86_400_000) * A_DAY);
const timeout = 36_000_000;

/** The number of worlds: `short` in a short run, otherwise a share of PROPERTY_RUNS. */
const worlds = (short: number, share: number) => (long === undefined ? short : Math.ceil(Number(long) * share));

beforeAll(() => {
	process.stderr.write(`Worlds from ${first} on: PROPERTY_SEED=${first} plays them again\n`);
});

async function playAll(number: number, weather: Weather, size: Size, from = first): Promise<void> {
	for (let seed = from; seed < from + number; seed++) {
		const seeded = new SeededWorld(seed, size, weather);
		await seeded.play();
		const wrong = [...seeded.judge.final(), ...seeded.overLimits()];
		if (weather.calm === true) wrong.push(...seeded.unpaid());
		// A database that forgets rows can't be healed.
		if (weather.forgetful !== true) {
			await seeded.heal();
			wrong.push(...seeded.judge.final(), ...(await seeded.unhealed()));
		}
		expect({ seed, wrong }).toEqual({ seed, wrong: [] });
	}
}

test.each<[title: string, number: number, weather: Weather, size: Size]>([
	[
		'whatever goes wrong, each is paid once in the end, and nothing is said that is not so',
		worlds(120, 0.5),
		{},
		SMALL,
	],
	[
		'where people release payments that are still under way, none is sent twice under one claim',
		worlds(50, 0.25),
		{ hasty: true },
		SMALL,
	],
	[
		'where the database forgets, an execution and its Retry still send nothing twice',
		worlds(50, 0.25),
		{ forgetful: true },
		SMALL,
	],
	['where nothing goes wrong, of all who ask at once exactly one pays', worlds(40, 0.1), { calm: true }, SMALL],
	[
		'of all calls of AI tools on a day no more are sent than a person allowed',
		worlds(45, 0.25),
		{ daily: true },
		SMALL,
	],
	[
		'of two accounts a workflow pays from the one that is bound, until a person changes it',
		worlds(20, 0.25),
		{ accounts: true },
		SMALL,
	],
	['of payments alike none is made under another name, unless it may', worlds(45, 0.25), { alike: true }, SMALL],
	[
		'under budgets that change no more leaves, and what is left is told right',
		worlds(40, 0.25),
		{ budgets: true },
		SMALL,
	],
	[
		'under budgets, where two settle a payment in both ways, what is left is told right',
		worlds(20, 0.25),
		{ budgets: true, hasty: true },
		SMALL,
	],
	['in large worlds: executions of up to 200 items over the same references', worlds(1, 0.001), {}, LARGE],
])(
	'%s',
	async (_, number, weather, size) => {
		await playAll(number, weather, size);
	},
	timeout,
);

test('of a release that the database cut off, the budget of the month gets back what it took', async () => {
	await playAll(1, { budgets: true }, SMALL, 20_783_256);
});
