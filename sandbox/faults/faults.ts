import { z } from 'zod';

const count = z.number().int().positive();
const ms = z.number().int().nonnegative();
const headers = z.record(z.string(), z.string()).optional();
/** Whether the service still does what was asked. */
const effect = z.boolean();

/**
 * A fault that can be added. `effect` says whether the service still does what was asked; its default fits the name of
 * each kind.
 */
export const faultSchema = z.discriminatedUnion('kind', [
	/** Waits before the request is handled, or (`when: after`) between its effect and the answer. */
	z.strictObject({
		kind: z.literal('delay'),
		ms,
		when: z.enum(['before', 'after']).default('before'),
	}),
	/** Never answers; the connection stays open. */
	z.strictObject({ kind: z.literal('hang'), effect: effect.default(true) }),
	/** Closes the connection without effect; `reset` sends a TCP reset instead of an orderly end. */
	z.strictObject({ kind: z.literal('dropBefore'), reset: z.boolean().default(false) }),
	/** Does what was asked, then closes the connection without an answer. */
	z.strictObject({ kind: z.literal('dropAfter'), reset: z.boolean().default(false) }),
	/** Answers with this status; the default body is the service's error body with `message`. */
	z.strictObject({
		kind: z.literal('status'),
		status: z.number().int().min(200).max(599),
		message: z.string().optional(),
		/** Text is sent as it is, anything else as JSON. */
		body: z.json().optional(),
		headers,
		effect: effect.default(false),
	}),
	/** 200 with `status: error`. */
	z.strictObject({
		kind: z.literal('okStatusError'),
		message: z.string().default('Something went wrong'),
		effect: effect.default(false),
	}),
	/** Sends the answer without its last bytes, in a response that is otherwise complete. */
	z.strictObject({ kind: z.literal('brokenJson'), effect: effect.default(true) }),
	/** An HTML page. */
	z.strictObject({
		kind: z.literal('html'),
		status: z.number().int().min(200).max(599).default(200),
		effect: effect.default(false),
	}),
	/** A response without a body. */
	z.strictObject({
		kind: z.literal('empty'),
		status: z.number().int().min(200).max(599).default(200),
		effect: effect.default(true),
	}),
	/** Sends half the body, then closes the connection, although the headers announced the whole body. */
	z.strictObject({ kind: z.literal('cutOff'), effect: effect.default(true) }),
	/** Sends half the body, waits `ms`, then sends the rest. */
	z.strictObject({ kind: z.literal('slowBody'), ms, effect: effect.default(true) }),
	/** Redirects the client, by default to the same path: a client that follows the redirect repeats its request. */
	z.strictObject({
		kind: z.literal('redirect'),
		status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).default(307),
		location: z.string().optional(),
		effect: effect.default(false),
	}),
]);

export const matchSchema = z.strictObject({
	/** GET, POST, ...; left out: every method. */
	method: z.string().optional(),
	/** Path below the base, such as /withdraw; a `*` stands for anything. Left out: every path. */
	path: z.string().optional(),
	/** A text that the raw body must contain. */
	bodyIncludes: z.string().optional(),
	/** Values that the query must contain. */
	query: z.record(z.string(), z.string()).optional(),
	/** The first request to hit, counted from 1 among the matching requests, including those that other faults hit. */
	nth: count.optional(),
	/** How many requests the fault hits. By default, one if `nth` is given, otherwise all. */
	times: count.optional(),
});

export const faultRuleSchema = z.strictObject({ match: matchSchema.default({}), fault: faultSchema });

export type Fault = z.output<typeof faultSchema>;
export type FaultRule = z.input<typeof faultRuleSchema>;

export interface Incoming {
	method: string;
	/** The path below the base. */
	path: string;
	query: Record<string, string>;
	rawBody: string;
}

interface ActiveFault {
	number: number;
	match: z.output<typeof matchSchema>;
	fault: Fault;
	path: RegExp | null;
	seen: number;
	hits: number;
}

function pathPattern(path: string): RegExp {
	const parts = path.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`);
}

/** The faults that hit one request: every delay that matches, and the first other fault. */
export interface Applied {
	delayBefore: number;
	delayAfter: number;
	fault: Exclude<Fault, { kind: 'delay' }> | null;
}

/** The faults in force, in the order they were added. */
export class Faults {
	private active: ActiveFault[] = [];
	private added = 0;

	/** Adds a fault, which stays until it has hit `times` requests or is removed. Returns its number. */
	add(rule: FaultRule): number {
		const { match, fault } = faultRuleSchema.parse(rule);
		this.added += 1;
		const path = match.path === undefined ? null : pathPattern(match.path);
		this.active.push({ number: this.added, match, fault, path, seen: 0, hits: 0 });
		return this.added;
	}

	remove(number: number): boolean {
		const before = this.active.length;
		this.active = this.active.filter((one) => one.number !== number);
		return this.active.length < before;
	}

	clear(): void {
		this.active = [];
	}

	/** Removes every fault and numbers from 1 again. */
	reset(): void {
		this.clear();
		this.added = 0;
	}

	/** The faults in force, each with the number of requests that it has matched (`seen`) and hit. */
	list() {
		return this.active.map(({ number, match, fault, seen, hits }) => ({
			number,
			match,
			fault,
			seen,
			hits,
		}));
	}

	/** Finds the faults that hit a request and counts them. */
	apply(incoming: Incoming): Applied {
		const applied: Applied = { delayBefore: 0, delayAfter: 0, fault: null };
		if (this.active.length === 0) return applied;
		for (const one of this.active) {
			const { fault } = one;
			if (!matches(one, incoming)) continue;
			one.seen += 1;
			if (one.seen < (one.match.nth ?? 1)) continue;
			if (fault.kind !== 'delay' && applied.fault) continue;
			one.hits += 1;
			if (fault.kind !== 'delay') applied.fault = fault;
			else if (fault.when === 'before') applied.delayBefore += fault.ms;
			else applied.delayAfter += fault.ms;
		}
		this.active = this.active.filter((one) => one.hits < limitOf(one));
		return applied;
	}
}

function matches({ match, path }: ActiveFault, incoming: Incoming): boolean {
	return (
		(match.method === undefined || match.method.toUpperCase() === incoming.method) &&
		(path === null || path.test(incoming.path)) &&
		(match.bodyIncludes === undefined || incoming.rawBody.includes(match.bodyIncludes)) &&
		Object.entries(match.query ?? {}).every(([name, value]) => incoming.query[name] === value)
	);
}

function limitOf({ match }: ActiveFault): number {
	return match.times ?? (match.nth === undefined ? Infinity : 1);
}
