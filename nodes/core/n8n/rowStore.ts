import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { withoutErrorCodes } from '../http/networkErrors';
import { shownMessage } from '../http/outcome';
import { assertRowsKeptApart, StoreFault, type RowStore } from '../record/rows';
import { errorText } from '../service/failure';
import { deduplicationMode, isToolNode, ownNode } from './adapter';

/*
 * n8n's deduplication store keeps one row for each workflow and node; its table's primary key is (workflow, node id). A
 * call that finds no row inserts it, so of several calls at once, one succeeds. n8n's helpers read the node's id before
 * their first await, from the node object of the execution context. So while we call a helper for one of our rows, that
 * object has the row's key as its id. `n8nRowStore` tests this in every process; see docs/why/design.md#the-record.
 *
 * n8n stores in a row the mode of the call that inserted it, and refuses calls with another mode before it changes
 * anything. So if a row has an owner, the mode is the owner's name.
 */

/** The value in every row. It must never change: n8n would add a new value to an old row and report an insert. */
const MARK = 'mavapay';
const OPTIONS = { mode: 'entries' } as const;
const SCOPE = 'node';

/**
 * The rows of the running workflow, tested once per process and kind of execution context. Null for a workflow without
 * an ID, since n8n would then use all workflows' rows. Throws StoreFault if this n8n's rows can't be used.
 */
export async function n8nRowStore(context: IExecuteFunctions): Promise<RowStore | null> {
	const { id } = context.getWorkflow();
	if (id === undefined || id === '') return null;
	const node = ownNode(context);
	if (node === null || typeof context.helpers.checkProcessedAndRecord !== 'function')
		throw new StoreFault("this version of n8n can't store the record: update n8n");
	await tryRows(context, node);
	return rowStoreOf(context, node);
}

function rowStoreOf({ helpers }: IExecuteFunctions, node: { id: string }): RowStore {
	const fail = (error: unknown) => {
		throw storeFault(error);
	};
	const numberIn = async (key: string) => {
		const count = await withNodeId(node, key, async () => await helpers.getProcessedDataCount(SCOPE, OPTIONS)).catch(
			fail,
		);
		if (!Number.isSafeInteger(count) || count < 0) throw new StoreFault('it gave no count of a row');
		return count;
	};
	const has = async (key: string) => (await numberIn(key)) > 0;
	const record = async (key: string, owner?: string, entries: readonly string[] = [MARK]) => {
		const options = owner === undefined ? OPTIONS : { mode: deduplicationMode(owner) };
		const response = await withNodeId(
			node,
			key,
			async () => await helpers.checkProcessedAndRecord([...entries], SCOPE, options),
		);
		if (response.new.includes(MARK)) return 'inserted';
		if (response.processed.includes(MARK)) return 'exists';
		throw new StoreFault('its response was empty');
	};
	const isOf = async (key: string, owner: string) => {
		try {
			return (await record(key, owner)) === 'exists';
		} catch (error) {
			if (isOfAnother(error)) return false;
			throw storeFault(error);
		}
	};
	/** `asksWhose`: whether to check the row's owner if n8n fails but the row exists. */
	const insert = async (key: string, owner?: string, entries?: readonly string[], asksWhose = true) => {
		try {
			return await record(key, owner, entries);
		} catch (error) {
			if (isOfAnother(error)) return 'exists';
			if (error instanceof StoreFault || !(await has(key))) throw storeFault(error);
			return asksWhose && owner !== undefined && (await isOf(key, owner)) ? 'inserted' : 'exists';
		}
	};
	return {
		has,
		isOf,
		numberIn,
		insert: async (key, owner) => await insert(key, owner),
		claim: async (key, owner) => await insert(key, owner, undefined, false),
		insertNumber: async (key, number, owner) => await insert(key, owner, marksFor(number)),
		async remove(key) {
			await withNodeId(node, key, async () => await helpers.clearAllProcessedItems(SCOPE, OPTIONS)).catch(fail);
		},
	};
}

/** The entries that store a number in a row: as many as the number says, all different. The first is `MARK`. */
function marksFor(number: number): string[] {
	return [MARK, ...Array.from({ length: number - 1 }, (_, place) => `${MARK}${place + 1}`)];
}

/** Calls n8n while the node has another ID. Nothing may be awaited before the ID is restored. */
function withNodeId<T>(node: { id: string }, key: string, call: () => Promise<T>): Promise<T> {
	const own = node.id;
	node.id = key;
	try {
		return call();
	} finally {
		node.id = own;
	}
}

/** Results of `assertRowsKeptApart` in this process, by class of the execution context and whether a tool runs. */
const verdicts = new WeakMap<object, Map<boolean, Promise<void>>>();

async function tryRows(context: IExecuteFunctions, node: { id: string }): Promise<void> {
	const known = verdicts.get(context.constructor) ?? new Map<boolean, Promise<void>>();
	verdicts.set(context.constructor, known);
	const asTool = isToolNode(context.getNode());
	const probe = () => `mavapay:probe:${randomUUID()}`;
	const verdict = known.get(asTool) ?? assertRowsKeptApart(rowStoreOf(context, node), [probe(), probe()], node.id);
	known.set(asTool, verdict);
	// A failure isn't kept: the database may have failed only for a moment.
	verdict.catch(() => known.delete(asTool));
	await verdict;
}

/** Whether n8n's message says that a row has another owner. */
function isOfAnother(error: unknown): boolean {
	return /incompatible setting/i.test(errorText(error));
}

function storeFault(error: unknown): StoreFault {
	if (error instanceof StoreFault) return error;
	const said = error instanceof Error ? error.message : '';
	return new StoreFault(shownMessage(withoutErrorCodes(said)) ?? 'it failed without saying why');
}
