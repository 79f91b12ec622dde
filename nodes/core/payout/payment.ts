import type { Amount, PaymentPlan, Prepared, WritePlan } from '../operation/operation';
import { reworded, type Failure } from '../service/failure';
import type { ExecutionMemory, MemoryEntry } from './memory';
import { describePayment, type NotReached, type Subject } from './messages';
import type { DayPlace } from '../record/paymentDay';
import type { PaymentRun, PlannedItem } from './paymentRun';
import type { SeenPayee } from '../record/payees';
import { destinationHash, type Claim } from '../record/record';

/** What a payment shares with the others of its run. */
export interface RunContext {
	readonly run: PaymentRun;
	readonly memory: ExecutionMemory;
	readonly hint: (text: string) => void;
	/** Name enquiry, quote. Throws ItemStopped. */
	readonly lookUp: (plan: PaymentPlan) => Promise<Prepared>;
	/** Why nothing more is sent, once it is so. */
	readonly stopped: () => NotReached | null;
	/** Why the run is not what was approved, as a clause. */
	readonly whyNotApproved: () => string | null;
}

/** One payment on its way, with what has become known of it and what it holds. */
export interface Payment extends PlannedItem {
	/** Digest of who is paid. */
	readonly destination: string;
	amount: Amount | null;
	subject: Subject;
	claim: Claim | null;
	dayPlace: DayPlace | null;
	/** What the record says of who is paid; null where nobody is, or until it was asked. */
	payee: SeenPayee | null;
	requestSent: boolean;
}

export function paymentOf(item: PlannedItem, baseUrl: string): Payment {
	return {
		...item,
		destination: destinationHash(baseUrl, item.plan),
		amount: item.plan.amount,
		subject: describePayment(item.plan),
		claim: null,
		dayPlace: null,
		payee: null,
		requestSent: false,
	};
}

/** A failure that leaves the reference open, with the claim of it that a person may settle. */
export function leftOpen({ claim }: Payment, failure: Failure): Failure {
	return claim === null ? failure : { ...failure, claim: claim.text() };
}

export type Remembered =
	| { readonly state: 'accepted'; readonly outputs: MemoryEntry['outputs']; readonly transactionId: string | null }
	| { readonly state: Exclude<MemoryEntry['state'], 'accepted'>; readonly failure: Failure };

/** What the execution remembers of a request, payment or not. */
export function entryOf(
	{ identity, plan, subject }: Pick<Payment, 'identity' | 'subject'> & { readonly plan: Pick<WritePlan, 'settings'> },
	told: Remembered,
	{ run, memory }: { readonly run: Pick<PaymentRun, 'redact'>; readonly memory: ExecutionMemory },
): MemoryEntry {
	const accepted = told.state === 'accepted';
	return {
		state: told.state,
		executionId: memory.executionId,
		identity,
		what: subject.what,
		stops: plan.settings.onUnknown === 'stop',
		payment: null,
		failure: accepted ? null : reworded(told.failure, (text) => run.redact(text)),
		outputs: accepted ? told.outputs : [],
	};
}

/** Writes what became of a payment into the execution's memory, at once. */
export function remember(payment: Payment, context: RunContext, told: Remembered): void {
	const { plan, destination, amount, claim } = payment;
	context.memory.write(payment.entryKey, {
		...entryOf(payment, told, context),
		payment: {
			reference: plan.settings.payout.reference,
			generation: claim?.generation ?? -1,
			destination: told.state === 'sending' || told.state === 'unknown' ? destination : null,
			amountMinor: amount === null ? null : amount.minor.toString(),
			currency: amount?.currency ?? null,
			baseUrl: context.run.deployment.baseUrl,
			transactionId: told.state === 'accepted' ? told.transactionId : (told.failure.transactionId ?? null),
		},
	});
}
