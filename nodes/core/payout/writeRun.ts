import type { JsonObject } from '../domain/json';
import type { WritePlan } from '../operation/operation';
import type { Deployment } from '../service/deployments';
import type { Failure } from '../service/failure';
import type { Service } from '../service/service';
import type { ExecutionContexts } from './executionMemory';
import type { PaymentDays } from './paymentDay';
import type { PayoutRecord } from './record';
import type { Halt } from './rows';
import type { FailedPayment } from './resultRow';

/** An item whose own checks passed. */
export interface PlannedItem {
	readonly index: number;
	/**
	 * Tells this item from every other one of the execution, and is the same when the item is tried
	 * again: `run:item`, or `tool:<toolCallId>`. Null where an AI tool gets no call id: the payment's
	 * identity then stands for it.
	 */
	readonly key: string | null;
	readonly plan: WritePlan;
}

/** An item that a check refused; with its key, so that an earlier try of it that paid is not denied. */
export interface RefusedItem {
	readonly index: number;
	readonly key?: string | null;
	readonly failure: Failure;
}

/** What n8n's database keeps of a workflow's payouts. */
export interface Books {
	readonly record: PayoutRecord;
	readonly halt: Halt;
	readonly days: PaymentDays;
}

/** Why no payment may be sent: a part of a sentence, and whether trying again may help. */
export interface NoBooks {
	readonly reason: string;
	readonly retryable: boolean;
}

/** One run of the node over items that pay or create something. */
export interface WriteRun {
	readonly effect: 'write' | 'pay';
	readonly deployment: Deployment;
	readonly workflowId: string;
	/** Emptied while the items are sent. */
	readonly items: Array<PlannedItem | RefusedItem>;
	readonly service: Service;
	readonly memory: ExecutionContexts;
	readonly books: Books | NoBooks;
	/** Whether an AI agent runs the node as its tool. */
	readonly asTool: boolean;
	/** On Error: Stop. */
	readonly stopOnFailure: boolean;
	/** Masks keys and secrets in a text that n8n will store. */
	redact(text: string): string;
}

/** What became of one item. */
export type ItemResult =
	| {
			readonly index: number;
			readonly outputs: JsonObject[];
			/** The input items that the outputs are made of, where that is not the one of `index` alone. */
			readonly from?: readonly number[];
	  }
	| { readonly index: number; readonly failure: Failure; readonly payment?: FailedPayment; readonly from?: never };

export interface WriteRunResult {
	/** One for each item, in the order given. */
	readonly results: ItemResult[];
	/** With On Error: Stop, what to throw; its message lists what had been accepted. */
	readonly stoppedBy: { readonly index: number; readonly failure: Failure } | null;
	/** Warnings that stop nothing. */
	readonly hints: string[];
}

/** Undefined stands for an item whose turn has come already. */
export function isPlanned(item: PlannedItem | RefusedItem | undefined): item is PlannedItem {
	return item !== undefined && 'plan' in item;
}

/** The reference under which a payment is recorded; null for a request that moves no money, and where it is waived. */
export function referenceOf({ settings }: WritePlan): string | null {
	return settings.payout?.reference ?? null;
}

export function hasBooks(books: Books | NoBooks): books is Books {
	return 'record' in books;
}
