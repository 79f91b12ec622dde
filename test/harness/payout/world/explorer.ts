import type { Driver, Happening, Span } from './time';
import { settle } from './time';

/** The choices of one simulation. The next simulation repeats them up to a point, then chooses differently. */
export class Choices {
	private readonly taken: number[] = [];
	private readonly ways: number[] = [];
	private place = 0;

	/** Whether the current choice repeats one from an earlier simulation. */
	get replaying(): boolean {
		return this.place < this.taken.length;
	}

	/** Picks one of `ways` options, as an index from 0. Over all simulations, each option is picked once. */
	next(ways: number): number {
		const known = this.taken[this.place];
		this.place += 1;
		if (known !== undefined) return known;
		this.taken.push(0);
		this.ways.push(ways);
		return 0;
	}

	/** Goes back to the last choice with an untried option and takes that option. False if there is none left. */
	advance(): boolean {
		this.place = 0;
		for (let last = this.taken.length - 1; last >= 0; last--) {
			const next = (this.taken[last] ?? 0) + 1;
			if (next < (this.ways[last] ?? 0)) {
				this.taken[last] = next;
				this.taken.length = last + 1;
				this.ways.length = last + 1;
				return true;
			}
		}
		return false;
	}
}

/** Thrown when a simulation reaches a state that an earlier one reached. Thrown often, so it has no stack trace. */
export const SEEN_BEFORE = Object.freeze({ why: 'seen before' });

/**
 * What one actor has experienced: everything that can influence its next step. The order of successive answers about
 * different rows is ignored, because an actor that queries several rows waits for all of them.
 */
class History {
	private ordered = 0;
	private sum = 0;
	private readonly ofRow = new Map<string, number>();

	add(label: string, row: string | undefined): void {
		if (row === undefined) {
			this.ordered = hash(`${label} ${this.sum}`, this.ordered);
			this.sum = 0;
			this.ofRow.clear();
			return;
		}
		const before = this.ofRow.get(row) ?? 0;
		const after = hash(label, before) % HALF;
		this.ofRow.set(row, after);
		this.sum = (this.sum - before + after + HALF) % HALF;
	}

	toString(): string {
		return `${this.ordered} ${this.sum}`;
	}
}

const HALF = 2 ** 51;

/**
 * Runs events in an order chosen step by step. Time doesn't pass: any pending event can be next. Events whose timing
 * makes no difference aren't steps and happen at once: database responses, the ends of waits (the next statement shows
 * their effect), and moving money (the ledger is read only at the end). Service responses are steps only if
 * `concurrent`: then requests in progress share an execution's memory.
 */
export class Explorer implements Driver {
	readonly now = 0;
	readonly trace: string[] = [];
	private readonly histories = new Map<string, History>();
	private readonly pending: Array<{ readonly happening: Happening; readonly isPossible: (() => boolean) | null }> = [];

	/**
	 * @param state describes the simulation without the actors' histories
	 * @param seen hashes of the states reached before
	 * @param mirror swaps two identical executions in a state; a state and its mirror image count as one
	 */
	constructor(
		private readonly choices: Choices,
		private readonly state: () => string,
		private readonly seen: Set<number>,
		private readonly mirror: ((state: string) => string) | null,
		private readonly concurrent: boolean,
	) {}

	add(span: Span, happening: Happening): void {
		if (this.isStep(span)) {
			this.pending.push({ happening, isPossible: null });
			return;
		}
		this.note(happening);
		happening.run();
	}

	private isStep(span: Span): boolean {
		if (span === 'database' || span === 'lateDatabase' || span === 0) return true;
		return span === 'response' && this.concurrent;
	}

	/** Adds an event that can happen at any time while `isPossible` returns true, or never. */
	addOptional(happening: Happening, isPossible: () => boolean): void {
		this.pending.push({ happening, isPossible });
	}

	async run(): Promise<void> {
		await settle();
		while (this.pending.some(({ isPossible }) => isPossible === null)) {
			const possible = this.pending.filter(({ isPossible }) => isPossible?.() ?? true);
			if (!this.choices.replaying) this.assertNew(possible.map(({ happening }) => happening));
			const next = possible[this.choices.next(possible.length)];
			if (next === undefined) throw new Error('a choice that does not exist');
			this.pending.splice(this.pending.indexOf(next), 1);
			this.note(next.happening);
			next.happening.run();
			await settle();
		}
	}

	/** Stops choosing: the remaining events that aren't optional run in the order in which they were added. */
	async finish(): Promise<void> {
		await settle();
		for (let next = this.takeNext(); next !== undefined; next = this.takeNext()) {
			next.run();
			await settle();
		}
	}

	/** Call this after the simulation. Otherwise its pending events stay in memory until a full garbage collection. */
	forget(): void {
		this.pending.length = 0;
	}

	private takeNext(): Happening | undefined {
		const place = this.pending.findIndex(({ isPossible }) => isPossible === null);
		return place === -1 ? undefined : this.pending.splice(place, 1)[0]?.happening;
	}

	private note({ actor, label, row }: Happening): void {
		this.trace.push(`${actor}: ${label}`);
		const history = this.histories.get(actor) ?? new History();
		this.histories.set(actor, history);
		history.add(label, row);
	}

	private assertNew(possible: readonly Happening[]): void {
		const lives = [...this.histories].map(([actor, history]) => `${actor} ${String(history)}`);
		const waiting = possible.map(({ actor, label }) => `${actor} ${label}`);
		const text = [...lives, ...waiting, this.state()].join('\n');
		const now = this.mirror === null ? inOrder(text) : Math.min(inOrder(text), inOrder(this.mirror(text)));
		if (this.seen.has(now)) throw SEEN_BEFORE;
		this.seen.add(now);
	}
}

/** A hash of lines of text that doesn't depend on their order. */
function inOrder(text: string): number {
	return hash(text.split('\n').sort().join('\n'), 0);
}

/** Local copies, because reading a global is slow under jest. */
const { imul, floor } = Math;

/** A 53-bit hash of a text (cyrb53). */
function hash(text: string, seed: number): number {
	let high = 0xdeadbeef ^ seed;
	let low = 0x41c6ce57 ^ floor(seed / 4_294_967_296);
	for (let place = 0; place < text.length; place++) {
		const code = text.charCodeAt(place);
		high = imul(high ^ code, 2_654_435_761);
		low = imul(low ^ code, 1_597_334_677);
	}
	high = imul(high ^ (high >>> 16), 2_246_822_507) ^ imul(low ^ (low >>> 13), 3_266_489_909);
	low = imul(low ^ (low >>> 16), 2_246_822_507) ^ imul(high ^ (high >>> 13), 3_266_489_909);
	return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
