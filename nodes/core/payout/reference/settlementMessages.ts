import { dueInWords } from '../../domain/dateTime';
import { WHEN_TO_RELEASE } from './resolution';
import type { JsonObject } from '../../domain/json';
import { visibleText } from '../../domain/text';
import type { FailureCause } from '../../service/causes';
import { refuse, type ItemStopped } from '../../service/failure';
import type { ReadService } from '../../service/service';
import type { Found } from '../../record/record';
import type { SettleResult } from '../../record/settlement';
import { OTHER_ACCOUNT } from '../messages';

type NotSettled = Exclude<SettleResult, { kind: 'done' | 'settledBefore' }>;

const NEW_CLAIM =
	"Run 'Payout Reference: Check' in this same workflow, look for the payment in Mavapay, then use Check's claim.";

/** Advice for a claim (the record of one payment under a reference) that was settled as not paid. */
export const NOW_FREE =
	"This claim was settled as not paid, so a new run may pay the reference. If it was paid after all, run 'Payout Reference: Halt' now, so that it isn't paid again.";

/** The members of *Check* and *Resolve* for a reference: state, claim, `why` nothing was sent, when to look again. */
export async function claimOutput(found: { readonly kind: 'free' } | Found, inWords: TimeInWords): Promise<JsonObject> {
	if (found.kind === 'free') return { state: 'free' };
	const { openClaim } = found;
	const lookAgainAt = await openClaim.lookAgainAt();
	return {
		state: found.kind,
		claim: found.claimText,
		...(found.isShown ? { why: NOT_SENT } : {}),
		...(lookAgainAt === null ? {} : { lookAgainAt: lookAgainAt.toISOString(), lookAgainInWords: inWords(lookAgainAt) }),
	};
}

/** The explanation for a reference that is held because the wallet showed its payment as made elsewhere. */
export const NOT_SENT =
	"This workflow didn't send it: Mavapay's list showed it as paid. If that payment was for this bill, run 'Mark Paid' with its transaction. If not, run 'Release' (no need to wait), and pay the bill with 'Allow Repeats'.";

/** Writes a due time in the workflow's zone: "today at 13:25, in 15 minutes". */
export type TimeInWords = (time: Date) => string;

export const wordsFor =
	({ service, timeZone }: { readonly service: ReadService; readonly timeZone: string }): TimeInWords =>
	(time) =>
		dueInWords(time.getTime(), service.clock.now(), timeZone);

/** The error for a claim that wasn't settled; `heading` says what wasn't done, such as "Not released". */
export function claimNotSettled(
	heading: string,
	settled: NotSettled,
	reference: string,
	inWords: TimeInWords,
): ItemStopped {
	const when = 'lookAgainAt' in settled ? inWords(settled.lookAgainAt) : '';
	const [cause, description, since = ''] = REASONS[settled.kind];
	return refuse(`${heading}: '${visibleText(reference)}'${since}`, description.replace('{when}', when), {
		cause,
		reference,
	});
}

/** Why each result leaves the claim unchanged. `{when}`: when to look again. */
const REASONS: Record<NotSettled['kind'], readonly [cause: FailureCause, description: string, since?: string]> = {
	noSuchClaim: [
		'notFound',
		"This workflow hasn't sent a payment with this claim. Run this operation in the workflow that pays.",
	],
	paid: ['alreadyPaid', "To let it be paid a second time, turn on 'Release Paid Reference'.", ' was paid'],
	tooEarly: [
		'lookAgain',
		`The payment may have been sent just before this claim was issued, so it may appear in Mavapay later. Look again {when}, or later. ${NEW_CLAIM} ${WHEN_TO_RELEASE}`,
		' may still be paid',
	],
	tooOld: ['lookAgain', `This claim is more than a day old. Nothing was changed. ${NEW_CLAIM} ${WHEN_TO_RELEASE}`],
	claimedSince: [
		'claimOver',
		`This claim is for an earlier payment. Nothing was changed. ${NEW_CLAIM}`,
		' was used for a later payment',
	],
	otherAccount: ['otherAccount', OTHER_ACCOUNT],
	otherTransaction: [
		'invalidInput',
		"Nothing was sent under this claim, because Mavapay's list already showed the payment. Copy the transaction's ID from this payment's error or 'prepared.elsewhere' into 'Transaction ID'.",
	],
	over: ['claimOver', NOW_FREE, ' was released, or certainly paid nothing'],
	otherReference: [
		'alreadyPaid',
		"This transaction, or its quote, is already recorded for another payment of this workflow. Check in Mavapay which bill it paid. If it was this bill, leave 'Transaction ID' empty.",
	],
	otherBill: [
		'alreadyPaid',
		"This transaction is already recorded for another payment of this workflow, or for this payment before its release. Look for a second withdrawal of this amount: it may have paid this bill. If the bill is certainly unpaid, run 'Release' unless 'Check' says free, and pay the bill with 'Allow Repeats'.",
	],
};
