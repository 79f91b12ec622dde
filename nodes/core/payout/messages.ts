import { noMessage, type Cause } from '../domain/outcome';
import { describeAmount } from '../domain/money';
import type { Amount, MoneyPlan } from '../operation/operation';
import type { Failure, PaymentOutcome } from '../service/failure';
import type { PaymentEnding } from '../service/service';
import { withoutFaultCodes } from './faultCodes';

/** One payment or binding request as messages speak of it. */
export interface Told {
	/** "the withdrawal of 1,000.00 NGN (100000 kobo) to account 0123456789 at bank 000014". */
	readonly what: string;
	readonly reference: string | null;
	/** Whether money moves by it; a request that only binds moves none. */
	readonly pays: boolean;
	/** Left with the service by the way, such as a quote that was not accepted. */
	readonly leftBehind: string | null;
}

const MAX_PAYEE = 120;

/**
 * What a request is called. Only a payment shows its destination: that of a request which binds is
 * the request itself, which may hold a secret.
 */
export function tell(plan: MoneyPlan, amount: Amount | null, leftBehind: string | null): Told {
	const { shownAs, settings } = plan;
	const reference = settings.payout?.reference ?? null;
	if (settings.payout === null) return { what: shownAs.deed, reference, pays: false, leftBehind };
	const value = amount === null ? '' : ` of ${describeAmount(amount.minor, amount.currency)}`;
	return { what: `${shownAs.deed}${value}${shortened(shownAs.payee)}`, reference, pays: true, leftBehind };
}

/** Cut between letters, not within one that takes two code units. */
function shortened(payee: string): string {
	if (payee.length <= MAX_PAYEE) return payee;
	const letters = Array.from(payee);
	return letters.length > MAX_PAYEE ? `${letters.slice(0, MAX_PAYEE).join('')}…` : payee;
}

const FAULTS: ReadonlyMap<Cause, string> = new Map([
	['dns', 'The host of the service was not found'],
	['refused', "Nothing listens at the service's address"],
	['unreachable', "The service's host could not be reached"],
	['tls', "No safe connection could be made: check 'Base URL' in the credential and its certificate"],
	['timeout', 'No answer came in time'],
	['reset', 'The connection was closed before the answer was complete'],
	['cancelled', 'The request was cut off because the execution was cancelled'],
	['unreadable', 'The answer broke off or could not be read'],
	['redirect', 'The service pointed to another address, which is not followed'],
]);

const ADVICE: ReadonlyMap<Cause, string> = new Map([
	['unauthorised', 'Check the key in the credential, and that it belongs to the chosen deployment.'],
	['forbidden', 'The key may not do this: payouts need a key with the role WRITE.'],
	['rateLimited', 'Mavapay receives too many requests from this key: wait before the next run.'],
	['plainRefusal', 'Correct the item and run it again.'],
	['invalid', 'Correct the item and run it again.'],
	['notFound', 'Check the IDs of the item, and the deployment in the credential.'],
	['dns', "Check 'Base URL' in the credential and the network, then run it again."],
	['refused', "Check 'Base URL' in the credential, then run it again."],
	['unreachable', 'Check the network, then run it again.'],
	['refusedLocally', "Check the address in the credential and n8n's own limits on hosts."],
]);

/** How the request ended: the service's words, or ours where the network's hold error codes. */
export function causeText({ classified, httpCode }: PaymentEnding): string {
	const { cause, message } = classified;
	const own = FAULTS.get(cause);
	const said = withoutFaultCodes(message);
	if (cause === 'refusedLocally') return `n8n refused to send the request: "${said}".`;
	if (httpCode !== null) {
		const lead = own === undefined ? '' : `${own}. `;
		return message === noMessage(httpCode) ? `${lead}${message}.` : `${lead}Mavapay answered (${httpCode}): "${said}".`;
	}
	return `${own ?? 'The connection to the service broke'}.`;
}

interface Facts {
	readonly outcome: PaymentOutcome;
	readonly httpCode?: string | null;
	readonly retryable?: boolean;
	readonly source?: Failure['source'];
}

/** A failure whose message carries what an agent sees nowhere else: outcome, reference, next step. */
export function failureOf(told: Told, text: string, facts: Facts): Failure {
	const left = told.leftBehind === null ? '' : ` Left behind: ${told.leftBehind}`;
	const reference = told.reference === null ? '' : `, payout reference: '${told.reference}'`;
	return {
		message: `${text}${left === '' ? '' : left.replace(/\.?$/, '.')} (outcome: ${facts.outcome}${reference})`,
		httpCode: facts.httpCode ?? null,
		outcome: facts.outcome,
		reference: told.reference,
		retryable: facts.retryable ?? false,
		source: facts.source ?? 'input',
	};
}

/** What to do before anything like this is sent again. */
export function lookFirst({ reference, pays }: Pick<Told, 'reference' | 'pays'>): string {
	if (!pays) return 'Look in Mavapay whether it was done before you do it again.';
	const look =
		"Look for it with the 'Transaction' operations by time, amount, name or payment hash, or in the Mavapay dashboard, before anything is sent again.";
	return reference === null
		? `${look} Without a payout reference nothing keeps a new run from paying again.`
		: `${look} If it was not paid, run 'Payout Reference: Release' in this same workflow; a new run then sends it.`;
}

/** The service, or the network, ended the request without taking it. */
export function sentFailure(told: Told, ending: PaymentEnding, transactionId: string | null): Failure {
	const { outcome, cause, retryable } = ending.classified;
	const facts = { httpCode: ending.httpCode, source: 'service' as const };
	const how = causeText(ending);
	if (outcome === 'rejected') {
		const nothing = told.pays ? 'Nothing was paid' : 'Nothing was done';
		const advice = ADVICE.get(cause);
		const text = `${nothing}: ${told.what} was rejected. ${how}${advice === undefined ? '' : ` ${advice}`}`;
		// Not at once, but in a later run: a rate limit passes by itself.
		return failureOf(told, text, { ...facts, outcome, retryable: retryable || cause === 'rateLimited' });
	}
	if (outcome === 'failed') return failedFailure(told, transactionId, facts);
	return failureOf(told, unknownText(told, how), { ...facts, outcome: 'unknown' });
}

/** The service took the payment and said at once that it failed: docs/money.md#outcomes. */
export function failedFailure(
	told: Told,
	transactionId: string | null,
	facts: { httpCode: string | null; source: Failure['source'] },
): Failure {
	const transaction = transactionId === null ? 'its transaction' : `transaction ${transactionId}`;
	const text = `Mavapay took ${told.what} and reported ${transaction} as FAILED. It is not sent again by itself. ${lookFirst(told)}`;
	return failureOf(told, text, { ...facts, outcome: 'failed' });
}

/** For an outcome that is not known: said out loud, with the next step; docs/money.md#after-an-unknown-outcome. */
export function unknownText(told: Told, how: string): string {
	const may = told.pays ? 'it may have been paid' : 'it may have taken effect';
	return `It is not known what became of ${told.what}: ${may}. ${how} ${lookFirst(told)}`;
}

/** Nothing was sent, because a check of this package or of the service's data refused the item. */
export function refusedText(told: Told, why: string): string {
	return `Nothing was ${told.pays ? 'paid' : 'sent'} for ${told.what}: ${why}`;
}

/** The message of a run that stopped, with what it had paid before. */
export function withAccepted(failure: Failure, accepted: readonly Accepted[]): Failure {
	if (accepted.length === 0) return failure;
	const list = accepted.map(({ index, reference, transactionId }) => {
		const facts = [
			...(reference === null ? [] : [`reference ${reference}`]),
			...(transactionId === null ? [] : [`transaction ${transactionId}`]),
		];
		return `item ${index}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
	});
	return { ...failure, message: `${failure.message}. Already accepted, not to be sent again: ${list.join('; ')}.` };
}

export interface Accepted {
	readonly index: number;
	readonly reference: string | null;
	readonly transactionId: string | null;
}
