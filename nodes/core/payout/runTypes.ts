import type { Json, JsonObject } from '../domain/json';
import type { Amount, MoneyKind } from '../domain/money';
import type { KeyRules } from '../payees/keyRules';
import { identityOf, onceOf, type SealedPayment } from './sealedPayment';
import type { PaymentPlan, WritePlan } from './plan';
import type { Failure } from '../service/failure';
import type { Service } from '../service/service';
import { entryKeyOf, type ExecutionMemory } from './memory';
import type { PaidPayees } from '../record/paidPayees';
import { identityDigestOf, type PayoutRecord } from '../record/record';
import type { Halt, PaymentDays, StruckPayments } from '../record/rows';

/** An item whose own checks passed. */
export interface PlannedItem<P = PaymentPlan> {
	readonly index: number;
	/** The key of its entry in the execution's memory; a later try of the item has the same one. */
	readonly entryKey: string;
	/** Two items with one digest are the same payment. */
	readonly identityDigest: string;
	readonly plan: P;
}

/** An item that a check refused. By its key, an earlier try of it that paid is found and reported. */
export interface RefusedItem {
	readonly index: number;
	readonly entryKey: string;
	/** Names its payout reference, if that can be read. */
	readonly failure: Failure;
}

/** A plan that says what makes two of its kind the same: the payment itself, or the identity of another request. */
export type Identifiable = { readonly sealed: SealedPayment } | { readonly identity: Json };

/**
 * Makes an item of a run, with the keys by which it differs from every other one of the execution.
 *
 * @param key `run:item`, or `tool:<toolCallId>`; null where an AI tool gets no call ID, so that what is paid tells
 * calls apart
 */
export function plannedItem<P extends Identifiable>(
	item: { readonly index: number } & ({ readonly plan: P } | Pick<RefusedItem, 'failure'>),
	key: string | null,
	money: MoneyKind,
): PlannedItem<P> | RefusedItem {
	// Without a key, an item that can't be read has no entry in the memory.
	if ('failure' in item) return { ...item, entryKey: entryKeyOf(key, '') };
	const { plan } = item;
	const identity = identityDigestOf(money, 'sealed' in plan ? identityOf(plan.sealed) : plan.identity);
	return { ...item, entryKey: entryKeyOf(key, identity), identityDigest: identity };
}

/** The parts of the record that n8n's database keeps of a workflow's payouts. */
export interface PayoutStore {
	readonly record: PayoutRecord;
	readonly halt: Halt;
	readonly days: PaymentDays;
	readonly payees: PaidPayees;
	readonly struck: StruckPayments;
}

/** One run of the node over items that create something, or pay. */
export interface SendRun<P = WritePlan> {
	readonly money: MoneyKind;
	readonly workflowId: string;
	readonly keyRules: KeyRules;
	/** The day of the workflow's time zone, as YYYY-MM-DD. */
	readonly today: () => string;
	/** Emptied while the items are sent. */
	readonly items: Array<PlannedItem<P> | RefusedItem>;
	readonly service: Service;
	/** One for the whole run: everything that needs to know what this execution sent asks it. */
	readonly memory: ExecutionMemory;
	readonly stopOnFailure: boolean;
	/** Masks keys and secrets in a text that n8n will store. */
	redact(text: string): string;
}

export interface PaymentRun extends SendRun<PaymentPlan> {
	readonly store: PayoutStore;
	readonly asTool: boolean;
	readonly timeZone: string;
	/** Only prepares payments, for a person to approve. */
	readonly prepares?: true;
	/** Writes a line to n8n's log. */
	report(line: string, facts: Readonly<Record<string, string>>): void;
}

/** The outputs of one item, or why it has none. */
export type ItemEnd =
	/** `transactionId`: of a payment, if Mavapay named it. */
	| { readonly outputs: JsonObject[]; readonly transactionId?: string | null }
	/** `amount`: of a payment, if it was known. */
	| { readonly failure: Failure; readonly amount?: Amount | null };

/** An item's end. `from` are the input items that its outputs are made of, if not just the one of `index`. */
export type ItemResult = ItemEnd & { readonly index: number; readonly from?: readonly number[] };

/** The ends of all items of a run, and hints for the user, which stop nothing. */
export interface RunResult {
	readonly results: readonly ItemResult[];
	readonly hints: readonly string[];
}

/** A withdrawal in Mavapay's list that already pays what a payment would pay, made by anybody. */
export interface ShownPayment {
	readonly transactionId: string;
	/** Milliseconds since 1970; null where Mavapay doesn't say it. */
	readonly createdMs: number | null;
	/** Mavapay's own, not the customer's; null where it shows none. */
	readonly reference: string | null;
}

/** Whether a payment may be like another of these days: by its option and, if the key has a rule, an approval. */
export function mayRepeat({ plan }: Pick<PlannedItem, 'plan'>, { keyRules, prepares }: PaymentRun): boolean {
	const { approvedBy } = plan.settings.payout;
	if (onceOf(plan.sealed) !== null) return false;
	return plan.sealed.allowsRepeats && (keyRules.repeatsWithinDays === 0 || approvedBy !== null || prepares === true);
}

export function isPlanned<P>(item: PlannedItem<P> | RefusedItem): item is PlannedItem<P> {
	return 'plan' in item;
}

/**
 * The run as a dry run: it begins with its own empty memory, in which the payments it checks count as paid, and
 * records nobody. So it refuses what a real run would, and leaves no trace.
 */
export function dryRunOf(run: PaymentRun): PaymentRun {
	const { memory, store } = run;
	return { ...run, memory: memory.empty(), store: { ...store, payees: store.payees.dryRun() } };
}
