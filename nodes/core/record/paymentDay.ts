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

	/** Wins the first place of a day (YYYY-MM-DD) that nobody has; null where all are taken. Throws StoreFault. */
	async take(day: string, most: number): Promise<DayPlace | null> {
		for (let number = 1; number <= most; number++) {
			const key = this.keyOf(day, number);
			if (await this.rows.has(key)) continue;
			if ((await this.rows.insert(key)) === 'inserted') return { giveBack: async () => await this.rows.remove(key) };
		}
		return null;
	}

	/** Whether a day has a place left. Reads only. Throws StoreFault. */
	async hasPlace(day: string, most: number): Promise<boolean> {
		for (let number = 1; number <= most; number++) if (!(await this.rows.has(this.keyOf(day, number)))) return true;
		return false;
	}

	private keyOf(day: string, number: number): string {
		return rowKey('day', this.baseUrl, day, String(number));
	}
}
