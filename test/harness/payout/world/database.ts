import type { IExecuteFunctions } from 'n8n-workflow';
import { n8nRowStore } from '../../../../nodes/core/n8n/rowStore';
import type { RowStore } from '../../../../nodes/core/record/rows';
import type { Driver, Process } from './time';

/**
 * How a statement fails. `before`: it has no effect. `after`: it takes effect, but its response is lost. `late`: its
 * response is lost, and it takes effect some time later.
 */
export type StatementFault = 'before' | 'after' | 'late';

/** The kind of a statement. `look` only reads a row; `find` reads it before an insert or update. */
export type StatementKind = 'look' | 'find' | 'insert' | 'update' | 'delete';

/** An event of a row. `exists`: the row to insert was already there; `other`: it was there with another owner. */
export interface RowEvent {
	readonly kind: 'insert' | 'exists' | 'other' | 'delete' | 'look';
	readonly key: string;
	readonly by: string;
	/** For `look`: whether the row exists. */
	readonly found: boolean;
	/** For `insert`: the row's owner; null if it has none. */
	readonly owner: string | null;
}

/** The insert or delete of one row. */
export interface Change {
	readonly kind: 'insert' | 'delete';
	readonly key: string;
	readonly by: string;
}

export interface DatabaseRules {
	/** Decides, when a statement is sent, how it fails; null if it succeeds. */
	fault(kind: StatementKind, key: string): StatementFault | null;
	/** Whether a statement takes effect at once, because its timing makes no difference to the simulation. */
	isInstant(kind: StatementKind, key: string): boolean;
}

/** n8n's deduplication mode in rows without an owner. In other rows, the mode is the owner. */
const NO_OWNER = 'entries';

/** Created once: collecting a stack trace each time would take a sixth of the simulations' run time. */
const INCOMPATIBLE = new Error('Deduplication data was originally saved with an incompatible setting');

type Row = { mode: string; data: string[] };
type Caller = { readonly process: Process; readonly actor: string };

/**
 * n8n's database table `processed_data`, used as DeduplicationHelper of n8n 2.41.1 does. A call finds the row of its
 * workflow and node ID. If there is none, the call inserts it, which violates the primary key if another call was
 * faster. If the row has another mode, the call is refused. Otherwise the call writes the whole row back, which does
 * nothing if the row was deleted meanwhile. Each statement takes its own time and can fail.
 */
export class Database {
	readonly rows = new Map<string, Row>();
	readonly changes: Change[] = [];
	/** Called for each change of a row and each answered look-up, when it takes effect. */
	onRow: (event: RowEvent) => void = () => undefined;

	constructor(
		private readonly driver: Driver,
		private readonly rules: DatabaseRules,
	) {}

	has(key: string): boolean {
		return this.rows.has(key);
	}

	/** Index in `changes` of the last insert of a row (by this actor, if one is given); -1 if there is none. */
	insertedAt(key: string, by?: string): number {
		for (let place = this.changes.length - 1; place >= 0; place--) {
			const change = this.changes[place];
			if (change?.kind === 'insert' && change.key === key && (by === undefined || change.by === by)) return place;
		}
		return -1;
	}

	/** Simulates a failover to a replica that lacks these rows. */
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

	/** Sends a statement. It takes effect even if the process that sent it dies; a dead process gets no response. */
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

const WORKFLOW = 'workflow';

/**
 * A stand-in for n8n's execution context with the helpers that the row store uses. They read the node's ID before their
 * first await. Each process has its own class, because the connector tests the store once per class.
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

/** Opens the workflow's rows with the connector's own `nodes/core/n8n/rowStore.ts`. */
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
