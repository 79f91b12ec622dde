import type { JsonObject } from '../../../nodes/core/domain/json';
import type { Failure } from '../../../nodes/core/service/failure';
import { ItemStopped } from '../../../nodes/core/service/failure';
import { PayoutRecord } from '../../../nodes/core/payout/payoutRecord';
import { runMoney, type ItemResult, type PlannedItem, type RefusedItem } from '../../../nodes/core/payout/runner';
import { DeduplicationTable } from './deduplicationTable';
import { NGN, plan } from './plans';
import { chance, Process, Scheduler } from './scheduler';
import { SimulatedService, type Fate, type Payment } from './simulatedService';

export const BASE_URL = 'https://staging.example/api/v1';
export const entry = (reference: string) => `mavapay:1:${BASE_URL}:${reference}`;

export interface ItemSpec {
	readonly reference: string | null;
	readonly amount: bigint;
	/** Values that differ from the second try on, as an expression with a time or a counter gives. */
	readonly changes: 'no' | 'amount' | 'reference' | 'invalid';
	/** What stands between the plan and the payment. */
	readonly before: 'nothing' | 'enquiry' | 'refusedByEnquiry';
}

export interface ExecutionSpec {
	readonly process: number;
	readonly startAt: number;
	/** Runs of the node in a loop, each with its items. */
	readonly runs: ReadonlyArray<readonly ItemSpec[]>;
	readonly tries: number;
	readonly stopOnFailure: boolean;
	readonly onUnknown: 'stop' | 'continue';
	readonly alreadyRecorded: 'stop' | 'skip';
	readonly maximumTotal: bigint | null;
	readonly cancelAt: number | null;
	/** Whether a person retries it from n8n's list once it failed. */
	readonly retried: boolean;
}

export interface Schedule {
	readonly seed: number;
	readonly executions: readonly ExecutionSpec[];
	/** When each process dies; null: never. Executions started later run in a new one. */
	readonly deaths: ReadonlyArray<number | null>;
	/** Other users of the same row, each with a number of calls. */
	readonly others: readonly number[];
	readonly fates: readonly Fate[];
}

interface Report {
	readonly by: string;
	readonly reference: string | null;
	readonly attempt: number;
	readonly outcome: string;
	readonly replayed: boolean;
	readonly message: string;
	/** Payments of this item that the ledger held when the item was reported. */
	readonly paid: number;
}

const DELAY = 300;
const LATENCY = { way: 10, change: 40 };

/** n8n, its database, the service and the people around them, in virtual time. */
export class PayoutWorld {
	readonly scheduler = new Scheduler();
	readonly reports: Report[] = [];
	readonly violations: string[] = [];
	readonly table: DeduplicationTable;
	readonly service: SimulatedService;
	private readonly random: () => number;
	private processes: Process[] = [];
	private tokens = 0;
	private attempts = 0;
	private sent = 0;
	private fates: readonly Fate[];

	constructor(private readonly schedule: Schedule) {
		this.random = chance(schedule.seed);
		this.table = new DeduplicationTable(this.scheduler, this.random, LATENCY);
		this.fates = schedule.fates;
		this.service = new SimulatedService(this.scheduler, this.random, () => this.fates[this.sent++ % this.fates.length] ?? 'accepted');
		const watch = () => {
			for (const [reference, count] of this.service.underWay) {
				if (count > 0 && !this.table.has(entry(reference))) this.violations.push(`${reference} was free while under way`);
			}
		};
		this.table.onChange = watch;
		this.service.onEffect = ({ reference }) => {
			if (reference !== null && !this.table.has(entry(reference))) this.violations.push(`${reference} was free when it was paid`);
		};
	}

	/** All executions, until nothing happens any more. */
	async play(): Promise<void> {
		const { executions, deaths, others } = this.schedule;
		deaths.forEach((at, place) => {
			const process = this.process(place);
			if (at !== null) this.scheduler.after(at, () => { process.alive = false; });
		});
		executions.forEach((spec, number) => {
			this.scheduler.after(spec.startAt, () => void this.execute(`e${number}`, spec, {}));
		});
		others.forEach((calls, number) => void this.otherUser(number, calls));
		await this.scheduler.run();
	}

	/** A record of its own process, as a person's manual execution has it. */
	record(process = this.process(this.processes.length)): PayoutRecord {
		return new PayoutRecord(BASE_URL, {
			store: this.table.connect(process),
			storeKey: `${this.schedule.seed}:${process.name}`,
			now: () => this.scheduler.now,
			wait: async (milliseconds) => await process.sleep(milliseconds),
			random: this.random,
			newToken: () => `token${this.tokens++}`,
		});
	}

	/** One more execution when all is quiet, in a process of its own, and with a service that takes everything. */
	async rerun(name: string, spec: ExecutionSpec): Promise<void> {
		this.fates = ['accepted'];
		void this.execute(name, { ...spec, process: this.processes.length, cancelAt: null, retried: false }, {});
		await this.scheduler.run();
	}

	paid(test: (payment: Payment) => boolean): number {
		return this.service.ledger.filter(test).length;
	}

	private process(place: number): Process {
		const existing = this.processes[place];
		if (existing?.alive === true) return existing;
		const process = new Process(`process ${place}, started at ${this.scheduler.now}`, this.scheduler);
		this.processes[place] = process;
		return process;
	}

	private async execute(name: string, spec: ExecutionSpec, memory: Record<string, unknown>): Promise<void> {
		const process = this.process(spec.process);
		let failed = false;
		for (const [run, items] of spec.runs.entries()) {
			failed = await this.runNode(name, spec, run, items, memory, process);
			if (failed) break;
		}
		if (!failed || !spec.retried) return;
		// n8n stores the failed execution with the node's context, and starts it again from there.
		const stored: Record<string, unknown> = JSON.parse(JSON.stringify(memory));
		await process.sleep(500 + this.random() * 500);
		await this.execute(name, { ...spec, cancelAt: null, retried: false }, stored);
	}

	/** The node, with Retry On Fail. Gives whether it failed in the end. */
	private async runNode(
		name: string,
		spec: ExecutionSpec,
		run: number,
		items: readonly ItemSpec[],
		memory: Record<string, unknown>,
		process: Process,
	): Promise<boolean> {
		for (let attempt = 1; ; attempt++) {
			const number = this.attempts++;
			const planned = items.map((item, index) => this.planned(item, { name, spec, run, index, attempt, number }));
			const { results, stoppedBy } = await runMoney({
				effect: 'pay',
				deployment: { kind: 'custom', baseUrl: BASE_URL },
				items: planned.map(({ item }) => item),
				service: this.service.connect(process, () => spec.cancelAt !== null && this.scheduler.now >= spec.cancelAt),
				memory,
				record: this.record(process),
				stopOnFailure: spec.stopOnFailure,
			});
			results.forEach((result, place) => this.report(result, planned[place]?.facts));
			const [first] = results;
			const again = spec.stopOnFailure ? stoppedBy !== null : first !== undefined && 'failure' in first;
			if (!again || attempt === spec.tries) return stoppedBy !== null;
			await process.sleep(1000);
		}
	}

	private planned(
		item: ItemSpec,
		at: { name: string; spec: ExecutionSpec; run: number; index: number; attempt: number; number: number },
	): { item: PlannedItem | RefusedItem; facts: { by: string; reference: string | null; attempt: number } } {
		const { spec } = at;
		const key = `${at.run}:${at.index}`;
		const by = `${at.name}/${key}`;
		const changed = at.attempt > 1 ? item.changes : 'no';
		const reference = changed === 'reference' && item.reference !== null ? `${item.reference}-changed` : item.reference;
		const facts = { by, reference, attempt: at.number };
		if (changed === 'invalid') return { item: { index: at.index, key, failure: INVALID }, facts };
		const amount = NGN(changed === 'amount' ? item.amount + 1n : item.amount);
		const body: JsonObject = { ...facts, amount: amount.minor.toString() };
		return {
			facts,
			item: {
				index: at.index,
				key,
				plan: plan({
					destination: by,
					amount,
					body,
					onUnknown: spec.onUnknown,
					payout: { reference, alreadyRecorded: spec.alreadyRecorded, maximumTotal: spec.maximumTotal, claimDelayMs: DELAY },
					prepare: async (service) => {
						if (item.before !== 'nothing') await service.read({ method: 'GET', path: '/bank/name-enquiry' });
						if (item.before === 'refusedByEnquiry') throw new ItemStopped(INVALID);
						return {};
					},
				}),
			},
		};
	}

	private report(result: ItemResult, facts: { by: string; reference: string | null; attempt: number } | undefined): void {
		if (facts === undefined) throw new Error('a result without an item');
		const paid = this.paid(({ by, attempt }) => by === facts.by && attempt <= facts.attempt);
		if ('failure' in result) {
			const { outcome, message } = result.failure;
			this.reports.push({ ...facts, outcome: String(outcome), message, replayed: false, paid });
			return;
		}
		for (const { payout } of result.outputs) {
			const { outcome, replayed } = Object(payout);
			this.reports.push({ ...facts, outcome: String(outcome), replayed: replayed === true, message: '', paid });
		}
	}

	private async otherUser(number: number, calls: number): Promise<void> {
		const process = new Process(`other ${number}`, this.scheduler);
		const store = this.table.connect(process);
		for (let call = 0; call < calls; call++) {
			await process.sleep(this.random() * 150);
			const value = `seen ${number} ${call % 7}`;
			// Two first calls at once: n8n's database refuses one of them, and its user sees an error.
			await (this.random() < 0.7 ? store.add([value]) : store.remove([value])).catch(() => undefined);
		}
	}
}

const INVALID: Failure = {
	message: "'Amount' is empty.",
	httpCode: null,
	outcome: 'rejected',
	reference: null,
	retryable: false,
	source: 'input',
};
