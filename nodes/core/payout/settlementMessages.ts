import type { JsonObject } from '../domain/json';
import { refuse, type FailureCause, type ItemStopped } from '../service/failure';
import type { Found } from './record';
import type { Settled } from './settlement';

/** What did not settle a claim. */
type NotSettled = Exclude<Settled, { kind: 'done' | 'before' }>;

const NEW_CLAIM =
	"Run 'Payout Reference: Check' in this same workflow, look in Mavapay, and use the claim that it gives.";

const NOW_FREE =
	"This claim is over, so a new run may pay the reference. If it was paid after all, run 'Payout Reference: Halt' now, so that it isn't paid again.";

/** A reference as Check and Resolve show it: with its claim, and when it is too early for that to be released. */
export async function claimOutput(found: { readonly state: 'free' } | Found): Promise<JsonObject> {
	if (found.state === 'free') return { state: 'free' };
	const lookAgainAt = await found.claim.lookAgainAt();
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

export function notReleased(settled: NotSettled, reference: string): ItemStopped {
	const heading = `Not released: '${reference}'`;
	switch (settled.kind) {
		case 'paid':
			return stopped(
				`${heading} was paid`,
				"To let it be paid a second time, turn on 'Release Paid Reference'.",
				'alreadyPaid',
				reference,
			);
		case 'tooEarly':
			return stopped(
				`${heading} may still be paid`,
				`Its request may still have been on its way to Mavapay when this claim was given, even if the execution that sent it has ended. Look again at ${shownTime(settled.lookAgainAt)} or later: ${NEW_CLAIM}`,
				'lookAgain',
				reference,
			);
		case 'over':
			return stopped(`Released, but marked as paid at the same time: '${reference}'`, NOW_FREE, 'claimOver', reference);
		default:
			return refusedSettlement(heading, settled, reference);
	}
}

export function notMarked(settled: NotSettled, reference: string, transactionId: string | null): ItemStopped {
	const heading = `Not marked as paid: '${reference}'`;
	switch (settled.kind) {
		case 'over':
			return stopped(`${heading} was released or refused`, NOW_FREE, 'claimOver', reference);
		case 'anothers':
			return stopped(
				heading,
				`Transaction ${String(transactionId)} already settled another payout reference. Look in Mavapay which of the two it paid. If it is this one, leave 'Transaction ID' empty.`,
				'alreadyPaid',
				reference,
			);
		default:
			return refusedSettlement(heading, settled, reference);
	}
}

function refusedSettlement(heading: string, { kind }: NotSettled, reference: string): ItemStopped {
	switch (kind) {
		case 'since':
			return stopped(
				`${heading} was sent again since`,
				`This claim was settled before, and the reference was claimed for another payment since. Nothing was changed. ${NEW_CLAIM}`,
				'claimOver',
				reference,
			);
		case 'old':
			return stopped(
				heading,
				`This claim was given more than a day ago. Nothing was changed. ${NEW_CLAIM}`,
				'lookAgain',
				reference,
			);
		default:
			return stopped(
				heading,
				"This workflow hasn't sent a payment under this claim. References belong to the workflow that pays: run this in the same workflow.",
				'notFound',
				reference,
			);
	}
}

function stopped(summary: string, description: string, cause: FailureCause, reference: string): ItemStopped {
	return refuse(summary, description, { cause, reference });
}
