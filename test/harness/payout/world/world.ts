import { NO_BUDGETS, type BudgetLimits } from '../../../../nodes/core/domain/budget';
import type { MoneyKind } from '../../../../nodes/core/domain/money';
import { NO_RULES } from '../plans';
import type { AskAccount } from '../../../../nodes/core/payees/account';
import { normaliseReference } from '../../../../nodes/core/payees/paymentIdentity';
import { type ExecutionContexts, ExecutionMemory } from '../../../../nodes/core/payout/memory';
import {
	plannedItem,
	type ItemResult,
	type PayoutStore,
	type PlannedItem,
	type RefusedItem,
} from '../../../../nodes/core/payout/runTypes';
import { AccountBinding } from '../../../../nodes/core/record/accountBinding';
import { PaidPayees } from '../../../../nodes/core/record/paidPayees';
import { PayoutRecord } from '../../../../nodes/core/record/record';
import { dryRunOver, Halt, PaymentDays, type RowStore, StoreFault } from '../../../../nodes/core/record/rows';
import { StruckPayments } from '../../../../nodes/core/record/rows';
import { stoppedBy } from '../../../../nodes/core/payout/stopped';
import { runPayments } from '../../../../nodes/core/payout/run';
import { refuse, wholeText } from '../../../../nodes/core/service/failure';
import type { PaymentPlan } from '../../../../nodes/core/payout/plan';
import { createService, type Service, type ServiceRequest } from '../../../../nodes/core/service/service';
import { askOnce } from '../../../../nodes/core/service/account';
import { MONEY, ofAccount, unbound, rowOf } from '../rows';
import { Bank, type BankRules, type Request, type Sent } from './bank';
import { contextClass, Database, openRows, type RowEvent, type ContextClass, type DatabaseRules } from './database';
import { ONE_PAYER, walletsOf, type Key, type Payer, type Told } from './keys';
import {
	copyOf,
	identityOf,
	isListOverTotal,
	notesDay,
	paying,
	referencesOf,
	sentBy,
	toolReference,
	unsent,
	type Life,
	type NodeRun,
} from './payments';
import type { AgentSpec, ExecutionSpec, ItemSpec, ToolCall } from './specs';
import { Process, type Driver } from './time';

/** What a run reported about an item. */
export interface Report {
	readonly item: string;
	readonly executionId: string;
	readonly attempt: number;
	readonly reference: string | null;
	readonly identity: string;
	readonly outcome: string;
	readonly message: string;
	/** The open claim that the report gives a person; null if no claim is open. */
	readonly claim: string | null;
	/** The number of payment requests sent before the report. */
	readonly requests: number;
}

/** A mistake planted in the connector. Each member replaces or changes one part of the connector. */
export interface Mistake {
	readonly record?: typeof PayoutRecord;
	readonly binding?: typeof AccountBinding;
	/** Replaces the way the connector asks for the account. */
	readonly account?: (ask: AskAccount) => AskAccount;
	/** Replaces the kind of money that the key's host moves. */
	readonly money?: (key: Key) => MoneyKind;
	readonly days?: (money: MoneyKind, rows: RowStore) => PaymentDays;
	readonly rows?: (rows: RowStore) => RowStore;
	readonly service?: (service: Service) => Service;
	readonly plan?: (plan: PaymentPlan) => PaymentPlan;
	/** How far a process's clock is off when the process starts, in milliseconds. */
	readonly clockError?: (place: number) => number;
	/** Changes the execution's memory between two tries of a node. */
	readonly memory?: (contexts: ExecutionContexts) => void;
}

export interface WorldRules extends DatabaseRules {
	fate: BankRules['fate'];
	random(): number;
	/** How Mavapay answers when asked for a key's account. */
	told?(key: Key): Told;
	/** The key's budgets; none if this function is missing. */
	budgets?(): BudgetLimits;
	/** When the simulation begins, in milliseconds since 1970. */
	readonly startsAt: number;
	/** The day that becomes part of a tool payment's reference (`day 1`, `day 2`). */
	day(): string;
}

/** An event about a reference: its row, its request, a claim that a person got, or a person's look at the service. */
export type WorldEvent =
	| RowEvent
	| { readonly kind: 'leaves' | 'arrives'; readonly request: Request }
	/** A person was given a claim. */
	| { readonly kind: 'given'; readonly by: string; readonly reference: string; readonly claim: string }
	/** A person looked for the payment at the service. */
	| { readonly kind: 'seen'; readonly by: string; readonly reference: string; readonly found: boolean };

interface Placed {
	readonly planned: PlannedItem | RefusedItem;
	readonly item: string;
	readonly reference: string | null;
	readonly identity: string;
}

/** The credential that opens the record. `limits` replaces the budgets of the key that pays. */
interface StoreOf {
	readonly key?: Key;
	/** The payer whose `told` is set when Mavapay names the account. */
	readonly payer?: Payer;
	readonly asTool?: boolean;
	readonly limits?: BudgetLimits | undefined;
}

/** A simulated n8n with its processes and database, the payments service, and all reports, run by a driver. */
export class World {
	readonly reports: Report[] = [];
	readonly database: Database;
	readonly bank: Bank;
	/** References in the executions that are running, by execution ID. */
	readonly running = new Map<string, ReadonlySet<string>>();
	/** Runs whose results weren't in the order of their items. */
	readonly disorder: string[] = [];
	onSent: (request: Request) => void = () => undefined;
	/** Called for each item that succeeded, with the `payout` member of its output, when the node has ended. */
	onOutput: (report: Report, payout: Readonly<Record<string, unknown>>) => void = () => undefined;
	/** Called for each event about a reference, in order. */
	onEvent: (event: WorldEvent) => void = () => undefined;
	private readonly contexts = new Map<Process, ContextClass>();
	private readonly processes = new Map<number, Process>();
	private ids = 0;
	/** The accounts that each process knows, by the key's name. */
	private readonly known = new Map<Process, Map<string, Promise<string>>>();

	constructor(
		readonly driver: Driver,
		readonly rules: WorldRules,
		readonly mistake: Mistake = {},
		private readonly Context: ContextClass | null = null,
	) {
		this.database = new Database(driver, rules);
		this.database.onRow = (event) => this.onEvent(event);
		this.bank = new Bank(driver, {
			fate: (sent) => rules.fate(sent),
			wallets: (key) => walletsOf(key, rules.told?.(key) ?? 'named'),
			onSent: (request) => {
				this.onEvent({ kind: 'leaves', request });
				this.onSent(request);
			},
			onArrived: (request) => this.onEvent({ kind: 'arrives', request }),
		});
	}

	/** The process with this number. If it died, a new one takes its place. */
	process(place: number): Process {
		const existing = this.processes.get(place);
		if (existing?.alive === true) return existing;
		const process = new Process(`process ${place}.${this.ids++}`);
		process.clockError = this.mistake.clockError?.(place) ?? 0;
		this.processes.set(place, process);
		this.contexts.set(process, this.Context ?? contextClass());
		return process;
	}

	/** Ends a process between two steps: it gets no more responses. */
	kill(place: number): void {
		const process = this.processes.get(place);
		if (process !== undefined) process.alive = false;
	}

	async sleep(process: Process, actor: string, milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.driver.add(milliseconds, {
				actor,
				label: `wait ${milliseconds}`,
				run: () => {
					if (process.alive) resolve();
				},
			});
		});
	}

	/** Requests that people released by naming a failed transaction. */
	readonly givenBack = new Set<Request>();

	/** The claim in the last report about a reference; null if there is none. */
	givenClaim(reference: string): string | null {
		return this.reports.filter((report) => report.reference === reference).at(-1)?.claim ?? null;
	}

	/** Opens the record as a run of the node does. */
	async openStore(
		process: Process,
		actor: string,
		{
			key,
			payer = { told: null, began: null },
			asTool = false,
			limits = this.rules.budgets?.() ?? NO_BUDGETS,
		}: StoreOf = {},
	): Promise<PayoutStore> {
		const Context = this.contexts.get(process);
		if (Context === undefined) throw new Error(`${process.name} has no class of contexts`);
		try {
			const opened = await openRows(Context, this.database, { process, actor }, asTool);
			const rows = this.mistake.rows?.(opened) ?? opened;
			const now = () => this.rules.startsAt + this.driver.now + process.clockError;
			const asking = this.askFor(process, actor, key, payer);
			const account = this.mistake.account?.(asking) ?? asking;
			const money = this.moneyOf(key);
			const binding =
				key === undefined ? unbound() : new (this.mistake.binding ?? AccountBinding)(money, rows, account);
			return {
				record: new (this.mistake.record ?? PayoutRecord)(money, rows, now, binding, limits),
				halt: new Halt(rows),
				struck: new StruckPayments(money, rows),
				days: this.mistake.days?.(money, rows) ?? new PaymentDays(money, rows),
				// With one account, payees are read from separate rows, so that reading them takes no step of the simulation.
				payees: new PaidPayees(money, key === undefined ? dryRunOver({ has: async () => false }) : rows),
			};
		} catch (error) {
			throw error instanceof StoreFault ? refuse('No record', error.reason, { cause: 'recordUnavailable' }) : error;
		}
	}

	/** Asks for a key's account as the connector does: once per process. */
	private askFor(process: Process, actor: string, key: Key | undefined, payer: Payer): AskAccount {
		if (key === undefined) return ofAccount;
		const known = this.known.get(process) ?? new Map<string, Promise<string>>();
		this.known.set(process, known);
		const service = this.service(
			process,
			actor,
			() => {
				throw new Error('whoever asks for an account pays nothing');
			},
			{ key },
		);
		const ask = askOnce(known, nameOf(key), service);
		return async (again) => {
			payer.told = await ask(again);
			return payer.told;
		};
	}

	private moneyOf(key: Key | undefined): MoneyKind {
		return (key === undefined ? undefined : this.mistake.money?.(key)) ?? MONEY;
	}

	service(
		process: Process,
		actor: string,
		describe: (request: ServiceRequest) => Sent,
		{ key, cancelled = () => false }: { readonly key?: Key | undefined; readonly cancelled?: () => boolean } = {},
	): Service {
		const clock = {
			now: () => this.rules.startsAt + this.driver.now + process.clockError,
			sleep: async (milliseconds: number) => await this.sleep(process, actor, milliseconds),
			random: () => this.rules.random(),
			cancelled,
		};
		const service = createService(this.bank.transport(process, actor, describe, key), clock);
		return this.mistake.service?.(service) ?? service;
	}

	/** Runs an execution of the workflow and its retries by n8n and by people. */
	async execute(
		name: string,
		spec: ExecutionSpec,
		from?: { run: number; node: Record<string, unknown>; flow: Record<string, unknown> },
	): Promise<void> {
		const process = this.process(spec.process);
		const life: Life = {
			name,
			executionId: `${name}#${this.ids++}`,
			process,
			node: from?.node ?? {},
			flow: from?.flow ?? {},
		};
		this.running.set(life.executionId, referencesOf(spec.runs.flat()));
		const cancelled = () => spec.cancelAt !== null && this.driver.now >= spec.cancelAt;
		// The contexts that n8n stores after each run of a node.
		const stored = () => (spec.retried ? copyOf(life) : { node: {}, flow: {} });
		const saved = { run: from?.run ?? 0, contexts: stored() };
		// An execution reports nothing when its process dies. People who watch n8n see that it has ended.
		const death = this.afterDeath(process, async () => {
			this.running.delete(life.executionId);
			if (spec.retried) await this.execute(`${name}'`, retryOf(spec), { run: saved.run, ...saved.contexts });
		});
		let failed = false;
		for (let run = saved.run; run < spec.runs.length && !failed; run++) {
			saved.run = run;
			failed = await this.runWithTries(life, spec, run, cancelled);
			saved.contexts = stored();
		}
		death.over = true;
		this.running.delete(life.executionId);
		if (!failed || !spec.retried) return;
		await this.sleep(process, name, 500);
		await this.execute(name, retryOf(spec), { run: saved.run, ...saved.contexts });
	}

	/** Runs an agent and its tool calls. */
	async converse(name: string, spec: AgentSpec): Promise<void> {
		const process = this.process(spec.process);
		const flow = {};
		const nodes = new Map<number, Record<string, unknown>>();
		const whole = `${name}#${this.ids++}`;
		const references = new Set(spec.turns.flat().map((call) => toolReference(this.rules.day(), call)));
		this.running.set(whole, references);
		this.afterDeath(process, async () => {
			this.running.delete(whole);
		});
		for (const turn of spec.turns) {
			await Promise.all(
				turn.map(async (call) => {
					const node = nodes.get(call.node) ?? {};
					if (!spec.memoryless) nodes.set(call.node, node);
					const executionId = spec.memoryless ? `${name}#${this.ids++}` : whole;
					const life: Life = { name: executionId, executionId, process, node, flow: spec.memoryless ? {} : flow };
					const perDay = spec.mostPerDay === undefined ? null : { day: this.rules.day(), most: spec.mostPerDay };
					const run: NodeRun = {
						life,
						nodeName: `tool ${call.node}`,
						node,
						settings: spec,
						asTool: true,
						isOverTotal: () => false,
						perDay,
						cancelled: () => false,
					};
					await this.runNode(run, [this.toolItem(call, run)]);
				}),
			);
		}
		this.running.delete(whole);
	}

	/** Runs the node with Retry On Fail. Returns whether the node failed in the end. */
	private async runWithTries(life: Life, spec: ExecutionSpec, run: number, cancelled: () => boolean): Promise<boolean> {
		const specs = spec.runs[run] ?? [];
		for (let attempt = 1; ; attempt++) {
			// Payments that the execution remembers, or that the key's budgets refuse, don't count in the total.
			const countsAll = attempt === 1 && Object.keys(life.flow).length === 0 && this.rules.budgets === undefined;
			const nodeRun: NodeRun = {
				life,
				nodeName: 'Pay',
				node: life.node,
				settings: spec,
				asTool: false,
				isOverTotal: (sent) =>
					countsAll &&
					isListOverTotal(
						specs.filter((one) => this.mayCount(one, sent, life)),
						spec,
					),
				perDay: null,
				cancelled,
			};
			const items = specs.map((item, index) => this.placed(item, { nodeRun, run, index, attempt }));
			const { results } = await this.runNode(nodeRun, items);
			const [first] = results;
			const hasStopped = spec.stopOnFailure && stoppedBy(results) !== null;
			const again = spec.stopOnFailure ? hasStopped : first !== undefined && 'failure' in first;
			if (!again || attempt >= spec.tries) return hasStopped;
			await this.sleep(life.process, life.name, 1000);
			this.mistake.memory?.({ executionId: life.executionId, nodeName: 'Pay', flow: life.flow });
		}
	}

	/** Whether an item counts in its list's total: nobody else has claimed its reference. */
	private mayCount({ reference }: ItemSpec, sent: string, { executionId }: Life): boolean {
		const name = normaliseReference(reference);
		const isOwn = this.bank.requests.some((one) => one.reference === name && one.executionId === executionId);
		return name === sent || isOwn || !this.database.has(rowOf(name));
	}

	private async runNode(run: NodeRun, items: readonly Placed[]) {
		const { life, settings, asTool, nodeName } = run;
		const { key } = settings;
		const payer = key === undefined ? ONE_PAYER : { told: null, began: this.database.changes.length };
		const memory = new ExecutionMemory({ executionId: life.executionId, nodeName, flow: life.flow });
		const opening = this.openStore(life.process, life.name, { asTool, payer, ...(key && { key }) });
		const attempt = this.ids++;
		const describe = ({ body = {} }: ServiceRequest) => sentBy(run, { attempt, payer: { ...payer }, body });
		const done = await opening.then(
			async (store) => {
				notesDay(store.days, run);
				return await runPayments({
					money: this.moneyOf(key),
					workflowId: 'workflow 1',
					keyRules: { ...NO_RULES, budgets: this.rules.budgets?.() ?? NO_BUDGETS },
					items: items.map(({ planned }) => planned),
					service: this.service(life.process, life.name, describe, { key, cancelled: run.cancelled }),
					memory,
					store,
					asTool,
					report: () => undefined,
					timeZone: 'UTC',
					today: () => this.rules.day(),
					stopOnFailure: settings.stopOnFailure,
					redact: (text) => text,
				});
			},
			(error: unknown) => unsent(items, memory, error),
		);
		if (done.results.map(({ index }) => index).join() !== items.map(({ planned }) => planned.index).join())
			this.disorder.push(`${life.name}: results out of order`);
		done.results.forEach((result, place) =>
			this.report(result, { executionId: life.executionId, attempt }, items[place]),
		);
		return done;
	}

	private report(result: ItemResult, by: Pick<Report, 'executionId' | 'attempt'>, placed: Placed | undefined): void {
		if (placed === undefined) throw new Error('a result without an item');
		const { item, reference, identity } = placed;
		const failed = 'failure' in result;
		const outcome = failed ? String(result.failure.outcome) : String(Object(result.outputs[0]?.payout).outcome);
		const report: Report = {
			...by,
			item,
			reference,
			identity,
			outcome,
			message: failed ? wholeText(result.failure) : '',
			claim: failed ? (result.failure.claim ?? null) : null,
			requests: this.bank.requests.length,
		};
		this.reports.push(report);
		if (!failed) this.onOutput(report, Object(result.outputs[0]?.payout));
	}

	private placed(spec: ItemSpec, at: { nodeRun: NodeRun; run: number; index: number; attempt: number }): Placed {
		const key = `${at.run}:${at.index}`;
		const changed = at.attempt > 1 ? spec.changes : undefined;
		const reference = changed === 'reference' ? `${spec.reference}-changed` : spec.reference;
		const amount = changed === 'amount' ? spec.amount + 1n : spec.amount;
		const item = `${at.nodeRun.life.name}/${key}`;
		const planned = paying({ ...spec, reference, amount }, at.nodeRun, { key, item });
		const made = this.mistake.plan?.(planned) ?? planned;
		const money = this.moneyOf(at.nodeRun.settings.key);
		const facts = {
			item,
			reference: normaliseReference(reference),
			identity: identityOf(made),
		};
		if (changed === 'invalid')
			return {
				...facts,
				planned: plannedItem({ index: at.index, failure: refuse("'Amount' is empty", '').failure }, key, money),
			};
		return { ...facts, planned: plannedItem({ index: at.index, plan: made }, key, money) };
	}

	private toolItem(call: ToolCall, run: NodeRun): Placed {
		const today = toolReference(this.rules.day(), call);
		const key = call.callId === null ? null : `tool:${call.callId}`;
		const item = `${run.life.executionId}/${run.nodeName}/${key ?? `keyless ${call.destination} ${call.amount}`}`;
		const made = paying({ ...call, reference: today }, run, { key, item });
		return {
			item,
			reference: today,
			identity: identityOf(made),
			planned: plannedItem({ index: 0, plan: made }, key, this.moneyOf(run.settings.key)),
		};
	}

	/** Calls `then` when the process is found dead, unless `over` of the returned object is set by then. */
	private afterDeath(process: Process, then: () => Promise<void>): { over: boolean } {
		const watch = { over: false };
		this.deaths.set(process, [
			...(this.deaths.get(process) ?? []),
			async () => {
				if (!watch.over) await then();
			},
		]);
		return watch;
	}

	private readonly deaths = new Map<Process, Array<() => Promise<void>>>();

	/** n8n finds a process dead: it marks the executions as crashed, and they can be retried. */
	async mourn(place: number, process: Process): Promise<void> {
		if (process.alive) throw new Error(`process ${place} lives`);
		for (const then of this.deaths.get(process) ?? []) await then();
	}
}

/** The key's unique name within a process. */
const nameOf = ({ account, host }: Key) => `${account} at ${host}`;

function retryOf(spec: ExecutionSpec): ExecutionSpec {
	const { retriedWith = spec.key } = spec;
	return { ...spec, cancelAt: null, retried: false, ...(retriedWith && { key: retriedWith }) };
}
