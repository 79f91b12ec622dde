import { rowKey, type RowStore } from './rows';

/** One of a day's payments, won. It stays taken unless it is given back. */
export interface DayPlace {
	/** It is certain that nothing was paid. Throws StoreFault: the day then has one place less. */
	giveBack(): Promise<void>;
}

/**
 * How many payments the AI tools of a workflow have made on a day, over all executions: docs/agents.md#what-bounds-a-day.
 * A day has numbered places, each a row, and a payment is sent only by who has inserted the row of a number
 * up to the most that a person allows. The insert is what decides, so however many try at once, in whatever
 * process, no more are sent; looking first only spares inserts.
 */
export class PaymentDays {
	/** @param baseUrl of the deployment, normalised: each has days of its own */
	constructor(
		private readonly baseUrl: string,
		private readonly rows: RowStore,
	) {}

	/** Wins a place of a day (YYYY-MM-DD); null where all are taken. Throws StoreFault. */
	async take(day: string, most: number): Promise<DayPlace | null> {
		const start = await this.likelyFree(day, most);
		for (let step = 0; step < most; step++) {
			const key = this.keyOf(day, ((start - 1 + step) % most) + 1);
			// In front of the start most are taken, and to insert there would write to a row of another payment.
			if (start + step > most && (await this.rows.has(key))) continue;
			if ((await this.rows.insert(key)) === 'inserted') return { giveBack: async () => await this.rows.remove(key) };
		}
		return null;
	}

	/** Whether a day has a place left. Reads only. Throws StoreFault. */
	async hasPlace(day: string, most: number): Promise<boolean> {
		for (let number = most; number >= 1; number--) {
			if (!(await this.rows.has(this.keyOf(day, number)))) return true;
		}
		return false;
	}

	/**
	 * A number near the first that nobody has, by few looks: places are taken from 1 upward. What was given back
	 * leaves a gap before it, which only the last payments of a day have to look for.
	 */
	private async likelyFree(day: string, most: number): Promise<number> {
		let taken = 0;
		let free = 1;
		while (free < most && (await this.rows.has(this.keyOf(day, free)))) {
			taken = free;
			free = Math.min(2 * free, most);
		}
		while (free - taken > 1) {
			const middle = Math.floor((taken + free) / 2);
			if (await this.rows.has(this.keyOf(day, middle))) taken = middle;
			else free = middle;
		}
		return free;
	}

	private keyOf(day: string, number: number): string {
		return rowKey('day', this.baseUrl, day, String(number));
	}
}
