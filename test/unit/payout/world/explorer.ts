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

/** This world went on as another one did before, from here to its end. */
export class SeenBefore extends Error {}

/**
 * Makes things happen in an order that is chosen step by step. Time stands still in it: anything that
 * waits may be next, a wait included. Answers of the database come with its statements, since
 * whoever gets them can do nothing that a later statement would not show.
 */
export class Explorer implements Driver {
	readonly now = 0;
	readonly histories = new Map<string, number>();
	readonly trace: string[] = [];
	private readonly pending: Array<Happening & { optional: boolean }> = [];

	/**
	 * @param state what the world is besides the histories of those who act in it
	 * @param seen states that were reached before
	 */
	constructor(
		private readonly choices: Choices,
		private readonly state: () => string,
		private readonly seen: Set<number>,
	) {}

	add(span: Span, happening: Happening): void {
		if (span !== 'answer') {
			this.pending.push({ actor: happening.actor, label: happening.label, run: () => happening.run(), optional: false });
			return;
		}
		this.note(happening);
		happening.run();
	}

	/** Something that may happen at any time, or never. */
	addOptional(happening: Happening): void {
		this.pending.push({ actor: happening.actor, label: happening.label, run: () => happening.run(), optional: true });
	}

	async run(): Promise<void> {
		await settle();
		while (this.pending.some(({ optional }) => !optional)) {
			if (!this.choices.replaying) this.assertNew();
			const place = this.choices.next(this.pending.length);
			const [next] = this.pending.splice(place, 1);
			if (next === undefined) throw new Error('a choice that does not exist');
			this.note(next);
			next.run();
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

	private takeNext() {
		const place = this.pending.findIndex(({ optional }) => !optional);
		return place === -1 ? undefined : this.pending.splice(place, 1)[0];
	}

	/** What somebody has gone through is all that can make a difference to what they do next. */
	note({ actor, label }: Pick<Happening, 'actor' | 'label'>): void {
		this.trace.push(`${actor}: ${label}`);
		this.histories.set(actor, hash(label, this.histories.get(actor) ?? 0));
	}

	private assertNew(): void {
		const lives = [...this.histories].map(([actor, history]) => `${actor} ${history}`).sort();
		const waiting = this.pending.map(({ actor, label }) => `${actor} ${label}`).sort();
		const now = hash([...lives, ...waiting, this.state()].join('\n'), 0);
		if (this.seen.has(now)) throw new SeenBefore();
		this.seen.add(now);
	}
}

/** 53 bits of a text (cyrb53). */
function hash(text: string, seed: number): number {
	let high = 0xdeadbeef ^ seed;
	let low = 0x41c6ce57 ^ Math.floor(seed / 4_294_967_296);
	for (let place = 0; place < text.length; place++) {
		const code = text.charCodeAt(place);
		high = Math.imul(high ^ code, 2_654_435_761);
		low = Math.imul(low ^ code, 1_597_334_677);
	}
	high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
	low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
	return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
