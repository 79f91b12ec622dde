/** An item's output: what it says about the payee, and how it repeats an earlier result. */
import { reportOpen, unsentEnds } from '../../../nodes/core/payout/ends';
import { withWarning } from '../../../nodes/core/payout/output';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { refuse } from '../../../nodes/core/service/failure';
import { contextOf, paymentIn } from '../../harness/payout/context';
import { Fixture } from '../../harness/payout/fixture';
import { outputOf } from '../../harness/payout/outcomes';
import { named, plan, write, type PlanSpec } from '../../harness/payout/plans';

const payoutOf = (...given: Parameters<typeof outputOf>) => Object(outputOf(...given)?.payout);

describe('the output of a payment', () => {
	const bank = { code: '000013', name: null };
	const paysTo = { kind: 'account', bank: bank.code, accountNumber: '0123456789' } as const;
	const typed = { holder: { name: 'Ada', is: 'typed' } } as const;
	const toBank = (spec: PlanSpec = {}) => named('A', {}, { paysTo, ...spec });
	const asked = { lookUp: async () => ({ payeeName: 'ADA OBI' }) };

	it.each<[string, PaymentPlan, string | null]>([
		['the bank has it', toBank(asked), 'ADA OBI'],
		['the bank has it, though it was given too', toBank({ ...asked, sealed: typed }), 'ADA OBI'],
		['it was given, where no bank was asked', toBank({ sealed: typed }), 'Ada'],
		['nobody knows it', toBank(), null],
	])("names an account's holder: %s", async (_, paying, payeeName) => {
		expect(payoutOf(await new Fixture().run([paying]))).toMatchObject({ payeeName, bank });
	});

	it('names no holder, bank or history of what is no account and nobody', async () => {
		const payout = payoutOf(await new Fixture().run([named('A', {}, { paysTo: { kind: 'ownWallet' } })]));
		for (const member of ['payeeName', 'bank', 'payeeHistory']) expect(payout).not.toHaveProperty(member);
	});

	it("says that a payee's history is not known where the record wasn't asked", async () => {
		const paysTo = { kind: 'phone', phone: '+254700000000' } as const;
		const paying = named('A', { alreadyRecorded: 'skip' }, { paysTo });
		const result = await new Fixture().run([paying, paying]);
		expect([0, 1].map((place) => payoutOf(result, place))).toMatchObject([
			{ outcome: 'accepted', payeeHistory: 'new' },
			{ outcome: 'alreadyPaid', payeeHistory: null },
		]);
	});
});

it('what an item created is output once more where it became a payment since and there is no record', async () => {
	const fixture = new Fixture();
	await fixture.write([write()]);
	fixture.retry();
	const items = fixture
		.paymentRun([plan()])
		.items.map((item) => ({ ...item, failure: refuse('No record', '').failure }));
	expect(unsentEnds(items, fixture.memory())).toEqual([
		{ index: 0, outputs: [{ id: 'tx-1', status: 'PENDING' }], transactionId: null },
	]);
});

it("n8n's log is told of an accepted payment that any of its outputs warns of, and of no other", async () => {
	const fixture = new Fixture();
	const payment = paymentIn(fixture, named('A'));
	const claimed = await fixture.record.claim('A', payment.identityDigest);
	if (claimed.kind !== 'claimed') throw new Error('A is not free');
	payment.heldClaim = claimed.heldClaim;
	const told = (...outputs: Parameters<typeof withWarning>[0][]) => {
		const lines: string[] = [];
		reportOpen(payment, { outputs }, contextOf(fixture, { report: (line) => lines.push(line) }));
		return lines;
	};
	const warned = withWarning({ payout: {} }, 'look', 'c');
	expect(told({ payout: {} }, warned)).toEqual(['payment left open']);
	expect([told(), told({ payout: {} })]).toEqual([[], []]);
});
