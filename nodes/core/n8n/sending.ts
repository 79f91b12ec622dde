import type { IExecuteFunctions } from 'n8n-workflow';

import { dayOf } from '../domain/dateTime';
import { redactor } from '../domain/redact';
import type { PayOperation, PrepareOperation, WriteOperation } from '../operation/operation';
import type { PaymentPlan } from '../payout/plan';
import { preparePayments } from '../payout/prepare';
import { entryKeyOf, ExecutionMemory } from '../payout/memory';
import { recordFails } from '../payout/messages';
import { AccountBinding } from '../record/accountBinding';
import { PaidPayees } from '../record/paidPayees';
import {
	type Identifiable,
	plannedItem,
	type PaymentRun,
	type PayoutStore,
	type RunResult,
	type SendRun,
} from '../payout/runTypes';
import { PayoutRecord } from '../record/record';
import { Halt, PaymentDays, StruckPayments } from '../record/rows';
import type { RecordContext } from '../payout/reference/resolveReference';
import { runPayments } from '../payout/run';
import { unsentEnds } from '../payout/ends';
import { stoppedBy } from '../payout/stopped';
import { NEVER_SAVED, refusedHere } from './whereItRuns';
import { runWrites } from '../payout/writeOnce';
import { brokenWhileSending, errorText, type ItemStopped, refuse, type Failure } from '../service/failure';
import { flowMemory, isToolNode, runPlace } from './adapter';
import type { Connection } from './connection';
import { planItems, fileRowOf, type NodeRun, type Plannable, type Planned } from './items';
import { n8nRowStore } from './rowStore';

export async function runPaymentItems(run: NodeRun, operation: PayOperation): Promise<RunResult> {
	const payments = await paymentRun(run, operation);
	return await sendItems(run, async () => await runPayments(payments));
}

export async function runWriteItems(run: NodeRun, operation: WriteOperation): Promise<RunResult> {
	const items = await sendRun(run, operation);
	return await sendItems(run, async () => await runWrites(items));
}

/** Prepares a run that pays. Throws ItemStopped if this run may not pay, or if it has no record of payouts. */
async function paymentRun(run: NodeRun, operation: Plannable<PaymentPlan>): Promise<PaymentRun> {
	const { context, scope } = run;
	const items = await sendRun(run, operation);
	const refused = refusedHere(runPlace(context), items.money === 'real');
	if (refused !== null) throw noRecord(refused);
	const store = await openRecord(context, run.connection);
	return { ...items, store, asTool: scope.asTool, timeZone: scope.timeZone, report: reporter(run) };
}

/** Makes the function that writes to n8n's log what a person must know, with secrets masked. */
export function reporter({ context, connection }: NodeRun): PaymentRun['report'] {
	const redact = redactor(connection.secrets);
	return (line, facts) => {
		const shown = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, redact(fact)]));
		// On a terminal, n8n shows only the text.
		context.logger.error(`Mavapay: ${line} ${JSON.stringify(shown)}`, shown);
	};
}

async function sendRun<P extends Identifiable>(run: NodeRun, operation: Plannable<P>): Promise<SendRun<P>> {
	const { context, connection, scope, stopOnFailure } = run;
	const { deployment, service, secrets, keyRules } = connection;
	const keyOf = itemKeys(context, scope.asTool);
	const planned = await planItems(run, operation);
	const input = context.getInputData();
	const withFileRow = (item: Planned<P>): Planned<P> => {
		const fileRow = fileRowOf(input[item.index]?.json ?? {});
		return fileRow === null || 'failure' in item ? item : { ...item, plan: { ...item.plan, fileRow } };
	};
	return {
		money: deployment.money,
		workflowId: context.getWorkflow().id ?? '',
		keyRules,
		today: () => dayOf(service.clock.now(), context.getTimezone()),
		items: planned.map((item) => plannedItem(withFileRow(item), keyOf(item.index), deployment.money)),
		service,
		memory: executionMemory(context),
		stopOnFailure,
		redact: redactor(secrets),
	};
}

async function sendItems({ context, stopOnFailure }: NodeRun, send: () => Promise<RunResult>): Promise<RunResult> {
	try {
		const sent = await send();
		return stopOnFailure ? stopped(sent) : sent;
	} catch (error) {
		return allOf(context, brokenWhileSending(error));
	}
}

export async function runPrepare(run: NodeRun, operation: PrepareOperation): Promise<RunResult> {
	if (run.scope.asTool)
		throw refuse(
			'"Prepare" is for people only',
			"An AI agent's payments are approved with n8n's human review of tool calls.",
		);
	return await preparePayments(await paymentRun(run, operation));
}

/** The results of a run that stops on an error: its worst failure, whose message lists all items' outcomes. */
function stopped({ results, hints }: RunResult): RunResult {
	const worst = stoppedBy(results);
	return { results: worst === null ? results : [worst], hints };
}

function allOf(context: IExecuteFunctions, failure: Failure): RunResult {
	return { results: context.getInputData().map((_, index) => ({ index, failure })), hints: [] };
}

/** The results of a run that failed before its first item; with On Error: Stop, one failure for all. Never throws. */
export function failAll(context: IExecuteFunctions, failure: Failure, stopOnFailure: boolean): RunResult {
	try {
		const memory = executionMemory(context);
		const keyOf = itemKeys(context, isToolNode(context.getNode()));
		const items = context
			.getInputData()
			.map((_, index) => ({ index, entryKey: entryKeyOf(keyOf(index), ''), failure }));
		const results = unsentEnds(items, memory);
		const isFirstTry = results.every((result) => 'failure' in result && result.failure === failure);
		const all = { results, hints: [] };
		return stopOnFailure && !isFirstTry ? stopped(all) : all;
	} catch (error) {
		return allOf(context, brokenWhileSending(error));
	}
}

function executionMemory(context: IExecuteFunctions): ExecutionMemory {
	return new ExecutionMemory({
		executionId: context.getExecutionId() ?? '',
		nodeName: context.getNode().name,
		flow: flowMemory(context),
	});
}

/** The parts of a run that operations on the workflow's record of payouts need. */
export async function recordContext({ context, connection }: NodeRun): Promise<RecordContext> {
	const { service, deployment } = connection;
	const store = await openRecord(context, connection);
	const memory = () => executionMemory(context);
	return { service, money: deployment.money, store, memory, timeZone: context.getTimezone() };
}

/** Opens the workflow's record of payouts. Throws ItemStopped if the record can't be used. */
async function openRecord(
	context: IExecuteFunctions,
	{ deployment: { money }, account, keyRules }: Connection,
): Promise<PayoutStore> {
	const rows = await n8nRowStore(context).catch((error: unknown) => {
		throw noRecord(recordFails(errorText(error)), true);
	});
	if (rows === null) throw noRecord(NEVER_SAVED);
	const binding = new AccountBinding(money, rows, account);
	return {
		record: new PayoutRecord(money, rows, () => Date.now(), binding, keyRules.budgets),
		halt: new Halt(rows),
		days: new PaymentDays(money, rows),
		payees: new PaidPayees(money, rows),
		struck: new StruckPayments(money, rows),
	};
}

/**
 * @param reason a clause, and a sentence of advice
 * @param retryable whether trying again may help
 */
function noRecord(reason: string, retryable = false): ItemStopped {
	const why = `Nothing was sent or changed in this run: ${reason}`;
	return refuse('Record of payouts unavailable', why, { cause: 'recordUnavailable', retryable });
}

/** A key for each item, the same in later attempts. A tool's run index changes, so the key is the ID of its call. */
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
