import { amountOf } from '../domain/money';
import { redactObject } from '../domain/redact';
import { referenceKeyOf, sharedKeysOf, type SealedPayment } from './sealedPayment';
import type { LookUpsAhead } from './lookUp';
import type { WritePlan } from './plan';
import type { SeenLike } from '../record/likeness';
import type { SeenPayee } from '../record/paidPayees';
import type { HeldClaim } from '../record/record';
import type { SideRow } from '../record/sideRows';
import { reworded, type Failure } from '../service/failure';
import type { Unapproved } from './approval';
import type { MemoryEntry } from './memory';
import { describePayment, type Subject } from './messages';
import type { NotReached } from './notReached';
import type { PaymentRun, PlannedItem, ShownPayment } from './runTypes';

export interface RunContext {
	readonly run: PaymentRun;
	readonly hint: (text: string) => void;
	readonly ahead: Pick<LookUpsAhead, 'take' | 'now' | 'witness'>;
	readonly stopped: () => NotReached | null;
	/** Why the run differs from what was approved; null if it doesn't, or needs no approval. */
	readonly whyNotApproved: () => Unapproved | null;
}

/** A payment under way: what is known about it so far, its claim and its rows in the record. */
export interface Payment extends PlannedItem {
	/** The payment's details as planned; the look-up (quote, account name) then adds what it found. */
	sealed: SealedPayment;
	subject: Subject;
	heldClaim: HeldClaim | null;
	freeDayPlace: (() => Promise<void>) | null;
	/** The payee's history in the record; null if `payeeOf` gives no payee, or before the record was read. */
	seenPayee: SeenPayee | null;
	/** Similar payments in the record; null if there can be none, or before the record was read. */
	seenLike: SeenLike | null;
	/** The withdrawal in the wallet's list that shows this payment; null if there is none, or before the list was read. */
	shown: ShownPayment | null;
	/** For an AI tool: the row that marks its payee as having an open payment; null until the record was read. */
	payeeRow: SideRow | null;
	requestSent: boolean;
}

export function paymentOf(item: PlannedItem): Payment {
	return {
		...item,
		sealed: item.plan.sealed,
		subject: describePayment(item.plan.sealed, item.plan),
		heldClaim: null,
		freeDayPlace: null,
		seenPayee: null,
		seenLike: null,
		shown: null,
		payeeRow: null,
		requestSent: false,
	};
}

export function claimTextOf({ heldClaim, sealed }: Payment): string | null {
	return heldClaim?.text(amountOf(sealed.price)) ?? null;
}

/** Adds the text of the payment's open claim, and the approver, to a failure. */
export function leftOpen(payment: Payment, failure: Failure): Failure {
	const { approvedBy } = payment.plan.settings.payout;
	const withApprover = approvedBy === null ? failure : { ...failure, approvedBy };
	const claim = claimTextOf(payment);
	return claim === null ? withApprover : { ...withApprover, claim };
}

export type MemoryUpdate =
	| { readonly state: 'accepted'; readonly outputs: MemoryEntry['outputs']; readonly transactionId: string | null }
	| { readonly state: Exclude<MemoryEntry['state'], 'accepted'>; readonly failure: Failure };

export function entryOf(
	{ identityDigest, plan, subject }: PlannedItem<Pick<WritePlan, 'settings'>> & Pick<Payment, 'subject'>,
	update: MemoryUpdate,
	{ run }: { readonly run: Pick<PaymentRun, 'memory' | 'redact'> },
): MemoryEntry {
	const accepted = update.state === 'accepted';
	return {
		state: update.state,
		executionId: run.memory.executionId,
		identityDigest,
		what: subject.what,
		stops: plan.settings.onUnknown === 'stop',
		payment: null,
		failure: accepted ? null : reworded(update.failure, (text) => run.redact(text)),
		outputs: accepted ? update.outputs.map((output) => redactObject(output, (text) => run.redact(text))) : [],
	};
}

/** Writes a payment's state into the execution's memory, at once. */
export function remember(payment: Payment, context: RunContext, update: MemoryUpdate): void {
	const { sealed, heldClaim } = payment;
	const amount = amountOf(sealed.price);
	context.run.memory.write(payment.entryKey, {
		...entryOf(payment, update, context),
		payment: {
			reference: sealed.reference,
			referenceKey: referenceKeyOf(sealed),
			generation: heldClaim?.generation ?? -1,
			amountMinor: amount === null ? null : amount.minor.toString(),
			currency: amount?.currency ?? null,
			money: context.run.money,
			transactionId: update.state === 'accepted' ? update.transactionId : (update.failure.transactionId ?? null),
			sharedKeys: sharedKeysOf(sealed),
		},
	});
}

/** A sentence about an open payment of this execution to the same payee or supplier; null if there is none. */
export function openBefore(sealed: SealedPayment, { memory }: Pick<PaymentRun, 'memory'>): string | null {
	const keys = sharedKeysOf(sealed);
	const isIts = ({ state, executionId, payment }: MemoryEntry) =>
		state === 'unknown' && executionId === memory.executionId && payment?.sharedKeys.some((key) => keys.includes(key));
	const open = memory.openPayments().find(isIts);
	return open === undefined
		? null
		: `This supplier or payee has a payment of unknown outcome: ${open.what}. Check that it wasn't for this bill.`;
}

/** For dry runs: makes a payment count as paid for the items after it. */
export function countAsPaid(payment: Payment, context: RunContext): void {
	remember(payment, context, { state: 'accepted', outputs: [], transactionId: null });
}
