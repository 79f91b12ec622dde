import type { IExecuteFunctions } from 'n8n-workflow';

import { dayOf } from '../domain/dateTime';
import { redactText } from '../domain/redact';
import type { PayOperation, PrepareOperation, Scope, WriteOperation } from '../operation/operation';
import { readFields, type ItemParameters } from '../operation/parameters';
import { preparePayments } from '../payout/dryRun';
import { entryKeyOf, ExecutionMemory, type ExecutionContexts } from '../payout/memory';
import { withEarlierTry } from '../payout/messages';
import { PaymentDays } from '../payout/paymentDay';
import { RESULT_COLUMNS, resultRow } from '../payout/resultRow';
import {
	type ItemResult,
	type PayoutStore,
	type PlannedItem,
	type RefusedItem,
	type SendRun,
	type SendRunResult,
	type Unavailable,
} from '../payout/paymentRun';
import { PayoutRecord } from '../payout/record';
import { Halt, StoreFault } from '../payout/rows';
import { runPayments } from '../payout/run';
import { NEVER_SAVED, refusedHere } from '../payout/whereItRuns';
import { runWrites } from '../payout/writeOnce';
import { movesRealMoney, type Deployment } from '../service/deployments';
import { brokenWhileSending, refuse, type Failure } from '../service/failure';
import { flowMemory, inputItems, isToolNode, runFacts, writtenParameters } from './adapter';
import type { Connection } from './connection';
import { planItems } from './items';
import type { Planned, RunResult } from './items';
import { n8nRowStore } from './rowStore';

/** Runs payments, with both records of what was sent. */
export async function runPaymentItems(
	context: IExecuteFunctions,
	operation: PayOperation,
	connection: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const items = planItems(context, operation, scope);
	const store = await openStore(context, connection.deployment);
	return await sendItems(
		context,
		async () =>
			await runPayments({
				...sendRun(context, items, connection, stopOnFailure),
				workflowId: context.getWorkflow().id ?? '',
				store,
				asTool: scope.asTool,
				today: () => dayOf(connection.service.clock.now(), context.getTimezone()),
			}),
	);
}

/** Runs requests that create or change something. */
export async function runWriteItems(
	context: IExecuteFunctions,
	operation: WriteOperation,
	connection: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const items = planItems(context, operation, scope);
	return await sendItems(context, async () => await runWrites(sendRun(context, items, connection, stopOnFailure)));
}

function sendRun<P>(
	context: IExecuteFunctions,
	items: ReadonlyArray<Planned<P>>,
	{ deployment, service, secrets }: Connection,
	stopOnFailure: boolean,
): SendRun<P> {
	const keyOf = itemKeys(context, isTool(context));
	return {
		deployment,
		items: items.map((planned): PlannedItem<P> | RefusedItem => ({ ...planned, key: keyOf(planned.index) })),
		service,
		memory: executionContexts(context),
		stopOnFailure,
		redact: (text) => redactText(text, secrets),
	};
}

async function sendItems(context: IExecuteFunctions, send: () => Promise<SendRunResult>): Promise<RunResult> {
	try {
		const { results, stoppedBy, hints } = await send();
		return { results: stoppedBy === null ? results : [stoppedBy], hints };
	} catch (error) {
		return allOf(context, brokenWhileSending(error));
	}
}

/** Checks items that would pay, and sends none of them. */
export async function runPrepare(
	context: IExecuteFunctions,
	{ payments, ...operation }: PrepareOperation,
	connection: Connection,
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
	const { results, hints } = await preparePayments({
		...sendRun(context, planItems(context, plannable, scope), connection, false),
		workflowId: context.getWorkflow().id ?? '',
		store: await openStore(context, connection.deployment),
		asTool: false,
		today: () => scope.days.today,
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
export function failAll(context: IExecuteFunctions, failure: Failure): RunResult {
	try {
		const memory = new ExecutionMemory(executionContexts(context));
		const keyOf = itemKeys(context, isTool(context));
		const results = context.getInputData().map((_, index) => {
			const key = keyOf(index);
			const earlier = key === null ? null : memory.find(entryKeyOf(key, ''));
			return { index, failure: withEarlierTry(failure, earlier) };
		});
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
		flow: flowMemory(context),
	};
}

/** The record of this workflow; or why nothing may be paid, whatever is switched on or off. */
async function openStore(context: IExecuteFunctions, deployment: Deployment): Promise<PayoutStore | Unavailable> {
	const refused = refusedHere(runFacts(context), movesRealMoney(deployment));
	if (refused !== null) return { reason: refused, retryable: false };
	return await openRecord(context, deployment.baseUrl);
}

/** The record of this workflow, for whoever looks at it or changes it. */
export async function openRecord(context: IExecuteFunctions, baseUrl: string): Promise<PayoutStore | Unavailable> {
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
