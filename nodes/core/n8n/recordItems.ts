import type { IExecuteFunctions } from 'n8n-workflow';

import type { RecordOperation, RecordPlan, Scope } from '../operation/operation';
import type { PayoutRecord } from '../payout/payoutRecord';
import { runPayoutReference } from '../payout/payoutReference';
import { ItemStopped, unexpected } from '../service/failure';
import type { Connection } from './connection';
import { openRecord } from './moneyItems';
import { planItems } from './planItems';
import type { ItemResult, RunResult } from './results';

/** Works on the record of payout references, one item after the other; nothing is sent to the service. */
export async function runRecordItems(
	context: IExecuteFunctions,
	operation: RecordOperation,
	{ deployment }: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const record = openRecord(context, deployment.baseUrl);
	const results: ItemResult[] = [];
	for (const item of planItems(context, operation, scope)) {
		const result = 'plan' in item ? await act(item.index, item.plan, record) : item;
		results.push(result);
		if (stopOnFailure && 'failure' in result) break;
	}
	return { results, hints: [] };
}

async function act(index: number, plan: RecordPlan, record: PayoutRecord | null): Promise<ItemResult> {
	try {
		return { index, outputs: [await runPayoutReference(plan, record)] };
	} catch (error) {
		return { index, failure: error instanceof ItemStopped ? error.failure : unexpected(error) };
	}
}
