/** How many reads go at once: as many as the service takes, and never so many that one is lost. */
import type { HttpResult } from '../../../nodes/core/http/httpResult';
import { ItemStopped } from '../../../nodes/core/service/failure';
import { type Clock, createService, type Transport } from '../../../nodes/core/service/service';
import { ReadPace } from '../../../nodes/core/service/readPace';
import { quiet } from '../../harness/payout/fixture';

const OK: HttpResult = { kind: 'response', status: 200, body: { status: 'ok', data: {} } };
const LIMITED: HttpResult = { kind: 'response', status: 429, body: { status: 'error', message: 'Too many requests' } };
const ANSWERS_IN_MS = 20;
const UNLIMITED = 1e9;

/** A virtual clock in milliseconds, which goes on only while nothing else happens. */
let now = 0;
let timers: Array<{ at: number; wake: () => void }> = [];
const after = async (ms: number) => await new Promise<void>((wake) => timers.push({ at: now + ms, wake }));
const clock: Clock = { now: () => now, random: () => 0.5, cancelled: () => false, sleep: after };

/** Lets the clock go on until nobody waits for it. */
async function untilAllIsDone(): Promise<void> {
	await quiet();
	while (timers.length > 0) {
		const next = Math.min(...timers.map(({ at }) => at));
		now = next;
		const due = timers.filter(({ at }) => at === next);
		timers = timers.filter(({ at }) => at > next);
		for (const { wake } of due) wake();
		await quiet();
	}
}

/** A service that accepts `perSecond` requests a second, and saves up at most one second's requests. */
function limitedService(perSecond: () => number) {
	const seen = { underWay: 0, most: 0, sent: 0, refused: 0 };
	let [left, since] = [perSecond(), now];
	const transport: Transport = async () => {
		left = Math.min(perSecond(), left + ((now - since) * perSecond()) / 1_000);
		since = now;
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
	const [start, failures] = [now, new Array<unknown>()];
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
	await untilAllIsDone();
	expect([underWay, failures]).toEqual([0, []]);
	return now - start;
}

beforeEach(() => {
	now = 0;
	timers = [];
});

describe('reads', () => {
	it('go ten at once at first, and up to five hundred where the service says nothing', async () => {
		const free = limitedService(() => UNLIMITED);
		expect(free.service.readsAtOnce()).toBe(10);
		const ms = await readMany(free, 2_000);
		expect(free.seen).toEqual({ underWay: 0, most: 500, sent: 2_000, refused: 0 });
		// The reads under way in each 20 ms are 10, 20, 40, 80, 160, 320, then 500.
		expect(ms).toBeLessThanOrEqual(9 * ANSWERS_IN_MS);
	});

	it.each([5, 10, 50, 300, 1_000])('are all answered where only %d a second are taken', async (perSecond) => {
		const limited = limitedService(() => perSecond);
		const ms = await readMany(limited, 600);
		expect(limited.seen.refused).toBeLessThan(600);
		expect(ms / 1_000).toBeGreaterThan((600 - perSecond) / perSecond - 0.1);
		expect(limited.service.readsAtOnce()).toBeLessThanOrEqual(500);
	});

	it('slow down at the first refusal, and find their speed again', async () => {
		let perSecond = UNLIMITED;
		const limited = limitedService(() => perSecond);
		await readMany(limited, 500);
		expect(limited.service.readsAtOnce()).toBe(500);
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
		await untilAllIsDone();
		expect(await reading).toBeInstanceOf(ItemStopped);
		// The read was refused once at each pace of 10, 5 and 2, then four times at a pace of 1.
		expect(limited.seen.sent).toBe(3 + 4);
	});

	it('all end where none is taken any more', async () => {
		const limited = limitedService(() => 0);
		const reading = Array.from(
			{ length: 50 },
			async (_, index) =>
				await limited.service.read({ method: 'GET', path: `/wallet/${index}` }).catch((error: unknown) => error),
		);
		await untilAllIsDone();
		for (const error of await Promise.all(reading)) expect(error).toBeInstanceOf(ItemStopped);
		expect(limited.seen.most).toBe(10);
	});
});

describe('how many may be under way', () => {
	/** A pace with ten reads under way, numbered from 0. */
	const tenUnderWay = async () => {
		const pace = new ReadPace();
		for (let number = 0; number < 10; number++) expect(await pace.enter()).toBe(number);
		return pace;
	};
	const times = (count: number, act: () => void) => Array.from({ length: count }, act);

	it('is one more after each good response, until one is refused', async () => {
		const pace = await tenUnderWay();
		times(3, () => pace.succeeded());
		expect(pace.most).toBe(13);
		times(500, () => pace.succeeded());
		expect(pace.most).toBe(500);
	});

	it('is half as many once one is refused, and then one more for each round of good responses', async () => {
		const pace = await tenUnderWay();
		times(3, () => pace.succeeded());
		expect([pace.slowDown(9), pace.most]).toEqual([true, 6]);
		times(5, () => pace.succeeded());
		expect(pace.most).toBe(6);
		pace.succeeded();
		expect(pace.most).toBe(7);
		times(6, () => pace.succeeded());
		expect(pace.most).toBe(7);
		// Successes that were counted before a refusal don't raise the new pace.
		expect([pace.slowDown(10), pace.most]).toEqual([true, 3]);
		times(2, () => pace.succeeded());
		expect(pace.most).toBe(3);
	});

	it('is halved once for all that were sent at the old pace, and is never none', async () => {
		const pace = await tenUnderWay();
		expect([0, 9, 5].map((number) => [pace.slowDown(number), pace.most])).toEqual(Array(3).fill([true, 5]));
		for (const most of [2, 1]) expect([pace.slowDown(10), pace.most]).toEqual([true, most]);
		expect([pace.slowDown(10), pace.most]).toEqual([false, 1]);
	});

	it('lets those in that wait, in their order, as others leave or more may go', async () => {
		const pace = await tenUnderWay();
		const entered: number[] = [];
		const waiting = times(3, () => void pace.enter().then((number) => entered.push(number)));
		expect(waiting).toHaveLength(3);
		await quiet();
		expect(entered).toEqual([]);
		pace.leave();
		await quiet();
		expect(entered).toEqual([10]);
		pace.succeeded();
		await quiet();
		expect(entered).toEqual([10, 11]);
		// 11 reads are under way and the pace is now 5, so the next one enters only when a seventh has left.
		pace.slowDown(0);
		times(6, () => pace.leave());
		await quiet();
		expect(entered).toEqual([10, 11]);
		pace.leave();
		await quiet();
		expect(entered).toEqual([10, 11, 12]);
	});
});
