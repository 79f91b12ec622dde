import type { IExecuteFunctions } from 'n8n-workflow';

import { redactText } from '../domain/redact';
import type { PrepareOperation, WriteOperation, Scope } from '../operation/operation';
import { readFields, type ItemParameters } from '../operation/parameters';
import { ExecutionMemory, type ExecutionContexts } from '../payout/executionMemory';
import { PaymentDays } from '../payout/paymentDay';
import { RESULT_COLUMNS, resultRow } from '../payout/resultRow';
import {
	hasBooks,
	type Books,
	type ItemResult,
	type NoBooks,
	type PlannedItem,
	type RefusedItem,
} from '../payout/writeRun';
import { PayoutRecord } from '../payout/record';
import { Halt, StoreFault } from '../payout/rows';
import { withMemory } from '../payout/preflight';
import { preparePayments } from '../payout/prepare';
import { runWriteItems } from '../payout/runner';
import { NEVER_SAVED, refusedHere } from '../payout/whereItRuns';
import { movesRealMoney, type Deployment } from '../service/deployments';
import { brokenWhileSending, refuse, type Failure } from '../service/failure';
import { flowMemory, inputItems, isToolNode, nodeMemory, runFacts, writtenParameters } from './adapter';
import type { Connection } from './connection';
import { planItems } from './items';
import type { RunResult } from './items';
import { n8nRowStore } from './rowStore';

/** Runs items that pay or create something, with both records of what was sent. */
export async function runWrites(
	context: IExecuteFunctions,
	operation: WriteOperation,
	{ deployment, service, secrets }: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const keyOf = itemKeys(context, scope.asTool);
	const items = planItems(context, operation, scope).map((planned): PlannedItem | RefusedItem => ({
		...planned,
		key: keyOf(planned.index),
	}));
	const memory = executionContexts(context);
	const books = operation.effect === 'pay' ? await openBooks(context, deployment) : NO_PAYMENT;
	try {
		const { results, stoppedBy, hints } = await runWriteItems({
			effect: operation.effect,
			deployment,
			workflowId: context.getWorkflow().id ?? '',
			items,
			service,
			memory,
			books,
			asTool: scope.asTool,
			stopOnFailure,
			redact: (text) => redactText(text, secrets),
		});
		return { results: stoppedBy === null ? results : [stoppedBy], hints };
	} catch (error) {
		return allOf(context, brokenWhileSending(error));
	}
}

/** Checks items that would pay, and sends none of them. */
export async function runPrepare(
	context: IExecuteFunctions,
	{ payments, ...operation }: PrepareOperation,
	{ deployment, service, secrets }: Connection,
	scope: Scope,
): Promise<RunResult> {
	const chosen = writtenParameters(context)[operation.fieldSets?.parameter ?? ''];
	const payment = typeof chosen === 'string' && Object.hasOwn(payments, chosen) ? payments[chosen] : undefined;
	if (payment === undefined)
		throw refuse(
			"'Payment' must be selected from its list",
			'It can be no expression: one kind of payment is prepared for all items.',
		);
	if (scope.asTool)
		throw refuse(
			'"Prepare" is for people only',
			"An AI agent's payments are approved with n8n's human review of tool calls.",
		);
	const withRow = new Set<number>();
	const plannable = {
		...operation,
		plan(parameters: ItemParameters, _scope: Scope, index: number) {
			const own = readFields(operation.fields, parameters);
			if (!own.ok) return own;
			if (own.value.includeInputFields !== false) withRow.add(index);
			return payment.plan(parameters, scope);
		},
	};
	const items = planItems(context, plannable, scope).map((planned): PlannedItem | RefusedItem => ({
		...planned,
		key: String(planned.index),
	}));
	const { results, hints } = await preparePayments({
		effect: 'pay',
		deployment,
		workflowId: context.getWorkflow().id ?? '',
		items,
		service,
		memory: executionContexts(context),
		books: await openBooks(context, deployment),
		asTool: false,
		stopOnFailure: false,
		redact: (text) => redactText(text, secrets),
	});
	return { results: withRows(context, results, withRow), hints };
}

/**
 * What was prepared, behind the members of its row. Who approves reads `prepared`, and what is paid hangs on
 * `approvalDigest`: whoever writes the rows must not be able to say what stands there, nor what became of them.
 */
function withRows(
	context: IExecuteFunctions,
	results: readonly ItemResult[],
	withRow: ReadonlySet<number>,
): ItemResult[] {
	const items = inputItems(context);
	const row = (index: number) => {
		const columns: readonly string[] = RESULT_COLUMNS;
		return Object.fromEntries(Object.entries(items[index]?.json ?? {}).filter(([name]) => !columns.includes(name)));
	};
	return results.map((result) =>
		'failure' in result || !withRow.has(result.index)
			? result
			: {
					...result,
					outputs: result.outputs.map((output) => resultRow(row(result.index), output, Object.keys(output))),
				},
	);
}

function allOf(context: IExecuteFunctions, failure: Failure): RunResult {
	return { results: context.getInputData().map((_, index) => ({ index, failure })), hints: [] };
}

/**
 * A run that ended before it looked at any item. What an earlier try of this execution paid, or may
 * have paid, is not called unpaid for that. Never throws.
 */
export function failAll(context: IExecuteFunctions, effect: WriteOperation['effect'], failure: Failure): RunResult {
	try {
		const memory = new ExecutionMemory(executionContexts(context));
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
	return isToolNode(context.getNode());
}

/** What n8n keeps of this execution. */
export function executionContexts(context: IExecuteFunctions): ExecutionContexts {
	return {
		executionId: context.getExecutionId() ?? '',
		nodeName: context.getNode().name,
		node: nodeMemory(context),
		flow: flowMemory(context),
	};
}

/** Requests that move no money have no record. */
const NO_PAYMENT: NoBooks = { reason: 'it is no payment', retryable: false };

/** The record of this workflow; or why nothing may be paid, whatever is switched on or off. */
async function openBooks(context: IExecuteFunctions, deployment: Deployment): Promise<Books | NoBooks> {
	const refused = refusedHere(runFacts(context), movesRealMoney(deployment));
	if (refused !== null) return { reason: refused, retryable: false };
	const books = await openRecord(context, deployment.baseUrl);
	if (hasBooks(books)) wake(books);
	return books;
}

/**
 * The first look that each connection of n8n takes at the record in an execution lasts some milliseconds
 * longer, because the database has changed meanwhile. These two, which nobody waits for, pass while the
 * first name is asked; whether the stop button is set is asked again beside every payment.
 */
function wake({ halt }: Books): void {
	for (const look of [halt.isSet(), halt.isSet()]) look.catch(() => undefined);
}

/** The record of this workflow, for whoever looks at it or changes it. */
export async function openRecord(context: IExecuteFunctions, baseUrl: string): Promise<Books | NoBooks> {
	try {
		const rows = await n8nRowStore(context);
		if (rows !== null)
			return {
				record: new PayoutRecord(baseUrl, rows, () => Date.now()),
				halt: new Halt(rows),
				days: new PaymentDays(baseUrl, rows),
			};
		return { reason: NEVER_SAVED, retryable: false };
	} catch (error) {
		if (!(error instanceof StoreFault))
			return { reason: "the record of payouts couldn't be opened. Please report it.", retryable: false };
		const reason = `the record of payout references in n8n's database couldn't be used (${error.reason}). Make sure that the database works, then run it again.`;
		return { reason, retryable: true };
	}
}

/**
 * What tells an item from every other of the execution and stays the same when it is tried again. The
 * run index of a tool rises with every try, so there the call's own id counts.
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
