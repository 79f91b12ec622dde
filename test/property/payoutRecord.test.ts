import * as fc from 'fast-check';
import { PayoutRecord, type Claimed } from '../../nodes/core/payout/payoutRecord';
import { DeduplicationTable } from '../unit/payout/deduplicationTable';
import { BASE_URL, entry } from '../unit/payout/payoutWorld';
import { chance, Process, Scheduler } from '../unit/payout/scheduler';

/** Each schedule is long; the long run draws a tenth of what the short properties draw. */
const numRuns = process.env.PROPERTY_RUNS === undefined ? 250 : Math.ceil(Number(process.env.PROPERTY_RUNS) / 10);
/** A busy machine must not fail a test. */
const timeout = 3_600_000;

const DELAY = 300;

interface Crowd {
	readonly seed: number;
	/** The process of each execution. */
	readonly executions: readonly number[];
	/** Milliseconds between reading and writing the row, at most. */
	readonly change: number;
	readonly others: number;
	readonly emptyRow: boolean;
}

const crowd = fc.record<Crowd>({
	seed: fc.integer({ min: 0, max: 2 ** 31 }),
	executions: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 10 }),
	change: fc.constantFrom(5, 20, 60),
	others: fc.integer({ min: 0, max: 3 }),
	emptyRow: fc.boolean(),
});

/** Processes with executions that start at almost the same time, and others that never stop writing. */
class Rush {
	readonly scheduler = new Scheduler();
	readonly random: () => number;
	readonly table: DeduplicationTable;
	private readonly processes = new Map<number, Process>();
	private tokens = 0;

	constructor(private readonly drawn: Crowd) {
		this.random = chance(drawn.seed);
		this.table = new DeduplicationTable(this.scheduler, this.random, { way: drawn.change / 2, change: drawn.change });
		if (!drawn.emptyRow) this.table.row = ['something else'];
	}

	record(place: number): PayoutRecord {
		const process = this.processes.get(place) ?? new Process(`rush ${place}`, this.scheduler);
		this.processes.set(place, process);
		return new PayoutRecord(BASE_URL, {
			store: this.table.connect(process),
			storeKey: `rush ${this.drawn.seed} ${place}`,
			now: () => this.scheduler.now,
			wait: async (milliseconds) => await process.sleep(milliseconds),
			random: this.random,
			newToken: () => `token${this.tokens++}`,
		});
	}

	async run(work: (record: PayoutRecord, execution: number) => Promise<void>): Promise<void> {
		for (const [execution, place] of this.drawn.executions.entries()) {
			this.scheduler.after(this.random() * this.drawn.change, () => void work(this.record(place), execution));
		}
		for (let number = 0; number < this.drawn.others; number++) void this.other(number);
		await this.scheduler.run();
	}

	async ask<T>(question: Promise<T>): Promise<T> {
		await this.scheduler.run();
		return await question;
	}

	private async other(number: number): Promise<void> {
		const process = new Process(`other ${number}`, this.scheduler);
		const store = this.table.connect(process);
		for (let call = 0; this.scheduler.now < 4 * DELAY; call++) {
			await store.add([`other ${number} ${call}`]).catch(() => undefined);
			await process.sleep(this.random() * this.drawn.change);
		}
	}
}

test('of any number of simultaneous executions with one reference, one or none may pay', async () => {
	await fc.assert(
		fc.asyncProperty(crowd, async (drawn) => {
			const rush = new Rush(drawn);
			const ends: Array<Claimed['kind'] | 'fault'> = [];
			await rush.run(async (record) => {
				const { kind } = await record.claim('R', DELAY).catch(() => ({ kind: 'fault' as const }));
				ends.push(kind);
			});
			expect(ends).toHaveLength(drawn.executions.length);
			const winners = ends.filter((kind) => kind === 'claimed').length;
			expect(winners).toBeLessThanOrEqual(1);
			// Nobody paid, so nobody may say so; and the winner's reference is held until it is settled.
			expect(ends).not.toContain('paid');
			if (winners === 1) expect([rush.table.has(entry('R')), rush.table.has(`${entry('R')}:open`)]).toEqual([true, true]);
			// A first call that n8n's database refuses is the one fault there is.
			if (!drawn.emptyRow) expect(ends).not.toContain('fault');
		}),
		{ numRuns },
	);
}, timeout);

test('within one process exactly one pays', async () => {
	await fc.assert(
		fc.asyncProperty(crowd, async (drawn) => {
			const rush = new Rush({ ...drawn, others: 0, executions: drawn.executions.map(() => 0) });
			const ends: string[] = [];
			await rush.run(async (record) => {
				ends.push((await record.claim('R', DELAY)).kind);
			});
			expect(ends.filter((kind) => kind === 'claimed')).toHaveLength(1);
			expect(ends.filter((kind) => kind === 'unknown')).toHaveLength(drawn.executions.length - 1);
		}),
		{ numRuns },
	);
}, timeout);

test('in a burst of different references each is paid once, none is forgotten and none stays marked', async () => {
	const places = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 35 });
	await fc.assert(
		fc.asyncProperty(crowd, places, fc.func(fc.boolean()), async (drawn, executions, taken) => {
			const rush = new Rush({ ...drawn, emptyRow: false, executions });
			const paid: number[] = [];
			const marked: string[] = [];
			await rush.run(async (record, execution) => {
				const claimed = await record.claim(`R${execution}`, DELAY);
				if (claimed.kind !== 'claimed') return;
				paid.push(execution);
				await (taken(execution) ? claimed.claim.paid() : claimed.claim.withdraw());
				marked.push(...(await record.finish()));
			});
			expect(paid.sort((a, b) => a - b)).toEqual(executions.map((_, execution) => execution));
			const judge = rush.record(9);
			for (const execution of paid) {
				const state = await rush.ask(judge.check(`R${execution}`));
				const expected = taken(execution) ? 'paid' : 'free';
				// What could not be settled is said to be so, and errs on the safe side.
				if (marked.includes(`R${execution}`)) expect(['unknown', expected]).toContain(state);
				else expect(state).toBe(expected);
			}
			await rush.ask(judge.finish());
			const left = (rush.table.row ?? []).filter((value) => value.endsWith(':open'));
			expect(left.length).toBeLessThanOrEqual(marked.length);
		}),
		{ numRuns: Math.ceil(numRuns / 5) },
	);
}, timeout);

test('a look at a reference never lets two pay, never makes a free one paid, and leaves it as it was', async () => {
	const before = fc.constantFrom('free' as const, 'paid' as const, 'unknown' as const);
	await fc.assert(
		fc.asyncProperty(crowd, before, fc.nat({ max: 3 }), async (drawn, state, claims) => {
			const rush = new Rush({ ...drawn, emptyRow: false });
			if (state !== 'free') rush.table.row?.push(entry('R'));
			if (state === 'unknown') rush.table.row?.push(`${entry('R')}:open`);
			const winners: number[] = [];
			const seen = new Set<string>();
			await rush.run(async (record, execution) => {
				if (execution >= claims) {
					seen.add(await record.check('R'));
					await record.finish();
					return;
				}
				const { kind } = await record.claim('R', DELAY);
				if (kind === 'claimed') winners.push(execution);
				if (kind === 'paid') seen.add('paid');
				await record.finish();
			});
			expect(winners.length).toBeLessThanOrEqual(state === 'free' ? 1 : 0);
			if (state !== 'paid') expect([...seen]).not.toContain('paid');
			if (state !== 'free') expect([...seen]).not.toContain('free');
			const expected = winners.length === 1 ? 'unknown' : state;
			expect(await rush.ask(rush.record(9).check('R'))).toBe(expected);
		}),
		{ numRuns },
	);
}, timeout);
