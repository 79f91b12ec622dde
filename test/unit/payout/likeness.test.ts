import { DAY_MS } from '../../../nodes/core/domain/dateTime';
import { ExecutionMemory } from '../../../nodes/core/payout/memory';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { StoreFault } from '../../../nodes/core/record/rows';
import type { PaymentRun } from '../../../nodes/core/payout/runTypes';
import { accepted, lost } from '../../harness/payout/endings';
import { claimFor, Fixture, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { NGN, NO_RULES, plan, type PlanSpec } from '../../harness/payout/plans';

/** Noon of the 24th of November 2026, UTC. */
const NOON = Date.UTC(2026, 10, 24, 12);

const bill = (reference: string, payout: PlanSpec['payout'] = {}, minor = 100_000n): PaymentPlan =>
	plan({ isLike: true, amount: NGN(minor), onUnknown: 'continue', payout: { reference, ...payout } });

function at(now = NOON, ...endings: Fixture['endings']): Fixture {
	const fixture = Fixture.ending(...endings);
	fixture.time.now = now;
	return fixture;
}

/** Makes one payment in a separate execution. */
async function pay(fixture: Fixture, paying: PaymentPlan, more: Partial<PaymentRun> = {}) {
	fixture.startAnew();
	return await fixture.run([paying], more);
}

async function released(fixture: Fixture, reference: string, claim: string, early = true) {
	const open = fixture.record.openClaim(reference, claim);
	if (open === null) throw new Error(`${claim} is no claim of ${reference}`);
	return await open.release({ early, paid: false });
}

const ownClaim = async (fixture: Fixture, paying: PaymentPlan) =>
	failureOf(await pay(fixture, paying)).claim ?? 'there is none';

describe('a payment like another one under another reference', () => {
	it('is refused, and told the day and nothing else of it', async () => {
		const fixture = at();
		await pay(fixture, bill('INV-1'));
		const failure = failureOf(await pay(fixture, bill('INV-1 again'), { timeZone: 'Africa/Lagos' }));
		expect(failure).toMatchObject({ outcome: 'rejected', cause: 'repeated', retryable: false });
		expect(failure.description).toBe(
			"Nothing was paid: this workflow recorded another payment of the same amount to this payee since today at 01:00 (Africa/Lagos), under another payout reference. If both are for one bill, check whether it was paid ('Transaction: Get Many'). If both are due, turn on the option 'Allow Repeats' for this item.",
		);
		expect(fixture.sent).toHaveLength(1);
	});

	it.each([
		['the day after', 0, 1, 'rejected'],
		['two days after', 0, 2, 'accepted'],
		['by a rule of the key on its last day', 4, 3, 'rejected'],
		['by a rule of the key on the next one', 4, 4, 'accepted'],
		['by a rule of one day on the next', 1, 1, 'accepted'],
	])('%s', async (_, repeatsWithinDays, days, expected) => {
		const fixture = at();
		const keyRules = { ...NO_RULES, repeatsWithinDays };
		await pay(fixture, bill('A'), { keyRules });
		fixture.time.now += days * DAY_MS;
		expect(outcomesOf(await pay(fixture, bill('B'), { keyRules }))).toEqual([expected]);
	});

	it('may be allowed under a rule of the key only in a run that a person approved', async () => {
		const fixture = at();
		const keyRules = { ...NO_RULES, repeatsWithinDays: 2 };
		await pay(fixture, bill('A'), { keyRules });
		const failure = failureOf(await pay(fixture, bill('B', { allowRepeats: true }), { keyRules }));
		expect(failure.description).toContain("'Allow Repeats' for this item and have it approved");
	});
});

describe('of two at the same moment', () => {
	/** Another process, whose clock is at `now`, pays A between B's look-up and B's insert. Then `goesWrong` runs. */
	function overtake(fixture: Fixture, now: number, goesWrong: (fixture: Fixture) => void = () => undefined): void {
		let isDone = false;
		fixture.rows.before = async (method, key) => {
			if (method !== 'insert' || !key.includes(':like:') || isDone) return;
			isDone = true;
			const faster = Object.assign(at(now), { rows: fixture.rows });
			expect(outcomesOf(await faster.run([bill('A')]))).toEqual(['accepted']);
			goesWrong(fixture);
		};
	}

	async function overtaken(goesWrong: (fixture: Fixture) => void): Promise<Fixture> {
		const fixture = at();
		overtake(fixture, NOON, goesWrong);
		void fixture.run([bill('B')]);
		for (let step = 0; step < 40; step++) await quiet();
		fixture.rows.heal();
		return fixture;
	}

	it('the other one is not paid either once its process ended before it could say so, and a person released it', async () => {
		const fixture = await overtaken(({ rows }) => {
			rows.before = async (method, key) => {
				if (method === 'insert' && key.endsWith(':refused')) await new Promise<void>(() => undefined);
			};
		});
		expect(await fixture.record.check('B')).toBe('unknown');
		await released(fixture, 'B', await claimFor(fixture.record, 'B'));
		expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['rejected']);
		expect(fixture.sent).toEqual([]);
	});

	it('the other one is not paid either where the response to its insert was lost', async () => {
		const fixture = await overtaken(({ rows }) => rows.fail('insert', /:like:/));
		expect(await fixture.record.check('B')).toBe('free');
		expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['rejected']);
		expect(fixture.sent).toEqual([]);
	});
});

describe('the row of a payment', () => {
	it('is never held against its own reference, released by a claim of Check and run again', async () => {
		const fixture = at(NOON, lost, lost, accepted());
		for (const expected of ['unknown', 'unknown', 'accepted']) {
			expect(outcomesOf(await pay(fixture, bill('A')))).toEqual([expected]);
			// B stays held back: a release with the claim that Check gives frees A, but not another payment of this amount.
			expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['rejected']);
			if (expected === 'unknown') await released(fixture, 'A', await claimFor(fixture.record, 'A'));
		}
	});

	/** Runs A again, after its release if its outcome is unknown. */
	async function payAgain(fixture: Fixture) {
		fixture.rows.heal();
		fixture.startAnew();
		if ((await fixture.record.check('A')) === 'unknown')
			await released(fixture, 'A', await claimFor(fixture.record, 'A'));
		const isPaid = (await fixture.record.check('A')) === 'paid';
		const again = await pay(fixture, bill('A', { alreadyRecorded: 'skip' }));
		expect(outcomesOf(again)).toEqual([isPaid ? 'alreadyPaid' : 'accepted']);
	}

	it('is not, wherever the run was killed', async () => {
		for (let place = 0; place < 9; place++) {
			const fixture = at();
			let inserts = 0;
			fixture.rows.before = async (method) => {
				if (method === 'insert' && inserts++ === place) await new Promise<void>(() => undefined);
			};
			void fixture.run([bill('A')]);
			for (let step = 0; step < 4; step++) await quiet();
			await payAgain(fixture);
		}
	});

	it.each(['is not there', "is another's"])(
		'stays as it is where its insert had no response, and the row %s',
		async (which) => {
			const fixture = at();
			fixture.rows.before = async (method, key) => {
				if (method !== 'insert' || !key.includes(':like:')) return;
				fixture.rows.heal();
				if (which !== 'is not there') await fixture.rows.insert(key, 'another claim');
				throw new StoreFault('the database is gone');
			};
			expect(outcomesOf(await pay(fixture, bill('A')))).toEqual(['rejected']);
			expect([...fixture.rows.keys].filter((key) => key.endsWith(':over'))).toEqual([]);
		},
	);

	it('behind midnight one that may repeat is not held against the day before', async () => {
		const fixture = at(Date.UTC(2026, 10, 24, 23, 59));
		await pay(fixture, bill('A'));
		fixture.time.now += 120_000;
		expect(outcomesOf(await pay(fixture, bill('B', { allowRepeats: true })))).toEqual(['accepted']);
		expect([...fixture.rows.keys].filter((key) => key.endsWith(':beside'))).toEqual([]);
	});

	it('of two that may repeat at once each has a row, the second one beside the first', async () => {
		const fixture = at();
		const runs = ['A', 'B'].map(async (reference) => {
			const memory = new ExecutionMemory({ executionId: reference, nodeName: 'Mavapay', flow: {} });
			return await fixture.run([bill(reference, { allowRepeats: true })], { memory });
		});
		expect((await Promise.all(runs)).flatMap(outcomesOf)).toEqual(['accepted', 'accepted']);
		const rows = [...fixture.rows.keys]
			.filter((key) => key.includes(':like:'))
			.map((key) => key.replace(/^.*:\d{5}/, ''));
		expect(rows.sort()).toEqual([':0', ':1', ':1:beside']);
		expect(outcomesOf(await pay(fixture, bill('C')))).toEqual(['rejected']);
	});

	it('is over where nothing was paid, though the response to its insert was lost', async () => {
		const fixture = at();
		fixture.rows.after = (method, key) => {
			if (method !== 'insert' || !key.includes(':like:')) return;
			fixture.rows.heal();
			throw new StoreFault('the database is gone');
		};
		expect(outcomesOf(await pay(fixture, bill('A')))).toEqual(['rejected']);
		expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['accepted']);
	});

	it('is over once a release that was cut off behind its row is made again', async () => {
		const fixture = at(NOON, lost, accepted());
		const claim = await ownClaim(fixture, bill('A'));
		fixture.rows.fail('insert', ':released', 'after');
		await expect(released(fixture, 'A', claim)).rejects.toThrow(StoreFault);
		fixture.rows.heal();
		expect(await released(fixture, 'A', claim)).toEqual({ kind: 'settledBefore' });
		expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['accepted']);
	});

	it('stays where its payment was paid, whoever releases the claim again', async () => {
		const fixture = at(NOON, lost, accepted());
		const claim = await ownClaim(fixture, bill('A'));
		await fixture.markPaid('A');
		const open = fixture.record.openClaim('A', claim);
		expect(await open?.release({ early: true, paid: true })).toMatchObject({ kind: 'done', was: 'paid' });
		expect(await open?.release({ early: true, paid: true })).toEqual({ kind: 'settledBefore' });
		expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['rejected']);
	});

	it('is over once its payment is released by the claim that it gave itself', async () => {
		const fixture = at(NOON, lost, accepted());
		await released(fixture, 'A', await ownClaim(fixture, bill('A')));
		expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['accepted']);
		// B is paid now, so A would repeat it.
		expect(outcomesOf(await pay(fixture, bill('A')))).toEqual(['rejected']);
	});

	it('is its own where repeats were allowed: its release frees no other one', async () => {
		const fixture = at(NOON, accepted(), lost, accepted());
		await pay(fixture, bill('A'));
		await released(fixture, 'B', await ownClaim(fixture, bill('B', { allowRepeats: true })));
		expect(outcomesOf(await pay(fixture, bill('C')))).toEqual(['rejected']);
	});

	it('is freed by two people with one claim, and a second click, once', async () => {
		const fixture = at(NOON, lost, accepted());
		const claim = await ownClaim(fixture, bill('A'));
		expect(await released(fixture, 'A', claim)).toMatchObject({ kind: 'done' });
		expect(await released(fixture, 'A', claim)).toEqual({ kind: 'settledBefore' });
		await pay(fixture, bill('A'));
		expect(await released(fixture, 'A', claim)).toEqual({ kind: 'claimedSince' });
		expect(outcomesOf(await pay(fixture, bill('B')))).toEqual(['rejected']);
	});
});
