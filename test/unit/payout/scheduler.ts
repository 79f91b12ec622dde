/** Virtual time: events happen in the order of their time, and nothing waits for a real clock. */
export class Scheduler {
	now = 0;
	private sequence = 0;
	private events: Array<{ at: number; sequence: number; run: () => void }> = [];

	after(milliseconds: number, run: () => void): void {
		this.events.push({ at: this.now + milliseconds, sequence: this.sequence++, run });
	}

	/** Runs until nothing is left to happen, and everything that was started has gone as far as it can. */
	async run(): Promise<void> {
		await settle();
		for (;;) {
			const next = this.takeNext();
			if (next === undefined) return;
			this.now = next.at;
			next.run();
			await settle();
		}
	}

	private takeNext() {
		const [first, ...rest] = this.events;
		if (first === undefined) return undefined;
		const next = rest.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.sequence < a.sequence) ? b : a), first);
		this.events.splice(this.events.indexOf(next), 1);
		return next;
	}
}

/** Lets all promises that can go on go on. */
async function settle(): Promise<void> {
	await new Promise<void>((resolve) => {
		setImmediate(resolve);
	});
}

/** Repeatable chance (mulberry32), so that a schedule is one number. */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** A process of n8n. What it waits for never comes once it is dead. */
export class Process {
	alive = true;

	constructor(
		readonly name: string,
		private readonly scheduler: Scheduler,
	) {}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.scheduler.after(milliseconds, () => {
				if (this.alive) resolve();
			});
		});
	}
}
