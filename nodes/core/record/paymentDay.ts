import type { MoneyKind } from '../domain/money';
import { rowKey, type RowStore } from './rows';

/** One of the payments that a day allows, taken by this execution. It stays taken unless it is given back. */
export interface DayPlace {
	/** Frees the place, once it is certain that nothing was paid. Throws StoreFault; the day then has one place less. */
	giveBack(): Promise<void>;
}

/**
 * Counts the payments that the AI tools of a workflow make on a day, over all executions:
 * docs/reference/agents.md#what-bounds-a-day. A day has numbered places, as many as a person allows. Only the execution
 * that inserts the row of a place may send, so no more are sent, however many processes try at once. Reading first only
 * saves inserts.
 */
export class PaymentDays {
	/** @param money each kind has days of its own */
	constructor(
		private readonly money: MoneyKind,
		private readonly rows: RowStore,
	) {}

	/** Takes the first free place of a day (YYYY-MM-DD); null where all are taken. Throws StoreFault. */
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
		return rowKey('day', this.money, day, String(number));
	}
}
