import type { IExecuteFunctions } from 'n8n-workflow';

import type { RecordOperation, RecordPlan, Scope } from '../operation/operation';
import { runPayoutReference, type RecordDesk } from '../payout/payoutReference';
import { ItemStopped, unexpected } from '../service/failure';
import type { Connection } from './connection';
import { executionContexts, openRecord } from './writes';
import { planItems } from './planItems';
import type { ItemResult, RunResult } from './results';

/** Works on the record of payout references, one item after the other; nothing is changed at Mavapay. */
export async function runRecordItems(
	context: IExecuteFunctions,
	operation: RecordOperation,
	{ deployment, service }: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const { baseUrl } = deployment;
	const desk = { books: await openRecord(context, baseUrl), baseUrl, service, memory: executionContexts(context) };
	const results: ItemResult[] = [];
	for (const item of planItems(context, operation, scope)) {
		const result = 'plan' in item ? await act(item.index, item.plan, desk) : item;
		results.push(result);
		if (stopOnFailure && 'failure' in result) break;
	}
	return { results, hints: [] };
}

async function act(index: number, plan: RecordPlan, desk: RecordDesk): Promise<ItemResult> {
	try {
		return { index, outputs: [await runPayoutReference(plan, desk)] };
	} catch (error) {
		return { index, failure: error instanceof ItemStopped ? error.failure : unexpected(error) };
	}
}
