import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { DAY_MS, dayOf } from '../domain/dateTime';
import { redactText } from '../domain/redact';
import type { Operation, ReadOperation, ReadPlan, RecordOperation, RecordPlan, Scope } from '../operation/operation';
import { isExpression } from '../operation/parameters';
import { numbersHint, responseHint } from '../operation/responseShape';
import { runPayoutReference } from '../payout/payoutReference';
import type { RecordContext } from '../payout/resolveReference';
import type { ItemResult } from '../payout/paymentRun';
import { ItemStopped, refuse, reworded, unexpected } from '../service/failure';
import type { ReadService } from '../service/service';
import { flowMemory, writtenParameters } from './adapter';
import { runBatchRead } from './batch';
import { connect, type Connection } from './connection';
import { nodeError } from './errors';
import { planItems, type Planned, type RunResult } from './items';
import { outputItems } from './outputItems';
import { executionContexts, failAll, isTool, openRecord, runPaymentItems, runPrepare, runWriteItems } from './writes';

/** Runs the operation the node's parameters name, for every input item. */
export async function executeOperations(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const continues = context.continueOnFail();
	const { operation, results, hints } = await runAll(context, operations, !continues);
	if (!continues) throwFirstFailure(context, results);
	addHints(context, hints);
	return [outputItems(context, operation, results)];
}

/** Never throws in a Continue mode: n8n would pass the unpaid input items on as successes. */
async function runAll(
	context: IExecuteFunctions,
	operations: readonly Operation[],
	stopOnFailure: boolean,
): Promise<RunResult & { readonly operation: Operation | null }> {
	let operation: Operation | null = null;
	try {
		operation = chosenOperation(context, operations);
		return { operation, ...(await runOperation(context, operation, stopOnFailure)) };
	} catch (error) {
		const failure = error instanceof ItemStopped ? error.failure : unexpected(error);
		if (operation?.effect === 'pay' || operation?.effect === 'write') {
			return { operation, ...failAll(context, failure) };
		}
		return { operation, results: context.getInputData().map((_, index) => ({ index, failure })), hints: [] };
	}
}

function chosenOperation(context: IExecuteFunctions, operations: readonly Operation[]): Operation {
	// n8n takes both as plain text, so this is only for an n8n that one day does not.
	const written = writtenParameters(context);
	if (isExpression(written.resource) || isExpression(written.operation)) {
		throw refuse(
			"'Resource' and 'Operation' can't be expressions",
			'Select them from the lists: one operation runs for all items.',
		);
	}
	const resource = context.getNodeParameter('resource', 0, '');
	const name = context.getNodeParameter('operation', 0, '');
	const operation = operations.find((candidate) => candidate.resource === resource && candidate.operation === name);
	if (operation === undefined) {
		throw refuse("This operation isn't available for the selected resource", 'Select both again.');
	}
	return operation;
}

async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const connection = await connect(context);
	const nowMs = connection.service.clock.now();
	const asTool = isTool(context);
	const timeZone = context.getTimezone();
	const now = dayOf(nowMs, timeZone);
	const today = asTool ? startDay(flowMemory(context), now) : now;
	const scope: Scope = {
		deployment: connection.deployment,
		nowMs,
		days: { today, yesterday: dayBeside(today, -1), tomorrow: dayBeside(today, 1) },
		asTool,
		timeZone,
		webhookSecret: textOrNull(connection.credential.webhookSigningSecret),
	};
	const run = await runItems(context, operation, connection, scope, stopOnFailure);
	return redactRun(withHints(operation, run, connection), [...connection.secrets, ...typedSecrets(context, operation)]);
}

/** The member of n8n's context of the execution with the day on which an agent's first call came. */
const DAY_KEY = 'mavapayDay';

/** The day that an agent's references are made of: a call that is repeated after midnight is the same payment. */
function startDay(flow: Record<string, unknown>, today: string): string {
	const kept = flow[DAY_KEY];
	if (typeof kept === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(kept)) return kept;
	flow[DAY_KEY] = today;
	return today;
}

/** What the items have in fields that the editor masks. */
function typedSecrets(context: IExecuteFunctions, { fields }: Operation): string[] {
	const masked = Object.keys(fields).filter((name) => fields[name]?.face.typeOptions?.password === true);
	const items = masked.length === 0 ? [] : context.getInputData();
	return items.flatMap((_, index) => masked.flatMap((name) => typedSecret(context, name, index)));
}

function typedSecret(context: IExecuteFunctions, name: string, index: number): string[] {
	try {
		const value: unknown = context.getNodeParameter(name, index, '');
		return typeof value === 'string' ? [value.trim()] : [];
	} catch {
		// An expression that fails gave the item no secret either.
		return [];
	}
}

async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
	connection: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	if (operation.effect === 'read') return await runReadItems(context, operation, connection, scope, stopOnFailure);
	if (operation.effect === 'batchRead') return await runBatchRead(context, operation, connection, scope);
	if (operation.effect === 'prepare') return await runPrepare(context, operation, connection, scope);
	if (operation.effect === 'record') return await runRecordItems(context, operation, connection, scope, stopOnFailure);
	if (operation.effect === 'pay') return await runPaymentItems(context, operation, connection, scope, stopOnFailure);
	return await runWriteItems(context, operation, connection, scope, stopOnFailure);
}

/** Says where answers differ from what this version knows or n8n can hold; the answers stay as they came. */
function withHints(operation: Operation, { results, hints }: RunResult, { numbersAsText }: Connection): RunResult {
	const outputs = results.flatMap((result) => ('outputs' in result ? result.outputs : []));
	const more = [
		operation.effect === 'pay' ? responseHint(operation, outputs) : null,
		numbersHint(numbersAsText, outputs),
	];
	return { results, hints: [...hints, ...more.filter((hint) => hint !== null)] };
}

/** A service may repeat the key in its own message. */
function redactRun({ results, hints }: RunResult, secrets: readonly string[]): RunResult {
	const hide = (text: string) => redactText(text, secrets);
	return {
		results: results.map((result) =>
			'failure' in result ? { ...result, failure: reworded(result.failure, hide) } : result,
		),
		hints: hints.map(hide),
	};
}

async function runReadItems(
	context: IExecuteFunctions,
	operation: ReadOperation,
	{ service }: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const items = planItems(context, operation, scope);
	const results = await runReads(items, service, stopOnFailure);
	return { results, hints: items.flatMap((item) => ('plan' in item ? item.plan.hints : [])) };
}

/** On Error: Stop. The first failed item ends the node, with its index. */
function throwFirstFailure(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	for (const result of results) {
		if ('failure' in result) throw nodeError(context.getNode(), result.failure, result.index);
	}
}

function addHints(context: IExecuteFunctions, hints: readonly string[]): void {
	const shown: NodeExecutionHint[] = [...new Set(hints)].map((message) => ({
		message,
		type: 'warning',
		location: 'outputPane',
	}));
	if (shown.length > 0) context.addExecutionHints(...shown);
}

/** By the calendar: where clocks change, a day has 23 or 25 hours, and 24 hours ago may be today or two days ago. */
function dayBeside(day: string, days: -1 | 1): string {
	return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/**
 * Runs reads, at most `itemsInParallel` of the first item at once. With `stopOnFailure` no further
 * item is started once one has failed; those under way end first.
 */
async function runReads(
	items: ReadonlyArray<Planned<ReadPlan>>,
	service: ReadService,
	stopOnFailure: boolean,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	const queue = items.values();
	let stopped = false;
	const worker = async () => {
		for (const item of queue) {
			if (stopped) return;
			const result = 'plan' in item ? await collect(item.index, item.plan, service) : item;
			results.push(result);
			if (stopOnFailure && 'failure' in result) stopped = true;
		}
	};
	const [first] = items.filter((item) => 'plan' in item);
	const parallel = first !== undefined && 'plan' in first ? first.plan.itemsInParallel : 1;
	await Promise.all(Array.from({ length: parallel }, worker));
	return results.sort((a, b) => a.index - b.index);
}

async function collect(index: number, plan: ReadPlan, service: ReadService): Promise<ItemResult> {
	try {
		return { index, outputs: await plan.collect(service) };
	} catch (error) {
		if (error instanceof ItemStopped) return { index, failure: error.failure };
		return { index, failure: unexpected(error) };
	}
}

/** Works on the record of payout references, one item after the other; nothing is changed at Mavapay. */
async function runRecordItems(
	context: IExecuteFunctions,
	operation: RecordOperation,
	{ deployment, service }: Connection,
	scope: Scope,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const { baseUrl } = deployment;
	const records = { store: await openRecord(context, baseUrl), baseUrl, service, memory: executionContexts(context) };
	const results: ItemResult[] = [];
	for (const item of planItems(context, operation, scope)) {
		const result = 'plan' in item ? await runRecordItem(item.index, item.plan, records) : item;
		results.push(result);
		if (stopOnFailure && 'failure' in result) break;
	}
	return { results, hints: [] };
}

async function runRecordItem(index: number, plan: RecordPlan, records: RecordContext): Promise<ItemResult> {
	try {
		return { index, outputs: [await runPayoutReference(plan, records)] };
	} catch (error) {
		return { index, failure: error instanceof ItemStopped ? error.failure : unexpected(error) };
	}
}
