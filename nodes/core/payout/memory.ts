import * as z from 'zod/mini';

import { isJsonObject, isObject, type JsonObject } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { failureForm, refuse } from '../service/failure';
import { fits } from '../service/schema';

/** The member of n8n's execution context that holds the memory; docs/reference/outcomes.md#within-one-execution. */
export const MEMORY_KEY = 'mavapayPayouts';

const maybe = z.nullable(z.string());

/** The part of an entry that only payments have; for a request that only creates something it is null. */
const rememberedPayment = z.object({
	reference: z.string(),
	/** The reference as references are compared. */
	referenceKey: z.string(),
	/** The number of its claim among the reference's claims, from 0; -1 where it held none. */
	generation: z.number(),
	/** Null where it was never known. */
	amountMinor: z.nullable(z.string().check(z.refine((text) => /^\d+$/.test(text)))),
	currency: maybe,
	money: z.string(),
	transactionId: maybe,
	/** Its reference, payee and supplier; `sharedKeysOf`. */
	sharedKeys: z.array(z.string()),
});

/** One request that may have had an effect in this execution. JSON, since n8n stores it. */
const memoryEntry = z
	.object({
		/**
		 * `sending` is written before a request leaves, and counts as unknown until its end replaces it. A `rejected` one
		 * got a response, and is not sent again in the same execution; one that never reached Mavapay is taken out.
		 */
		state: z.enum(['sending', 'accepted', 'unknown', 'failed', 'rejected']),
		/** n8n's Retry of a failed execution keeps the memory under a new execution ID. */
		executionId: z.string(),
		identityDigest: z.string(),
		/** For people: operation, amount and destination. */
		what: z.string(),
		/** On Unknown Outcome of the item: whether its being unknown stops the rest of the execution. */
		stops: z.boolean(),
		payment: z.nullable(rememberedPayment),
		/** Its failure; while it is under way, the failure to show if its end never comes. Null once accepted. */
		failure: z.nullable(failureForm),
		/** The items that it put out when it was accepted: the very objects, so that n8n stores them once. */
		outputs: z.array(z.custom<JsonObject>(isJsonObject)),
	})
	.check(z.refine(({ state, failure }) => state === 'accepted' || failure !== null));

export type MemoryEntry = Readonly<z.infer<typeof memoryEntry>>;

/** The part of n8n's execution that outlives a run of the node; written in place. */
export interface ExecutionContexts {
	readonly executionId: string;
	readonly nodeName: string;
	/** n8n's context of the whole execution. */
	readonly flow: Record<string, unknown>;
}

/** Stands for an entry that can't be read, which may be a payment. */
const UNREADABLE: MemoryEntry = {
	state: 'unknown',
	executionId: '',
	identityDigest: '',
	what: 'a payout of this item',
	stops: true,
	payment: null,
	failure: refuse(
		'Outcome unknown: a payout of this item',
		"This execution's memory of an earlier try of this item can't be read, so it may have been paid. Look for it in Mavapay before anything is sent again.",
		{ cause: 'notSettled', outcome: 'unknown' },
	).failure,
	outputs: [],
};

/** Indexes over all entries, so that no payment has to walk through them. */
interface Index {
	/** Entries that are under way or of unknown outcome, by key. */
	readonly openPayments: Map<string, MemoryEntry>;
	/** Keys of entries that got a response, by execution, kind of money and reference. */
	readonly answeredUnder: Map<string, string>;
	/** Totals that were paid or may have been, in minor units, by node and currency. */
	readonly totals: Map<string, bigint>;
}

/** The index of each map of entries, shared by all who write to it at the same time, such as two tool calls of an agent. */
const indexes = new WeakMap<object, Index>();

/**
 * The requests that this execution sent, kept over Retry On Fail, loops and n8n's Retry: one map, by node and item, in
 * the object that n8n keeps for the whole execution, so that every node sees an entry at once.
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

	/** The entry of a key; null also for one that Mavapay rejected in an earlier execution: it may be sent again. */
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

	/** The payment that was accepted, rejected or failed in this execution under a reference, by whichever node. */
	answeredUnder(referenceKey: string, money: MoneyKind): MemoryEntry | null {
		const key = this.index.answeredUnder.get(answeredKey(this.contexts.executionId, referenceKey, money));
		return key === undefined ? null : this.read(key);
	}

	/** Every payment of the whole execution, by whichever node, that is under way or of unknown outcome; not the entry's own. */
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

	/** A memory of nothing, in which a dry run remembers what it would pay, and which leaves no trace. */
	empty(): ExecutionMemory {
		return new ExecutionMemory({ ...this.contexts, flow: {} });
	}

	private read(key: string): MemoryEntry | null {
		return Object.hasOwn(this.entries, key) ? readEntry(this.entries[key]) : null;
	}

	private keyOf(entryKey: string): string {
		return `${this.node} ${entryKey}`;
	}

	/** Brings the index up to date with an entry that comes (1) or goes (-1). */
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
		// The name of the node that wrote the entry is quoted in its key, since an item's own key may hold anything.
		const [node = ''] = /^"(?:[^"\\]|\\.)*"/.exec(key) ?? [];
		const total = `${node} ${String(currency)}`;
		totals.set(total, (totals.get(total) ?? 0n) + sign * BigInt(amountMinor));
	}
}

/** The key of an item's entry: its own; without one, which happens to calls of an AI tool, the digest of what is paid. */
export function entryKeyOf(key: string | null, identity: string): string {
	return key === null ? `identity:${identity}` : `key:${key}`;
}

/** Whether an entry is a payment of the same kind of money under a reference that the record takes for the same. */
export function isSameReference({ payment }: MemoryEntry, referenceKey: string, money: MoneyKind): boolean {
	return payment !== null && payment.money === money && payment.referenceKey === referenceKey;
}

function answeredKey(executionId: string, referenceKey: string, money: string): string {
	return `${executionId} ${money} ${referenceKey}`;
}

function isOpen({ state }: Pick<MemoryEntry, 'state'>): boolean {
	return state === 'sending' || state === 'unknown';
}

/** Entries whose form this process knows: checking it takes longer than everything else here. */
const known = new WeakMap<object, MemoryEntry>();

function readEntry(raw: unknown): MemoryEntry {
	if (!isObject(raw)) return UNREADABLE;
	const entry = known.get(raw) ?? (fits(raw, memoryEntry) ? raw : UNREADABLE);
	known.set(raw, entry);
	return entry;
}
