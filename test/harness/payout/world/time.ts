/** Local copies, because reading a global is slow under jest. */
const { imul, floor } = Math;

/** Repeatable random numbers (mulberry32), so that one seed determines a whole simulation. */
export class Chance {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** A number from 0 up to, but not including, 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = imul(this.state ^ (this.state >>> 15), this.state | 1);
		mixed = (mixed + imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	happens(rate: number): boolean {
		return this.next() < rate;
	}

	/** A whole number from 0 up to, but not including, the limit. */
	below(limit: number): number {
		return floor(this.next() * limit);
	}

	between(least: number, most: number): number {
		return least + this.below(most - least + 1);
	}

	oneOf<T>(...values: readonly T[]): T {
		const value = values[this.below(values.length)];
		if (value === undefined) throw new Error('nothing to choose from');
		return value;
	}
}

/** How long something takes: a number of milliseconds, or a kind of event whose duration the driver decides. */
export type Span = number | 'database' | 'lateDatabase' | 'databaseAnswer' | 'effect' | 'lateEffect' | 'response';

/** A scheduled event. */
export interface Happening {
	/** Who waits for the event. */
	readonly actor: string;
	readonly label: string;
	/** The database row that the event is about. */
	readonly row?: string;
	run(): void;
}

/** Runs events one after the other: by the clock, or in every possible order. */
export interface Driver {
	/** Milliseconds since the simulation began. */
	readonly now: number;
	add(span: Span, happening: Happening): void;
	/** Runs events until none is left. */
	run(): Promise<void>;
}

/** Virtual time: events happen in the order of their times, and nothing waits for a real clock. */
export class Timeline implements Driver {
	now = 0;
	private sequence = 0;
	private readonly heap: Array<Happening & { at: number; sequence: number }> = [];

	constructor(private readonly latency: (span: Exclude<Span, number>) => number) {}

	add(span: Span, happening: Happening): void {
		const at = this.now + (typeof span === 'number' ? span : this.latency(span));
		this.push({
			actor: happening.actor,
			label: happening.label,
			run: () => happening.run(),
			at,
			sequence: this.sequence++,
		});
	}

	async run(): Promise<void> {
		await settle();
		for (let next = this.pop(); next !== undefined; next = this.pop()) {
			this.now = next.at;
			next.run();
			await settle();
		}
	}

	private push(entry: Happening & { at: number; sequence: number }): void {
		const { heap } = this;
		let place = heap.push(entry) - 1;
		while (place > 0) {
			const parent = (place - 1) >> 1;
			if (!this.isBefore(place, parent)) return;
			this.swap(place, parent);
			place = parent;
		}
	}

	private pop() {
		const { heap } = this;
		const [first] = heap;
		const last = heap.pop();
		if (heap.length === 0 || last === undefined) return first;
		heap[0] = last;
		for (let place = 0; ;) {
			const left = 2 * place + 1;
			let least = place;
			if (left < heap.length && this.isBefore(left, least)) least = left;
			if (left + 1 < heap.length && this.isBefore(left + 1, least)) least = left + 1;
			if (least === place) return first;
			this.swap(place, least);
			place = least;
		}
	}

	private isBefore(one: number, other: number): boolean {
		const [a, b] = [this.heap[one], this.heap[other]];
		if (a === undefined || b === undefined) return false;
		return a.at < b.at || (a.at === b.at && a.sequence < b.sequence);
	}

	private swap(one: number, other: number): void {
		const [a, b] = [this.heap[one], this.heap[other]];
		if (a === undefined || b === undefined) return;
		this.heap[one] = b;
		this.heap[other] = a;
	}
}

/** Lets all promises that can continue do so: Node runs this callback once its queue of promise jobs is empty. */
export async function settle(): Promise<void> {
	await new Promise<void>((resolve) => {
		process.nextTick(resolve);
	});
}

/** An n8n process. Once it is dead, it gets no more responses. */
export class Process {
	alive = true;
	/** How far the process's clock is off, in milliseconds. It can jump. */
	clockError = 0;

	constructor(readonly name: string) {}
}
