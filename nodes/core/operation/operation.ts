import type { JsonObject } from '../domain/json';
import type { Amount, AmountUnit } from '../domain/money';
import type { SealedPayment } from '../payout/sealedPayment';
import type { PaymentLookUp, PaymentPlan, RecordPlan, WritePlan } from '../payout/plan';
import type { Deployment } from '../service/deployments';
import type { Failure } from '../service/failure';
import type { ReadService } from '../service/service';
import type { Fields, ItemParameters, ReadResult } from './field';

/** An amount in minor units. `unit`: the unit in which the amount and the item's limits were typed. */
export interface GivenAmount extends Amount {
	readonly unit: AmountUnit;
}

/** The circumstances that an item's checks can depend on in addition to its parameters. */
export interface Scope {
	readonly deployment: Deployment;
	/** Milliseconds since 1970, taken once per run of the node. */
	readonly nowMs: number;
	readonly asTool: boolean;
	/** The day in the workflow's time zone at `nowMs`, as YYYY-MM-DD; for an AI agent, the day of its first call. */
	readonly today: string;
	readonly timeZone: string;
	/** The credential's own webhook signing secret, if it has one. */
	readonly webhookSecret: string | null;
}

/** How n8n shows an operation: its place in the dropdowns, its texts and its fields. */
export interface OperationFace {
	readonly resource: string;
	readonly operation: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly toolEffect: ToolEffect;
	/** The members of an output item that 'Simplify' keeps, separated by commas; undefined if it keeps all. */
	readonly simplified?: string | undefined;
	/** All parameters, including common ones, in the order in which they are shown. */
	readonly fields: Fields;
}

interface ItemOperation<Effect, Plan> extends OperationFace {
	readonly effect: Effect;
	plan(parameters: ItemParameters, scope: Scope): ReadResult<Plan>;
}

/** A read: no effect, retried and run in parallel. */
export type ReadOperation = ItemOperation<'read', ReadPlan>;

/** Creates or changes something and moves no money. Sent again only if Mavapay has certainly done nothing. */
export type WriteOperation = ItemOperation<'write', WritePlan>;

/** A payment, recorded under its reference. Sent again only if Mavapay has certainly done nothing. */
export type PayOperation = ItemOperation<'pay', PaymentPlan>;

/** Runs the checks of a payment, but sends nothing. */
export type PrepareOperation = ItemOperation<'prepare', PaymentPlan>;

/** Works on the workflow's record of payouts, one item after the other. */
export type RecordOperation = ItemOperation<'record', RecordPlan>;

/** Reads for all items together: a comparison, a summary, new transactions, or the rows of a file. */
export interface CustomOperation extends OperationFace {
	readonly effect: 'custom';
	readonly offline: boolean;
	/** Begins a run: `plan` reads each item's parameters, then `collect` runs once and may throw ItemStopped. */
	begin(): {
		plan(item: InputItem, parameters: ItemParameters, scope: Scope): ReadResult<null>;
		collect(context: CustomContext, scope: Scope): Promise<CustomResult[]>;
	};
}

export type Operation =
	ReadOperation | WriteOperation | PayOperation | RecordOperation | CustomOperation | PrepareOperation;

/** An operation's effect for an AI agent. `mark`: a read that outputs each event once. `refused`: not for agents. */
export type ToolEffect = Exclude<Operation['effect'], 'custom' | 'record'> | 'mark' | 'refused';

export interface InputItem {
	readonly index: number;
	readonly json: JsonObject;
}

/** The part of a run that a custom operation may use. */
export interface CustomContext {
	readonly service: ReadService;
	/** Marks an event's key; true if this workflow had never marked it. Throws ItemStopped if n8n's answer is unclear. */
	firstTime(key: string): Promise<boolean>;
	/** Whether an execution of this workflow has marked an event's key. Marks nothing. Throws as `firstTime` does. */
	seen(key: string): Promise<boolean>;
	/** Reads a file: its name, its bytes, and the names of the item's other files. Throws ItemStopped if there is none. */
	file(
		index: number,
		field: string,
	): Promise<{ readonly name: string | null; readonly bytes: Uint8Array; readonly others: readonly string[] }>;
	readonly stopOnFailure: boolean;
	/** Whether a person is testing this workflow, or the workflow that called it, in the editor or with an evaluation. */
	readonly manual: boolean;
	/** When this node last ran, in ms since 1970; null if unknown. Stores this run's time, unless a person started it. */
	lastRan(nowMs: number): number | null;
	hint(text: string): void;
}

/** An output item, or why an input item gave none. `from`: the input items that it is made of. */
export type CustomResult = { readonly from: readonly number[] } & (
	{ readonly json: JsonObject } | { readonly failure: Failure }
);

export interface ReadPlan {
	/** The results of this item, one per output item. Throws ItemStopped. */
	collect(service: ReadService): Promise<JsonObject[]>;
	/** Hints for the user, complete only after `collect`. */
	readonly hints: readonly string[];
	/** How many items may be under way at once; by default as many as Mavapay allows. */
	readonly itemsInParallel?: number | undefined;
}

/**
 * A payment made from an item's fields, not sent. `asked`, the amount requested, defaults to the amount of `price`.
 * `gets`, the amount that the payee gets, defaults to `asked`.
 */
export interface PayDraft
	extends
		PaymentLookUp,
		Pick<SealedPayment, 'price' | 'sends'>,
		Partial<Pick<SealedPayment, 'way' | 'expects' | 'asked' | 'gets'>> {
	/** The account holder's name as typed, if no bank is asked for the name. */
	readonly typedName?: string | undefined;
	readonly bankEntered?: string | undefined;
	/** The currency and unit in which the item's limits are typed; a limit without a currency is in minor units. */
	readonly limitsIn: { readonly currency: string | null; readonly unit: AmountUnit };
	/** The currency and unit of 'Minimum Target Amount'; undefined if the payment has no such field. */
	readonly floorIn?: PayDraft['limitsIn'];
	readonly defaultReference?: string | undefined;
	/** Whether the default reference names something that can be paid only once, such as a payment hash or quote ID. */
	readonly referenceIsUnique?: boolean;
	/** Whether the payment pays somebody although no field names a payee. */
	readonly reachesPayee?: boolean;
	readonly hints?: readonly string[];
}
