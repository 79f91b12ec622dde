import { NO_RULES } from '../../../nodes/core/domain/payees/keyRules';
import type { NotSentReason } from '../../../nodes/core/payout/decide';
import { ExecutionMemory } from '../../../nodes/core/payout/memory';
import type { Subject } from '../../../nodes/core/payout/messages';
import { paymentOf, type RunContext } from '../../../nodes/core/payout/payment';
import { refusalFailure } from '../../../nodes/core/payout/refusals';
import type { Failure } from '../../../nodes/core/service/failure';
import { Fixture } from './fixture';
import { plan, type PlanSpec } from './plans';
import { DEPLOYMENT, WORKFLOW_ID } from './rows';

/** The failure of a payment that is called `subject` and not sent for this reason, outside of any run. */
export function refusedAs(
	subject: Subject,
	reason: NotSentReason,
	{ asTool = false, ...spec }: PlanSpec & { readonly asTool?: boolean } = {},
): Failure {
	const fixture = new Fixture();
	const item = { index: 0, entryKey: 'key:0:0', identityDigest: 'i', plan: plan(spec) };
	const context: RunContext = {
		run: {
			deployment: DEPLOYMENT,
			items: [],
			service: fixture.service,
			memory: fixture.contexts,
			stopOnFailure: false,
			redact: (text) => text,
			workflowId: WORKFLOW_ID,
			keyRules: NO_RULES,
			store: fixture.store,
			asTool,
			today: () => fixture.day,
			report: () => undefined,
			timeZone: 'UTC',
		},
		memory: new ExecutionMemory(fixture.contexts),
		hint: () => undefined,
		lookUpAhead: async () => await Promise.resolve({ lookedUp: null, isFree: false }),
		requestLeft: () => undefined,
		lookUpNow: async () => await Promise.reject(new Error('nothing is looked up')),
		stopped: () => null,
		whyNotApproved: () => null,
	};
	return refusalFailure(reason, { ...paymentOf(item), subject }, context);
}
