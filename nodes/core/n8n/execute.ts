import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { dayOf } from '../domain/dateTime';
import { textOf, type JsonObject } from '../domain/json';
import { redactObject, redactor } from '../domain/redact';
import type { CustomOperation, Operation, Scope } from '../operation/operation';
import { isExpression } from '../operation/field';
import { outputItems } from './outputItems';
import type { ItemResult, RunResult } from '../payout/runTypes';
import { outcomeHint } from '../payout/stopped';
import { runPayoutReference } from '../payout/reference/payoutReference';
import { assertMaySettle, assertUsualEngine } from './whereItRuns';
import { failureOfThrown, ItemStopped, refuse, reworded } from '../service/failure';
import { flowMemory, inputItems, isToolNode, parameterOf, runPlace, writtenParameters } from './adapter';
import { customContext, runTogether } from './custom';
import { connectAll, withoutCredential, type Connection } from './connection';
import { nodeError } from './errors';
import { planItems, type NodeRun, type Plannable } from './items';
import { ONLY_OWN } from '../service/deployments';
import { failAll, recordContext, reporter, runPaymentItems, runPrepare, runWriteItems } from './sending';

export async function executeOperations(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const stopOnFailure = !context.continueOnFail();
	const { operation, results, hints } = await runAll(context, operations, stopOnFailure);
	const [failed] = stopOnFailure ? results.filter((result) => 'failure' in result) : [];
	if (failed !== undefined) throw nodeError(context.getNode(), failed.failure, failed.index);
	const outcome = operation?.effect === 'pay' ? outcomeHint(results) : null;
	const others = [...new Set(hints)].map((message) => ({ message, type: 'warning' }) as const);
	const shown = [...(outcome === null ? [] : [outcome]), ...others];
	if (shown.length > 0)
		context.addExecutionHints(...shown.map((hint) => ({ ...hint, location: 'outputPane' as const })));
	return [outputItems(context, operation, results)];
}

/** Runs the operation. It never throws: in a Continue mode, n8n would then output unpaid input items as successes. */
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
		return { operation, ...failAll(context, failureOfThrown(error), stopOnFailure) };
	}
}

/** The choice 'Custom API Call', which n8n adds to 'Resource' and 'Operation' for its HTTP Request node. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

function chosenOperation(context: IExecuteFunctions, operations: readonly Operation[]): Operation {
	// Today n8n takes an expression in 'Resource' or 'Operation' as plain text. This check works even if n8n evaluates
	// expressions there one day.
	const written = writtenParameters(context);
	if (isExpression(written.resource) || isExpression(written.operation))
		throw refuse(
			"'Resource' and 'Operation' can't be expressions",
			'Select them from the lists: one operation runs for all items.',
		);
	const resource = context.getNodeParameter('resource', 0, '');
	const name = context.getNodeParameter('operation', 0, '');
	const operation = operations.find((candidate) => candidate.resource === resource && candidate.operation === name);
	if (resource === CUSTOM_API_CALL || name === CUSTOM_API_CALL)
		throw refuse("'Custom API Call' isn't possible with the Mavapay credential", ONLY_OWN);
	if (name === '' && operations.some((candidate) => candidate.resource === resource))
		throw refuse("'Operation' is empty", 'Select one. Nothing was sent.');
	if (operation === undefined)
		throw refuse("This operation isn't available for the selected resource", 'Select both again.');
	// With Execute Once, n8n passes only the first item.
	if (context.getNode().executeOnce === true && (/^(pay|prepare)$/.test(operation.effect) || resource === 'payout'))
		throw refuse(
			"'Execute Once' leaves out all items but the first",
			"Nothing was sent. Turn off 'Execute Once' in this node's settings, then run it again.",
		);
	return operation;
}

async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	stopOnFailure: boolean,
): Promise<RunResult> {
	const connection =
		operation.effect === 'custom' && operation.offline ? withoutCredential(context) : await connectAll(context);
	const scope = scopeOf(context, connection);
	const { results, hints } = await runItems({ context, connection, scope, stopOnFailure }, operation);
	// Mavapay may repeat the key in its own message.
	const secrets = [...connection.secrets, ...typedSecrets(context, operation)];
	const hide = redactor(secrets);
	return {
		results: results.map((result) => {
			if ('failure' in result) return { ...result, failure: reworded(result.failure, hide) };
			if (secrets.length === 0 || isRevealed(context, operation, result.index)) return result;
			return { ...result, outputs: result.outputs.map((output) => redactObject(output, hide)) };
		}),
		hints: [...hints, ...zoneHints(scope, operation, results)].map(hide),
	};
}

/** n8n's default time zone. */
const UNSET_ZONE = 'America/New_York';
const UNSET_ZONE_HINT =
	"Days and times here are New York's, because no time zone is set. Set 'Timezone' in the workflow's settings, such as Africa/Lagos.";

/** A hint if no time zone is set and the output depends on days or shows times. */
function zoneHints(
	{ timeZone }: Scope,
	{ effect, operation, fields }: Operation,
	results: readonly ItemResult[],
): string[] {
	const hasTimes = /^(pay|prepare|custom)$/.test(effect) || 'period' in fields || operation === 'getReceipt';
	return timeZone === UNSET_ZONE && hasTimes && results.some(isAfrican) ? [UNSET_ZONE_HINT] : [];
}

const isAfrican = (result: ItemResult) =>
	'outputs' in result && result.outputs.some((output) => /"currency":"(NGN|KES|GHS|ZAR)/.test(JSON.stringify(output)));

function isRevealed(context: IExecuteFunctions, { fields }: Operation, index: number): boolean {
	const asked = fields.options?.members?.revealSecrets?.read(parameterOf(context, index, 'options.revealSecrets'));
	return asked?.ok === true && asked.value === true;
}

async function runItems(run: NodeRun, operation: Operation): Promise<RunResult> {
	const marks = ['pay', 'prepare', 'write'].includes(operation.effect) || operation.toolEffect === 'mark';
	if (marks) assertUsualEngine(run.context.getExecutionId() ?? '');
	const { service } = run.connection;
	switch (operation.effect) {
		case 'read':
			return await runEach(run, operation, async (plan) => await plan.collect(service), {
				atOnce: ({ itemsInParallel = Infinity }) => Math.min(itemsInParallel, service.readsAtOnce()),
				hintsOf: ({ hints }) => hints,
			});
		case 'record': {
			const work = await recordContext(run);
			const place = runPlace(run.context);
			return await runEach(run, operation, async (plan) => {
				assertMaySettle(plan, place);
				const output = await runPayoutReference(plan, work).catch(withoutOutcome);
				if (plan.do === 'halt') reporter(run)('payouts halted', { reason: plan.reason ?? '' });
				return [output];
			});
		}
		case 'custom':
			return await runCustom(run, operation);
		case 'prepare':
			return await runPrepare(run, operation);
		case 'pay':
			return await runPaymentItems(run, operation);
		case 'write':
			return await runWriteItems(run, operation);
	}
}

/** Throws a refusal without its outcome: "rejected" would read as if the payment to be settled had been rejected. */
function withoutOutcome(error: unknown): never {
	if (!(error instanceof ItemStopped) || error.failure.outcome !== 'rejected') throw error;
	throw new ItemStopped({ ...error.failure, outcome: null });
}

async function runCustom(run: NodeRun, operation: CustomOperation): Promise<RunResult> {
	const items = inputItems(run.context);
	const all = operation.begin();
	const planned = await planItems(run, {
		...operation,
		plan: (parameters, scope, index) => all.plan(items[index] ?? { index, json: {} }, parameters, scope),
	});
	const hints: string[] = [];
	const context = customContext(run, hints);
	return { results: await runTogether(run, planned, async () => await all.collect(context, run.scope)), hints };
}

/** Runs up to `atOnce` items at once. With On Error: Stop, no item starts after a failure; running items finish. */
async function runEach<P>(
	run: NodeRun,
	operation: Plannable<P>,
	act: (plan: P) => Promise<JsonObject[]>,
	{ atOnce, hintsOf }: { atOnce: (plan: P) => number; hintsOf: (plan: P) => readonly string[] } = ONE_BY_ONE,
): Promise<RunResult> {
	const items = await planItems(run, operation);
	const results: ItemResult[] = [];
	let [stopped, underWay] = [false, 0];
	let oneEnded = () => undefined;
	const take = async (item: (typeof items)[number]) => {
		underWay++;
		const result = 'plan' in item ? await itemResult(item.index, act(item.plan)) : item;
		results.push(result);
		if (run.stopOnFailure && 'failure' in result) stopped = true;
		underWay--;
		oneEnded();
	};
	const until = async (most: () => number) => {
		while (underWay > most()) await new Promise<void>((resolve) => (oneEnded = () => void resolve()));
	};
	for (const item of items) {
		if (stopped) break;
		void take(item);
		if ('plan' in item) await until(() => atOnce(item.plan) - 1);
	}
	await until(() => 0);
	const hints = items.flatMap((item) => ('plan' in item ? hintsOf(item.plan) : []));
	return { results: results.sort((a, b) => a.index - b.index), hints };
}

const ONE_BY_ONE = { atOnce: () => 1, hintsOf: () => [] };

async function itemResult(index: number, outputs: Promise<JsonObject[]>): Promise<ItemResult> {
	try {
		return { index, outputs: await outputs };
	} catch (error) {
		return { index, failure: failureOfThrown(error) };
	}
}

function scopeOf(context: IExecuteFunctions, { service, deployment, credential }: Connection): Scope {
	const nowMs = service.clock.now();
	const asTool = isToolNode(context.getNode());
	const timeZone = context.getTimezone();
	const now = dayOf(nowMs, timeZone);
	const today = asTool ? startDay(flowMemory(context), now) : now;
	const webhookSecret = textOf(credential.webhookSigningSecret)?.trim() ?? null;
	return { deployment, nowMs, today, asTool, timeZone, webhookSecret };
}

/** The member of n8n's execution context with the day of an agent's first call. */
const DAY_KEY = 'mavapayDay';

/** The day in an agent's references: the day of its first call, so that a repeat after midnight is the same payment. */
function startDay(flow: Record<string, unknown>, today: string): string {
	const kept = flow[DAY_KEY];
	if (typeof kept === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(kept)) return kept;
	flow[DAY_KEY] = today;
	return today;
}

function typedSecrets(context: IExecuteFunctions, { fields }: Operation): string[] {
	const masked = Object.keys(fields).filter((name) => fields[name]?.face.typeOptions?.password === true);
	const items = masked.length === 0 ? [] : context.getInputData();
	const typed = items.flatMap((_, index) => masked.map((name) => parameterOf(context, index, name)));
	return typed.filter((value) => typeof value === 'string').map((value) => value.trim());
}
