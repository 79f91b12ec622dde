import type { NotSentReason } from '../../../nodes/core/payout/decide';
import type { Subject } from '../../../nodes/core/payout/messages';
import { refusalFailure } from '../../../nodes/core/payout/refusals';
import type { Failure } from '../../../nodes/core/service/failure';
import { contextOf, paymentIn } from './context';
import { Fixture } from './fixture';
import { plan, type PlanSpec } from './plans';

/** The failure with which a payment is refused for `reason`, before it is sent. Messages call the payment `subject`. */
export function refusedAs(
	subject: Subject,
	reason: NotSentReason,
	{ asTool = false, ...spec }: PlanSpec & { readonly asTool?: boolean } = {},
): Failure {
	const fixture = new Fixture();
	return refusalFailure(reason, { ...paymentIn(fixture, plan(spec)), subject }, contextOf(fixture, { asTool }));
}
