import type { JsonObject } from '../domain/json';
import type { FailureCause } from '../service/causes';
import { refuse, type ItemStopped } from '../service/failure';
import type { Found } from './record';
import type { Settled } from './settlement';

/** Why a claim was not settled. */
type NotSettled = Exclude<Settled, { kind: 'done' | 'before' }>;

const NEW_CLAIM =
	"Run 'Payout Reference: Check' in this same workflow, look in Mavapay, and use the claim that it gives.";

/** Of a claim that is over. */
export const NOW_FREE =
	"This claim is over, so a new run may pay the reference. If it was paid after all, run 'Payout Reference: Halt' now, so that it isn't paid again.";

/** A reference as Check and Resolve show it: with its claim, and when it is too early for that to be released. */
export async function claimOutput(found: { readonly state: 'free' } | Found): Promise<JsonObject> {
	if (found.state === 'free') return { state: 'free' };
	const lookAgainAt = await found.openClaim.lookAgainAt();
	return {
		state: found.state,
		claim: found.text,
		...(lookAgainAt === null ? {} : { lookAgainAt: lookAgainAt.toISOString() }),
	};
}

/** A time that a person is told, in UTC. */
export function shownTime(time: Date): string {
	return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Stops an item whose claim was not settled.
 *
 * @param heading what was not done, such as "Not released"
 */
export function claimNotSettled(heading: string, settled: NotSettled, reference: string): ItemStopped {
	const [cause, description, since = ''] = reasonOf(settled);
	return refuse(`${heading}: '${reference}'${since}`, description, { cause, reference });
}

function reasonOf(settled: NotSettled): readonly [cause: FailureCause, description: string, since?: string] {
	switch (settled.kind) {
		case 'none':
			return [
				'notFound',
				"This workflow hasn't sent a payment under this claim. References belong to the workflow that pays: run this in the same workflow.",
			];
		case 'paid':
			return ['alreadyPaid', "To let it be paid a second time, turn on 'Release Paid Reference'.", ' was paid'];
		case 'tooEarly':
			return [
				'lookAgain',
				`Its request may still have been on its way to Mavapay when this claim was given. Look again at ${shownTime(settled.lookAgainAt)} or later: ${NEW_CLAIM}`,
				' may still be paid',
			];
		case 'old':
			return ['lookAgain', `This claim was given more than a day ago. Nothing was changed. ${NEW_CLAIM}`];
		case 'since':
			return [
				'claimOver',
				`This claim was settled before, and the reference was claimed for another payment since. Nothing was changed. ${NEW_CLAIM}`,
				' was sent again since',
			];
		case 'over':
			return ['claimOver', NOW_FREE, ' was released or refused'];
		case 'anothers':
			return [
				'alreadyPaid',
				`Transaction ${settled.transactionId} already settled another payout reference. Look in Mavapay which of the two it paid. If it is this one, leave 'Transaction ID' empty.`,
			];
	}
}
