import { isJsonObject, isObject, type Json, type JsonObject } from '../domain/json';
import type { Amount } from '../operation/operation';

/** The member of n8n's node context that holds the memory; contract 5.3. */
export const MEMORY_KEY = 'mavapayPayouts';

/** `sending` is written before a request leaves, and counts as unknown until its end replaces it; a rejected one is taken out. */
export type MemoryState = 'sending' | 'accepted' | 'unknown' | 'failed';

/** One request that may have had an effect in this execution. JSON, since n8n stores it. */
export interface MemoryEntry {
	readonly identity: string;
	readonly state: MemoryState;
	readonly reference: string | null;
	/** For people: operation, amount and destination. */
	readonly what: string;
	readonly amountMinor: string | null;
	readonly currency: string | null;
	readonly transactionId: string | null;
	/** Where it was sent, unless it was accepted: only there its reference can be found free. */
	readonly baseUrl: string | null;
	/** Left with the service on the way to the request, such as a quote that may stay unaccepted. */
	readonly leftBehind: string | null;
	/** What was emitted when it was accepted. */
	readonly outputs: readonly JsonObject[];
}

/** What an entry counts toward the total of its currency. */
interface Spent {
	readonly currency: string | null;
	readonly minor: bigint;
}

const NOTHING: Spent = { currency: null, minor: 0n };

const STATES: ReadonlySet<unknown> = new Set<MemoryState>(['sending', 'accepted', 'unknown', 'failed']);

/** An entry that cannot be read may stand for a payment: it is taken for one of unknown outcome. */
const UNREADABLE: MemoryEntry = {
	identity: '',
	state: 'unknown',
	reference: null,
	what: 'a payout of this item',
	amountMinor: null,
	currency: null,
	transactionId: null,
	baseUrl: null,
	leftBehind: null,
	outputs: [],
};

/**
 * What was sent in this execution, over Retry On Fail, loops and n8n's Retry of a failed execution.
 * It lives in the object that n8n keeps for the node, and is read anew with every call, because
 * other runs of the node may write there while this one waits for an answer.
 */
export class ExecutionMemory {
	private readonly spent = new WeakMap<object, Spent>();

	/** @param context n8n's node context; null-prototype or not, it is written in place. */
	constructor(private readonly context: Record<string, unknown>) {
		const held = context[MEMORY_KEY];
		if (held !== undefined && held !== null && !isObject(held)) {
			throw new TypeError('The memory of payouts in this execution is not an object');
		}
	}

	find(slot: string): MemoryEntry | null {
		const held = this.entries();
		return Object.hasOwn(held, slot) ? readEntry(held[slot]) : null;
	}

	write(slot: string, entry: MemoryEntry): void {
		const held = this.entries();
		held[slot] = { ...entry, outputs: copyOf(entry.outputs) };
		this.context[MEMORY_KEY] = held;
	}

	forget(slot: string): void {
		delete this.entries()[slot];
	}

	/** What was paid, or may have been, in minor units of the currency. */
	total(currency: string): bigint {
		let sum = 0n;
		for (const raw of Object.values(this.entries())) {
			const spent = this.spentBy(raw);
			if (spent.currency === currency) sum += spent.minor;
		}
		return sum;
	}

	/** Entries are replaced and never changed, so each is read once. */
	private spentBy(raw: unknown): Spent {
		if (!isObject(raw)) return NOTHING;
		const known = this.spent.get(raw);
		if (known !== undefined) return known;
		const { state, currency, amountMinor } = readHead(raw);
		const spent = state === 'failed' || amountMinor === null ? NOTHING : { currency, minor: BigInt(amountMinor) };
		this.spent.set(raw, spent);
		return spent;
	}

	private entries(): Record<string, unknown> {
		const held = this.context[MEMORY_KEY];
		return isObject(held) ? held : {};
	}
}

/** Where the entry of an item with a key of its own stands. */
export function keySlot(key: string): string {
	return `key:${key}`;
}

/** The same by the payment's identity, where nothing else tells two calls of an AI tool apart. */
export function identitySlot(identity: string): string {
	return `identity:${identity}`;
}

/** The amount of an entry, for its fields. */
export function amountFields(amount: Amount | null): Pick<MemoryEntry, 'amountMinor' | 'currency'> {
	return { amountMinor: amount === null ? null : amount.minor.toString(), currency: amount?.currency ?? null };
}

function readEntry(raw: unknown): MemoryEntry {
	const head = readHead(raw);
	if (head === UNREADABLE || !isObject(raw)) return head;
	const emitted = Array.isArray(raw.outputs) ? raw.outputs.filter((output) => isJsonObject(output)) : [];
	return { ...head, outputs: copyOf(emitted) };
}

/** All but the outputs, whose copy is costly where only amounts are asked for. */
function readHead(raw: unknown): MemoryEntry {
	if (!isObject(raw) || !isState(raw.state) || typeof raw.identity !== 'string') return UNREADABLE;
	const { amountMinor } = raw;
	const minor = typeof amountMinor === 'string' && /^\d+$/.test(amountMinor) ? amountMinor : null;
	return {
		identity: raw.identity,
		state: raw.state,
		reference: textOrNull(raw.reference),
		what: textOrNull(raw.what) ?? UNREADABLE.what,
		amountMinor: minor,
		currency: textOrNull(raw.currency),
		transactionId: textOrNull(raw.transactionId),
		baseUrl: textOrNull(raw.baseUrl),
		leftBehind: textOrNull(raw.leftBehind),
		outputs: [],
	};
}

function isState(value: unknown): value is MemoryState {
	return STATES.has(value);
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

/** Copies, so that a node behind ours that changes its items does not change the memory. */
function copyOf(outputs: readonly JsonObject[]): JsonObject[] {
	return outputs.map(copyObject);
}

/** Defined and not assigned, since a member named `__proto__` must not become the prototype. */
function copyObject(object: JsonObject): JsonObject {
	const copy = { ...object };
	for (const name of Object.keys(copy)) {
		const value = copy[name];
		if (typeof value === 'object' && value !== null) Object.defineProperty(copy, name, { value: copyJson(value) });
	}
	return copy;
}

function copyJson(value: Json | undefined): Json | undefined {
	if (Array.isArray(value)) return value.map((member) => copyJson(member) ?? null);
	return typeof value === 'object' && value !== null ? copyObject(value) : value;
}
