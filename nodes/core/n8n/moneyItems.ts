import type { IExecuteFunctions } from 'n8n-workflow';

import type { MoneyOperation, Scope } from '../operation/operation';
import { ExecutionMemory } from '../payout/executionMemory';
import type { PlannedItem, RefusedItem } from '../payout/moneyRun';
import { PayoutRecord } from '../payout/payoutRecord';
import { withMemory } from '../payout/preChecks';
import { runMoney } from '../payout/runner';
import { nodeMemory } from './adapter';
import { brokenWhileSending, type Failure } from '../service/failure';
import type { Connection } from './connection';
import { planItems } from './planItems';
import { recordClock } from './recordClock';
import { n8nRecordStore } from './recordStore';
import type { RunResult } from './results';

/** Runs items that pay or bind, one after the other, with both records of what was sent. */
export async function runMoneyItems(
	context: IExecuteFunctions,
	operation: MoneyOperation,
	{ deployment, service }: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const keyOf = itemKeys(context, scope.asTool);
	const items = planItems(context, operation, scope).map((planned): PlannedItem | RefusedItem => ({
		...planned,
		key: keyOf(planned.index),
	}));
	const record = openRecord(context, deployment.baseUrl);
	const memory = nodeMemory(context);
	try {
		const { results, stoppedBy, hints } = await runMoney({
			effect: operation.effect,
			deployment,
			items,
			service,
			memory,
			record,
			stopOnFailure,
		});
		return { results: stoppedBy === null ? results : [stoppedBy], hints };
	} catch (error) {
		return allOf(context, brokenWhileSending(error));
	}
}

function allOf(context: IExecuteFunctions, failure: Failure): RunResult {
	return { results: context.getInputData().map((_, index) => ({ index, failure })), hints: [] };
}

/**
 * A run that ended before it looked at any item. What an earlier try of this execution paid, or may
 * have paid, is not called unpaid for that; contract 5.3. Never throws.
 */
export function failAll(context: IExecuteFunctions, effect: MoneyOperation['effect'], failure: Failure): RunResult {
	try {
		const memory = new ExecutionMemory(nodeMemory(context));
		const keyOf = itemKeys(context, isTool(context));
		const results = context.getInputData().map((_, index) => ({
			index,
			failure: withMemory({ key: keyOf(index), failure }, { effect }, memory),
		}));
		return { results, hints: [] };
	} catch (error) {
		return allOf(context, brokenWhileSending(error));
	}
}

/** Whether an AI agent runs the node as its tool. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** The record of this workflow; null for one that was never saved. */
export function openRecord(context: IExecuteFunctions, baseUrl: string): PayoutRecord | null {
	const { id } = context.getWorkflow();
	const store = n8nRecordStore(context);
	if (store === null || id === undefined || id === '') return null;
	return new PayoutRecord(baseUrl, {
		...recordClock,
		store,
		storeKey: id,
	});
}

/**
 * What tells an item from every other of the execution and stays the same when it is tried again
 * (contract 5.3). The run index of a tool rises with every try, so there the call's own id counts.
 */
function itemKeys(context: IExecuteFunctions, asTool: boolean): (index: number) => string | null {
	if (!asTool) {
		const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
		return (index) => `${String(runIndex)}:${index}`;
	}
	const items = context.getInputData();
	return (index) => {
		const id: unknown = items[index]?.json.toolCallId;
		return typeof id === 'string' && id !== '' ? `tool:${id}` : null;
	};
}
