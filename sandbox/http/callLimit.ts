const SECOND_MS = 1_000;

/** Counts calls of the last second, in real time. */
export class CallLimit {
	private calls: number[] = [];

	/** Whether another call is over the limit; such a call isn't counted. `most` null: no limit. */
	isReached(most: number | null, now = Date.now()): boolean {
		this.calls = this.calls.filter((time) => now - time < SECOND_MS);
		if (most !== null && this.calls.length >= most) return true;
		this.calls.push(now);
		return false;
	}
}
