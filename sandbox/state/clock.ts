/** Where a sandbox with a fixed clock starts: 15 January 2026, 09:00 UTC. */
export const FIXED_START = Date.UTC(2026, 0, 15, 9, 0, 0);

const LONGEST_TIMER = 2_147_483_647;

interface Task {
	due: number;
	run: () => void;
}

/**
 * The sandbox's own clock, in epoch milliseconds.
 *
 * A fixed clock stands still until it is set or advanced, so that tests need no waiting; a real one
 * runs with the machine's clock plus an offset. Tasks run when the clock reaches them, in the order
 * they are due.
 */
export class Clock {
	/** Sorted by the time when they are due. */
	private tasks: Task[] = [];
	private fixed: number | null;
	private offset = 0;
	private timer: NodeJS.Timeout | undefined;
	private immediate: NodeJS.Immediate | undefined;

	constructor(private readonly start: number | 'real') {
		this.fixed = start === 'real' ? null : start;
	}

	now(): number {
		return this.fixed ?? Date.now() + this.offset;
	}

	get mode(): 'fixed' | 'real' {
		return this.fixed === null ? 'real' : 'fixed';
	}

	/** Moves the clock to a time (epoch ms) and runs what became due on the way. */
	set(time: number): void {
		if (this.fixed === null) this.offset = time - Date.now();
		this.runUntil(time);
		if (this.fixed !== null) this.fixed = time;
		this.arm();
	}

	/** Moves the clock forward by `ms` and runs what became due on the way. */
	advance(ms: number): void {
		this.set(this.now() + ms);
	}

	/** Lets the clock run with the machine's, without an offset. */
	useReal(): void {
		this.fixed = null;
		this.offset = 0;
		this.runUntil(this.now());
		this.arm();
	}

	/** Runs `run` once the clock has moved on by `delayMs`; 0 means as soon as the current answer is out. */
	schedule(delayMs: number, run: () => void): void {
		const due = this.now() + delayMs;
		let place = this.tasks.length;
		while (place > 0 && (this.tasks[place - 1]?.due ?? 0) > due) place -= 1;
		this.tasks.splice(place, 0, { due, run });
		this.arm();
	}

	get waiting(): number {
		return this.tasks.length;
	}

	/** Drops every task and goes back to the start. */
	reset(): void {
		this.stop();
		this.offset = 0;
		this.fixed = this.start === 'real' ? null : this.start;
	}

	stop(): void {
		this.tasks = [];
		clearTimeout(this.timer);
		clearImmediate(this.immediate);
	}

	private runUntil(time: number): void {
		for (let task = this.tasks[0]; task && task.due <= time; task = this.tasks[0]) {
			this.tasks.shift();
			if (this.fixed !== null && task.due > this.fixed) this.fixed = task.due;
			task.run();
		}
	}

	private arm(): void {
		clearTimeout(this.timer);
		clearImmediate(this.immediate);
		const [task] = this.tasks;
		if (!task) return;
		const wait = task.due - this.now();
		const fire = () => {
			this.runUntil(this.now());
			this.arm();
		};
		if (wait <= 0) this.immediate = setImmediate(fire);
		else if (this.fixed === null) {
			this.timer = setTimeout(fire, Math.min(wait, LONGEST_TIMER));
			this.timer.unref();
		}
	}
}
