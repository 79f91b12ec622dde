/**
 * n8n's deduplication store in memory. It does what the real one does (packages/cli, deduplication-helper): the list of
 * a workflow or node is one row, which is read, changed and written back without a lock, so simultaneous calls lose
 * entries. The row's key is (workflow, node ID); the node ID is read before the first await. A missing row is inserted;
 * if two calls insert it, one violates the key. The row keeps the mode of its insert, which can be any text. A call
 * that records with another mode is refused.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { strict as assert } from 'node:assert';
import { DataDeduplicationService } from 'n8n-core';
import {
	UnexpectedError,
	type DeduplicationItemTypes,
	type DeduplicationScope,
	type ICheckProcessedContextData,
	type ICheckProcessedOptions,
	type IDataDeduplicator,
	type IDeduplicationOutput,
} from 'n8n-workflow';

export interface StoreCall {
	method: 'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount';
	items: DeduplicationItemTypes[];
	scope: DeduplicationScope;
	workflowId: string;
	/** The node's ID when n8n read it. With scope `node`, it is part of the row's key. */
	nodeId: string;
	maxEntries: number | undefined;
}

export interface StoreHooks {
	/** Runs before the call. If it throws, nothing is stored, and the node gets the error. */
	before?: (call: StoreCall) => Promise<void> | void;
	/** Runs after the call. If it throws, the change is stored, but the node gets the error. */
	after?: (call: StoreCall) => Promise<void> | void;
}

interface Row {
	mode: string;
	data: string[];
}

export class MemoryDeduplicator implements IDataDeduplicator {
	readonly calls: StoreCall[] = [];

	private readonly rows = new Map<string, Row>();

	constructor(public hooks: StoreHooks = {}) {}

	/** Whether `value` is recorded, without recording it. */
	has(value: string | number, workflowId: string, scope: DeduplicationScope = 'workflow', nodeId = ''): boolean {
		const row = this.rows.get(rowKey(scope, workflowId, nodeId));
		return row?.data.includes(hashOf(value)) ?? false;
	}

	/** Copies the rows into a separate store, like a backup. */
	copy(): MemoryDeduplicator {
		const copy = new MemoryDeduplicator();
		for (const [key, { mode, data }] of this.rows) copy.rows.set(key, { mode, data: [...data] });
		return copy;
	}

	/** How many values are recorded in all rows. */
	get size(): number {
		return [...this.rows.values()].reduce((sum, row) => sum + row.data.length, 0);
	}

	/** The node ids under which a workflow has rows. */
	keys(workflowId: string): string[] {
		const prefix = `${workflowId}|n:`;
		return [...this.rows.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		return await this.run('checkProcessedAndRecord', items, scope, contextData, options, async (key) => {
			const row = await this.read(key);
			if (row !== undefined && row.mode !== options.mode) {
				throw new UnexpectedError('Deduplication data was originally saved with an incompatible setting');
			}
			const hashes = items.map(hashOf);
			if (!row) {
				if (this.rows.has(key)) {
					throw new Error('UNIQUE constraint failed: processed_data.workflowId, processed_data.context');
				}
				this.write(key, { mode: options.mode, data: hashes }, options);
				return { new: [...items], processed: [] };
			}
			const known = new Set(row.data);
			const result: IDeduplicationOutput = { new: [], processed: [] };
			items.forEach((item, index) => {
				const hash = hashes[index] ?? '';
				if (known.has(hash)) {
					result.processed.push(item);
				} else {
					result.new.push(item);
					row.data.push(hash);
				}
			});
			this.write(key, row, options);
			return result;
		});
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<void> {
		await this.run('removeProcessed', items, scope, contextData, options, async (key) => {
			const row = await this.read(key);
			if (!row) return;
			for (const hash of items.map(hashOf)) {
				const index = row.data.indexOf(hash);
				if (index !== -1) row.data.splice(index, 1);
			}
			this.write(key, row, { mode: 'entries' });
		});
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<void> {
		await this.run('clearAllProcessedItems', [], scope, contextData, options, async (key) => {
			this.rows.delete(key);
		});
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<number> {
		return await this.run('getProcessedDataCount', [], scope, contextData, options, async (key) => {
			const row = await this.read(key);
			return row?.data.length ?? 0;
		});
	}

	private async run<T>(
		method: StoreCall['method'],
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		{ workflow, node }: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
		action: (key: string) => Promise<T>,
	): Promise<T> {
		const { maxEntries } = options;
		// n8n reads the ID here, before its first await. The node may have another ID afterwards.
		const nodeId = node?.id ?? '';
		const call: StoreCall = { method, items: [...items], scope, workflowId: workflow.id, nodeId, maxEntries };
		this.calls.push(call);
		await this.hooks.before?.(call);
		assert.ok(workflow.id);
		if (options.mode.startsWith('latest')) {
			throw new UnexpectedError(`Mode '${options.mode}' is not part of the engine tests`);
		}
		const result = await action(rowKey(scope, workflow.id, nodeId));
		await this.hooks.after?.(call);
		return result;
	}

	private async read(key: string): Promise<Row | undefined> {
		const stored = this.rows.get(key);
		const row = stored && { mode: stored.mode, data: [...stored.data] };
		/* A database responds later. Until then, other calls can read the same row. */
		await setImmediate();
		return row;
	}

	private write(key: string, row: Row, { maxEntries }: ICheckProcessedOptions): void {
		const data = maxEntries ? row.data.slice(-maxEntries) : [...row.data];
		this.rows.set(key, { mode: row.mode, data });
	}
}

/**
 * Sets n8n-core's deduplication store, or removes it (`undefined`). Without a store, every call of n8n's helpers fails,
 * as in a process where n8n hasn't set up the service.
 */
export async function useDeduplication(store: IDataDeduplicator | undefined): Promise<void> {
	Reflect.set(DataDeduplicationService, 'instance', undefined);
	if (store) await DataDeduplicationService.init(store);
}

const hashOf = (value: DeduplicationItemTypes) => createHash('md5').update(value.toString()).digest('base64');

const rowKey = (scope: DeduplicationScope, workflowId: string, nodeId: string) =>
	`${workflowId}|${scope === 'node' ? `n:${nodeId}` : ''}`;
