/** Runs payment plans as one execution of the node. */
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

/** An API key. If the service repeats it in a message, the node must hide it. */
export const SECRET = 's3cr3t-key';

/** A clock that moves only when someone waits. */
export class StillTime {
	now = 1_000_000;
	waits: number[] = [];

	async wait(milliseconds: number): Promise<void> {
		this.waits.push(milliseconds);
		this.now += milliseconds;
	}
}

type MaybeLater<T> = T | (() => T | Promise<T>);

/** One execution with several runs of the node. It holds the service, n8n's contexts and the record. */
export class Fixture {
	readonly rows: MemoryRows;
	readonly time = new StillTime();
	readonly sent: ServiceRequest[] = [];
	readonly read: ServiceRequest[] = [];
	executionId = 'execution 1';
	/** n8n's context of the whole execution. */
	flow: Record<string, unknown> = {};
	/** Today's date in the workflow's time zone. */
	day = '2026-11-22';
	cancelled = false;
	/** The budgets of the key. */
	budgets = NO_BUDGETS;
	/** The account of the key; null if Mavapay refuses to name it. */
	account: string | null = ACCOUNT;
	/** How each request that pays ends. The last ending is repeated. Each request gets its own transaction. */
	endings: Array<MaybeLater<SendResult>> = [accepted()];
	private readonly ownTransaction = withOwnTransactions();
	/** The response when a transaction is looked up. */
	response: ServiceResponse = answerWith({});

	constructor(...keys: string[]) {
		this.rows = new MemoryRows(...keys);
	}

	/** A fixture whose payment requests end in these ways, in order. */
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

	/** The text of a reference's first claim: with an amount, as the payment reports it; without, as Check returns it. */
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

	/** The accounts that payment requests named as payee, in order. */
	get payees(): unknown[] {
		return this.sent.map(({ body }) => body?.to);
	}

	async run(...given: Parameters<Fixture['paymentRun']>): Promise<RunResult> {
		return await runPayments(this.paymentRun(...given));
	}

	/** A run as n8n would start it, with one item for each plan. `run` is the run's number in the execution. */
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
			// A run empties its list of items, and a test can pass one list twice.
			...(given.items === undefined ? {} : { items: [...given.items] }),
		};
	}

	/** Runs plans that create something and move no money. */
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

	/** Runs one tool call of an AI agent. */
	async call(callId: string | null, paying: PaymentPlan, more: Partial<PaymentRun> = {}): Promise<RunResult> {
		const key = callId === null ? null : `tool:${callId}`;
		return await this.run([], {
			asTool: true,
			items: [plannedItem({ index: 0, plan: paying }, key, MONEY)],
			...more,
		});
	}

	/** Runs an operation on the record in this execution. */
	async act(operation: RecordPlan, timeZone = 'UTC', memory = () => this.memory()) {
		const { store, service } = this;
		return await runPayoutReference(operation, { store, money: MONEY, service, memory, timeZone });
	}

	/** Releases a reference as a person does, in a separate execution. */
	async release(reference: string, releasePaid = false, transactionId: string | null = null, given?: string) {
		const memory = () => new ExecutionMemory({ executionId: 'by hand', nodeName: 'Mavapay', flow: {} });
		const claim = given ?? (await claimFor(this.record, reference));
		const release = { do: 'release', reference, claim, transactionId, releaseEarly: true, releasePaid } as const;
		return await this.act(release, 'UTC', memory);
	}

	/** Marks a reference's payment as paid, like a person who found the payment at the service. */
	async markPaid(reference: string) {
		return await (await openOf(this.record, reference)).markPaid([]);
	}

	/** A look-up during which the execution is cancelled. With `isCutOff`, n8n also aborts the look-up. */
	cancelledLookUp(isCutOff: boolean) {
		return async () => {
			this.cancelled = true;
			if (isCutOff) throw refuse('cut off', '');
			return {};
		};
	}

	/** Starts a new execution of the workflow. */
	startAnew(): void {
		this.executionId = `${this.executionId}+`;
		this.flow = {};
	}

	/** n8n's Retry of the failed execution: a new execution ID with the contexts that n8n stored. */
	retry(): void {
		this.executionId = `${this.executionId} retried`;
		this.flow = JSON.parse(JSON.stringify(this.flow));
	}
}

/** The open claim of a reference, as a person gets it; throws if the reference is free. */
export async function openOf(record: PayoutRecord, reference: string): Promise<SettlableClaim> {
	const found = await record.look(reference);
	if (found.kind === 'free') throw new Error(`${reference} is free`);
	return found.openClaim;
}

/** The text of a reference's open claim; throws if the reference is free. */
export async function claimFor(record: PayoutRecord, reference: string): Promise<string> {
	const found = await record.look(reference);
	if (found.kind === 'free') throw new Error(`${reference} is free`);
	return found.claimText;
}

/** Releases a reference even if it is too early or was paid; throws if the reference is free. */
export async function freed(record: PayoutRecord, reference: string): Promise<void> {
	const { kind } = await (await openOf(record, reference)).release({ early: true, paid: true });
	if (kind !== 'done') throw new Error(`${reference} is not released: ${kind}`);
}

/** Requests that stay unanswered until the test answers them. */
export class HeldRequests {
	private readonly open: Array<(ending: SendResult) => void> = [];
	private readonly ownTransaction = withOwnTransactions();

	/** An ending for `Fixture.endings` that waits for `answer`. */
	readonly later = async () => await new Promise<SendResult>((resolve) => this.open.push(resolve));

	get waiting(): number {
		return this.open.length;
	}

	/** Answers the request that has waited longest, or the one at `place`. */
	async answer(ending: SendResult, place = 0): Promise<void> {
		const [resolve] = this.open.splice(place, 1);
		if (resolve === undefined) throw new Error('no request waits');
		resolve(this.ownTransaction(ending));
		await quiet();
	}
}

/** Lets all code run that waits only for its turn in the event loop. */
export async function quiet(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
