/** One payment outside a run, and the context that a run would give it. */
import { paymentOf, type Payment, type RunContext } from '../../../nodes/core/payout/payment';
import { isPlanned, type PaymentRun } from '../../../nodes/core/payout/runTypes';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { Witness } from '../../../nodes/core/payout/witness';
import type { Fixture } from './fixture';

/** The context of a run that hasn't stopped. It has the execution's memory. */
export function contextOf(fixture: Fixture, more: Partial<PaymentRun> = {}): RunContext {
	const run = fixture.paymentRun([], more);
	return {
		run,
		hint: () => undefined,
		ahead: {
			witness: new Witness(run, () => undefined),
			take: async () => await Promise.resolve({ lookedUp: null, isFree: false }),
			now: async () => await Promise.reject(new Error('nothing is looked up')),
		},
		stopped: () => null,
		whyNotApproved: () => null,
	};
}

/** The payment of a run's first item, as its turn begins. */
export function paymentIn(fixture: Fixture, paying: PaymentPlan): Payment {
	const [item] = fixture.paymentRun([paying]).items;
	if (item === undefined || !isPlanned(item)) throw new Error('no payment is planned');
	return paymentOf(item);
}
