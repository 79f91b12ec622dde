import type { RecordAccess } from './recordAccess';

/** Entries taken out of the store, which a write based on an earlier list may have brought back. */
export interface Removal {
	readonly reference: string;
	/**
	 * An entry that went out together with the others. It means nothing by itself, so to look for it
	 * by writing it is harmless: were it still there, the others would be as well.
	 */
	readonly witness: string;
	readonly remove: readonly string[];
	/** Entries that must be there; they are written again where they are missing. */
	readonly keep: readonly string[];
}

interface Pending extends Removal {
	readonly dueAt: number;
	readonly attempt: number;
}

const ATTEMPTS = 12;

/**
 * Sees to it that what was taken out of the store stays out, and that what must stay is there. Each
 * removal is looked at again once every write that was based on an earlier list has happened.
 */
export class Removals {
	private pending: Pending[] = [];
	private readonly lost = new Set<string>();

	constructor(
		private readonly access: RecordAccess,
		private readonly delayMs: () => number,
	) {}

	add(removal: Removal): void {
		this.pending.push({ ...removal, dueAt: this.access.tools.now() + this.delayMs(), attempt: 1 });
	}

	/** Looks at the removals whose time has come. Never throws. */
	async look(): Promise<void> {
		const now = this.access.tools.now();
		const due = this.pending.filter(({ dueAt }) => dueAt <= now);
		this.pending = this.pending.filter(({ dueAt }) => dueAt > now);
		for (const removal of due) {
			try {
				await this.confirm(removal);
			} catch {
				this.lost.add(removal.reference);
			}
		}
	}

	/** Waits for and looks at all of them. Never throws; gives the references that could not be settled. */
	async finish(): Promise<string[]> {
		while (this.pending.length > 0) {
			const first = Math.min(...this.pending.map(({ dueAt }) => dueAt));
			try {
				await this.access.pause(Math.max(0, first - this.access.tools.now()));
			} catch {
				for (const { reference } of this.pending) this.lost.add(reference);
				this.pending = [];
			}
			await this.look();
		}
		const lost = [...this.lost];
		this.lost.clear();
		return lost;
	}

	private async confirm(removal: Pending): Promise<void> {
		const { witness, remove, keep, reference, attempt } = removal;
		const settled = await this.access.exclusive(async (store) => {
			const known = await store.add([...keep, witness]);
			await store.remove(known.has(witness) ? remove : [witness]);
			return !known.has(witness) && keep.every((entry) => known.has(entry));
		});
		if (settled) return;
		if (attempt === ATTEMPTS) this.lost.add(reference);
		else this.pending.push({ ...removal, dueAt: this.access.tools.now() + this.delayMs(), attempt: attempt + 1 });
	}
}
