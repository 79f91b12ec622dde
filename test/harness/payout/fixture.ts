/** One execution of the node, from the plans of its items on. */
import { NO_BUDGETS } from '../../../nodes/core/domain/budget';
import { NO_RULES } from './plans';
import type { Amount } from '../../../nodes/core/domain/money';
import { ExecutionMemory } from '../../../nodes/core/payout/memory';
import type { PaymentPlan, RecordPlan, WritePlan } from '../../../nodes/core/payout/plan';
import { amountDigest, writeClaim } from '../../../nodes/core/record/claimText';
import { runPayoutReference } from '../../../nodes/core/payout/reference/payoutReference';
import { AccountBinding } from '../../../nodes/core/record/accountBinding';
import { PaidPayees } from '../../../nodes/core/record/paidPayees';
import { plannedItem, type PaymentRun, type SendRun, type RunResult } from '../../../nodes/core/payout/runTypes';
import { PayoutRecord } from '../../../nodes/core/record/record';
import { Halt, PaymentDays, StruckPayments } from '../../../nodes/core/record/rows';
import { runPayments } from '../../../nodes/core/payout/run';
import type { SettlableClaim } from '../../../nodes/core/record/settlement';
import { runWrites } from '../../../nodes/core/payout/writeOnce';
import { refuse, type Failure } from '../../../nodes/core/service/failure';
import { checkedRead, type ServiceResponse, type SendResult } from '../../../nodes/core/service/service';
import type { Service, ServiceRequest } from '../../../nodes/core/service/service';
import { accepted, answerWith, withOwnTransactions } from './endings';
import { ACCOUNT, MemoryRows, MONEY, rowOf, unbound, WORKFLOW_ID } from './rows';

/** A key of the account, which a service may repeat in its messages. */
export const SECRET = 's3cr3t-key';

/** Time that passes only by waiting. */
export class StillTime {
	now = 1_000_000;
	waits: number[] = [];

	async wait(milliseconds: number): Promise<void> {
		this.waits.push(milliseconds);
		this.now += milliseconds;
	}
}

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
	/** The rules of the key for sums. */
	budgets = NO_BUDGETS;
	/** The account of the key that is used; null where Mavapay doesn't answer. */
	account: string | null = ACCOUNT;
	/** What each request that pays ends with; the last one holds for all further ones. Each has a transaction of its own. */
	endings: Array<MaybeLater<SendResult>> = [accepted()];
	private readonly ownTransaction = withOwnTransactions();
	/** What a transaction is answered with when it is looked up. */
	response: ServiceResponse = answerWith({});

	constructor(...keys: string[]) {
		this.rows = new MemoryRows(...keys);
	}

	/** One whose requests that pay end so, in this order. */
	static ending(...endings: Fixture['endings']): Fixture {
		const fixture = new Fixture();
		if (endings.length > 0) fixture.endings = endings;
		return fixture;
	}

	readonly service: Service = {
		read: checkedRead(async (request) => {
			this.read.push(request);
			return this.response;
		}),
		readOnce: checkedRead(async (request) => await this.service.read(request)),
		readKept: async (request) => await this.service.read(request),
		keptResponse: () => null,
		readsAtOnce: () => 1,
		send: async (request) => {
			this.sent.push(request);
			const next = this.endings.length > 1 ? this.endings.shift() : this.endings[0];
			if (next === undefined) throw new Error('no ending is set');
			return typeof next === 'function' ? await next() : this.ownTransaction(next);
		},
		clock: {
			now: () => this.time.now,
			sleep: async (milliseconds) => await this.time.wait(milliseconds),
			random: () => 0.5,
			cancelled: () => this.cancelled,
		},
	};

	readonly askAccount = async (): Promise<string> => {
		if (this.account !== null) return this.account;
		throw refuse('Forbidden (403)', 'Mavapay rejected the key.', { cause: 'unauthorised', source: 'service' });
	};

	/** Whether the workflow is bound to the account that pays. */
	isBound = false;

	get binding(): AccountBinding {
		return this.isBound ? new AccountBinding(MONEY, this.rows, this.askAccount) : unbound(this.askAccount);
	}

	get record(): PayoutRecord {
		return this.store.record;
	}

	/** The first claim of a reference as people are given it: with an amount by the payment itself, without by Check. */
	claimText(reference: string, amount: Amount | null): string {
		const minute = Math.floor(this.time.now / 60_000);
		const key = rowOf(reference).replace(/:0$/, '');
		const held = amount === null ? {} : { amount: amountDigest(key, amount) };
		return writeClaim(key, { generation: 0, minute, ...held });
	}

	get store() {
		const { binding } = this;
		return {
			record: new PayoutRecord(MONEY, this.rows, () => this.time.now, binding, this.budgets),
			halt: new Halt(this.rows),
			struck: new StruckPayments(MONEY, this.rows),
			days: new PaymentDays(MONEY, this.rows),
			payees: new PaidPayees(MONEY, this.rows),
		};
	}

	get contexts() {
		return { executionId: this.executionId, nodeName: 'Mavapay', flow: this.flow };
	}

	/** What the execution remembers, as seen by one of its nodes. */
	memory(nodeName = this.contexts.nodeName): ExecutionMemory {
		return new ExecutionMemory({ ...this.contexts, nodeName });
	}

	/** The accounts that requests were sent to, in order. */
	get payees(): unknown[] {
		return this.sent.map(({ body }) => body?.to);
	}

	async run(...given: Parameters<Fixture['paymentRun']>): Promise<RunResult> {
		return await runPayments(this.paymentRun(...given));
	}

	/** A run as n8n would start it, with an item for each plan; `run` is its number in the execution. */
	paymentRun(
		plans: ReadonlyArray<PaymentPlan | Failure>,
		{ run, ...given }: Partial<PaymentRun> & { run?: number } = {},
	): PaymentRun {
		return {
			...this.sendRun(plans, run),
			store: this.store,
			asTool: false,
			report: () => undefined,
			timeZone: 'UTC',
			...given,
			// A run empties its list; a test may give the same one twice.
			...(given.items === undefined ? {} : { items: [...given.items] }),
		};
	}

	/** The same for requests that create something. */
	async write(
		plans: ReadonlyArray<WritePlan | Failure>,
		more: Partial<SendRun> & { run?: number } = {},
	): Promise<RunResult> {
		const { run, ...given } = more;
		return await runWrites({ ...this.sendRun(plans, run), ...given });
	}

	private sendRun<P extends WritePlan | PaymentPlan>(plans: ReadonlyArray<P | Failure>, run = 0): SendRun<P> {
		return {
			money: MONEY,
			workflowId: WORKFLOW_ID,
			keyRules: { ...NO_RULES, budgets: this.budgets },
			today: () => this.day,
			items: plans.map((item, index) =>
				plannedItem({ index, ...('summary' in item ? { failure: item } : { plan: item }) }, `${run}:${index}`, MONEY),
			),
			service: this.service,
			memory: this.memory(),
			stopOnFailure: false,
			redact: (text) => text.replaceAll(SECRET, '***'),
		};
	}

	/** One call of an AI agent. */
	async call(callId: string | null, paying: PaymentPlan, more: Partial<PaymentRun> = {}): Promise<RunResult> {
		const key = callId === null ? null : `tool:${callId}`;
		return await this.run([], {
			asTool: true,
			items: [plannedItem({ index: 0, plan: paying }, key, MONEY)],
			...more,
		});
	}

	/** An operation on the record in this execution. */
	async act(operation: RecordPlan, timeZone = 'UTC', memory = () => this.memory()) {
		const { store, service } = this;
		return await runPayoutReference(operation, { store, money: MONEY, service, memory, timeZone });
	}

	/** A person frees the reference, in an execution of its own. */
	async release(reference: string, releasePaid = false, transactionId: string | null = null, given?: string) {
		const memory = () => new ExecutionMemory({ executionId: 'by hand', nodeName: 'Mavapay', flow: {} });
		const claim = given ?? (await claimFor(this.record, reference));
		const release = { do: 'release', reference, claim, transactionId, releaseEarly: true, releasePaid } as const;
		return await this.act(release, 'UTC', memory);
	}

	/** The same for a payment that the person found. */
	async markPaid(reference: string) {
		return await (await openOf(this.record, reference)).markPaid([]);
	}

	/** A look-up during which the execution is cancelled; n8n may cut it off as well. */
	cancelledLookUp(isCutOff: boolean) {
		return async () => {
			this.cancelled = true;
			if (isCutOff) throw refuse('cut off', '');
			return {};
		};
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
export async function openOf(record: PayoutRecord, reference: string): Promise<SettlableClaim> {
	const found = await record.look(reference);
	if (found.kind === 'free') throw new Error(`${reference} is free`);
	return found.openClaim;
}

/** The same as a text. */
export async function claimFor(record: PayoutRecord, reference: string): Promise<string> {
	const found = await record.look(reference);
	if (found.kind === 'free') throw new Error(`${reference} is free`);
	return found.claimText;
}

/** Frees a reference whatever stands in the way; fails the test where it is free. */
export async function freed(record: PayoutRecord, reference: string): Promise<void> {
	const { kind } = await (await openOf(record, reference)).release({ early: true, paid: true });
	if (kind !== 'done') throw new Error(`${reference} is not released: ${kind}`);
}

/** Requests that stay unanswered until the test answers them. */
export class HeldRequests {
	private readonly open: Array<(ending: SendResult) => void> = [];
	private readonly ownTransaction = withOwnTransactions();

	/** For the endings of a fixture. */
	readonly later = async () => await new Promise<SendResult>((resolve) => this.open.push(resolve));

	get waiting(): number {
		return this.open.length;
	}

	/** Answers the request that waits longest, or another one. */
	async answer(ending: SendResult, place = 0): Promise<void> {
		const [resolve] = this.open.splice(place, 1);
		if (resolve === undefined) throw new Error('no request waits');
		resolve(this.ownTransaction(ending));
		await quiet();
	}
}

/** Lets everything go on that waits for nothing but its turn. */
export async function quiet(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
