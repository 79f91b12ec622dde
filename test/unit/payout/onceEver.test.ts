/** An invoice or a quote is paid once, under any reference. */
import { preparePayments } from '../../../nodes/core/payout/prepare';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { DAY_MS } from '../../../nodes/core/domain/dateTime';
import { INVOICE, invoiceFor } from '../../cases/quoteParts';
import { accepted, failed, lost, rejected } from '../../harness/payout/endings';
import { Fixture, freed } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, stopOf } from '../../harness/payout/outcomes';
import { plan, type PlanSpec } from '../../harness/payout/plans';
import { onceRow } from '../../harness/payout/rows';
import { VALID } from '../../harness/invoices';

const invoice =
	(text: string): Bill =>
	(reference, payout = {}) =>
		plan({ paysTo: { kind: 'invoice', invoice: text }, onUnknown: 'continue', payout: { reference, ...payout } });
const quote: Bill = (reference, payout = {}) =>
	plan({
		paysTo: { kind: 'unseen' },
		sealed: { way: { is: 'quote', quoteId: 'Q', wallet: 'NGN' } },
		onUnknown: 'continue',
		payout: { reference, ...payout },
	});
type Bill = (reference: string, payout?: PlanSpec['payout']) => PaymentPlan;
const BOTH: Array<[string, Bill]> = [
	['invoice', invoice(INVOICE)],
	['quote', quote],
];

async function pay(fixture: Fixture, ...plans: PaymentPlan[]) {
	fixture.startAnew();
	return await fixture.run(plans);
}

describe.each(BOTH)('one %s', (what, bill) => {
	it('under two references is refused in another run, with Allow Repeats and after months', async () => {
		const fixture = new Fixture();
		await pay(fixture, bill('R1'));
		for (const payout of [{}, { allowRepeats: true }]) {
			fixture.time.now += 100 * DAY_MS;
			const failure = failureOf(await pay(fixture, bill('R2', payout)));
			expect(failure).toMatchObject({ outcome: 'rejected', cause: 'repeated', retryable: false });
			expect(failure.description).toContain(
				`: this workflow recorded this ${what} under another payout reference. Each ${what} is paid only once, even with 'Allow Repeats'. If it is still due, pay it under its first payout reference.`,
			);
		}
		expect([fixture.sent.length, await fixture.record.check('R2')]).toEqual([1, 'free']);
	});

	it('under two references in one run: the second is refused, paid, validated or prepared', async () => {
		const two = (payout = {}) => [bill('R1', payout), bill('R2', { ...payout, allowRepeats: true })];
		const fixture = new Fixture();
		expect(outcomesOf(await fixture.run(two({ validateOnly: true })))).toEqual(['notSent', 'rejected']);
		const { results } = await preparePayments(fixture.paymentRun(two(), { prepares: true }));
		const statuses = results.map((one) => ('outputs' in one ? Object(one.outputs[0]?.prepared).status : null));
		expect(statuses).toEqual(['ready', 'refused']);
		const stopped = await fixture.run(two(), { stopOnFailure: true });
		expect([fixture.sent.length, stopOf(stopped).index]).toEqual([0, 1]);
		expect(stopOf(stopped).failure.message).toContain(
			`this has the same ${what} as item 0 (payout reference 'R1'). Each ${what} is paid only once`,
		);
		expect(outcomesOf(await fixture.run(two(), { run: 1 }))).toEqual(['accepted', 'rejected']);
		expect(fixture.sent).toHaveLength(1);
	});

	it.each([
		['released', lost, 'unknown'],
		['failed and released', failed(), 'failed'],
		['refused by Mavapay', rejected, 'rejected'],
	])('that was %s is paid under its first reference alone', async (_, ending, outcome) => {
		const fixture = Fixture.ending(ending, accepted());
		expect(outcomesOf(await pay(fixture, bill('R1')))).toEqual([outcome]);
		if (outcome !== 'rejected') await freed(fixture.record, 'R1');
		expect(failureOf(await pay(fixture, bill('R2'))).cause).toBe('repeated');
		expect(outcomesOf(await pay(fixture, bill('R1')))).toEqual(['accepted']);
		expect(failureOf(await pay(fixture, bill('R2'))).cause).toBe('repeated');
		expect(fixture.sent).toHaveLength(2);
	});

	it('takes one look and one row more than another payment', async () => {
		const fixture = new Fixture();
		await fixture.run([bill('R1')]);
		const row = onceRow(bill('R1'));
		expect(fixture.rows.calls.filter(([, key]) => key === row)).toEqual([
			['has', row],
			['insert', row],
		]);
	});
});

const swap = (reference: string, quoteId = 'Q-1') =>
	plan({
		payout: { reference },
		amount: { minor: 1000n, currency: 'NGN' },
		onUnknown: 'continue',
		lookUp: async () => ({ lookUpKeys: [{ kind: 'quoteId', value: quoteId }] }),
	});
const accepting = (reference: string, quoteId: string) =>
	plan({ paysTo: { kind: 'unseen' }, sealed: { way: { is: 'quote', quoteId, wallet: 'NGN' } }, payout: { reference } });

it.each([
	['accepted', accepted()],
	['lost', lost],
	['refused', rejected],
])("a swap's quote is not accepted once more by its ID where its own acceptance was %s", async (_, ending) => {
	const fixture = Fixture.ending(ending, accepted());
	await pay(fixture, swap('S-1'));
	for (const id of ['Q-1', 'q-1']) expect(failureOf(await pay(fixture, accepting(id, id))).cause).toBe('repeated');
	expect(fixture.sent).toHaveLength(1);
});

it('a swap does not accept a quote that was accepted by its ID', async () => {
	const fixture = new Fixture();
	await pay(fixture, accepting('q-1', 'q-1'));
	const failure = failureOf(await pay(fixture, swap('S-1')));
	expect(failure).toMatchObject({ cause: 'repeated', description: expect.stringContaining('this quote under') });
	expect([fixture.sent.length, await fixture.record.check('S-1')]).toEqual([1, 'free']);
});

it('two invoices of one payment hash are one payment, and one of another is another', async () => {
	const fixture = new Fixture();
	await pay(fixture, invoice(INVOICE)('R1'));
	expect(failureOf(await pay(fixture, invoice(invoiceFor('20u'))('R2'))).cause).toBe('repeated');
	const another = VALID.find(({ paymentHash }) => paymentHash !== undefined)?.text ?? '';
	expect(outcomesOf(await pay(fixture, invoice(another)('R2')))).toEqual(['accepted']);
});
