import { isJsonObject, isObject, type Json, type JsonObject } from '../domain/json';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import type { Amount } from '../operation/operation';
import { FAILURE_CAUSES, type FailureCause } from '../service/failure';

/** The member of n8n's node context that holds the memory; docs/money.md#within-one-execution. */
export const MEMORY_KEY = 'mavapayPayouts';
/** The member with what it sums up to, by currency. */
const TOTALS_KEY = 'mavapayTotals';
/** The member of the execution's context with what was refused or failed, by reference. */
export const ANSWERED_KEY = 'mavapayAnswered';

/**
 * `sending` is written before a request leaves, and counts as unknown until its end replaces it. A
 * `rejected` one got a response, and is not sent again in the same execution; one that certainly
 * never reached the service is taken out.
 */
export type MemoryState = 'sending' | 'accepted' | 'unknown' | 'failed' | 'rejected';

/** One request that may have had an effect in this execution. JSON, since n8n stores it. */
export interface MemoryEntry {
	readonly state: MemoryState;
	/** n8n's Retry of a failed execution keeps the memory under a new execution ID. */
	readonly executionId: string;
	/** Digest of what is paid. */
	readonly identity: string;
	/** Digest of who is paid; kept while the payment is open, since nothing asks for it later. */
	readonly destination: string;
	readonly reference: string | null;
	/** Which claim of the reference it was; null without one. */
	readonly generation: number | null;
	/** For people: operation, amount and destination. */
	readonly what: string;
	readonly amountMinor: string | null;
	readonly currency: string | null;
	readonly transactionId: string | null;
	/** Where it was sent. */
	readonly baseUrl: string | null;
	/** Left with the service on the way to the request, such as a quote that may stay unaccepted. */
	readonly leftBehind: string | null;
	/** On Unknown Outcome of the item: whether its being unknown stops the rest of the execution. */
	readonly stops: boolean;
	/** What was said of a rejected one, without secrets, and its HTTP status. */
	readonly message: string | null;
	/** Why it was not accepted; null while it is under way. */
	readonly cause: FailureCause | null;
	readonly httpCode: string | null;
	/** What was output when it was accepted: the very objects, so that n8n stores them once. */
	readonly outputs: readonly JsonObject[];
}

/** All but the outputs, whose copy is costly where only amounts are asked for. */
type Head = Omit<MemoryEntry, 'outputs'>;

const STATES: ReadonlySet<unknown> = new Set<MemoryState>(['sending', 'accepted', 'unknown', 'failed', 'rejected']);

/** An entry that cannot be read may stand for a payment: it is taken for one of unknown outcome. */
const UNREADABLE: Head = {
	state: 'unknown',
	executionId: '',
	identity: '',
	destination: '',
	reference: null,
	generation: null,
	what: 'a payout of this item',
	amountMinor: null,
	currency: null,
	transactionId: null,
	baseUrl: null,
	leftBehind: null,
	stops: true,
	message: null,
	cause: null,
	httpCode: null,
};

/**
 * What was sent in this execution, over Retry On Fail, loops and n8n's Retry of a failed execution.
 * It lives in the object that n8n keeps for the node, and is read anew with every call, because
 * other runs of the node may write there while this one waits for a response. What is open (under way
 * or unknown) stands in the object of the whole execution too, because another tool node of an AI
 * agent has an object of its own; so does what was answered about a reference, which no node may send again.
 */
export class ExecutionMemory {
	/** Slots of payments that this execution made, by reference. */
	private readonly acceptedIn = new Map<string, string>();

	constructor(private readonly held: ExecutionContexts) {
		for (const context of [held.node, held.flow]) {
			const entries = context[MEMORY_KEY];
			if (entries !== undefined && entries !== null && !isObject(entries)) {
				throw new TypeError('The memory of payouts in this execution is not an object');
			}
		}
		const entries = entriesOf(held.node);
		// Added up anew, whatever stands there.
		held.node[TOTALS_KEY] = {};
		for (const entryKey of Object.keys(entries)) {
			const head = readHead(entries[entryKey]);
			this.add(head, 1n);
			this.index(entryKey, head);
		}
	}

	/** What stands under a key; a rejected one of an earlier execution may be sent again, and is none. */
	find(entryKey: string): MemoryEntry | null {
		const entries = entriesOf(this.held.node);
		if (!Object.hasOwn(entries, entryKey)) return null;
		const entry = readEntry(entries[entryKey]);
		return entry.state === 'rejected' && entry.executionId !== this.held.executionId ? null : entry;
	}

	write(entryKey: string, entry: MemoryEntry): void {
		this.count(entryKey, entry);
		const entries = entriesOf(this.held.node);
		entries[entryKey] = stored(entry);
		this.index(entryKey, entry);
		this.held.node[MEMORY_KEY] = entries;
		const open = entriesOf(this.held.flow);
		if (isOpen(entry)) open[this.inFlow(entryKey)] = stored({ ...entry, outputs: [] });
		else delete open[this.inFlow(entryKey)];
		this.held.flow[MEMORY_KEY] = open;
		if (entry.reference !== null && (entry.state === 'rejected' || entry.state === 'failed'))
			this.keepResponse(entry.reference, entry);
	}

	/** What was accepted, refused or failed under a reference in this execution; the last two by whichever node. */
	answered(reference: string, baseUrl: string): MemoryEntry | null {
		const key = answeredKey(reference, baseUrl);
		const paid = this.find(this.acceptedIn.get(key) ?? '');
		if (paid !== null) return paid;
		const entries = entriesOf(this.held.flow, ANSWERED_KEY);
		if (!Object.hasOwn(entries, key)) return null;
		const entry = readEntry(entries[key]);
		return entry.executionId === this.held.executionId ? entry : null;
	}

	forget(entryKey: string): void {
		this.count(entryKey, null);
		delete entriesOf(this.held.node)[entryKey];
		delete entriesOf(this.held.flow)[this.inFlow(entryKey)];
	}

	/** Every payment of the whole execution that is under way or of unknown outcome, but the entry's own. */
	open(exceptKey: string): MemoryEntry[] {
		return openEntries(this.held.flow, this.inFlow(exceptKey));
	}

	/** What was paid, or may have been, in minor units of the currency. */
	total(currency: string): bigint {
		return readTotal(this.held.node, currency);
	}

	get executionId(): string {
		return this.held.executionId;
	}

	/** Brings the totals up to date with an entry that is about to replace the entry's. */
	private count(entryKey: string, next: MemoryEntry | null): void {
		const entries = entriesOf(this.held.node);
		// What is not there counts nothing, as what cannot be read.
		this.add(readHead(entries[entryKey]), -1n);
		if (next !== null) this.add(next, 1n);
	}

	private add(entry: Head, sign: bigint): void {
		const { currency, minor } = spentBy(entry);
		if (currency === null) return;
		const totals = entriesOf(this.held.node, TOTALS_KEY);
		totals[currency] = String(readTotal(this.held.node, currency) + sign * minor);
		this.held.node[TOTALS_KEY] = totals;
	}

	private index(entryKey: string, { state, executionId, reference, baseUrl }: Head): void {
		if (state !== 'accepted' || reference === null || executionId !== this.held.executionId) return;
		this.acceptedIn.set(answeredKey(reference, baseUrl), entryKey);
	}

	private keepResponse(reference: string, entry: MemoryEntry): void {
		const entries = entriesOf(this.held.flow, ANSWERED_KEY);
		entries[answeredKey(reference, entry.baseUrl)] = stored(entry);
		this.held.flow[ANSWERED_KEY] = entries;
	}

	private inFlow(entryKey: string): string {
		return `${this.held.nodeName} ${entryKey}`;
	}
}

/** What n8n keeps of an execution, written in place. */
export interface ExecutionContexts {
	readonly executionId: string;
	readonly nodeName: string;
	/** n8n's context of the node. */
	readonly node: Record<string, unknown>;
	/** n8n's context of the whole execution. */
	readonly flow: Record<string, unknown>;
}

/** The payments of an execution, whichever node sent them, that are under way or of unknown outcome. */
export function openEntries(flow: Record<string, unknown>, exceptKey: string | null = null): MemoryEntry[] {
	return Object.entries(entriesOf(flow)).flatMap(([entryKey, raw]) => (entryKey === exceptKey ? [] : [readEntry(raw)]));
}

/** Where the entry of an item with a key of its own stands. */
export function itemEntryKey(key: string): string {
	return `key:${key}`;
}

/** The same by the payment's identity, where nothing else tells two calls of an AI tool apart. */
export function identityEntryKey(identity: string): string {
	return `identity:${identity}`;
}

/** Whether two references are the same one for the record, of the same deployment. */
export function isSameReference(
	one: Pick<MemoryEntry, 'reference' | 'baseUrl'>,
	other: Pick<MemoryEntry, 'reference' | 'baseUrl'>,
): boolean {
	if (one.reference === null || other.reference === null) return false;
	return answeredKey(one.reference, one.baseUrl) === answeredKey(other.reference, other.baseUrl);
}

/** As the record does, takes references that look alike for one. */
function answeredKey(reference: string, baseUrl: string | null): string {
	return `${String(baseUrl)} ${normaliseReference(reference)}`;
}

/** The amount of an entry, for its fields. */
export function amountFields(amount: Amount | null): Pick<MemoryEntry, 'amountMinor' | 'currency'> {
	return { amountMinor: amount === null ? null : amount.minor.toString(), currency: amount?.currency ?? null };
}

function isOpen({ state }: MemoryEntry): boolean {
	return state === 'sending' || state === 'unknown';
}

/**
 * An entry as n8n stores it with the execution, as short as it can be, since there may be ten thousand of
 * them: `readHead` and `readEntry` put back what is left out.
 */
function stored(entry: MemoryEntry): Record<string, unknown> {
	const { destination, stops, outputs, ...rest } = entry;
	return {
		...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
		...(isOpen(entry) ? { destination } : {}),
		...(stops ? {} : { stops }),
		...(outputs.length > 0 ? { outputs } : {}),
	};
}

function entriesOf(context: Record<string, unknown>, key = MEMORY_KEY): Record<string, unknown> {
	const held = context[key];
	return isObject(held) ? held : {};
}

/** What an entry counts toward the total of its currency. */
function spentBy(entry: Head): { currency: string | null; minor: bigint } {
	const counts = entry.state !== 'failed' && entry.state !== 'rejected' && entry.amountMinor !== null;
	return counts ? { currency: entry.currency, minor: BigInt(entry.amountMinor) } : { currency: null, minor: 0n };
}

function readTotal(context: Record<string, unknown>, currency: string): bigint {
	const held = entriesOf(context, TOTALS_KEY)[currency];
	return typeof held === 'string' ? BigInt(held) : 0n;
}

function readEntry(raw: unknown): MemoryEntry {
	const head = readHead(raw);
	const outputs =
		head !== UNREADABLE && isObject(raw) && Array.isArray(raw.outputs)
			? raw.outputs.filter((output) => isJsonObject(output))
			: [];
	// Copies, so that a node behind ours that changes what was emitted again does not change the memory.
	return { ...head, outputs: outputs.map(copyObject) };
}

function readHead(raw: unknown): Head {
	if (!isObject(raw) || !isState(raw.state) || typeof raw.identity !== 'string') return UNREADABLE;
	const { amountMinor, generation } = raw;
	return {
		state: raw.state,
		executionId: textOrNull(raw.executionId) ?? '',
		identity: raw.identity,
		destination: textOrNull(raw.destination) ?? '',
		reference: textOrNull(raw.reference),
		generation: typeof generation === 'number' ? generation : null,
		what: textOrNull(raw.what) ?? UNREADABLE.what,
		amountMinor: typeof amountMinor === 'string' && /^\d+$/.test(amountMinor) ? amountMinor : null,
		currency: textOrNull(raw.currency),
		transactionId: textOrNull(raw.transactionId),
		baseUrl: textOrNull(raw.baseUrl),
		leftBehind: textOrNull(raw.leftBehind),
		stops: raw.stops !== false,
		message: textOrNull(raw.message),
		cause: FAILURE_CAUSES.find((cause) => cause === raw.cause) ?? null,
		httpCode: textOrNull(raw.httpCode),
	};
}

function isState(value: unknown): value is MemoryState {
	return STATES.has(value);
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

/** Defined and not assigned (as `fromEntries` does), since a member named `__proto__` must not become the prototype. */
function copyObject(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, copyJson(value)]));
}

function copyJson(value: Json | undefined): Json | undefined {
	if (Array.isArray(value)) return value.map((member) => copyJson(member) ?? null);
	return typeof value === 'object' && value !== null ? copyObject(value) : value;
}
