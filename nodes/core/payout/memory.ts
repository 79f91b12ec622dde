import * as z from 'zod/mini';

import { isJsonObject, isObject, type JsonObject } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { failureForm, refuse } from '../service/failure';
import { fits, oneOf } from '../service/schema';

/** The member of n8n's execution context that holds the memory; docs/reference/outcomes.md#within-one-execution. */
export const MEMORY_KEY = 'mavapayPayouts';

const maybe = z.nullable(z.string());

const rememberedPayment = z.object({
	reference: z.string(),
	/** The reference in the form in which references are compared. */
	referenceKey: z.string(),
	/** The number of the payment's claim (its row in the record) among the reference's claims, from 0; -1 for none. */
	generation: z.number(),
	/** The amount in minor units; null if it was never known. */
	amountMinor: z.nullable(z.string().check(z.refine((text) => /^\d+$/.test(text)))),
	currency: maybe,
	money: z.string(),
	transactionId: maybe,
	/** The keys of the payment's reference, payee and supplier, from `sharedKeysOf`. */
	sharedKeys: z.array(z.string()),
});

/** A request that may have had an effect. The entry is JSON, since n8n stores it. */
const memoryEntry = z
	.object({
		/**
		 * The request's state. `sending` is written before the request leaves, and counts as unknown until it is replaced.
		 * A `rejected` request got a response, and isn't sent again in this execution. A request that never arrived has no entry.
		 */
		state: oneOf('sending', 'accepted', 'unknown', 'failed', 'rejected'),
		/** The execution that sent the request. n8n's Retry keeps the memory under a new execution ID. */
		executionId: z.string(),
		identityDigest: z.string(),
		/** Operation, amount and destination, for people. */
		what: z.string(),
		/** Whether an unknown outcome stops the rest of the execution: the item's 'On Unknown Outcome'. */
		stops: z.boolean(),
		payment: z.nullable(rememberedPayment),
		/** The failure; null once accepted. While the request is under way: the failure to show if the run is cut off. */
		failure: z.nullable(failureForm),
		/** The output items of an accepted request: the same objects as in the output, so that n8n stores them once. */
		outputs: z.array(z.custom<JsonObject>(isJsonObject)),
	})
	.check(z.refine(({ state, failure }) => state === 'accepted' || failure !== null));

export type MemoryEntry = Readonly<z.infer<typeof memoryEntry>>;

/** The part of n8n's execution that survives a run of the node; it is changed in place. */
export interface ExecutionContexts {
	readonly executionId: string;
	readonly nodeName: string;
	/** n8n's context of the whole execution. */
	readonly flow: Record<string, unknown>;
}

/** Replaces an entry that can't be read, which may have been a payment. */
const UNREADABLE: MemoryEntry = {
	state: 'unknown',
	executionId: '',
	identityDigest: '',
	what: 'a payout of this item',
	stops: true,
	payment: null,
	failure: refuse(
		'Outcome unknown: a payout of this item',
		"This execution's data about an earlier try of this item can't be read, so the item may have been paid. Look for the payment in Mavapay before you try again.",
		{ cause: 'notSettled', outcome: 'unknown' },
	).failure,
	outputs: [],
};

/** Indexes of all entries, so that no payment has to search them. */
interface Index {
	/** Entries that are under way or of unknown outcome, by key. */
	readonly openPayments: Map<string, MemoryEntry>;
	/** Keys of entries whose requests got a response, by execution, kind of money and reference. */
	readonly answeredUnder: Map<string, string>;
	/** Totals that were or may have been paid, in minor units, by node and currency. */
	readonly totals: Map<string, bigint>;
}

/** The index of each map of entries. All writers of a map share its index, for example two simultaneous tool calls. */
const indexes = new WeakMap<object, Index>();

/**
 * The requests of this execution, kept across Retry On Fail, loops and n8n's Retry. One map, keyed by node and item,
 * holds them in the object that n8n keeps for the whole execution, so all nodes see a new entry immediately.
 */
export class ExecutionMemory {
	private readonly entries: Record<string, unknown>;
	private readonly index: Index;
	/** The node's name, quoted. */
	private readonly node: string;

	constructor(private readonly contexts: ExecutionContexts) {
		this.node = JSON.stringify(contexts.nodeName);
		const given = contexts.flow[MEMORY_KEY] ?? {};
		if (!isObject(given)) throw new TypeError('The memory of payouts in this execution is not an object');
		contexts.flow[MEMORY_KEY] = given;
		this.entries = given;
		this.index = indexes.get(given) ?? { openPayments: new Map(), answeredUnder: new Map(), totals: new Map() };
		if (indexes.has(given)) return;
		indexes.set(given, this.index);
		for (const [key, raw] of Object.entries(given)) this.count(key, readEntry(raw), 1n);
	}

	/** The entry of a key, or null. A request rejected in an earlier execution gives null, so it can be sent again. */
	find(entryKey: string): MemoryEntry | null {
		const entry = this.read(this.keyOf(entryKey));
		return entry?.state === 'rejected' && entry.executionId !== this.contexts.executionId ? null : entry;
	}

	write(entryKey: string, entry: MemoryEntry): void {
		this.forget(entryKey);
		const key = this.keyOf(entryKey);
		this.entries[key] = entry;
		known.set(entry, entry);
		this.count(key, entry, 1n);
	}

	forget(entryKey: string): void {
		const key = this.keyOf(entryKey);
		const entry = this.read(key);
		if (entry !== null) this.count(key, entry, -1n);
		delete this.entries[key];
	}

	/** The payment that got a response in this execution under a reference, in any node: accepted, rejected or failed. */
	answeredUnder(referenceKey: string, money: MoneyKind): MemoryEntry | null {
		const key = this.index.answeredUnder.get(answeredKey(this.contexts.executionId, referenceKey, money));
		return key === undefined ? null : this.read(key);
	}

	/** All payments of the execution, in any node, that are under way or of unknown outcome, except the given entry. */
	openPayments(exceptKey: string | null = null): MemoryEntry[] {
		const except = exceptKey === null ? null : this.keyOf(exceptKey);
		return [...this.index.openPayments].flatMap(([key, entry]) => (key === except ? [] : [entry]));
	}

	/** The total that this node paid, or may have paid, in minor units of the currency. */
	total(currency: string): bigint {
		return this.index.totals.get(`${this.node} ${currency}`) ?? 0n;
	}

	get executionId(): string {
		return this.contexts.executionId;
	}

	/** An empty, separate memory for a dry run, which leaves no trace. */
	empty(): ExecutionMemory {
		return new ExecutionMemory({ ...this.contexts, flow: {} });
	}

	private read(key: string): MemoryEntry | null {
		return Object.hasOwn(this.entries, key) ? readEntry(this.entries[key]) : null;
	}

	private keyOf(entryKey: string): string {
		return `${this.node} ${entryKey}`;
	}

	/** Updates the index for an entry that is added (1) or removed (-1). */
	private count(key: string, entry: MemoryEntry, sign: 1n | -1n): void {
		const { openPayments, answeredUnder, totals } = this.index;
		const { state, executionId, payment } = entry;
		if (isOpen(entry) && sign === 1n) openPayments.set(key, entry);
		else openPayments.delete(key);
		if (payment === null) return;
		const { referenceKey, money, amountMinor, currency } = payment;
		const answered = answeredKey(executionId, referenceKey, money);
		if (!isOpen(entry) && sign === 1n) answeredUnder.set(answered, key);
		else if (answeredUnder.get(answered) === key) answeredUnder.delete(answered);
		if (amountMinor === null || state === 'failed' || state === 'rejected') return;
		// The key begins with the quoted name of the node, since the rest may contain anything.
		const [node = ''] = /^"(?:[^"\\]|\\.)*"/.exec(key) ?? [];
		const total = `${node} ${String(currency)}`;
		totals.set(total, (totals.get(total) ?? 0n) + sign * BigInt(amountMinor));
	}
}

/** The key of an item's entry: the item's own key, or the payment's digest for an AI tool's call without a key. */
export function entryKeyOf(key: string | null, identity: string): string {
	return key === null ? `identity:${identity}` : `key:${key}`;
}

/** Whether an entry is a payment in this kind of money whose reference has this key. */
export function isSameReference({ payment }: MemoryEntry, referenceKey: string, money: MoneyKind): boolean {
	return payment !== null && payment.money === money && payment.referenceKey === referenceKey;
}

function answeredKey(executionId: string, referenceKey: string, money: string): string {
	return `${executionId} ${money} ${referenceKey}`;
}

function isOpen({ state }: Pick<MemoryEntry, 'state'>): boolean {
	return state === 'sending' || state === 'unknown';
}

/** Entries that this process has already checked, so that the slow check runs only once for each. */
const known = new WeakMap<object, MemoryEntry>();

function readEntry(raw: unknown): MemoryEntry {
	if (!isObject(raw)) return UNREADABLE;
	const entry = known.get(raw) ?? (fits(raw, memoryEntry) ? raw : UNREADABLE);
	known.set(raw, entry);
	return entry;
}
