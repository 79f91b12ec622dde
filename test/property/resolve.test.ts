/** What Resolve may say, and what it may do to the record, whatever Mavapay shows. */
import * as fc from 'fast-check';
import {
	resolveByKey,
	resolveByDetails,
	type Candidate,
	type Evidence,
	type Expected,
} from '../../nodes/core/payout/reference/resolution';
import { PayoutRecord } from '../../nodes/core/record/record';
import { ExecutionMemory } from '../../nodes/core/payout/memory';
import { resolveReference, type RecordContext } from '../../nodes/core/payout/reference/resolveReference';
import type { LookUpKey } from '../../nodes/core/payees/paymentIdentity';
import type { ResolvePlan } from '../../nodes/core/payout/plan';
import { Fixture, freed } from '../harness/payout/fixture';
import { lookUpRow, MemoryRows, MONEY, rowOf, unbound } from '../harness/payout/rows';

const DAY = 86_400_000;
const some = <T>(...values: T[]) => fc.constantFrom(...values);

const candidate: fc.Arbitrary<Candidate> = fc.record({
	transactionId: some('t1', 't2', 't3', 't4'),
	quoteId: some(null, 'q1', 'q2'),
	type: some('WITHDRAWAL', 'WITHDRAWAL', 'WITHDRAWAL', 'DEPOSIT', ''),
	status: some('SUCCESS', 'PENDING', 'FAILED', 'FAILED', 'REVERSED', ''),
	minor: some(100n, 100n, 200n, null),
	currency: some('NGN', 'NGN', 'BTC', ''),
	createdMs: some(null, 0, DAY, 2 * DAY),
	prices: some([], [{ minor: 100n, currency: 'NGN' }]),
	matches: some(true, true, false),
});
const order: fc.Arbitrary<Evidence['orders'][number]> = fc.record({
	orderId: some('o1', 'o2'),
	status: some('EXPIRED', 'EXPIRED', 'FAILED', 'PAID', 'PENDING', ''),
});
const evidence: fc.Arbitrary<Evidence> = fc.record({
	transactions: fc.array(candidate, { maxLength: 5 }),
	orders: fc.array(order, { maxLength: 2 }),
	incomplete: some(null, null, 'Not all was read.'),
});
const sentAfter = some(null, 0, DAY);
const expected: fc.Arbitrary<Expected> = fc.record({
	minor: fc.constant(100n),
	currency: fc.constant('NGN'),
	sentAfterMs: some(0, DAY),
	sentBeforeMs: some(null, 2 * DAY),
});

const isFailed = ({ type, status }: Candidate) => type === 'WITHDRAWAL' && status === 'FAILED';
const isSuccess = ({ type, status }: Candidate) => type === 'WITHDRAWAL' && status === 'SUCCESS';

describe('what Resolve says', () => {
	it('is notPaid only if all there is failed since it was sent, or its order ended unpaid', () => {
		let seen = 0;
		fc.assert(
			fc.property(evidence, sentAfter, (found, sentAfterMs) => {
				if (resolveByKey(found, sentAfterMs).resolution !== 'notPaid') return;
				seen += 1;
				const withdrawals = found.transactions.filter(({ type }) => type !== 'DEPOSIT');
				expect(found.transactions.filter(({ status }) => status !== 'FAILED')).toEqual([]);
				expect(withdrawals.filter((one) => !isFailed(one))).toEqual([]);
				expect(found.orders.filter(({ status }) => status !== 'EXPIRED' && status !== 'FAILED')).toEqual([]);
				expect(found.orders.length + withdrawals.length).toBeGreaterThan(0);
				expect(found.incomplete).toBeNull();
				for (const { createdMs } of withdrawals) expect(createdMs ?? -1).toBeGreaterThanOrEqual(sentAfterMs ?? DAY * 9);
			}),
			{ numRuns: 3_000 },
		);
		expect(seen).toBeGreaterThan(20);
	});

	it('is paid exactly if a withdrawal under its key succeeded', () => {
		fc.assert(
			fc.property(evidence, sentAfter, (found, sentAfterMs) => {
				const { resolution, transactionId } = resolveByKey(found, sentAfterMs);
				const paying = found.transactions.filter(isSuccess);
				expect(resolution === 'paid').toBe(paying.length > 0);
				if (resolution === 'paid') expect(paying.map((one) => one.transactionId)).toContain(transactionId);
				else expect(transactionId).toBeNull();
				expect(resolution).not.toBe('likelyPaid');
			}),
			{ numRuns: 2_000 },
		);
	});

	it('is likely at most where others may have it too, and then only by one of that amount and time', () => {
		let seen = 0;
		fc.assert(
			fc.property(evidence, expected, (found, asked) => {
				const { resolution, transactionId } = resolveByDetails(found, asked);
				expect(['open', ...(found.incomplete === null ? ['likelyPaid'] : [])]).toContain(resolution);
				expect(transactionId === null).toBe(resolution === 'open');
				if (transactionId === null) return;
				seen += 1;
				const its = found.transactions.filter(
					({ minor, currency, prices, createdMs, matches, ...one }) =>
						isSuccess({ minor, currency, prices, createdMs, matches, ...one }) &&
						matches &&
						one.transactionId === transactionId &&
						[{ minor, currency }, ...prices].some((price) => price.minor === 100n && price.currency === 'NGN') &&
						(createdMs === null || (createdMs >= asked.sentAfterMs && createdMs <= (asked.sentBeforeMs ?? 9 * DAY))),
				);
				expect(its.length).toBeGreaterThan(0);
			}),
			{ numRuns: 4_000 },
		);
		expect(seen).toBeGreaterThan(100);
	});
});

const BINDING = unbound();

/** Resolve's context, in an execution that doesn't remember the payment. */
const desk = (): RecordContext => {
	const { store, service } = new Fixture();
	return {
		store,
		money: MONEY,
		service,
		memory: () => new ExecutionMemory({ executionId: 'later', nodeName: 'Resolve', flow: {} }),
		timeZone: 'UTC',
	};
};

const ITS: LookUpKey = { kind: 'quoteId', value: 'q1' };
const ANOTHERS: LookUpKey = { kind: 'quoteId', value: 'q2' };

const asking = (
	found: Evidence,
	identity: LookUpKey,
	sentAfterMs: number | null,
	updateRecord = true,
): ResolvePlan => ({
	do: 'resolve',
	reference: 'R',
	updateRecord,
	foundBy: identity,
	sentAfterMs,
	gather: async () => await Promise.resolve(found),
});

describe('what Resolve does', () => {
	it('changes the record only if it was told to, the answer is certain, and the record shows what it was looked up by', async () => {
		const resolutions = new Set<unknown>();
		await fc.assert(
			fc.asyncProperty(
				evidence,
				sentAfter,
				fc.option(expected, { nil: null }),
				fc.subarray([ITS, ANOTHERS]),
				fc.boolean(),
				fc.integer({ min: 0, max: 1 }),
				async (found, sentAfterMs, alike, keys, update, generation) => {
					// The look-up keys of an earlier claim's payment say nothing about this claim.
					const earlier = generation === 1 ? [rowOf('R'), rowOf('R', 0, ':released'), lookUpRow('R', ITS)] : [];
					const rows = new MemoryRows(
						...earlier,
						rowOf('R', generation),
						...keys.map((key) => lookUpRow('R', key, generation)),
					);
					const before = [...rows.keys];
					const record = new PayoutRecord(MONEY, rows, () => 0, BINDING);
					const plan = asking(found, ITS, sentAfterMs, update);
					const said = await resolveReference(
						alike === null ? plan : { ...plan, foundBy: null, expected: alike },
						desk(),
						record,
					);
					resolutions.add(said.resolution);
					const certain = said.resolution === 'paid' || said.resolution === 'notPaid';
					if (certain) expect([alike, keys.includes(ITS)]).toEqual([null, true]);
					expect(said.recordChanged).toBe(update && certain);
					if (!update || !certain) expect([...rows.keys]).toEqual(before);
					expect(said.state).toBe(await record.check('R'));
					const states = { paid: 'paid', notPaid: 'free', likelyPaid: 'unknown', open: 'unknown' };
					if (update) expect(said.state).toBe(new Map<unknown, string>(Object.entries(states)).get(said.resolution));
				},
			),
			{ numRuns: 1_500 },
		);
		expect(resolutions).toEqual(new Set(['paid', 'notPaid', 'likelyPaid', 'open']));
	});
});

/** A payment whose response was lost, and how it really ended. */
interface Attempt {
	readonly id: string;
	readonly atMs: number;
	readonly end: 'SUCCESS' | 'FAILED' | 'nothing';
	/** Steps of time until Mavapay lists the payment; `endsIn`: steps until the payment has ended. */
	shownIn: number;
	endsIn: number;
}

type Step =
	| { readonly kind: 'pay'; readonly attempt: Pick<Attempt, 'end' | 'shownIn' | 'endsIn'> }
	| { readonly kind: 'resolve'; readonly dated: boolean; readonly anothers: boolean }
	| { readonly kind: 'wait' | 'release' };

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({
		kind: fc.constant('pay' as const),
		attempt: fc.record({
			end: some<Attempt['end']>('SUCCESS', 'FAILED', 'FAILED', 'nothing'),
			shownIn: fc.nat(3),
			endsIn: fc.nat(3),
		}),
	}),
	fc.record({ kind: fc.constant('resolve' as const), dated: fc.boolean(), anothers: some(false, false, true) }),
	fc.constant({ kind: 'wait' as const }),
	fc.constant({ kind: 'release' as const }),
);

class World {
	readonly record = new PayoutRecord(MONEY, new MemoryRows(), () => this.now, BINDING);
	readonly attempts: Attempt[] = [];
	private now = DAY;

	async take(one: Step, noise: readonly Candidate[]): Promise<void> {
		this.now += 1_000;
		if (one.kind === 'wait') for (const attempt of this.attempts) this.age(attempt);
		if (one.kind === 'pay' && (await this.record.claim('R', 'identity', [ITS])).kind === 'claimed') {
			this.attempts.push({ id: `mine${this.attempts.length}`, atMs: this.now, ...one.attempt });
		}
		// A person who knows that nothing was paid releases the reference.
		const isOpen = (await this.record.check('R')) !== 'free';
		if (one.kind === 'release' && isOpen && this.attempts.every(({ end }) => end !== 'SUCCESS'))
			await freed(this.record, 'R');
		if (one.kind === 'resolve' && (await this.record.check('R')) === 'unknown')
			await (one.anothers ? this.resolveAnothers() : this.resolve(one.dated, noise));
	}

	private age(attempt: Attempt): void {
		if (attempt.shownIn > 0) attempt.shownIn -= 1;
		else if (attempt.endsIn > 0) attempt.endsIn -= 1;
	}

	/** A person gives Resolve a transaction of another payment, which failed. */
	private async resolveAnothers(): Promise<void> {
		const other: Candidate = {
			transactionId: 'other',
			quoteId: null,
			type: 'WITHDRAWAL',
			status: 'FAILED',
			minor: 100n,
			currency: 'NGN',
			createdMs: this.now,
			prices: [],
			matches: true,
		};
		const found = { transactions: [other], orders: [{ orderId: 'other', status: 'EXPIRED' }], incomplete: null };
		await resolveReference(asking(found, ANOTHERS, 0), desk(), this.record);
	}

	private async resolve(dated: boolean, noise: readonly Candidate[]): Promise<void> {
		const mine = this.attempts
			.filter(({ end, shownIn }) => end !== 'nothing' && shownIn === 0)
			.map((one): Candidate => ({
				transactionId: one.id,
				quoteId: null,
				type: 'WITHDRAWAL',
				status: one.endsIn > 0 ? 'PENDING' : one.end,
				minor: 100n,
				currency: 'NGN',
				createdMs: one.atMs,
				prices: [],
				matches: true,
			}));
		const found = { transactions: [...noise, ...mine], orders: [], incomplete: null };
		const sentAfterMs = dated ? (this.attempts.at(-1)?.atMs ?? 0) : null;
		await resolveReference(asking(found, ITS, sentAfterMs), desk(), this.record);
	}
}

/** Deposits, which pay nobody. */
const foreign = candidate.map((one): Candidate => ({ ...one, type: 'DEPOSIT' }));

it('whatever is lost, late or failed, payments that Resolve lets through never pay twice', async () => {
	let again = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 10, maxLength: 30 }),
			fc.array(foreign, { maxLength: 3 }),
			async (steps, noise) => {
				const world = new World();
				for (const one of steps) await world.take(one, noise);
				again += Math.max(0, world.attempts.length - 1);
				expect(world.attempts.filter(({ end }) => end === 'SUCCESS').length).toBeLessThanOrEqual(1);
				const isPaid = (await world.record.check('R')) === 'paid';
				if (isPaid) expect(world.attempts.filter(({ end }) => end === 'SUCCESS')).toHaveLength(1);
			},
		),
		{ numRuns: 1_000 },
	);
	expect(again).toBeGreaterThan(300);
});
