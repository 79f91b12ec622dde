import { amountsOf, candidateIn, WHEN_TO_RELEASE, type Candidate } from './resolution';
import { timeInWords } from '../../domain/dateTime';
import { amountInWords, type Amount } from '../../domain/money';
import { visibleText } from '../../domain/text';
import type { SettlableClaim } from '../../record/settlement';
import type { FailureCause } from '../../service/causes';
import { refuse } from '../../service/failure';
import { lookUpTransactions } from '../../service/lookUps';
import type { ReadService } from '../../service/service';

export interface NamedTransaction {
	/** The IDs of the transaction and of its quote. Each can settle only one claim. */
	readonly ids: readonly string[];
	/** Sentences about facts that could not be compared; null if all were. */
	readonly warning: string | null;
}

/**
 * Looks up the transaction that a person names, and checks that it fits the claim: it is a payment that did not fail,
 * was sent near the time of the claim, and has the claim's amount, if the claim contains one. Throws ItemStopped.
 */
export async function namedTransaction(
	id: string,
	reference: string,
	open: SettlableClaim,
	{ service, timeZone }: { readonly service: ReadService; readonly timeZone: string },
): Promise<NamedTransaction> {
	const refused = (why: string, cause: FailureCause) =>
		refuse(`Not marked as paid: '${visibleText(reference)}'`, why, { cause, reference });
	const one = (await lookUpTransactions(service, { id })).find((object) => object.id === id);
	if (one === undefined) throw refused(`Mavapay has no transaction ${id}. ${CHECK}`, 'notFound');
	const found = candidateIn(one);
	if (found.status === 'FAILED')
		throw refused(
			`Transaction ${id} failed, so it paid nothing. Look for one that succeeded before you release the reference or pay again.`,
			'transactionFailed',
		);
	if (found.type === 'DEPOSIT') throw refused(`Transaction ${id} is a deposit, not a payout. ${CHECK}`, 'invalidInput');
	const { createdMs } = found;
	const ids = [id, ...(found.quoteId === null ? [] : [found.quoteId])];
	// The transaction's amount and time were already compared when the wallet's list showed it.
	if ((await open.isShownAs(id)) === true) return { ids, warning: null };
	if (createdMs !== null && !(await open.wasSentNear(createdMs)))
		throw refused(
			`Transaction ${id} was created on ${timeInWords(createdMs, timeZone)} (${timeZone}), and nothing was sent under this reference in the day before that. ${OTHERWISE}`,
			'invalidInput',
		);
	const isItsAmount = amountsOf(found).length === 0 ? null : open.wasFor(amountsOf(found));
	if (isItsAmount === false)
		throw refused(
			`Transaction ${id} is for ${amountsInWords(found)}, which isn't the amount of this payment. ${OTHERWISE}`,
			'invalidInput',
		);
	const noTime = `Mavapay doesn't say when transaction ${id} was created, so the time wasn't compared: check it.`;
	const noAmount = isItsAmount === null ? whyNoAmount(found) : '';
	const warning = `${createdMs === null ? noTime : ''} ${noAmount}`.trim();
	return { ids, warning: warning === '' ? null : warning };
}

/** The amounts of a FAILED transaction. Throws ItemStopped if it isn't FAILED, or isn't the claim's transaction. */
export async function failedAmounts(
	id: string,
	reference: string,
	open: SettlableClaim,
	{ service }: { readonly service: ReadService },
): Promise<readonly Amount[]> {
	const one = (await lookUpTransactions(service, { id })).find((object) => object.id === id);
	const found = one === undefined ? null : candidateIn(one);
	if (found?.status === 'FAILED' && (await open.hasMade(id))) return amountsOf(found);
	throw refuse(
		`Not released: '${visibleText(reference)}'`,
		`Transaction ${id} is ${found?.status ?? 'not found'} in Mavapay. It must be FAILED, and recorded in this workflow for this payment. Nothing was changed. ${CHECK} Or leave it empty: the payment then still counts in the key's budgets. ${WHEN_TO_RELEASE}`,
		{ cause: 'invalidInput', reference },
	);
}

const CHECK = "Check 'Transaction ID'.";
const OTHERWISE = `${CHECK} If it did pay this bill, leave the field empty.`;

function amountsInWords(found: Candidate): string {
	return amountsOf(found)
		.map(({ minor, currency }) => amountInWords(minor, currency))
		.join(' or ');
}

function whyNoAmount(found: Candidate): string {
	return amountsOf(found).length === 0
		? `Mavapay doesn't say the amount of transaction ${found.transactionId}, so it wasn't compared.`
		: `This claim contains no amount. Compare the bill yourself: transaction ${found.transactionId} is for ${amountsInWords(found)}.`;
}
