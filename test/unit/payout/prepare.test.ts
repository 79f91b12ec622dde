/** Preparing finds what paying would find, in the order of paying. It sends no payment and writes nothing. */
import { preparePayments } from '../../../nodes/core/payout/prepare';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { refuse, type Failure } from '../../../nodes/core/service/failure';
import { checkedRead } from '../../../nodes/core/service/service';
import { answerWith, lost } from '../../harness/payout/endings';
import { Fixture, quiet } from '../../harness/payout/fixture';
import { named, type PlanSpec } from '../../harness/payout/plans';

const reading = (name: string): PlanSpec => ({
	lookUp: async () => ({ payeeName: `${name} OBI` }),
});
const payment = (name: string, payout = {}, more: PlanSpec = {}) => named(name, payout, { ...reading(name), ...more });
const bad = refuse("'Amount' is empty", 'Nothing was sent for this item.').failure;

async function prepared(fixture: Fixture, plans: ReadonlyArray<PaymentPlan | Failure>, more = {}) {
	const { results, hints } = await preparePayments(fixture.paymentRun(plans, more));
	const outputs = results.map((result) => {
		if ('failure' in result) throw new Error('Preparing never fails an item');
		return Object(result.outputs[0]);
	});
	return { outputs, hints, found: outputs.map((output) => Object(output.prepared)) };
}

test('a quote of unknown cost needs no wallet', async () => {
	const fixture = new Fixture();
	const quote = named('Q', {}, { amount: null, atMost: null, lookUp: async () => ({}) });
	const { found, hints } = await prepared(fixture, [quote]);
	expect([found[0].status, found[0].wallet, hints, fixture.read]).toEqual([
		'ready',
		undefined,
		[expect.stringContaining('nothing limits the cost')],
		[],
	]);
});

test('asks for five at once', async () => {
	const fixture = new Fixture();
	const open: Array<() => void> = [];
	const slow = (name: string) =>
		payment(
			name,
			{},
			{
				lookUp: async () => {
					await new Promise<void>((resolve) => open.push(resolve));
					return {};
				},
			},
		);
	const running = prepared(fixture, [...'ABCDEFG'].map(slow));
	await quiet();
	expect(open).toHaveLength(5);
	open[1]?.();
	await quiet();
	expect(open).toHaveLength(6);
	open.forEach((go) => go());
	await quiet();
	open.forEach((go) => go());
	expect((await running).found.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'ready'));
});

test('passes on the hints of the items', async () => {
	const fixture = new Fixture();
	fixture.response = answerWith([{ currency: 'NGN', balance: '1000000' }]);
	expect((await prepared(fixture, [payment('A', {}, { hints: ['is small'] }), bad])).hints).toEqual(['is small']);
});

test('what was paid or is open counts in no limit', async () => {
	const fixture = new Fixture();
	await fixture.run([payment('A'), payment('B')]);
	fixture.endings = [lost];
	await fixture.run([payment('C')], { run: 1 });
	fixture.startAnew();
	const caps = { maximumTotal: 100_000n };
	const { found } = await prepared(fixture, [
		payment('A', caps),
		payment('B', caps),
		payment('C', caps),
		payment('D', caps),
	]);
	expect(found.map(({ status }) => status)).toEqual(['alreadyPaid', 'alreadyPaid', 'unknown', 'ready']);
});

test('the fee of an earlier withdrawal is expected of what is ready, and counts in what its wallet lacks', async () => {
	const fixture = new Fixture();
	const earlier = { id: 't', type: 'WITHDRAWAL', status: 'SUCCESS', currency: 'NGN', amount: 100_000, fees: 5_000 };
	const wallets = [{ currency: 'NGN', balance: '101000' }];
	const read = checkedRead(async ({ path }) => answerWith(path === '/wallet' ? wallets : [earlier]));
	const sealed = { sends: [{ method: 'POST', path: '/withdraw' }] } as const;
	const plans = [named('A', {}, { sealed }), named('B', { maximumAmount: 1n }, { sealed }), bad];
	const { found } = await prepared(fixture, plans, { service: { ...fixture.service, read } });
	const fee = { minor: '5000', major: '50.00', currency: 'NGN', text: '50.00 NGN' };
	expect(found.map(({ expectedFee }) => expectedFee)).toEqual([fee, undefined, undefined]);
	const wallet = { currency: 'NGN', balance: '101000', needed: '100000', fees: '5000', short: '4000' };
	expect(found[0].wallet).toEqual(wallet);
});

test('nothing is asked for an item that is refused, or that another one of the list pays', async () => {
	const asked: string[] = [];
	const asking = (reference: string, payout = {}) =>
		named(reference, payout, { lookUp: async () => (asked.push(reference), {}) });
	await prepared(new Fixture(), [asking('A'), asking('A'), asking('B', { maximumAmount: 1n }), asking('C')]);
	expect(asked).toEqual(['A', 'C']);
});
