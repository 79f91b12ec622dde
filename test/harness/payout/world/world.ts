import type { MoneyKind } from '../../../../nodes/core/domain/money';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { NO_RULES } from '../../../../nodes/core/domain/payees/keyRules';
import { normaliseReference } from '../../../../nodes/core/domain/payees/paymentIdentity';
import { entryKeyOf, MEMORY_KEY, type ExecutionContexts } from '../../../../nodes/core/payout/memory';
import {
	plannedItem,
	type ItemResult,
	type PayoutStore,
	type PlannedItem,
	type RefusedItem,
	type Unavailable,
} from '../../../../nodes/core/payout/runTypes';
import { PaidPayees } from '../../../../nodes/core/record/payees';
import { PaymentDays } from '../../../../nodes/core/record/paymentDay';
import { identityDigestOf, PayoutRecord } from '../../../../nodes/core/record/record';
import { dryRunOver, Halt, StoreFault, type RowStore } from '../../../../nodes/core/record/rows';
import { runPayments } from '../../../../nodes/core/payout/run';
import { ItemStopped, refuse, wholeText } from '../../../../nodes/core/service/failure';
import { createService, type Service, type ServiceRequest } from '../../../../nodes/core/service/service';
import { DEPLOYMENT, MONEY, ofAccount } from '../rows';
import { NGN, plan } from '../plans';
import { Bank, type BankRules, type Request, type Sent } from './bank';
import { contextClass, Database, openRows, type RowEvent, type ContextClass, type DatabaseRules } from './database';
import type { AgentSpec, ExecutionSpec, ItemSpec, Settings, ToolCall } from './specs';
import { Process, type Driver } from './time';

/** What was said of an item. */
export interface Report {
	readonly item: string;
	readonly executionId: string;
	readonly attempt: number;
	readonly reference: string | null;
	readonly identity: string;
	readonly outcome: string;
	readonly message: string;
	/** The claim that a person is given with it; null where none is open. */
	readonly claim: string | null;
	/** The number of requests that had left when it was said. */
	readonly requests: number;
}

/** A mistake that is planted into the connector, where it meets the world. */
export interface Mistake {
	readonly record?: typeof PayoutRecord;
	readonly days?: (money: MoneyKind, rows: RowStore) => PaymentDays;
	readonly rows?: (rows: RowStore) => RowStore;
	readonly service?: (service: Service) => Service;
	/** By how much the clock of a process is wrong from its start on, in milliseconds. */
	readonly clockError?: (place: number) => number;
	/** Called between the tries of a node. */
	readonly memory?: (contexts: ExecutionContexts) => void;
}

export interface WorldRules extends DatabaseRules {
	fate: BankRules['fate'];
	random(): number;
	/** When the world begins, in milliseconds since 1970. */
	readonly startsAt: number;
	/** The day that tool references are made of. */
	day(): string;
}

/** What happens to references: rows, requests, and what people are given and see. */
export type WorldEvent =
	| RowEvent
	| { readonly kind: 'leaves' | 'arrives'; readonly request: Request }
	/** A person was given a claim. */
	| { readonly kind: 'given'; readonly by: string; readonly reference: string; readonly claim: string }
	/** A person looked at the service for the payment. */
	| { readonly kind: 'seen'; readonly by: string; readonly reference: string; readonly found: boolean };

interface Life {
	readonly name: string;
	readonly executionId: string;
	readonly process: Process;
	readonly node: Record<string, unknown>;
	readonly flow: Record<string, unknown>;
}

/** One run of a node: who runs it, with what settings, and how its items are told apart. */
interface NodeRun {
	readonly life: Life;
	readonly nodeName: string;
	readonly node: Record<string, unknown>;
	readonly settings: Settings;
	readonly asTool: boolean;
	/** With the day for which the connector last asked. */
	readonly perDay: { day: string; readonly most: number } | null;
	readonly cancelled: () => boolean;
}

interface Placed {
	readonly planned: PlannedItem | RefusedItem;
	readonly item: string;
	readonly reference: string | null;
	readonly identity: string;
}

/** n8n with its processes and its database, the service, and what is said and done; the driver makes it happen. */
export class World {
	readonly reports: Report[] = [];
	readonly database: Database;
	readonly bank: Bank;
	/** References of the executions that run now. */
	readonly running = new Map<string, ReadonlySet<string>>();
	/** Rows that a caller's own mistakes would otherwise hide. */
	readonly disorder: string[] = [];
	onSent: (request: Request) => void = () => undefined;
	/** Told of the `payout` member of an item that went through, when its node has ended. */
	onOutput: (item: string, payout: Readonly<Record<string, unknown>>) => void = () => undefined;
	/** Told of everything that happens to references, in its order. */
	onEvent: (event: WorldEvent) => void = () => undefined;
	private readonly contexts = new Map<Process, ContextClass>();
	private readonly processes = new Map<number, Process>();
	private ids = 0;

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
			onSent: (request) => {
				this.onEvent({ kind: 'leaves', request });
				this.onSent(request);
			},
			onArrived: (request) => this.onEvent({ kind: 'arrives', request }),
		});
	}

	/** The process at a place; a new one where the one before died. */
	process(place: number): Process {
		const existing = this.processes.get(place);
		if (existing?.alive === true) return existing;
		const process = new Process(`process ${place}.${this.ids++}`);
		process.clockError = this.mistake.clockError?.(place) ?? 0;
		this.processes.set(place, process);
		this.contexts.set(process, this.Context ?? contextClass());
		return process;
	}

	/** Everything in a process ends between two steps. */
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

	/** The claim that a payment of a reference gave last; null where it gave none. */
	givenClaim(reference: string): string | null {
		return this.reports.filter((report) => report.reference === reference).at(-1)?.claim ?? null;
	}

	/** The record as a node run opens it. */
	async openStore(process: Process, actor: string, asTool = false): Promise<PayoutStore | Unavailable> {
		const Context = this.contexts.get(process);
		if (Context === undefined) throw new Error(`${process.name} has no class of contexts`);
		try {
			const opened = await openRows(Context, this.database, { process, actor }, asTool);
			const rows = this.mistake.rows?.(opened) ?? opened;
			const now = () => this.rules.startsAt + this.driver.now + process.clockError;
			return {
				record: new (this.mistake.record ?? PayoutRecord)(MONEY, rows, now, ofAccount),
				halt: new Halt(rows),
				days: this.mistake.days?.(MONEY, rows) ?? new PaymentDays(MONEY, rows),
				// Payees are read from rows of their own, which take no turn of the world.
				payees: new PaidPayees(MONEY, dryRunOver({ has: async () => false }), ofAccount),
				account: ofAccount,
			};
		} catch (error) {
			if (error instanceof StoreFault) return { reason: `no record: ${error.reason}`, retryable: true };
			throw error;
		}
	}

	service(
		process: Process,
		actor: string,
		describe: (request: ServiceRequest) => Sent,
		cancelled: () => boolean = () => false,
	): Service {
		const clock = {
			now: () => this.rules.startsAt + this.driver.now + process.clockError,
			sleep: async (milliseconds: number) => await this.sleep(process, actor, milliseconds),
			random: () => this.rules.random(),
			cancelled,
		};
		const service = createService(this.bank.transport(process, actor, describe), clock);
		return this.mistake.service?.(service) ?? service;
	}

	/** An execution of the workflow, with everything that n8n and a person do about it afterwards. */
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
		// What n8n stores of the contexts whenever a node has run.
		const stored = () => (spec.retried ? copyOf(life) : { node: {}, flow: {} });
		const saved = { run: from?.run ?? 0, contexts: stored() };
		// A life that ends with its process says nothing: whoever watches n8n sees that it is gone.
		const death = this.afterDeath(process, async () => {
			this.running.delete(life.executionId);
			if (spec.retried)
				await this.execute(
					`${name}'`,
					{ ...spec, cancelAt: null, retried: false },
					{ run: saved.run, ...saved.contexts },
				);
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
		await this.execute(name, { ...spec, cancelAt: null, retried: false }, { run: saved.run, ...saved.contexts });
	}

	/** An agent and its tool calls. */
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
						perDay,
						cancelled: () => false,
					};
					await this.runNode(run, [this.toolItem(call, run)]);
				}),
			);
		}
		this.running.delete(whole);
	}

	/** The node, with Retry On Fail. Gives whether it failed in the end. */
	private async runWithTries(life: Life, spec: ExecutionSpec, run: number, cancelled: () => boolean): Promise<boolean> {
		const nodeRun: NodeRun = {
			life,
			nodeName: 'Pay',
			node: life.node,
			settings: spec,
			asTool: false,
			perDay: null,
			cancelled,
		};
		for (let attempt = 1; ; attempt++) {
			const items = (spec.runs[run] ?? []).map((item, index) => this.placed(item, { nodeRun, run, index, attempt }));
			const { results, stoppedBy } = await this.runNode(nodeRun, items);
			const [first] = results;
			const again = spec.stopOnFailure ? stoppedBy !== null : first !== undefined && 'failure' in first;
			if (!again || attempt >= spec.tries) return stoppedBy !== null;
			await this.sleep(life.process, life.name, 1000);
			this.mistake.memory?.({ executionId: life.executionId, nodeName: 'Pay', flow: life.flow });
		}
	}

	private async runNode(run: NodeRun, items: readonly Placed[]) {
		const { life, settings, asTool, nodeName } = run;
		const store = await this.openStore(life.process, life.name, asTool);
		if ('days' in store) notesDay(store.days, run);
		const attempt = this.ids++;
		const done = await runPayments({
			deployment: DEPLOYMENT,
			workflowId: 'workflow 1',
			keyRules: NO_RULES,
			items: items.map(({ planned }) => planned),
			service: this.service(
				life.process,
				life.name,
				(request) => sentBy(run, attempt, request.body ?? {}),
				run.cancelled,
			),
			memory: { executionId: life.executionId, nodeName, flow: life.flow },
			store,
			asTool,
			report: () => undefined,
			timeZone: 'UTC',
			today: () => this.rules.day(),
			stopOnFailure: settings.stopOnFailure,
			redact: (text) => text,
		});
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
		this.reports.push({
			...by,
			item,
			reference,
			identity,
			outcome,
			message: failed ? wholeText(result.failure) : '',
			claim: failed ? (result.failure.claim ?? null) : null,
			requests: this.bank.requests.length,
		});
		if (!failed) this.onOutput(item, Object(result.outputs[0]?.payout));
	}

	private placed(spec: ItemSpec, at: { nodeRun: NodeRun; run: number; index: number; attempt: number }): Placed {
		const key = `${at.run}:${at.index}`;
		const changed = at.attempt > 1 ? spec.changes : undefined;
		const reference = changed === 'reference' ? `${spec.reference}-changed` : spec.reference;
		const amount = changed === 'amount' ? spec.amount + 1n : spec.amount;
		const item = `${at.nodeRun.life.name}/${key}`;
		const made = paying({ ...spec, reference, amount }, at.nodeRun, { key, item });
		const facts = {
			item,
			reference: normaliseReference(reference),
			identity: identityOf(made),
		};
		if (changed === 'invalid')
			return {
				...facts,
				planned: plannedItem({ index: at.index, failure: refuse("'Amount' is empty", '').failure }, key, MONEY),
			};
		return { ...facts, planned: plannedItem({ index: at.index, plan: made }, key, MONEY) };
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
			planned: plannedItem({ index: 0, plan: made }, key, MONEY),
		};
	}

	/** Does something once when a process is found dead. */
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

	/** What happens after a death: executions are marked as crashed, and may be retried. */
	async mourn(place: number, process: Process): Promise<void> {
		if (process.alive) throw new Error(`process ${place} lives`);
		for (const then of this.deaths.get(process) ?? []) await then();
	}
}

/** @param day `day 1` and so on */
export function toolReference(day: string, { destination, amount }: Pick<ToolCall, 'destination' | 'amount'>): string {
	const date = new Date(Date.UTC(2026, 0, Number(day.slice('day '.length)))).toISOString().slice(0, 10);
	return `agent ${date} ${destination} ${amount} NGN`;
}

function referencesOf(items: readonly ItemSpec[]): ReadonlySet<string> {
	const names = items.map(({ reference }) => normaliseReference(reference));
	return new Set(names.flatMap((name) => [name, `${name}-changed`]));
}

function copyOf({ node, flow }: Pick<Life, 'node' | 'flow'>): {
	node: Record<string, unknown>;
	flow: Record<string, unknown>;
} {
	return JSON.parse(JSON.stringify({ node, flow }));
}

function identityOf(made: ReturnType<typeof plan>): string {
	return identityDigestOf(MONEY, made.identity);
}

function paying(spec: ItemSpec, { settings, perDay }: NodeRun, at: { key: string | null; item: string }) {
	const { reference, destination, amount, before, isLike = false, allowRepeats = false } = spec;
	const made = plan({
		destination,
		amount: NGN(amount),
		onUnknown: settings.onUnknown,
		looksUp: before === undefined ? 'nothing' : before === 'quote' ? 'inTurn' : 'ahead',
		isLike,
		payout: { ...settings, reference, allowRepeats, paymentsPerDay: perDay?.most ?? null },
		lookUp: async (service) => {
			if (before === 'quote') await service.write({ method: 'POST', path: '/quote' });
			else if (before !== undefined) await service.read({ method: 'GET', path: '/enquiry' });
			if (before === 'refusedByEnquiry') throw new ItemStopped(refuse('The name is another one', '').failure);
			return {};
		},
	});
	const identity = identityOf(made);
	const entryKey = entryKeyOf(at.key, identity);
	const paid = { reference, destination, identity, amount: String(amount), isLike, allowRepeats };
	const body: JsonObject = { item: at.item, entryKey, ...paid };
	return {
		...made,
		lookUp: async (service: Parameters<typeof made.lookUp>[0]) => ({
			...(await made.lookUp(service)),
			request: { method: 'POST' as const, path: '/withdraw', body },
		}),
	};
}

/** Notes for the judge the day of which a place is taken last, which is the day that a payment counts for. */
function notesDay(days: PaymentDays, { perDay }: NodeRun): void {
	const take = days.take.bind(days);
	days.take = async (day, most) => {
		if (perDay !== null) perDay.day = day;
		return await take(day, most);
	};
}

/** What the world knows of a request that leaves: from its body, and from the memory that says `sending`. */
function sentBy({ life, nodeName, asTool, perDay, settings }: NodeRun, attempt: number, body: JsonObject): Sent {
	const entry = Object(life.flow[MEMORY_KEY])[`${JSON.stringify(nodeName)} ${String(body.entryKey)}`];
	const { generation } = Object(Object(entry).payment);
	return {
		attempt,
		item: String(body.item),
		execution: life.name,
		executionId: life.executionId,
		actor: life.name,
		node: nodeName,
		asTool,
		perDay: perDay === null ? null : { ...perDay },
		stops: settings.onUnknown === 'stop',
		atOnce: settings.payoutsInParallel,
		reference: typeof body.reference === 'string' ? normaliseReference(body.reference) : null,
		generation: typeof generation === 'number' ? generation : null,
		destination: String(body.destination),
		identity: String(body.identity),
		amount: BigInt(String(body.amount)),
		isLike: body.isLike === true,
		mayRepeat: body.allowRepeats === true,
	};
}
