/** How many reads are sent at once before Mavapay has answered any. */
const FIRST = 10;

/** The most reads under way at once. */
const MOST = 500;

/**
 * Limits how many reads of one execution are under way. The limit grows by one after each success. A 429 halves it; it
 * then grows by one per round of reads, like TCP's slow start and congestion avoidance (RFC 5681, 3.1).
 */
export class ReadPace {
	private width = FIRST;
	private underWay = 0;
	private sent = 0;
	/** The number of the first request since the limit was last halved; earlier requests say nothing about the new limit. */
	private halvedAt = 0;
	private goodSince = 0;
	private wasTooFast = false;
	private readonly waiting: Array<() => void> = [];

	/** How many reads may be under way now. */
	get most(): number {
		return this.width;
	}

	/** Waits until another read may be sent, and returns that request's number. */
	async enter(): Promise<number> {
		if (this.underWay < this.width) this.underWay++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		return this.sent++;
	}

	leave(): void {
		this.underWay--;
		this.letIn();
	}

	succeeded(): void {
		this.goodSince++;
		if (this.wasTooFast && this.goodSince < this.width) return;
		this.width = Math.min(MOST, this.width + 1);
		this.goodSince = 0;
		this.letIn();
	}

	/**
	 * Reacts to Mavapay's "too many requests".
	 *
	 * @returns whether fewer reads are sent from now on, so that the request can be tried again
	 */
	slowDown(request: number): boolean {
		this.wasTooFast = true;
		if (request < this.halvedAt) return true;
		if (this.width === 1) return false;
		this.width = Math.floor(this.width / 2);
		this.halvedAt = this.sent;
		this.goodSince = 0;
		return true;
	}

	private letIn(): void {
		while (this.underWay < this.width) {
			const next = this.waiting.shift();
			if (next === undefined) return;
			this.underWay++;
			next();
		}
	}
}
