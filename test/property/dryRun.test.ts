/** For each item of a list, Validate Only reports the same outcome as a payment run of that list. */
import * as fc from 'fast-check';

import type { NewPayees } from '../../nodes/core/payees/recordedPayee';
import type { PayoutSettings } from '../../nodes/core/payout/plan';
import type { RunResult } from '../../nodes/core/payout/runTypes';
import { accepted, failed, lost } from '../harness/payout/endings';
import { Fixture } from '../harness/payout/fixture';
import { NGN, NO_RULES, plan } from '../harness/payout/plans';
import '../harness/seed';

interface Row {
	readonly reference: string;
	readonly destination: string;
	readonly supplier: string | null;
	readonly amount: bigint;
	/** Whether only Mavapay knows the amount. */
	readonly isAsked: boolean;
	readonly alreadyRecorded: 'stop' | 'skip';
	readonly newPayees: NewPayees;
	/** Whether repeats of this payment are looked for; `allowRepeats` then allows them. */
	readonly isLike: boolean;
	readonly allowRepeats: boolean;
}

const row = fc.record<Row>({
	reference: fc.constantFrom('R', ' R ', 'S', 'T'),
	destination: fc.constantFrom('a', 'b', 'c'),
	supplier: fc.constantFrom(null, 'X', 'Y'),
	amount: fc.constantFrom(1n, 2n, 3n),
	isAsked: fc.boolean(),
	alreadyRecorded: fc.constantFrom('stop', 'skip'),
	newPayees: fc.constantFrom('allow', 'refuseChanged', 'refuseNew'),
	isLike: fc.boolean(),
	allowRepeats: fc.boolean(),
});
/** Rules that the credential sets for its API key. */
const rules = fc.record({
	repeatsWithinDays: fc.constantFrom(0, 0, 3),
	mostPerPayment: fc.constantFrom(null, null, new Map([['NGN', 2n]])),
});

const ENDINGS = { accepted: accepted(), failed: failed(), lost };
const earlier = fc.record({ row, ending: fc.constantFrom('accepted', 'failed', 'lost') });
const limits = fc.record({
	maximumAmount: fc.constantFrom(null, 2n),
	maximumTotal: fc.constantFrom(null, 3n, 5n),
});

const planOf = (
	{ reference, destination, supplier, amount, isAsked, alreadyRecorded, newPayees, isLike, allowRepeats }: Row,
	payout: Partial<PayoutSettings>,
) =>
	plan({
		destination,
		amount: isAsked ? null : NGN(amount),
		sealed: { supplier },
		isLike: isLike && !isAsked,
		lookUp: async () => ({ amount: NGN(amount) }),
		payout: { reference, alreadyRecorded, newPayees, allowRepeats, ...payout },
	});

/** The outcome of each item; an item that would be paid counts as accepted. */
const said = ({ results }: RunResult) =>
	results.map((result) => {
		if ('failure' in result) return `${result.failure.outcome} ${result.failure.cause}`;
		const outcome: unknown = Object(result.outputs[0]?.payout).outcome;
		return outcome === 'notSent' ? 'accepted' : outcome;
	});

test('in every list, whatever was paid before, and leaves no row behind', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(earlier, { maxLength: 3 }),
			fc.array(row, { minLength: 1, maxLength: 5 }),
			limits,
			rules,
			fc.boolean(),
			async (before, rows, payout, ruled, stopOnFailure) => {
				const keyRules = { ...NO_RULES, ...ruled };
				const fixture = new Fixture();
				for (const { row: one, ending } of before) {
					fixture.endings = [ENDINGS[ending]];
					await fixture.run([planOf({ ...one, newPayees: 'allow' }, {})]);
					fixture.startAnew();
				}
				fixture.endings = [accepted()];
				const keys = [...fixture.rows.keys];
				const dry = await fixture.run(
					rows.map((one) => planOf(one, { ...payout, validateOnly: true })),
					{ stopOnFailure, keyRules },
				);
				expect([...fixture.rows.keys]).toEqual(keys);
				fixture.startAnew();
				const real = await fixture.run(
					rows.map((one) => planOf(one, payout)),
					{ stopOnFailure, keyRules },
				);
				expect(said(dry)).toEqual(said(real));
			},
		),
	);
});
