/** How many reads go at once: as many as the service takes, and never so many that one is lost. */
import type { HttpResult } from '../../../nodes/core/domain/http/httpResult';
import { ItemStopped } from '../../../nodes/core/service/failure';
import { createService, type Clock, type Transport } from '../../../nodes/core/service/service';

const OK: HttpResult = { kind: 'response', status: 200, body: { status: 'ok', data: {} } };
const LIMITED: HttpResult = { kind: 'response', status: 429, body: { status: 'error', message: 'Too many requests' } };
const ANSWERS_IN_MS = 20;
const UNLIMITED = 1e9;

const after = async (ms: number) => await new Promise<void>((resolve) => void setTimeout(resolve, ms));
const clock: Clock = { now: () => Date.now(), random: () => 0.5, cancelled: () => false, sleep: after };

/** A service that takes so many requests a second, and as many more at once as a second's. */
function limitedService(perSecond: () => number) {
	const seen = { underWay: 0, most: 0, sent: 0, refused: 0 };
	let [left, since] = [perSecond(), Date.now()];
	const transport: Transport = async () => {
		left = Math.min(perSecond(), left + ((Date.now() - since) * perSecond()) / 1_000);
		since = Date.now();
		const taken = left >= 1;
		if (taken) left--;
		else seen.refused++;
		seen.sent++;
		seen.underWay++;
		seen.most = Math.max(seen.most, seen.underWay);
		await after(ANSWERS_IN_MS);
		seen.underWay--;
		return taken ? OK : LIMITED;
	};
	return { seen, service: createService(transport, clock) };
}

/** Reads as a node does: as many at once as the service takes. Gives the milliseconds that it took. */
async function readMany({ service }: ReturnType<typeof limitedService>, count: number): Promise<number> {
	const [start, failures] = [Date.now(), new Array<unknown>()];
	let [next, underWay] = [0, 0];
	const step = () => {
		for (; next < count && underWay < service.readsAtOnce(); next++) {
			underWay++;
			const ended = service.read({ method: 'GET', path: `/wallet/${next}` });
			ended
				.catch((error: unknown) => failures.push(error))
				.finally(() => {
					underWay--;
					step();
				});
		}
	};
	step();
	while (underWay > 0) await jest.advanceTimersByTimeAsync(ANSWERS_IN_MS);
	expect(failures).toHaveLength(0);
	return Date.now() - start;
}

beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
	jest.useRealTimers();
});

describe('reads', () => {
	it('go ten at once at first, and up to a hundred where the service says nothing', async () => {
		const free = limitedService(() => UNLIMITED);
		expect(free.service.readsAtOnce()).toBe(10);
		const ms = await readMany(free, 1_000);
		expect(free.seen).toEqual({ underWay: 0, most: 100, sent: 1_000, refused: 0 });
		// 10, 20, 40, 80 and then 100 in each 20 ms.
		expect(ms).toBeLessThanOrEqual(14 * ANSWERS_IN_MS);
	});

	it.each([5, 10, 50, 300, 1_000])('are all answered where only %d a second are taken', async (perSecond) => {
		const limited = limitedService(() => perSecond);
		const ms = await readMany(limited, 600);
		expect(limited.seen.refused).toBeLessThan(600);
		expect(ms / 1_000).toBeGreaterThan((600 - perSecond) / perSecond - 0.1);
		expect(limited.service.readsAtOnce()).toBeLessThanOrEqual(100);
	});

	it('slow down at the first refusal, and find their speed again', async () => {
		let perSecond = UNLIMITED;
		const limited = limitedService(() => perSecond);
		await readMany(limited, 500);
		expect(limited.service.readsAtOnce()).toBe(100);
		perSecond = 20;
		await readMany(limited, 100);
		expect(limited.service.readsAtOnce()).toBeLessThan(20);
		perSecond = UNLIMITED;
		await readMany(limited, 4_000);
		expect(limited.service.readsAtOnce()).toBeGreaterThan(80);
	});

	it('are tried four times once there is one at a time', async () => {
		const limited = limitedService(() => 0);
		const reading = limited.service.read({ method: 'GET', path: '/wallet' }).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(await reading).toBeInstanceOf(ItemStopped);
		// 10, 5 and 2 at once were too many; then four times.
		expect(limited.seen.sent).toBe(3 + 4);
	});

	it('all end where none is taken any more', async () => {
		const limited = limitedService(() => 0);
		const reading = Array.from(
			{ length: 50 },
			async (_, index) =>
				await limited.service.read({ method: 'GET', path: `/wallet/${index}` }).catch((error: unknown) => error),
		);
		await jest.advanceTimersByTimeAsync(600_000);
		for (const error of await Promise.all(reading)) expect(error).toBeInstanceOf(ItemStopped);
		expect(limited.seen.most).toBe(10);
	});
});
