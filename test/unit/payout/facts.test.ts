/** What is gathered about a payment before it is decided; what is decided of it: decide.test.ts. */
import type { NameComparison } from '../../../nodes/core/payees/accountName';
import { factsNow, storedFacts } from '../../../nodes/core/payout/assess';
import { MEMORY_KEY } from '../../../nodes/core/payout/memory';
import { preparePayments } from '../../../nodes/core/payout/prepare';
import { accepted, lost } from '../../harness/payout/endings';
import { contextOf, paymentIn } from '../../harness/payout/context';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { named, type PlanSpec } from '../../harness/payout/plans';

it('before the database is asked, nothing is known of what it holds', () => {
	const fixture = new Fixture();
	expect(factsNow(paymentIn(fixture, named('A')), contextOf(fixture), new Map(), null)).toEqual({
		...{ own: null, sameReference: null, stopped: null, others: [] },
		...{ payeeProblem: null, newPayees: 'allow', skipsPaid: false, keyProblem: null, limitProblem: null },
		...{ otherName: null, nowMs: fixture.time.now },
	});
});

it('the database holds nothing of a payment that pays nobody it could know', async () => {
	const fixture = new Fixture();
	const found = await storedFacts(
		paymentIn(fixture, named('A', {}, { paysTo: { kind: 'ownWallet' } })),
		contextOf(fixture),
		false,
	);
	expect(found).toEqual({
		...{ halted: false, isOtherAccount: false, recorded: { kind: 'free' }, payeeOpen: null, repeats: null },
		...{ payeeHistory: null, isOfOtherSupplier: false, dayIsFull: false, overBudget: null },
	});
});

describe('a registered name that is not the expected one', () => {
	const withName = (verdict: NameComparison['verdict'], approvedBy: string | null = null) => {
		const otherName = { verdict, missing: [], besides: ['OBI'] };
		return named('A', { approvedBy }, { lookUp: async () => ({ payeeName: 'ADA OBI', otherName }) });
	};

	it.each<[NameComparison['verdict'], string]>([
		['hasMore', 'ready'],
		['differs', 'refused'],
	])('%s, is shown to an approver as %s', async (verdict, status) => {
		const { results } = await preparePayments(new Fixture().paymentRun([withName(verdict)]));
		expect(results).toMatchObject([{ outputs: [{ prepared: { status, payeeName: 'ADA OBI' } }] }]);
	});
});

describe('what this execution paid', () => {
	it("isn't known to be this payment where the memory can't be read", () => {
		const fixture = new Fixture();
		fixture.flow[MEMORY_KEY] = { '"Mavapay" key:0:0': 'cut off' };
		expect(factsNow(paymentIn(fixture, named('A')), contextOf(fixture), new Map(), null).own).toMatchObject({
			entry: { state: 'unknown', payment: null },
			...{ sameIdentity: false, settled: null },
		});
	});
});

it('an agent that pays a reference again whose payment is open is told of that payment, or that it pays another one', async () => {
	const fixture = Fixture.ending(lost, accepted());
	const first = failureOf(await fixture.call('c1', named('A')));
	expect(first.cause).toBe('timeout');
	expect(failureOf(await fixture.call('c2', named('A')))).toEqual(first);
	const other = failureOf(await fixture.call('c3', named('A', {}, { destination: 'another' })));
	expect(other).toMatchObject({ outcome: 'unknown', cause: 'notSettled' });
	expect(fixture.sent).toHaveLength(1);
});

it('whether a payment like it is its own is asked only where its reference is free', async () => {
	const bill: PlanSpec = { isLike: true };
	const asks = async (fixture: Fixture) => {
		fixture.startAnew();
		fixture.rows.calls.length = 0;
		const result = await fixture.run([named('A', {}, bill)]);
		const asked = fixture.rows.calls.filter(([method, key]) => method === 'isOf' && key.includes(':like:'));
		return [outcomesOf(result)[0], asked.length > 0];
	};
	const fixture = Fixture.ending(lost, accepted());
	await fixture.run([named('A', {}, bill)]);
	expect(await asks(fixture)).toEqual(['unknown', false]);
	await fixture.release('A');
	expect(await asks(fixture)).toEqual(['accepted', true]);
});
