import type { Added, RecordStore } from '../../../nodes/core/payout/recordStore';
import type { Process, Scheduler } from './scheduler';

/** How long each part of a call may take, in milliseconds. */
export interface Latency {
	/** Until the row is read, and again from the write to the caller. */
	readonly way: number;
	/** From reading the row to writing it back: the time in which other calls are undone. */
	readonly change: number;
}

/**
 * One row of n8n's deduplication data, as DeduplicationHelper of n8n 2.41.1 treats it: each call
 * reads the whole list, changes it, and writes all of it back, without a lock. A call on a row that
 * is not there yet inserts it, which fails where another call was faster; a write to a row that was
 * deleted meanwhile changes nothing, and is not reported.
 */
export class DeduplicationTable {
	row: string[] | null = null;
	/** Called after each change. */
	onChange: () => void = () => undefined;

	constructor(
		private readonly scheduler: Scheduler,
		private readonly random: () => number,
		private readonly latency: Latency,
	) {}

	has(value: string): boolean {
		return this.row?.includes(value) ?? false;
	}

	connect(process: Process): RecordStore {
		const way = async () => await process.sleep(this.random() * this.latency.way);
		return {
			add: async (values) => {
				await way();
				const read = this.row;
				const list = [...(read ?? [])];
				const fresh = values.filter((value) => !list.includes(value));
				const known = values.filter((value) => list.includes(value));
				await this.write(process, read === null, [...list, ...fresh]);
				await way();
				return { fresh, known } satisfies Added;
			},
			remove: async (values) => {
				await way();
				if (this.row === null) return;
				const list = [...this.row];
				for (const value of values) {
					const place = list.indexOf(value);
					if (place !== -1) list.splice(place, 1);
				}
				await this.write(process, false, list);
				await way();
			},
			clear: async () => {
				await way();
				this.row = null;
				this.onChange();
			},
			count: async () => {
				await way();
				const { length } = this.row ?? [];
				await way();
				return length;
			},
		};
	}

	/** A process may die before the write is on its way; after that the write happens without it. */
	private async write(process: Process, insert: boolean, list: string[]): Promise<void> {
		const time = this.random() * this.latency.change;
		const own = this.random() * time;
		await process.sleep(own);
		let failed = false;
		this.scheduler.after(time - own, () => {
			if (insert && this.row !== null) failed = true;
			else if (insert || this.row !== null) this.row = list;
			this.onChange();
		});
		await process.sleep(time - own);
		if (failed) throw new Error('duplicate key value violates unique constraint');
	}
}
