import type { Driver, Happening, Span } from './time';
import { settle } from './time';

/** A path through everything that could happen, replayed up to a point and new from there. */
export class Choices {
	private readonly taken: number[] = [];
	private readonly ways: number[] = [];
	private place = 0;

	/** Whether what happens now has happened before, in an earlier world. */
	get replaying(): boolean {
		return this.place < this.taken.length;
	}

	/** One of so many ways; each of them once, in the course of all worlds. */
	next(ways: number): number {
		const known = this.taken[this.place];
		this.place += 1;
		if (known !== undefined) return known;
		this.taken.push(0);
		this.ways.push(ways);
		return 0;
	}

	/** Goes back to the last choice with a way not taken. False when there is none left. */
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

/** This world went on as another one did before, from here to its end. Thrown often, so without a stack. */
export const SEEN_BEFORE = Object.freeze({ why: 'seen before' });

/**
 * What somebody has gone through: all that can make a difference to what they do next. In which order
 * answers about different rows came makes none, since whoever asks for several waits for all of them;
 * between two other events their order is left out.
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
 * Makes things happen in an order that is chosen step by step. Time stands still in it: anything that
 * waits may be next. No step is taken by what makes no difference there: a response of the database or of
 * the service comes at once, and so does the end of a wait, since whoever waited can do nothing
 * that its next statement would not show (unless several of one execution share a memory: `concurrent`);
 * money moves at once, since nobody looks at the ledger before the end.
 */
export class Explorer implements Driver {
	readonly now = 0;
	readonly trace: string[] = [];
	private readonly histories = new Map<string, History>();
	private readonly pending: Array<{ readonly happening: Happening; readonly isPossible: (() => boolean) | null }> = [];

	/**
	 * @param state what the world is besides the histories of those who act in it
	 * @param seen states that were reached before
	 * @param mirror gives a state with two who are alike changed about; the two states are one
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

	/** Something that may happen at any time while it is possible, or never. */
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

	/** Ends the choice: what is left happens in the order in which it came. */
	async finish(): Promise<void> {
		await settle();
		for (let next = this.takeNext(); next !== undefined; next = this.takeNext()) {
			next.run();
			await settle();
		}
	}

	/** To be called when the world is over: what waits in it for ever would keep it in memory until a full collection. */
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

/** The same number for the same lines, whatever their order. */
function inOrder(text: string): number {
	return hash(text.split('\n').sort().join('\n'), 0);
}

/** Held here, since jest makes every look at a global dear. */
const { imul, floor } = Math;

/** 53 bits of a text (cyrb53). */
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
