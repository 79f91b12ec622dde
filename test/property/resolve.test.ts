/** What Resolve may say, and what it may do to the record, whatever Mavapay shows. */
import * as fc from 'fast-check';
import {
	judge,
	type Candidate,
	type Evidence,
	type Expected,
	type OrderFound,
} from '../../nodes/core/domain/books/resolution';
import { PayoutRecord } from '../../nodes/core/payout/record';
import { resolveReference, type RecordDesk } from '../../nodes/core/payout/resolveReference';
import type { LookUpKey } from '../../nodes/core/operation/operation';
import { Fixture, BASE_URL, freed, lookUpRow, MemoryRows, rowOf, transactionRow } from '../harness/payout/fixture';

const DAY = 86_400_000;
const some = <T>(...values: T[]) => fc.constantFrom(...values);

const candidate: fc.Arbitrary<Candidate> = fc.record({
	transactionId: some('t1', 't2', 't3', 't4'),
	type: some('WITHDRAWAL', 'WITHDRAWAL', 'WITHDRAWAL', 'DEPOSIT', ''),
	status: some('SUCCESS', 'PENDING', 'FAILED', 'FAILED', 'REVERSED', ''),
	minor: some(100n, 100n, 200n, null),
	currency: some('NGN', 'NGN', 'BTC', null),
	createdMs: some(null, 0, DAY, 2 * DAY),
	quoteIds: some([], ['q1'], ['q2']),
	prices: some([], [{ minor: 100n, currency: 'NGN' }]),
	matches: some(true, true, false),
});
const order: fc.Arbitrary<OrderFound> = fc.record({
	orderId: some('o1', 'o2'),
	status: some('EXPIRED', 'EXPIRED', 'FAILED', 'PAID', 'PENDING', ''),
	createdMs: some(null, 0, DAY),
	quoteIds: some([], ['q1']),
});
const evidence: fc.Arbitrary<Evidence> = fc.record({
	transactions: fc.array(candidate, { maxLength: 5 }),
	orders: fc.array(order, { maxLength: 2 }),
	incomplete: some(null, null, 'Not all was read.'),
});
const expected: fc.Arbitrary<Expected> = fc.record({
	minor: some(null, 100n),
	currency: some(null, 'NGN'),
	sentAfterMs: some(null, 0, DAY),
	sentBeforeMs: some(null, 2 * DAY),
	certain: fc.boolean(),
	shared: fc.boolean(),
	resent: fc.boolean(),
});

const mayHavePaid = ({ type, status, matches }: Candidate) =>
	matches && type !== 'DEPOSIT' && !(type === 'WITHDRAWAL' && status === 'FAILED');

describe('what Resolve says', () => {
	it('is notPaid only where all that matches failed, and there is something that failed', () => {
		let seen = 0;
		fc.assert(
			fc.property(evidence, expected, (found, asked) => {
				const { resolution } = judge(found, asked);
				if (resolution !== 'notPaid') return;
				seen += 1;
				expect(found.transactions.filter(mayHavePaid)).toEqual([]);
				expect(
					found.transactions.filter((one) => one.type === 'DEPOSIT' && one.matches && one.status !== 'FAILED'),
				).toEqual([]);
				expect(found.orders.filter(({ status }) => status !== 'EXPIRED' && status !== 'FAILED')).toEqual([]);
				expect(found.orders.length + found.transactions.filter(({ matches }) => matches).length).toBeGreaterThan(0);
				expect([asked.certain, found.incomplete]).toEqual([true, null]);
				if (asked.shared) expect(asked.sentAfterMs).not.toBeNull();
			}),
			{ numRuns: 3_000 },
		);
		expect(seen).toBeGreaterThan(20);
	});

	it('is paid only by a withdrawal that succeeded with that identity, at that time, of that amount', () => {
		let seen = 0;
		fc.assert(
			fc.property(evidence, expected, (found, asked) => {
				const { resolution, transactionId } = judge(found, asked);
				expect(transactionId === null).toBe(resolution === 'open' || resolution === 'notPaid');
				if (transactionId === null) return;
				seen += 1;
				const its = found.transactions.filter(
					(one) =>
						one.transactionId === transactionId && one.matches && one.status === 'SUCCESS' && one.type === 'WITHDRAWAL',
				);
				if (!asked.certain) expect(resolution).toBe('likelyPaid');
				// What others may have been paid under too is certain only by its time.
				else if (asked.shared)
					expect(
						resolution === 'paid' && (asked.sentAfterMs === null || its.every((one) => one.createdMs === null)),
					).toBe(false);
				else expect(resolution).toBe('paid');
				const fits = its.filter(({ minor, currency, prices, createdMs }) => {
					const is = [{ minor, currency }, ...prices];
					const agrees =
						asked.minor === null && asked.currency === null
							? true
							: is.some(
									(one) =>
										(asked.minor === null || one.minor === asked.minor) &&
										(asked.currency === null || one.currency === asked.currency),
								);
					return (
						agrees &&
						(createdMs === null ||
							(createdMs >= (asked.sentAfterMs ?? 0) && createdMs <= (asked.sentBeforeMs ?? 9 * DAY)))
					);
				});
				expect(fits.length).toBeGreaterThan(0);
			}),
			{ numRuns: 2_000 },
		);
		expect(seen).toBeGreaterThan(100);
	});

	it('is never certain about a payee, nor likely where not all was read', () => {
		fc.assert(
			fc.property(evidence, expected, (found, asked) => {
				const { resolution } = judge(found, { ...asked, certain: false });
				expect(['open', ...(found.incomplete === null ? ['likelyPaid'] : [])]).toContain(resolution);
			}),
			{ numRuns: 2_000 },
		);
	});
});

/** In an execution of its own. */
const desk = (): RecordDesk => {
	const { store, service } = new Fixture();
	return {
		store,
		baseUrl: BASE_URL,
		service,
		memory: { executionId: 'later', nodeName: 'Resolve', flow: {} },
	};
};

const CUSTOMER: LookUpKey = { kind: 'customerReference', value: 'C' };
const quoteKeys = (ids: readonly string[]) => ids.map((value): LookUpKey => ({ kind: 'quoteId', value }));

const asking = (found: Evidence, asked: Omit<Expected, 'resent'>, updateRecord: boolean, lookUpKeys = [CUSTOMER]) => ({
	action: 'resolve' as const,
	reference: 'R',
	updateRecord,
	expected: asked,
	lookUpKeys,
	gather: async () => found,
});

describe('what Resolve does', () => {
	it('changes the record only where it was told to, the answer is certain, and it is about the payment that was sent; what it knows already explains nothing', async () => {
		const known = fc.subarray(['t1', 't2', 'q1']);
		const sentWith = fc.subarray([CUSTOMER, ...quoteKeys(['q1', 'q2'])]);
		const resolutions = new Set<unknown>();
		await fc.assert(
			fc.asyncProperty(
				evidence,
				expected,
				known,
				sentWith,
				fc.boolean(),
				fc.integer({ min: 0, max: 1 }),
				async (found, asked, knows, keys, update, generation) => {
					// What an earlier claim was sent with says nothing of this one.
					const earlier = generation === 1 ? [rowOf('R'), rowOf('R', 0, ':released'), lookUpRow('R', CUSTOMER)] : [];
					const rows = new MemoryRows(
						...earlier,
						rowOf('R', generation),
						...keys.map((key) => lookUpRow('R', key, generation)),
						...knows.map(transactionRow),
					);
					const before = [...rows.keys];
					const record = new PayoutRecord(BASE_URL, rows, () => 0);
					const said = await resolveReference(asking(found, asked, update), desk(), record);
					resolutions.add(said.resolution);
					const certain = said.resolution === 'paid' || said.resolution === 'notPaid';
					expect(said.recordChanged).toBe(update && certain);
					const isUnknown = (ids: readonly string[]) => !ids.some((id) => knows.includes(id));
					const about = [
						...found.transactions.filter(
							(one) => one.type !== 'DEPOSIT' && isUnknown([one.transactionId, ...one.quoteIds]),
						),
						...found.orders.filter((one) => isUnknown(one.quoteIds)),
					];
					const sent = keys.map(({ value }) => value);
					// A quote that it was not sent with is another payment of the same customer.
					const others = about.filter(({ quoteIds }) => !quoteIds.some((id) => sent.includes(id)));
					if (certain && !sent.includes(CUSTOMER.value)) expect(others).toEqual([]);
					if (certain && asked.shared) expect(others.filter(({ quoteIds }) => quoteIds.length > 0)).toEqual([]);
					expect(knows).not.toContain(said.transactionId);
					if (!update || !certain) expect([...rows.keys]).toEqual(before);
					expect(said.state).toBe(await record.check('R'));
					const states = { paid: 'paid', notPaid: 'free', likelyPaid: 'unknown', open: 'unknown' };
					if (update) expect(said.state).toBe(new Map<unknown, string>(Object.entries(states)).get(said.resolution));
					if (said.resolution !== 'notPaid') return;
					const unknownToRecord = found.transactions.filter(
						(one) => ![one.transactionId, ...one.quoteIds].some((id) => knows.includes(id)),
					);
					expect(unknownToRecord.filter(mayHavePaid)).toEqual([]);
				},
			),
			{ numRuns: 1_500 },
		);
		expect(resolutions).toEqual(new Set(['paid', 'notPaid', 'likelyPaid', 'open']));
	});
});

/** What became in truth of a payment whose response was lost. */
interface Attempt {
	readonly id: string;
	readonly atMs: number;
	readonly end: 'SUCCESS' | 'FAILED' | 'nothing';
	/** Steps of time until Mavapay shows it, and until it has ended. */
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
	readonly record = new PayoutRecord(BASE_URL, new MemoryRows(), () => this.now);
	readonly attempts: Attempt[] = [];
	private now = DAY;

	async take(one: Step, noise: readonly Candidate[]): Promise<void> {
		this.now += 1_000;
		if (one.kind === 'wait') for (const attempt of this.attempts) this.age(attempt);
		if (one.kind === 'pay' && (await this.record.claim('R', 'identity', [CUSTOMER])).kind === 'claimed') {
			this.attempts.push({ id: `mine${this.attempts.length}`, atMs: this.now, ...one.attempt });
		}
		// A person who knows better, and leaves no trace of what failed.
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

	/** Somebody gives what belongs to another payment, which failed. */
	private async resolveAnothers(): Promise<void> {
		const other = {
			transactionId: 'other',
			type: 'WITHDRAWAL',
			status: 'FAILED',
			minor: 100n,
			currency: 'NGN',
			createdMs: this.now,
			quoteIds: [],
			prices: [],
			matches: true,
		};
		const asked = { minor: 100n, currency: 'NGN', sentAfterMs: null, sentBeforeMs: null, certain: true, shared: false };
		const keys: LookUpKey[] = [{ kind: 'paymentHash', value: 'of another payment' }];
		await resolveReference(
			asking({ transactions: [other], orders: [], incomplete: null }, asked, true, keys),
			desk(),
			this.record,
		);
	}

	private async resolve(dated: boolean, noise: readonly Candidate[]): Promise<void> {
		const mine = this.attempts
			.filter(({ end, shownIn }) => end !== 'nothing' && shownIn === 0)
			.map((one): Candidate => ({
				transactionId: one.id,
				type: 'WITHDRAWAL',
				status: one.endsIn > 0 ? 'PENDING' : one.end,
				minor: 100n,
				currency: 'NGN',
				createdMs: one.atMs,
				quoteIds: [],
				prices: [],
				matches: true,
			}));
		const asked = {
			minor: 100n,
			currency: 'NGN',
			sentAfterMs: dated ? (this.attempts.at(-1)?.atMs ?? 0) : null,
			sentBeforeMs: null,
			certain: true,
			shared: false,
		};
		await resolveReference(
			asking({ transactions: [...noise, ...mine], orders: [], incomplete: null }, asked, true),
			desk(),
			this.record,
		);
	}
}

/** What else Mavapay shows under the same identity or beside it, none of which is a payment of ours. */
const foreign = candidate.map((one): Candidate => (one.matches ? { ...one, type: 'DEPOSIT' } : one));

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
	expect(again).toBeGreaterThan(500);
});
