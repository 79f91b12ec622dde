import type { Amount, PaymentPlan, Prepared } from '../operation/operation';
import { reworded, type Failure } from '../service/failure';
import type { ExecutionMemory, MemoryEntry } from './memory';
import { describePayment, type NotReached, type Subject } from './messages';
import type { DayPlace } from './paymentDay';
import type { PaymentRun, PlannedItem } from './paymentRun';
import type { SeenPayee } from './payees';
import { destinationHash, type Claim } from './record';

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

type Remembered =
	| { readonly state: 'accepted'; readonly outputs: MemoryEntry['outputs']; readonly transactionId: string | null }
	| { readonly state: Exclude<MemoryEntry['state'], 'accepted'>; readonly failure: Failure };

/** Writes what became of a payment into the execution's memory, at once. */
export function remember(payment: Payment, { run, memory }: RunContext, told: Remembered): void {
	const { plan, identity, destination, amount, claim, subject } = payment;
	const accepted = told.state === 'accepted';
	memory.write(payment.entryKey, {
		state: told.state,
		executionId: memory.executionId,
		identity,
		what: subject.what,
		stops: plan.settings.onUnknown === 'stop',
		payment: {
			reference: plan.settings.payout.reference,
			generation: claim?.generation ?? -1,
			destination: told.state === 'sending' || told.state === 'unknown' ? destination : null,
			amountMinor: amount === null ? null : amount.minor.toString(),
			currency: amount?.currency ?? null,
			baseUrl: run.deployment.baseUrl,
			transactionId: accepted ? told.transactionId : (told.failure.transactionId ?? null),
		},
		failure: accepted ? null : reworded(told.failure, (text) => run.redact(text)),
		outputs: accepted ? told.outputs : [],
	});
}
