import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../domain/json';
import { withoutErrorCodes } from '../domain/http/networkErrors';
import { shownMessage } from '../domain/http/outcome';
import { assertRowsKeptApart, StoreFault, type RowStore } from '../record/rows';
import { errorText } from '../service/failure';
import { isToolNode, ownNode } from './adapter';

/*
 * n8n's deduplication store keeps one row for each workflow and node, and its table's primary key is
 * (workflow, node id). A call that finds no row inserts it, so of all who try at once, one succeeds.
 * n8n's helpers read the node's id before their first await, from the node object that the execution
 * context was made with: a row of our own is a call during which that object has another id. How n8n
 * was tried for this is in docs/why/design.md#the-record; `n8nRowStore` tries it again in every process.
 */

/**
 * The entry of every row. It may never change: to a row with another mark n8n's helper adds ours and calls it new,
 * which would be a second winner.
 */
const MARK = 'mavapay';
const OPTIONS = { mode: 'entries' } as const;
const SCOPE = 'node';

/**
 * The rows of the workflow that runs, tried once per process and kind of execution context. Null for
 * a workflow without an id, since n8n would look at the rows of all workflows. Throws StoreFault where
 * the rows of this n8n cannot be used.
 */
export async function n8nRowStore(context: IExecuteFunctions): Promise<RowStore | null> {
	const { id } = context.getWorkflow();
	if (id === undefined || id === '') return null;
	const node = ownNode(context);
	if (node === null || typeof context.helpers.checkProcessedAndRecord !== 'function') {
		throw new StoreFault('this version of n8n has no store for them');
	}
	const store = rowStoreOf(context, node);
	await tryRows(context, store, node.id);
	return store;
}

function rowStoreOf({ helpers }: IExecuteFunctions, node: { id: string }): RowStore {
	const fail = (error: unknown) => {
		throw storeFault(error);
	};
	const has = async (key: string) => {
		const count = await withNodeId(node, key, async () => await helpers.getProcessedDataCount(SCOPE, OPTIONS)).catch(
			fail,
		);
		if (count !== 0 && count !== 1) throw new StoreFault('it gave no count of a row');
		return count === 1;
	};
	return {
		has,
		async insert(key) {
			try {
				const record = async () => await helpers.checkProcessedAndRecord([MARK], SCOPE, OPTIONS);
				const response = await withNodeId(node, key, record);
				if (response.new.includes(MARK)) return 'inserted';
				if (response.processed.includes(MARK)) return 'exists';
			} catch (error) {
				if (await has(key)) return isTaken(error) ? 'exists' : 'unclear';
				throw storeFault(error);
			}
			throw new StoreFault('its response was empty');
		},
		async remove(key) {
			await withNodeId(node, key, async () => await helpers.clearAllProcessedItems(SCOPE, OPTIONS)).catch(fail);
		},
	};
}

/** Calls n8n while the node has another id. Nothing may be awaited before the id is back. */
function withNodeId<T>(node: { id: string }, key: string, call: () => Promise<T>): Promise<T> {
	const own = node.id;
	node.id = key;
	try {
		return call();
	} finally {
		node.id = own;
	}
}

/** The verdicts on n8n's rows by class of the execution context, apart for nodes and for tools. */
const verdicts = new WeakMap<object, Map<boolean, Promise<void>>>();

async function tryRows(context: IExecuteFunctions, store: RowStore, ownKey: string): Promise<void> {
	const known = verdicts.get(context.constructor) ?? new Map<boolean, Promise<void>>();
	verdicts.set(context.constructor, known);
	const asTool = isToolNode(context.getNode());
	const probe = () => `mavapay:probe:${randomUUID()}`;
	const verdict = known.get(asTool) ?? assertRowsKeptApart(store, [probe(), probe()], ownKey);
	known.set(asTool, verdict);
	// A database that is down for a moment says nothing about this n8n.
	verdict.catch(() => known.delete(asTool));
	await verdict;
}

/** Whether an insert failed because the row was there, in the words of n8n's databases; Postgres may translate them. */
function isTaken(error: unknown): boolean {
	return (
		/unique constraint|duplicate (key|entry)/i.test(errorText(error)) || (isObject(error) && error.code === '23505')
	);
}

function storeFault(error: unknown): StoreFault {
	if (error instanceof StoreFault) return error;
	const said = error instanceof Error ? error.message : '';
	return new StoreFault(shownMessage(withoutErrorCodes(said)) ?? 'it failed without saying why');
}
