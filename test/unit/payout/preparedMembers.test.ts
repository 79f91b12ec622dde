/** The members of `prepared` by which an approver decides: amounts, fees, repeats, and whether an approval is needed. */
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { preparePayments } from '../../../nodes/core/payout/prepare';
import type { PaymentRun } from '../../../nodes/core/payout/runTypes';
import { refuse, type Failure } from '../../../nodes/core/service/failure';
import { checkedRead } from '../../../nodes/core/service/service';
import { answerWith } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { named, NGN, NO_RULES, type PlanSpec } from '../../harness/payout/plans';

const bad = refuse("'Amount' is empty", 'Nothing was sent for it.').failure;
const bill = (reference: string, payout = {}, more: PlanSpec = {}) =>
	named(reference, payout, { destination: 'ADA', isLike: true, ...more });

async function found(fixture: Fixture, plans: ReadonlyArray<PaymentPlan | Failure>, more: Partial<PaymentRun> = {}) {
	const { results, hints } = await preparePayments(fixture.paymentRun(plans, more));
	return {
		hints,
		prepared: results.map((result) => Object('outputs' in result ? result.outputs[0] : null).prepared),
	};
}

const WITHDRAWS = [{ method: 'POST', path: '/withdraw' }] as const;
const rules = (more: Partial<typeof NO_RULES>) => ({ keyRules: { ...NO_RULES, ...more } });

describe('the amount asked for', () => {
	const inShillings = (reference: string): PaymentPlan => {
		const asked = { minor: 50_000n, currency: 'KES' };
		return named(reference, {}, { amount: null, atMost: NGN(9_000n), sealed: { asked } });
	};
	const shillings = { minor: '50000', major: '500.00', currency: 'KES', text: '500.00 KES' };

	it('is shown where the wallet pays another one that is not known', async () => {
		const { prepared } = await found(new Fixture(), [inShillings('A'), named('B'), bad]);
		expect(prepared.map(({ asked }) => asked)).toEqual([shillings, undefined, undefined]);
	});
});

test('the fee of an earlier withdrawal is expected of what is ready, and counts in what its wallet lacks', async () => {
	const fixture = new Fixture();
	const earlier = { id: 't', type: 'WITHDRAWAL', status: 'SUCCESS', currency: 'NGN', amount: 100_000, fees: 5_000 };
	const wallets = [{ currency: 'NGN', balance: '101000' }];
	const read = checkedRead(async ({ path }) => answerWith(path === '/wallet' ? wallets : [earlier]));
	const service = { ...fixture.service, read };
	const over = named('B', { maximumAmount: 1n }, { sealed: { sends: WITHDRAWS } });
	const { prepared } = await found(fixture, [named('A', {}, { sealed: { sends: WITHDRAWS } }), over, bad], { service });
	const fee = { minor: '5000', major: '50.00', currency: 'NGN', text: '50.00 NGN' };
	expect(prepared.map(({ expectedFee }) => expectedFee)).toEqual([fee, undefined, undefined]);
	expect(prepared[0].wallet).toEqual({
		currency: 'NGN',
		balance: '101000',
		needed: '100000',
		fees: '5000',
		short: '4000',
	});
});

describe('another payment of the same payee and amount', () => {
	it('in the list is named with the day, and needs an approval where the key has a rule on repeats', async () => {
		const allowed = { allowRepeats: true };
		const plans = [bill('A', allowed), bill('B', allowed), bill('C', {}, { amount: NGN(5n) }), bad];
		const free = await found(new Fixture(), plans);
		const members = ({ repeats, duplicateOf, needsApproval, allowsRepeats }: Record<string, unknown>) => [
			repeats,
			duplicateOf,
			needsApproval,
			allowsRepeats,
		];
		expect(free.prepared.map(members)).toEqual([
			[undefined, undefined, false, true],
			['2026-11-22', 0, false, true],
			[undefined, undefined, false, false],
			[undefined, undefined, false, false],
		]);
		const ruled = await found(new Fixture(), plans, rules({ repeatsWithinDays: 3 }));
		expect(ruled.prepared.map(({ status, needsApproval }) => [status, needsApproval])).toEqual([
			['ready', false],
			['ready', true],
			['ready', false],
			['refused', false],
		]);
	});

	it('that is not compared with others is no repeat', async () => {
		const invoice = (reference: string) => named(reference, {}, { destination: 'ADA' });
		const { prepared } = await found(new Fixture(), [invoice('A'), invoice('B')]);
		expect(prepared.map(({ repeats, duplicateOf }) => [repeats, duplicateOf])).toEqual([
			[undefined, undefined],
			[undefined, 0],
		]);
	});

	it('of an earlier run is named with its own day', async () => {
		const fixture = new Fixture();
		fixture.time.now = Date.UTC(2026, 10, 22, 12);
		await fixture.run([bill('A')]);
		fixture.time.now += 86_400_000;
		fixture.day = '2026-11-23';
		const { prepared } = await found(fixture, [bill('B', { allowRepeats: true }), bill('C', { allowRepeats: true })]);
		expect(prepared.map(({ repeats }) => repeats)).toEqual(['2026-11-22', '2026-11-22']);
	});
});

test('an amount above what the key allows without an approval needs one, if it is ready', async () => {
	const { prepared } = await found(
		new Fixture(),
		[named('A'), named('B', {}, { amount: NGN(100n) }), named('C', { maximumAmount: 1n })],
		rules({ approvalAbove: new Map([['NGN', 50_000n]]) }),
	);
	expect(prepared.map(({ needsApproval }) => needsApproval)).toEqual([true, false, false]);
});

test('nothing is asked for an item that is refused, or that another one of the list pays', async () => {
	const fixture = new Fixture();
	const asked: string[] = [];
	const asking = (reference: string, payout = {}) =>
		named(reference, payout, {
			lookUp: async () => {
				asked.push(reference);
				return {};
			},
		});
	await found(fixture, [asking('A'), asking('A'), asking('B', { maximumAmount: 1n }), asking('C')]);
	expect(asked).toEqual(['A', 'C']);
});
