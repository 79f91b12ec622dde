import type { Json, JsonObject } from '../../nodes/core/domain/json';
import type { Problem, ReadResult } from '../../nodes/core/operation/field';
import type { Operation, ReadPlan, Scope, WriteOperation } from '../../nodes/core/operation/operation';
import type { LookUpService, PaymentPlan, WritePlan } from '../../nodes/core/payout/plan';
import type { DeploymentKind } from '../../nodes/core/payees/chainAddress';
import type { Case } from '../cases/case';
import { responseOf } from '../../scripts/generate/responses';
import { reconciliationSummary } from '../../scripts/generate/responses/own';
import { ItemStopped } from '../../nodes/core/service/failure';
import { differencesOf } from '../../nodes/core/service/schema';
import { dataObjects, checkedRead, type ServiceResponse, type ServiceRequest } from '../../nodes/core/service/service';

export const NOW_MS = Date.parse('2026-03-01T12:00:00Z');

const MONEY = { live: 'real', staging: 'staging', custom: 'sandbox' } as const;

export function scopeOf(kind: DeploymentKind = 'staging', webhookSecret: string | null = null): Scope {
	return {
		deployment: { kind, baseUrl: 'http://127.0.0.1/api/v1', money: MONEY[kind] },
		nowMs: NOW_MS,
		asTool: false,
		today: '2026-03-01',
		timeZone: 'UTC',
		webhookSecret,
	};
}

export function stopped(httpCode: string | null, retryable = false): ItemStopped {
	return new ItemStopped({
		summary: "It didn't go through",
		description: '',
		cause: 'rejected',
		httpCode,
		outcome: null,
		reference: null,
		retryable,
		source: 'service',
	});
}

/** The differences between output items and the operation's documented response. */
export function differencesIn(items: readonly unknown[], operation: Operation): string[] {
	return items.flatMap((item) => differencesOf(item, isSummary(item) ? reconciliationSummary : responseOf(operation)));
}

/** The last item of 'Transaction: Reconcile' has its own shape. */
const isSummary = (item: unknown) =>
	typeof item === 'object' && item !== null && 'reconciliation' in item && item.reconciliation === 'summary';

type Reply = ServiceResponse | ItemStopped;

/** The webhook signing secret of a test case's credential. */
export const secretOf = ({ credential }: Case): string | null =>
	typeof credential?.webhookSigningSecret === 'string' ? credential.webhookSigningSecret : null;

/** A service that gives its replies in order and repeats the last one. Its clock moves only when it sleeps. */
export class FakeService implements LookUpService {
	readonly requests: ServiceRequest[] = [];
	readonly slept: number[] = [];
	readonly needsAmount = false;
	readonly atLeast = null;
	readonly validateOnly = false;
	readonly reference = 'REF-1';
	isCancelled = false;
	private time = NOW_MS;

	constructor(private readonly replies: readonly Reply[]) {}

	readonly clock = {
		now: () => this.time,
		sleep: async (milliseconds: number) => {
			this.slept.push(milliseconds);
			this.time += milliseconds;
			return await Promise.resolve();
		},
		random: () => 0,
		cancelled: () => this.isCancelled,
	};

	readonly read = checkedRead(async (request) => await this.ask(request));

	readonly readOnce = this.read;

	keptResponse(): null {
		return null;
	}

	async readKept(request: ServiceRequest): Promise<ServiceResponse> {
		return await this.ask(request);
	}

	private async ask(request: ServiceRequest): Promise<ServiceResponse> {
		const reply = this.replies[Math.min(this.requests.length, this.replies.length - 1)];
		this.requests.push(withoutUndefined(request));
		if (reply === undefined) throw new Error('The test gives no response for this request.');
		if (reply instanceof ItemStopped) throw reply;
		return await Promise.resolve(reply);
	}

	async write(): Promise<ServiceResponse> {
		return await Promise.reject(new Error('None of these operations binds on the way.'));
	}
}

/** Drops undefined query members, because they aren't sent. */
function withoutUndefined(request: ServiceRequest): ServiceRequest {
	if (request.query === undefined) return request;
	const query = Object.fromEntries(Object.entries(request.query).filter(([, value]) => value !== undefined));
	return { ...request, query };
}

export type Parameters = Readonly<Record<string, unknown>>;

/** Parameters as n8n passes them if none is an expression. */
export function asItem(values: Parameters) {
	return { resolved: { '@tool': false, ...values }, written: values, lackOf: () => null };
}

/** Parameters as n8n passes them: those that are missing get their fields' defaults. */
function filledIn({ fields }: Operation, values: Parameters) {
	const presets = Object.fromEntries(Object.entries(fields).map(([name, { face }]) => [name, face.default]));
	return asItem({ ...presets, ...values });
}

/** The plan that an operation of any kind makes from one item's parameters, or its problems. */
function planned(operation: Operation, values: Parameters, scope = scopeOf()): ReadResult<unknown> {
	const parameters = filledIn(operation, values);
	if (operation.effect === 'custom') return operation.begin().plan({ index: 0, json: {} }, parameters, scope);
	return operation.plan(parameters, scope);
}

export function problemsOf(operation: Operation, values: Parameters, scope = scopeOf()): Problem[] {
	const plan = planned(operation, values, scope);
	return plan.ok ? [] : plan.problems;
}

function valueIn<T>(plan: ReadResult<T>): T {
	if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
	return plan.value;
}

export function readPlan(operation: Operation, values: Parameters, scope = scopeOf()): ReadPlan {
	if (operation.effect !== 'read') throw new Error(`${operation.resource}:${operation.operation} does not read.`);
	return valueIn(operation.plan(filledIn(operation, values), scope));
}

export function writePlan(
	operation: Operation,
	values: Parameters,
	scope = scopeOf(),
): Pick<WritePlan | PaymentPlan, 'hints' | 'lookUp' | 'settings'> {
	if (operation.effect !== 'write' && operation.effect !== 'pay')
		throw new Error(`${operation.resource}:${operation.operation} does not write.`);
	return valueIn<WritePlan | PaymentPlan>(operation.plan(filledIn(operation, values), scope));
}

/** The identity of a write. Two requests with the same identity count as one. */
export function identityIn(operation: WriteOperation, values: Parameters, scope = scopeOf()): Json {
	return valueIn(operation.plan(filledIn(operation, values), scope)).identity;
}

export interface Run {
	readonly requests: readonly ServiceRequest[];
	readonly items: readonly JsonObject[];
}

/** Runs an operation with these replies. If it writes or pays, the last reply answers the request that does so. */
export async function run(
	operation: Operation,
	values: Parameters,
	replies: readonly Reply[],
	scope = scopeOf(),
): Promise<Run> {
	if (operation.effect === 'read') {
		const service = new FakeService(replies);
		return { items: await readPlan(operation, values, scope).collect(service), requests: service.requests };
	}
	if (operation.effect === 'custom') return await runBatch(operation, [values], replies, scope);
	const last = replies.at(-1);
	if (last === undefined || last instanceof ItemStopped)
		throw new Error('The last reply answers the request that writes or pays.');
	const service = new FakeService(replies.slice(0, -1));
	const prepared = await writePlan(operation, values, scope).lookUp(service);
	return {
		requests: [...service.requests, withoutUndefined(prepared.request)],
		items: prepared.output?.(last) ?? dataObjects(last.data),
	};
}

/** Runs an operation that handles all items together. Each item has its own parameters. */
export async function runBatch(
	operation: Operation,
	items: readonly Parameters[],
	replies: readonly Reply[],
	scope = scopeOf(),
): Promise<Run & { readonly hints: readonly string[] }> {
	if (operation.effect !== 'custom')
		throw new Error(`${operation.resource}:${operation.operation} is none of its own way.`);
	const batch = operation.begin();
	for (const [index, values] of items.entries()) {
		valueIn(batch.plan({ index, json: {} }, filledIn(operation, values), scope));
	}
	const service = new FakeService(replies);
	const hints: string[] = [];
	const keys = new Set<string>();
	const firstTime = async (key: string) => await Promise.resolve(!keys.has(key) && keys.add(key).has(key));
	const seen = async (key: string) => await Promise.resolve(keys.has(key));
	const outputs = await batch.collect(
		{
			...{ service, firstTime, seen, manual: false, lastRan: () => null, hint: (text) => void hints.push(text) },
			...{ stopOnFailure: true, file: async () => await Promise.reject(new Error('There is no file.')) },
		},
		scope,
	);
	return {
		items: outputs.flatMap((output) => ('failure' in output ? [] : [output.json])),
		requests: service.requests,
		hints,
	};
}
