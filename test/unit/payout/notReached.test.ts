/** Items that a stopped run doesn't reach: the record is read, so none that an earlier run paid is called unpaid. */
import { preparePayments } from '../../../nodes/core/payout/prepare';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import type { PaymentRun } from '../../../nodes/core/payout/runTypes';
import { accepted, lost, rejected } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { named, plan } from '../../harness/payout/plans';
const rest = (payout = {}) => [named('paid', payout), named('open', payout), named('left', payout)];

/** An execution that follows one in which `paid` was paid and the outcome of `open` is unknown. */
async function after(): Promise<Fixture> {
	const fixture = Fixture.ending(accepted('tx-1'), lost);
	await fixture.run([named('paid'), named('open')]);
	fixture.startAnew();
	fixture.sent.length = 0;
	return fixture;
}

type Stop = [why: string, plans: PaymentPlan[], act: (fixture: Fixture) => unknown, more?: Partial<PaymentRun>];

const STOPS: Stop[] = [
	['an unknown outcome', [named('B')], (fixture) => (fixture.endings = [lost])],
	['a refusal under Stop', [named('B')], (fixture) => (fixture.endings = [rejected]), { stopOnFailure: true }],
	['a cancelled execution', [named('B')], (fixture) => (fixture.endings = [cancelling(fixture)])],
	['a halt', [], async (fixture) => await fixture.store.halt.set()],
	['an approval of other items', [named('B', { approvalDigest: 'another' })], () => undefined],
];

function cancelling(fixture: Fixture) {
	return () => {
		fixture.cancelled = true;
		return accepted('tx-B');
	};
}

describe.each(STOPS)('after %s', (_, plans, act, more = {}) => {
	const digest = plans[0]?.settings.payout.approvalDigest ?? null;

	it('what was paid before is called so, what is open too, and the rest was not sent in this run', async () => {
		const fixture = await after();
		await act(fixture);
		const result = await fixture.run([...plans, ...rest({ approvalDigest: digest })], more);
		const at = plans.length;
		expect(outcomesOf(result).slice(at)).toEqual(['rejected', 'unknown', 'notSent']);
		expect(failureOf(result, at)).toMatchObject({ cause: 'alreadyPaid' });
		expect(failureOf(result, at + 1)).toMatchObject({ cause: 'notSettled', claim: expect.any(String) });
		expect(failureOf(result, at + 2).description).toMatch(/^Nothing was sent in this run: /);
		expect(fixture.payees).not.toContain('paid');
	});
});

describe('a payment of unknown outcome in this execution', () => {
	const bill = (reference: string, supplier: string | null, account: string) =>
		plan({ destination: account, sealed: { supplier }, onUnknown: 'continue', payout: { reference } });
	const FIRST = bill('A', 'Ada Foods Ltd', '0123456781');
	const SAID =
		"This supplier or payee has a payment of unknown outcome: the withdrawal of 1,000.00 NGN to account 0123456781 at bank 000014. Check that it wasn't for this bill.";

	it.each<[string, string | null, string, boolean]>([
		['another account of the supplier', 'ADA FOODS LIMITED', '0123456782', true],
		['the account of nobody in particular', null, '0123456781', true],
		['another account of another supplier', 'Bola Foods Ltd', '0123456782', false],
	])('is told with a payment to %s, which is paid, and by Prepare', async (_, supplier, account, isTold) => {
		const fixture = Fixture.ending(lost, accepted());
		const { hints } = await fixture.run([FIRST, bill('B', supplier, account), bill('C', 'C', '0123456783')]);
		expect(hints).toEqual(isTold ? [expect.stringContaining(SAID)] : []);
		const again = bill('D', supplier, account);
		const { results } = await preparePayments(fixture.paymentRun([again], { prepares: true, run: 1 }));
		const [one] = results.map((result) => ('outputs' in result ? result.outputs[0] : null));
		expect(one).toMatchObject({ prepared: { status: 'ready', ...(isTold && { message: SAID }) } });
		fixture.startAnew();
		expect((await fixture.run([again])).hints).toEqual([]);
	});

	it('is not told once it was accepted, in a later execution, nor while it is under way', async () => {
		const next = bill('B', 'Ada Foods Ltd', '0123456782');
		expect((await new Fixture().run([FIRST, next])).hints).toEqual([]);
		const later = Fixture.ending(lost, accepted());
		await later.run([FIRST]);
		later.retry();
		expect((await later.run([next], { run: 1 })).hints).toEqual([]);
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = [FIRST, next].map(async (one, run) => await fixture.run([one], { run }));
		await quiet();
		await held.answer(accepted());
		await held.answer(accepted());
		expect((await Promise.all(running)).flatMap(({ hints }) => hints)).toEqual([]);
	});
});
