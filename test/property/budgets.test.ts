/**
 * Budgets over random histories of two processes: each call of the database takes time and can fail before or after its
 * effect, and a process can end after any call. The money that leaves never exceeds the limit. In the end the budget
 * counts the money that left, minus payments that failed at the service. It can also count money that a process took
 * from the budget but didn't pay, because the process ended or a database call failed: nobody gives that back.
 */
import fc from 'fast-check';
import { NO_BUDGETS } from '../../nodes/core/domain/budget';
import { Budgets } from '../../nodes/core/record/budgets';
import { NumberedRow } from '../../nodes/core/record/numberedRow';
import { StoreFault } from '../../nodes/core/record/rows';
import { MemoryRows, MONEY } from '../harness/payout/rows';

const NOON = Date.UTC(2026, 10, 26, 12);
const DAY_MS = 86_400_000;

/** Calls that wait until the schedule lets them go on, in the order that the history draws. */
class Schedule {
	private readonly waiting: Array<() => void> = [];
	private place = 0;

	constructor(private readonly draws: readonly number[]) {}

	draw(most: number): number {
		const drawn = this.draws[this.place++ % this.draws.length] ?? 0;
		return drawn % most;
	}

	async turn(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Lets one waiting call after another go on, until the work is done. */
	async run<T>(work: Promise<T>): Promise<T> {
		const state = { isDone: false };
		const end = work.finally(() => (state.isDone = true));
		end.catch(() => undefined);
		while (!state.isDone) {
			await new Promise((resolve) => setImmediate(resolve));
			const [next] = this.waiting.splice(this.draw(Math.max(1, this.waiting.length)), 1);
			next?.();
		}
		return await end;
	}
}

class Ended extends Error {}

/** The rows as one process sees them. The process ends after `ends` calls: its later calls throw. */
function rowsOf(shared: MemoryRows, schedule: Schedule, ends: number): MemoryRows {
	let calls = 0;
	const seen = new MemoryRows();
	const call = async <T>(act: () => Promise<T>): Promise<T> => {
		if (calls++ >= ends) throw new Ended();
		await schedule.turn();
		const fault = schedule.draw(40);
		if (fault === 0) throw new StoreFault('before');
		const response = await act();
		if (fault === 1) throw new StoreFault('after');
		return response;
	};
	seen.insert = async (key, owner) => await call(async () => await shared.insert(key, owner));
	seen.insertNumber = async (key, number, owner) =>
		await call(async () => await shared.insertNumber(key, number, owner));
	seen.numberIn = async (key) => await call(async () => await shared.numberIn(key));
	seen.has = async (key) => await call(async () => await shared.has(key));
	seen.isOf = async (key, owner) => await call(async () => await shared.isOf(key, owner));
	return seen;
}

const history = fc.record({
	draws: fc.array(fc.nat(1_000_000), { minLength: 200, maxLength: 400 }),
	ends: fc.tuple(fc.integer({ min: 5, max: 400 }), fc.integer({ min: 5, max: 400 })),
	payments: fc.array(
		fc.record({
			process: fc.nat(1),
			minor: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.constant(500)),
			outcome: fc.constantFrom('accepted', 'accepted', 'refused', 'lost', 'fails'),
			isNextDay: fc.boolean(),
		}),
		{ minLength: 2, maxLength: 12 },
	),
	day: fc.integer({ min: 0, max: 3_000 }),
	month: fc.integer({ min: 0, max: 5_000 }),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Plays a history. Returns, for each day and the month, the money that left and the money that the budget counts. */
async function play({ draws, ends, payments, day, month }: History) {
	const shared = new MemoryRows();
	const schedule = new Schedule(draws);
	const limits = { day: new Map([['NGN', BigInt(day)]]), month: new Map([['NGN', BigInt(month)]]) };
	const processes = ends.map((last) => rowsOf(shared, schedule, last));
	const budgets = processes.map((rows) => new Budgets(rows, MONEY, limits));
	const left = new Map<number, bigint>();
	const failed: number[] = [];
	/** Payments that may have taken from a budget but didn't leave. */
	const inVain = new Set<number>();
	const work = payments.map(async ({ process, minor, outcome, isNextDay }, number) => {
		const claim = new NumberedRow(processes[process] ?? shared, `claim ${number}`, 0);
		const row = budgets[process]?.rowFor({ minor: BigInt(minor), currency: 'NGN' });
		try {
			const withheld = await row?.take(claim, NOON + (isNextDay ? DAY_MS : 0));
			const mayLeave = withheld === null;
			if (mayLeave && outcome !== 'refused') left.set(number, BigInt(minor));
			if (left.has(number) && outcome === 'fails') failed.push(number);
			if (!left.has(number)) await row?.unpaid(claim);
		} catch {
			await row?.unpaid(claim).catch(() => inVain.add(number));
		}
	});
	await schedule.run(Promise.all(work));
	const counts = async (periods: readonly number[]) => {
		const seen = new Budgets(shared, MONEY, limits);
		return await Promise.all(periods.map(async (nowMs) => (await seen.lookAt(nowMs, ['NGN'])).map(({ used }) => used)));
	};
	const days = [NOON, NOON + DAY_MS];
	const before = await counts(days);
	const people = new Budgets(shared, MONEY, NO_BUDGETS);
	for (const number of [...failed, ...inVain, ...failed])
		await people.giveBack(
			new NumberedRow(shared, `claim ${number}`, 0),
			[{ minor: BigInt(payments[number]?.minor ?? 0), currency: 'NGN' }],
			NOON + DAY_MS,
		);
	const sums = (of: ReadonlySet<number>) => {
		const amount = (number: number) => (of.has(number) ? BigInt(payments[number]?.minor ?? 0) : 0n);
		const ofDay = (place: number) => (number: number) => Number(payments[number]?.isNextDay) === place;
		const all = [...payments.keys()];
		const ofDays = days.map((_, place) => sumOf(all.filter(ofDay(place)).map(amount)));
		return ofDays.map((day) => [day, sumOf(ofDays)]);
	};
	const stays = new Set([...left.keys()].filter((number) => !failed.includes(number)));
	return {
		left: sums(new Set(left.keys())),
		stays: sums(stays),
		inVain: sums(inVain),
		before,
		after: await counts(days),
	};
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

test('never over, and what counts is what left', async () => {
	const run = fc.asyncProperty(history, async (drawn) => {
		const { left, stays, inVain, before, after } = await play(drawn);
		for (const place of [0, 1])
			for (const [at, limit] of [drawn.day, drawn.month].entries()) {
				const [gone, kept, vain] = [left, stays, inVain].map((sums) => sums[place]?.[at] ?? 0n);
				expect(gone).toBeLessThanOrEqual(BigInt(limit));
				for (const [seen, least] of [
					[before, gone],
					[after, kept],
				] as const) {
					const used = seen[place]?.[at] ?? -1n;
					expect(used >= (least ?? 0n) && used <= (least ?? 0n) + (vain ?? 0n)).toBe(true);
				}
			}
	});
	await fc.assert(run, { numRuns: Math.min(1_000, Number(process.env.PROPERTY_RUNS ?? 150)) });
});

test('a store in which two processes insert one number lets more leave', async () => {
	const insert = MemoryRows.prototype.insertNumber;
	const spy = jest.spyOn(MemoryRows.prototype, 'insertNumber').mockImplementation(async function (
		this: MemoryRows,
		...given
	) {
		await insert.apply(this, given);
		return 'inserted';
	});
	const seen: boolean[] = [];
	for (const drawn of fc.sample(history, 60)) {
		const { left } = await play({ ...drawn, day: 600, month: 5_000 });
		seen.push(left.some(([day = 0n]) => day > 600n));
	}
	spy.mockRestore();
	expect(seen).toContain(true);
});
