/** Reads that are sent at once before Mavapay has answered any. */
const FIRST = 10;

/** The most reads that are ever under way at once. */
const MOST = 500;

/**
 * How many reads of one execution may be under way: one more with each success; after a 429 half as many, and one more
 * after each round. As TCP does: slow start and congestion avoidance, RFC 5681 3.1.
 */
export class ReadPace {
	private width = FIRST;
	private underWay = 0;
	private sent = 0;
	/** Requests sent before the width was last halved say nothing about the new one. */
	private halvedAt = 0;
	private goodSince = 0;
	private wasTooFast = false;
	private readonly waiting: Array<() => void> = [];

	/** How many may be under way now. */
	get most(): number {
		return this.width;
	}

	/** Waits for a place; gives the number of the request. */
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
	 * Mavapay said that there were too many requests.
	 *
	 * @returns whether fewer go from now on, so that this one may be tried again for that reason alone
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
