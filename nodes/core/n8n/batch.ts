import type { IExecuteFunctions } from 'n8n-workflow';

import type { BatchContext, BatchReadOperation } from '../operation/operation';
import { StoreFault } from '../payout/rows';
import { failureOfThrown, plainText, refuse, type Failure, type ItemStopped } from '../service/failure';
import { inputItems } from './adapter';
import { planItems, type NodeRun, type RunResult } from './items';
import { n8nRowStore } from './rowStore';

/** Runs a read over all items together. Where one of them can't be read, nothing is asked for any. */
export async function runBatchRead(run: NodeRun, operation: BatchReadOperation): Promise<RunResult> {
	const { context, connection, scope } = run;
	const items = inputItems(context);
	const batch = operation.begin();
	const planned = planItems(run, {
		...operation,
		plan: (parameters, _scope, index) => batch.plan(items[index] ?? { index, json: {} }, parameters, scope),
	});
	const first = planned.find((item) => 'failure' in item);
	if (first !== undefined) {
		const failure = notLookedAt(first);
		const all = planned.map((item) => ('failure' in item ? item : { index: item.index, failure }));
		return { results: run.stopOnFailure ? [first] : all, hints: [] };
	}
	const hints: string[] = [];
	const batchContext: BatchContext = {
		service: connection.service,
		firstTime: async (key) => await firstTime(context, key),
		seen: async (key) => await seen(context, key),
		manual: context.getMode() === 'manual',
		hint: (text) => void hints.push(text),
	};
	try {
		const outputs = await batch.collect(batchContext, scope);
		return { results: outputs.map(({ json, from }) => ({ index: from[0] ?? 0, outputs: [json], from })), hints };
	} catch (error) {
		return { results: [{ index: 0, failure: failureOfThrown(error) }], hints };
	}
}

/** Of an item beside one that is invalid. */
function notLookedAt({ index, failure }: { readonly index: number; readonly failure: Failure }): Failure {
	return refuse(
		`Not looked at: item ${index} is invalid`,
		`All items are looked at together, so nothing was asked. Item ${index}: ${plainText(failure)} Correct that item and run again.`,
		{ cause: 'checkFailed' },
	).failure;
}

/** Inserts the row of a key in n8n's database; whoever inserts it is the first. */
async function firstTime(context: IExecuteFunctions, key: string): Promise<boolean> {
	const rows = await attempt(n8nRowStore(context));
	if (rows === null)
		throw unusableStore('n8n keeps none for a workflow that was never saved. Save the workflow first.');
	return (await attempt(rows.insert(key))) === 'inserted';
}

/** A workflow that was never saved has seen nothing. */
async function seen(context: IExecuteFunctions, key: string): Promise<boolean> {
	const rows = await attempt(n8nRowStore(context));
	return rows !== null && (await attempt(rows.has(key)));
}

async function attempt<T>(call: Promise<T>): Promise<T> {
	try {
		return await call;
	} catch (error) {
		const reason = error instanceof StoreFault ? error.reason : 'it failed without saying why';
		throw unusableStore(`n8n's database failed (${reason}). Make sure that it works, then run it again.`);
	}
}

function unusableStore(description: string): ItemStopped {
	return refuse("n8n's record of what was passed on couldn't be used", description, { cause: 'recordUnavailable' });
}
