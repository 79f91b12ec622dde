import { createHash } from 'node:crypto';
import type { Json } from '../../../nodes/core/domain/json';
import type { Classified } from '../../../nodes/core/domain/http/outcome';
import type { LookUpKey, PaymentPlan, RecordPlan, WritePlan } from '../../../nodes/core/operation/operation';
import { writeClaim } from '../../../nodes/core/record/claimText';
import { runPayoutReference } from '../../../nodes/core/payout/payoutReference';
import { PaidPayees } from '../../../nodes/core/record/payees';
import { PaymentDays } from '../../../nodes/core/record/paymentDay';
import { plannedItem, type PaymentRun, type SendRun, type SendRunResult } from '../../../nodes/core/payout/paymentRun';
import { PayoutRecord } from '../../../nodes/core/record/record';
import { Halt, StoreFault, type Inserted, type RowStore } from '../../../nodes/core/record/rows';
import { runPayments } from '../../../nodes/core/payout/run';
import type { OpenClaim } from '../../../nodes/core/record/settlement';
import { runWrites } from '../../../nodes/core/payout/writeOnce';
import { wholeText, type Failure } from '../../../nodes/core/service/failure';
import {
	checkedRead,
	type ServiceResponse,
	type SendResult,
	type Service,
	type ServiceRequest,
} from '../../../nodes/core/service/service';

export const BASE_URL = 'https://staging.example/api/v1';
export const WORKFLOW_ID = 'workflow 1';
/** Where approvals of a fixture hold. */
export const PLACE = { workflowId: WORKFLOW_ID, baseUrl: BASE_URL };
export const DEPLOYMENT = { kind: 'staging' as const, baseUrl: BASE_URL };

/** A key of the account, which a service may repeat in its messages. */
export const SECRET = 's3cr3t-key';

/** The row that claims a reference, or one of its others: `:paid`, `:released`, `:id:<digest>`, `:by:<digest>`. */
export function rowOf(reference: string, generation = 0, other = ''): string {
	return `mavapay:1:${digest(['reference', BASE_URL, reference])}:${generation}${other}`;
}

/** The row that says what the payment of a reference can be found by. */
export function lookUpRow(reference: string, { kind, value }: LookUpKey, generation = 0): string {
	return rowOf(reference, generation, `:by:${digest([kind, value])}`);
}

export function transactionRow(id: string): string {
	return `mavapay:1:${digest(['transaction', BASE_URL, id])}`;
}

/** The row of one of the payments that AI tools may make on a day. */
export function dayRow(day: string, number: number): string {
	return `mavapay:1:${digest(['day', BASE_URL, day, String(number)])}`;
}

export const HALT_ROW = 'mavapay:1:halt';

function digest(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

type Method = 'insert' | 'has' | 'remove';

/** Rows that response at once; a test may let a call fail before or after it takes effect. */
export class MemoryRows implements RowStore {
	readonly keys = new Set<string>();
	readonly calls: Array<readonly [Method, string]> = [];
	before: (method: Method, key: string) => Promise<void> | void = () => undefined;
	after: (method: Method, key: string) => Promise<void> | void = () => undefined;

	constructor(...keys: string[]) {
		this.put(...keys);
	}

	put(...keys: string[]): void {
		for (const key of keys) this.keys.add(key);
	}

	async insert(key: string): Promise<Inserted> {
		return await this.call('insert', key, () => {
			if (this.keys.has(key)) return 'exists' as const;
			this.keys.add(key);
			return 'inserted' as const;
		});
	}

	async has(key: string): Promise<boolean> {
		return await this.call('has', key, () => this.keys.has(key));
	}

	async remove(key: string): Promise<void> {
		await this.call('remove', key, () => this.keys.delete(key));
	}

	/** From now on every call whose key ends so fails; 'after' it took effect, or before. */
	fail(method: Method, ending: string | RegExp, when: 'before' | 'after' = 'before'): void {
		const matches = (key: string) => (typeof ending === 'string' ? key.endsWith(ending) : ending.test(key));
		const earlier = this[when];
		this[when] = (called, key) => {
			if (called === method && matches(key)) throw new StoreFault('the database is gone');
			return earlier(called, key);
		};
	}

	heal(): void {
		this.before = () => undefined;
		this.after = () => undefined;
	}

	private async call<T>(method: Method, key: string, act: () => T): Promise<T> {
		this.calls.push([method, key]);
		await this.before(method, key);
		const response = act();
		await this.after(method, key);
		return response;
	}
}

/** Time that passes only by waiting. */
export class StillTime {
	now = 1_000_000;
	waits: number[] = [];

	async wait(milliseconds: number): Promise<void> {
		this.waits.push(milliseconds);
		this.now += milliseconds;
	}
}

type Said = Pick<Classified, 'outcome' | 'cause'> &
	Partial<SendResult> & { message?: string; retryable?: boolean; answered?: boolean };

export function ending({
	outcome,
	cause,
	message = 'as simulated',
	retryable = false,
	answered = outcome === 'accepted' || outcome === 'failed',
	...rest
}: Said): SendResult {
	return { classified: { outcome, cause, message, retryable, answered }, httpCode: null, response: null, ...rest };
}

export function answerWith(data: Json): ServiceResponse {
	return { data, message: null, body: { status: 'ok', data } };
}

export const accepted = (id = 'tx-1') =>
	ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200', response: answerWith({ id, status: 'PENDING' }) });
/** An response that refuses. */
export const rejected = ending({
	outcome: 'rejected',
	cause: 'insufficientFunds',
	httpCode: '400',
	message: 'Insufficient balance',
});
/** Nobody was there to response. */
export const unreachable = ending({
	outcome: 'rejected',
	cause: 'connectionRefused',
	message: 'connect ECONNREFUSED 10.0.0.1',
	retryable: true,
});
export const tooMany = (retryAfter?: string) =>
	ending({
		outcome: 'rejected',
		cause: 'rateLimited',
		httpCode: '429',
		message: 'Too many requests',
		...(retryAfter === undefined ? {} : { retryAfter }),
	});
export const lost = ending({ outcome: 'unknown', cause: 'timeout', message: 'connect ETIMEDOUT 10.0.0.1' });
export const failed = (id = 'tx-9') =>
	ending({
		outcome: 'failed',
		cause: 'transactionFailed',
		httpCode: '200',
		response: answerWith({ id, status: 'FAILED' }),
	});

type MaybeLater<T> = T | (() => T | Promise<T>);

/** One execution: the service, n8n's contexts, and the record, over several runs of the node. */
export class Fixture {
	readonly rows: MemoryRows;
	readonly time = new StillTime();
	readonly sent: ServiceRequest[] = [];
	readonly read: ServiceRequest[] = [];
	executionId = 'execution 1';
	/** n8n's context of the whole execution. */
	flow: Record<string, unknown> = {};
	/** The day of the workflow's time zone. */
	day = '2026-11-22';
	cancelled = false;
	/** What each request that pays ends with; the last one holds for all further ones. */
	endings: Array<MaybeLater<SendResult>> = [accepted()];
	/** What a transaction is answered with when it is looked up. */
	response: ServiceResponse = answerWith({});

	constructor(...keys: string[]) {
		this.rows = new MemoryRows(...keys);
	}

	readonly service: Service = {
		read: checkedRead(async (request) => {
			this.read.push(request);
			return this.response;
		}),
		readOnce: checkedRead(async (request) => await this.service.read(request)),
		readKept: async (request) => await this.service.read(request),
		readsAtOnce: () => 1,
		send: async (request) => {
			this.sent.push(request);
			const next = this.endings.length > 1 ? this.endings.shift() : this.endings[0];
			if (next === undefined) throw new Error('no ending is set');
			return typeof next === 'function' ? await next() : next;
		},
		clock: {
			now: () => this.time.now,
			sleep: async (milliseconds) => await this.time.wait(milliseconds),
			random: () => 0.5,
			cancelled: () => this.cancelled,
		},
	};

	get record(): PayoutRecord {
		return new PayoutRecord(BASE_URL, this.rows, () => this.time.now);
	}

	/** The first claim of a reference as people are given it. */
	claimText(reference: string): string {
		const minute = Math.floor(this.time.now / 60_000);
		return writeClaim(rowOf(reference).replace(/:0$/, ''), { generation: 0, minute, answered: false });
	}

	get store() {
		return {
			record: this.record,
			halt: new Halt(this.rows),
			days: new PaymentDays(BASE_URL, this.rows),
			payees: new PaidPayees(BASE_URL, this.rows),
		};
	}

	get contexts() {
		return { executionId: this.executionId, nodeName: 'Mavapay', flow: this.flow };
	}

	/** The accounts that requests were sent to, in order. */
	get payees(): unknown[] {
		return this.sent.map(({ body }) => body?.to);
	}

	async run(
		plans: ReadonlyArray<PaymentPlan | Failure>,
		more: Partial<PaymentRun> & { run?: number } = {},
	): Promise<SendRunResult> {
		const { run, ...given } = more;
		return await runPayments({
			...this.sendRun(plans, run),
			workflowId: WORKFLOW_ID,
			store: this.store,
			asTool: false,
			today: () => this.day,
			report: () => undefined,
			...given,
			// A run empties its list; a test may give the same one twice.
			...(given.items === undefined ? {} : { items: [...given.items] }),
		});
	}

	/** The same for requests that create something. */
	async write(
		plans: ReadonlyArray<WritePlan | Failure>,
		more: Partial<SendRun> & { run?: number } = {},
	): Promise<SendRunResult> {
		const { run, ...given } = more;
		return await runWrites({ ...this.sendRun(plans, run), ...given });
	}

	private sendRun<P extends WritePlan | PaymentPlan>(plans: ReadonlyArray<P | Failure>, run = 0): SendRun<P> {
		return {
			deployment: DEPLOYMENT,
			items: plans.map((item, index) =>
				plannedItem(
					{ index, ...('summary' in item ? { failure: item } : { plan: item }) },
					`${run}:${index}`,
					BASE_URL,
				),
			),
			service: this.service,
			memory: this.contexts,
			stopOnFailure: false,
			redact: (text) => text.replaceAll(SECRET, '***'),
		};
	}

	/** One call of an AI agent. */
	async call(callId: string | null, paying: PaymentPlan, more: Partial<PaymentRun> = {}): Promise<SendRunResult> {
		const key = callId === null ? null : `tool:${callId}`;
		return await this.run([], {
			asTool: true,
			items: [plannedItem({ index: 0, plan: paying }, key, BASE_URL)],
			...more,
		});
	}

	/** An operation on the record in this execution. */
	async act(operation: RecordPlan) {
		return await runPayoutReference(operation, {
			store: this.store,
			baseUrl: BASE_URL,
			service: this.service,
			memory: this.contexts,
		});
	}

	/** A person frees the reference, in an execution of its own. */
	async release(reference: string, releasePaid = false) {
		const others = {
			store: this.store,
			baseUrl: BASE_URL,
			service: this.service,
			memory: { executionId: 'by hand', nodeName: 'Mavapay', flow: {} },
		};
		const claim = await claimFor(this.record, reference);
		const release = { do: 'release', reference, claim, releaseEarly: true, releasePaid } as const;
		return await runPayoutReference(release, others);
	}

	/** The same for a payment that the person found. */
	async markPaid(reference: string) {
		return await (await openOf(this.record, reference)).markPaid(null);
	}

	/** A new execution of the workflow. */
	startAnew(): void {
		this.executionId = `${this.executionId}+`;
		this.flow = {};
	}

	/** n8n's Retry of the failed execution: the contexts as n8n stored them, under a new execution ID. */
	retry(): void {
		this.executionId = `${this.executionId} retried`;
		this.flow = JSON.parse(JSON.stringify(this.flow));
	}
}

/** The claim that a reference is held by, as a person is given it; fails the test where it is free. */
export async function openOf(record: PayoutRecord, reference: string): Promise<OpenClaim> {
	const found = await record.find(reference);
	if (found.state === 'free') throw new Error(`${reference} is free`);
	return found.openClaim;
}

/** The same as a text. */
export async function claimFor(record: PayoutRecord, reference: string): Promise<string> {
	const found = await record.find(reference);
	if (found.state === 'free') throw new Error(`${reference} is free`);
	return found.claimText;
}

/** Frees a reference whatever stands in the way; fails the test where it is free. */
export async function freed(record: PayoutRecord, reference: string): Promise<void> {
	const { kind } = await (await openOf(record, reference)).release({ early: true, paid: true });
	if (kind !== 'done') throw new Error(`${reference} is not released: ${kind}`);
}

/** The one output of an item; fails the test where there is none. */
export function outputOf({ results }: SendRunResult, place = 0) {
	const result = results[place];
	if (result === undefined || !('outputs' in result))
		throw new Error(`item ${place} failed: ${JSON.stringify(result)}`);
	expect(result.outputs).toHaveLength(1);
	return result.outputs[0];
}

/** A failure with everything that is said of it in one text besides. */
export const inOneText = (failure: Failure) => ({ ...failure, message: wholeText(failure) });

/** Why an item did not go through; fails the test where it did. */
export function failureOf({ results }: SendRunResult, place = 0) {
	const result = results[place];
	if (result === undefined || !('failure' in result)) throw new Error(`item ${place} went through`);
	return inOneText(result.failure);
}

/** What ended a run under On Error: Stop; fails the test where nothing did. */
export function stopOf({ stoppedBy }: Pick<SendRunResult, 'stoppedBy'>) {
	if (stoppedBy === null) throw new Error('nothing stopped the run');
	return { index: stoppedBy.index, failure: inOneText(stoppedBy.failure) };
}

/** What is said of each item: its outcome, whether it went through or not. */
export function outcomesOf({ results }: SendRunResult): unknown[] {
	return results.map((result) =>
		'failure' in result ? result.failure.outcome : Object(result.outputs[0]?.payout).outcome,
	);
}

/** Requests that stay unanswered until the test answers them. */
export class HeldRequests {
	private readonly open: Array<(ending: SendResult) => void> = [];

	/** For the endings of a fixture. */
	readonly later = async () => await new Promise<SendResult>((resolve) => this.open.push(resolve));

	get waiting(): number {
		return this.open.length;
	}

	/** Answers the request that waits longest, or another one. */
	async answer(ending: SendResult, place = 0): Promise<void> {
		const [resolve] = this.open.splice(place, 1);
		if (resolve === undefined) throw new Error('no request waits');
		resolve(ending);
		await quiet();
	}
}

/** Lets everything go on that waits for nothing but its turn. */
export async function quiet(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
