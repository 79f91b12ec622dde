import { ExecutionMemory } from '../../../nodes/core/payout/memory';
import { DAY_MS } from '../../../nodes/core/domain/dateTime';
import { accepted, lost } from '../../harness/payout/endings';
import { claimFor, Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { StoreFault } from '../../../nodes/core/record/rows';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { NGN, plan } from '../../harness/payout/plans';

const ADA = '000013:0123456789';

/** A tool's payment in the form that nodes/core/operation/pay.ts gives it. */
function bill(amount: bigint, { day = '2026-11-24', payee = ADA, prefix = 'agent' } = {}) {
	const reference = `${prefix} ${day} ${payee} ${amount} NGN`;
	return plan({
		destination: payee,
		amount: NGN(amount),
		isLike: true,
		onUnknown: 'continue',
		payout: { reference, referenceGiven: false },
	});
}

/** A tool call in a separate chat. */
async function ask(fixture: Fixture, paying = bill(300n)) {
	fixture.startAnew();
	return await fixture.call('1', paying);
}

function monday(...endings: Fixture['endings']): Fixture {
	const fixture = Fixture.ending(...endings);
	fixture.time.now = Date.UTC(2026, 10, 23, 12);
	return fixture;
}

const referenceOf = (paying: ReturnType<typeof bill>) => paying.sealed.reference;

describe('while a payment of a tool to a payee is open', () => {
	it.each([
		['a cent more', bill(301n)],
		['another day', bill(300n, { day: '2026-11-27' })],
		['another tool', bill(5n, { prefix: 'other tool' })],
	])('no tool pays the payee: %s', async (_, paying) => {
		const fixture = monday(lost, accepted());
		await ask(fixture);
		// The day of the open payment doesn't matter.
		fixture.time.now += 4 * DAY_MS;
		const failure = failureOf(await ask(fixture, paying));
		expect(failure).toMatchObject({ outcome: 'rejected', cause: 'notSettled' });
		expect(fixture.sent).toHaveLength(1);
	});

	it('a claim of a payment that was settled before frees no later one', async () => {
		const fixture = monday(accepted(), lost);
		await ask(fixture, bill(1n));
		const claim = await claimFor(fixture.record, referenceOf(bill(1n)));
		await ask(fixture, bill(2n));
		const first = fixture.record.openClaim(referenceOf(bill(1n)), claim);
		expect(await first?.release({ early: true, paid: true })).toMatchObject({ kind: 'done' });
		expect(failureOf(await ask(fixture, bill(3n)))).toMatchObject({ cause: 'notSettled' });
	});
});

it.each([
	['accepted', accepted()],
	['unknown', lost],
])('of two calls at the same moment one is sent, and the other told, where it is %s', async (outcome, end) => {
	const fixture = monday();
	const held = new HeldRequests();
	fixture.endings = [held.later];
	const calls = [1n, 2n].map(async (amount, place) => {
		const memory = new ExecutionMemory({ executionId: String(place), nodeName: 'Mavapay', flow: {} });
		return await fixture.call('1', bill(amount), { memory });
	});
	while (held.waiting === 0) await quiet();
	await held.answer(end);
	const results = await Promise.all(calls);
	expect(results.flatMap(outcomesOf).sort()).toEqual([outcome, 'rejected'].sort());
	const loser = results.findIndex((result) => outcomesOf(result)[0] === 'rejected');
	expect(failureOf(results[loser] ?? { results: [], hints: [] })).toMatchObject({
		cause: 'notSettled',
	});
	fixture.endings = [accepted('tx-2')];
	expect(outcomesOf(await ask(fixture, bill(3n)))).toEqual([outcome === 'accepted' ? 'accepted' : 'rejected']);
	expect(fixture.sent).toHaveLength(outcome === 'accepted' ? 2 : 1);
});

it.each([...Array(8).keys()])(
	'wherever the database fails, the payee is free once its reference is settled: insert %i',
	async (place) => {
		for (const when of ['before', 'after'] as const) {
			const fixture = monday();
			let inserts = 0;
			fixture.rows[when] = (method) => {
				if (method === 'insert' && inserts++ === place) throw new Error('gone');
			};
			await ask(fixture);
			fixture.rows.heal();
			const reference = referenceOf(bill(300n));
			if ((await fixture.record.check(reference)) === 'unknown') await fixture.release(reference);
			expect(outcomesOf(await ask(fixture, bill(301n)))).toEqual(['accepted']);
		}
	},
);

it.each([
	[
		'released again',
		async (fixture: Fixture, reference: string, claim: string) =>
			await fixture.record.openClaim(reference, claim)?.release({ early: true, paid: false }),
	],
	[
		'marked as paid in vain',
		async (fixture: Fixture, reference: string, claim: string) =>
			await fixture.record.openClaim(reference, claim)?.markPaid([]),
	],
])('a row that n8n inserts only after its claim was released holds the payee until it is %s', async (_, settle) => {
	const fixture = monday();
	const reference = referenceOf(bill(300n));
	const late: Array<[key: string, owner: string]> = [];
	const insert = fixture.rows.insert.bind(fixture.rows);
	fixture.rows.insert = async (key, owner) => {
		if (owner === undefined || /:like:|:identity/.test(key)) return await insert(key, owner);
		late.push([key, owner]);
		throw new StoreFault('the connection was lost');
	};
	await ask(fixture);
	Reflect.deleteProperty(fixture.rows, 'insert');
	const claim = await claimFor(fixture.record, reference);
	await fixture.release(reference);
	for (const [key, owner] of late) await fixture.rows.insert(key, owner);
	expect(late).toHaveLength(1);
	expect(outcomesOf(await ask(fixture, bill(301n)))).toEqual(['rejected']);
	await settle(fixture, reference, claim);
	expect(outcomesOf(await ask(fixture, bill(301n)))).toEqual(['accepted']);
});
