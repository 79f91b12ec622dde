import { SeededWorld, SMALL, type Weather } from '../unit/payout/world/seeds';

/** A few thousand worlds by default; PROPERTY_RUNS draws as many as it says. */
const runs = Number(process.env.PROPERTY_RUNS ?? 600);
const first = Number(process.env.PROPERTY_SEED ?? 1);

async function worlds(weather: Weather, number: number): Promise<void> {
	for (let seed = first; seed < first + number; seed++) {
		const seeded = new SeededWorld(seed, SMALL, weather);
		await seeded.play();
		const wrong = [...seeded.judge.final(), ...seeded.overCaps()];
		if (weather.forgetful !== true) {
			await seeded.heal();
			wrong.push(...seeded.judge.final(), ...(await seeded.unhealed()));
		}
		expect([seed, wrong]).toEqual([seed, []]);
	}
}

test('careful people', async () => await worlds({}, runs), 3_600_000);
test('hasty people', async () => await worlds({ hasty: true }, runs), 3_600_000);
test('forgetful', async () => await worlds({ forgetful: true }, runs), 3_600_000);
test('calm', async () => await worlds({ calm: true }, runs), 3_600_000);
