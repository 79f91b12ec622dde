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

/** An item that passed its own checks. */
export interface PlannedItem<P = PaymentPlan> {
	readonly index: number;
	/** The key of the item's entry in the execution's memory. Later attempts at the item have the same key. */
	readonly entryKey: string;
	/** Two items with the same digest are the same payment. */
	readonly identityDigest: string;
	readonly plan: P;
}

/** An item that a check refused. An earlier attempt that may have paid is found by `entryKey`, and reported. */
export interface RefusedItem {
	readonly index: number;
	readonly entryKey: string;
	/** The failure includes the payout reference, if that can be read. */
	readonly failure: Failure;
}

/** A plan with an identity: its payment's identity, or its own if the plan doesn't pay. */
export type Identifiable = { readonly sealed: SealedPayment } | { readonly identity: Json };

/**
 * Makes an item of a run, with the keys that distinguish it in the execution.
 *
 * @param key `run:item`, or `tool:<toolCallId>`; null for a tool call without an ID, which is then identified by its
 * payment
 */
export function plannedItem<P extends Identifiable>(
	item: { readonly index: number } & ({ readonly plan: P } | Pick<RefusedItem, 'failure'>),
	key: string | null,
	money: MoneyKind,
): PlannedItem<P> | RefusedItem {
	// An unreadable item without a key has no entry in the memory.
	if ('failure' in item) return { ...item, entryKey: entryKeyOf(key, '') };
	const { plan } = item;
	const identity = identityDigestOf(money, 'sealed' in plan ? identityOf(plan.sealed) : plan.identity);
	return { ...item, entryKey: entryKeyOf(key, identity), identityDigest: identity };
}

export interface PayoutStore {
	readonly record: PayoutRecord;
	readonly halt: Halt;
	readonly days: PaymentDays;
	readonly payees: PaidPayees;
	readonly struck: StruckPayments;
}

/** One run of the node over items that pay or create something. */
export interface SendRun<P = WritePlan> {
	readonly money: MoneyKind;
	readonly workflowId: string;
	readonly keyRules: KeyRules;
	/** Today's date in the workflow's time zone, as YYYY-MM-DD. */
	readonly today: () => string;
	/** The items; the list is emptied while they are sent. */
	readonly items: Array<PlannedItem<P> | RefusedItem>;
	readonly service: Service;
	/** The memory of what this execution sent. All items of the run share it. */
	readonly memory: ExecutionMemory;
	readonly stopOnFailure: boolean;
	/** Masks keys and secrets in a text that n8n will store. */
	redact(text: string): string;
}

export interface PaymentRun extends SendRun<PaymentPlan> {
	readonly store: PayoutStore;
	readonly asTool: boolean;
	readonly timeZone: string;
	/** Set if the run only prepares payments for an approval. */
	readonly prepares?: true;
	/** Writes a line to n8n's log. */
	report(line: string, facts: Readonly<Record<string, string>>): void;
}

/** The end of one item: its outputs, or why it has none. */
export type ItemEnd =
	/** `transactionId`: for a payment, if Mavapay named it. */
	| { readonly outputs: JsonObject[]; readonly transactionId?: string | null }
	/** `amount`: for a payment, if it was known. */
	| { readonly failure: Failure; readonly amount?: Amount | null };

/** How an item ended. `from`: the indexes of the input items that its output comes from; by default only `index`. */
export type ItemResult = ItemEnd & { readonly index: number; readonly from?: readonly number[] };

export interface RunResult {
	readonly results: readonly ItemResult[];
	readonly hints: readonly string[];
}

/** A withdrawal in Mavapay's list that fits a payment. Anyone may have made it. */
export interface ShownPayment {
	readonly transactionId: string;
	/** Milliseconds since 1970; null if Mavapay doesn't say. */
	readonly createdMs: number | null;
	/** Mavapay's own reference, not the customer's; null if it shows none. */
	readonly reference: string | null;
}

/** Whether 'Allow Repeats' counts. If the API key limits repeats, it counts only with an approver, or in *Prepare*. */
export function mayRepeat({ plan }: Pick<PlannedItem, 'plan'>, { keyRules, prepares }: PaymentRun): boolean {
	const { approvedBy } = plan.settings.payout;
	if (onceOf(plan.sealed) !== null) return false;
	return plan.sealed.allowsRepeats && (keyRules.repeatsWithinDays === 0 || approvedBy !== null || prepares === true);
}

export function isPlanned<P>(item: PlannedItem<P> | RefusedItem): item is PlannedItem<P> {
	return 'plan' in item;
}

/** Makes a dry run. It refuses what a real run would, but leaves no trace: its memory is separate, and it records no payee. */
export function dryRunOf(run: PaymentRun): PaymentRun {
	const { memory, store } = run;
	return { ...run, memory: memory.empty(), store: { ...store, payees: store.payees.dryRun() } };
}
