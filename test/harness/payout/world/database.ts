import type { IExecuteFunctions } from 'n8n-workflow';
import { n8nRowStore } from '../../../../nodes/core/n8n/rowStore';
import type { RowStore } from '../../../../nodes/core/record/rows';
import type { Driver, Process } from './time';

/**
 * What goes wrong with one statement: it fails and has no effect, it takes effect and the response is
 * lost, or the response is lost and it takes effect some time later.
 */
export type StatementFault = 'before' | 'after' | 'late';

/** A look at a row for its own sake, or to insert or update it afterwards. */
export type StatementKind = 'look' | 'find' | 'insert' | 'update' | 'delete';

/** A row that was inserted, deleted or looked for, or that was there when it was to be inserted: of the owner, or another one. */
export interface RowEvent {
	readonly kind: 'insert' | 'exists' | 'other' | 'delete' | 'look';
	readonly key: string;
	readonly by: string;
	/** Of a look: whether it is there. */
	readonly found: boolean;
	/** Of an insert: for whom; null where the row has no owner. */
	readonly owner: string | null;
}

/** What was changed, in the order in which it was. */
export interface Change {
	readonly kind: 'insert' | 'delete';
	readonly key: string;
	readonly by: string;
}

export interface DatabaseRules {
	/** Asked for each statement when it is sent. */
	fault(kind: StatementKind, key: string): StatementFault | null;
	/** Statements whose moment makes no difference in a world, and that take effect at once in it. */
	isInstant(kind: StatementKind, key: string): boolean;
}

/** The mode of rows without an owner. */
const NO_OWNER = 'entries';

/** Made once: with its stack it would take a sixth of the time of worlds. */
const INCOMPATIBLE = new Error('Deduplication data was originally saved with an incompatible setting');

type Row = { mode: string; data: string[] };
type Caller = { readonly process: Process; readonly actor: string };

/**
 * The table `processed_data` of n8n's database, as DeduplicationHelper of n8n 2.41.1 uses it: a call
 * finds the row of its workflow and node id, then inserts it if there was none, which breaks the primary
 * key where another call was faster; or refuses a call in another mode than the row's; or else writes all of
 * it back, which changes nothing where it was deleted meanwhile. Each statement takes a time of its own, and
 * each may go wrong.
 */
export class Database {
	readonly rows = new Map<string, Row>();
	readonly changes: Change[] = [];
	/** Told of each change, and each look that is answered, when it takes effect. */
	onRow: (event: RowEvent) => void = () => undefined;

	constructor(
		private readonly driver: Driver,
		private readonly rules: DatabaseRules,
	) {}

	has(key: string): boolean {
		return this.rows.has(key);
	}

	/** When somebody last inserted a row, as a place in `changes`; -1 if nobody did. */
	insertedAt(key: string, by?: string): number {
		for (let place = this.changes.length - 1; place >= 0; place--) {
			const change = this.changes[place];
			if (change?.kind === 'insert' && change.key === key && (by === undefined || change.by === by)) return place;
		}
		return -1;
	}

	/** A failover to a copy that lacks the last writes. */
	lose(keys: readonly string[]): void {
		for (const key of keys) this.rows.delete(key);
	}

	async count(key: string, caller: Caller): Promise<number> {
		const row = await this.find('look', key, caller);
		return row?.data.length ?? 0;
	}

	async checkAndRecord(
		values: readonly string[],
		key: string,
		caller: Caller,
		mode: string,
	): Promise<{ new: string[]; processed: string[] }> {
		const found = await this.find('find', key, caller);
		if (found !== undefined && found.mode !== mode) {
			this.onRow({ kind: 'other', key, by: caller.actor, found: true, owner: null });
			throw INCOMPATIBLE;
		}
		if (found === undefined) {
			await this.statement('insert', key, caller, () => {
				if (this.rows.has(key)) throw new Error('duplicate key value violates unique constraint "PK_processed_data"');
				this.rows.set(key, { mode, data: [...values] });
				this.changes.push({ kind: 'insert', key, by: caller.actor });
				this.onRow({ kind: 'insert', key, by: caller.actor, found: true, owner: mode === NO_OWNER ? null : mode });
			});
			return { new: [...values], processed: [] };
		}
		const fresh = values.filter((value) => !found.data.includes(value));
		const written = { mode, data: [...found.data, ...fresh] };
		await this.statement('update', key, caller, () => {
			if (this.rows.has(key)) this.rows.set(key, written);
			this.onRow({ kind: 'exists', key, by: caller.actor, found: true, owner: null });
		});
		return { new: fresh, processed: values.filter((value) => found.data.includes(value)) };
	}

	async clear(key: string, caller: Caller): Promise<void> {
		await this.statement('delete', key, caller, () => {
			if (!this.rows.delete(key)) return;
			this.changes.push({ kind: 'delete', key, by: caller.actor });
			this.onRow({ kind: 'delete', key, by: caller.actor, found: true, owner: null });
		});
	}

	private async find(kind: 'look' | 'find', key: string, caller: Caller): Promise<Row | undefined> {
		return await this.statement(kind, key, caller, (isHeard) => {
			const row = this.rows.get(key);
			if (kind === 'look' && isHeard)
				this.onRow({ kind, key, by: caller.actor, found: row !== undefined, owner: null });
			return row === undefined ? undefined : { mode: row.mode, data: [...row.data] };
		});
	}

	/** On its way it no longer needs the process that sent it; only the response does. */
	private async statement<T>(
		kind: StatementKind,
		key: string,
		{ process, actor }: Caller,
		effect: (isHeard: boolean) => T,
	): Promise<T> {
		const { driver } = this;
		const name = `${kind} ${key}`;
		return await new Promise<T>((resolve, reject) => {
			const response = (label: string, give: () => void) => {
				driver.add('databaseAnswer', {
					actor,
					label,
					row: key,
					run: () => {
						if (process.alive) give();
					},
				});
			};
			const fail = () => response(`${name} fails`, () => reject(new Error('Connection terminated unexpectedly')));
			const fault = this.rules.fault(kind, key);
			if (fault === 'before') return fail();
			if (fault === 'late') fail();
			driver.add(this.rules.isInstant(kind, key) ? 'databaseAnswer' : fault === 'late' ? 'lateDatabase' : 'database', {
				actor,
				label: name,
				row: key,
				run: () => {
					try {
						const value = effect(fault === null);
						if (fault === null) response(`${name}: ${value === undefined ? 'nothing' : 'a row'}`, () => resolve(value));
					} catch (error) {
						if (fault === null) response(`${name} refused`, () => reject(error));
					}
					if (fault === 'after') fail();
				},
			});
		});
	}
}

/** The row's key as the connector knows it, without n8n's own prefix. */
const WORKFLOW = 'workflow';

/**
 * n8n's execution context, with what the store of rows uses of it: helpers that read the id of the node
 * object before their first await. Each process has a class of its own, since the store is tried once per class.
 */
export function contextClass(): new (database: Database, caller: Caller, asTool: boolean) => object {
	return class {
		readonly node: { id: string; type: string };
		readonly helpers: object;

		constructor(database: Database, caller: Caller, asTool: boolean) {
			const node = {
				id: 'the node itself',
				type: asTool ? 'n8n-nodes-mavapay.mavapayTool' : 'n8n-nodes-mavapay.mavapay',
			};
			this.node = node;
			this.helpers = {
				checkProcessedAndRecord: async (values: string[], _: 'node', { mode }: { mode: string }) =>
					await database.checkAndRecord(values, node.id, caller, mode),
				getProcessedDataCount: async () => await database.count(node.id, caller),
				clearAllProcessedItems: async () => await database.clear(node.id, caller),
			};
		}

		getWorkflow() {
			return { id: WORKFLOW };
		}

		getNode() {
			return { ...this.node };
		}
	};
}

export type ContextClass = ReturnType<typeof contextClass>;

/** The rows of the workflow as the connector opens them: `nodes/core/n8n/rowStore.ts` itself. */
export async function openRows(
	Context: ContextClass,
	database: Database,
	caller: Caller,
	asTool = false,
): Promise<RowStore> {
	const context: IExecuteFunctions = Object(new Context(database, caller, asTool));
	const rows = await n8nRowStore(context);
	if (rows === null) throw new Error('a saved workflow has a store');
	return rows;
}
