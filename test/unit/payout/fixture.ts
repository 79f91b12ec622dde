import type { Classified } from '../../../nodes/core/domain/outcome';
import { PayoutRecord } from '../../../nodes/core/payout/payoutRecord';
import type { RecordStore } from '../../../nodes/core/payout/recordStore';
import { runMoney, type MoneyRun, type MoneyRunResult } from '../../../nodes/core/payout/runner';
import type { MoneyPlan } from '../../../nodes/core/operation/operation';
import type { Failure } from '../../../nodes/core/service/failure';
import type { PaymentEnding, Service, ServiceRequest } from '../../../nodes/core/service/service';
import { answerWith } from './simulatedService';

export const BASE_URL = 'https://staging.example/api/v1';
export const entry = (reference: string) => `mavapay:1:${BASE_URL}:${reference}`;

let stores = 0;

/** n8n's store with one execution at a time: a list that never loses anything. */
export class MemoryStore implements RecordStore {
	readonly key = `unit ${stores++}`;
	values: string[] = [];
	/** The greatest number of values that were there at once. */
	calls: string[] = [];

	async add(values: readonly string[]) {
		this.calls.push('add');
		const known = values.filter((value) => this.values.includes(value));
		const fresh = values.filter((value) => !this.values.includes(value));
		this.values.push(...fresh);
		return { fresh, known };
	}

	async remove(values: readonly string[]) {
		this.calls.push('remove');
		this.values = this.values.filter((value) => !values.includes(value));
	}

	async clear() {
		this.values = [];
	}

	async count() {
		return this.values.length;
	}

	/** Entries of payouts, without what stands for the one reference. */
	state(reference: string): 'free' | 'paid' | 'unknown' {
		if (!this.values.includes(entry(reference))) return 'free';
		return this.values.includes(`${entry(reference)}:open`) ? 'unknown' : 'paid';
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

export function recordOn(store: RecordStore, key: string, time = new StillTime()): PayoutRecord {
	let tokens = 0;
	return new PayoutRecord(BASE_URL, {
		store,
		storeKey: key,
		now: () => time.now,
		wait: async (milliseconds) => await time.wait(milliseconds),
		random: () => 0.5,
		newToken: () => `${key} ${time.now} ${tokens++}`,
	});
}

type Said = Pick<Classified, 'outcome' | 'cause'> & Partial<PaymentEnding> & { message?: string; retryable?: boolean };

export function ending({ outcome, cause, message = 'as simulated', retryable = false, ...rest }: Said): PaymentEnding {
	return { classified: { outcome, cause, message, retryable }, httpCode: null, answer: null, ...rest };
}

export const accepted = (id = 'tx-1') =>
	ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200', answer: answerWith({ id, status: 'PENDING' }) });
export const rejected = ending({ outcome: 'rejected', cause: 'plainRefusal', httpCode: '400', message: 'Insufficient balance' });
export const lost = ending({ outcome: 'unknown', cause: 'timeout', message: 'connect ETIMEDOUT 10.0.0.1' });

/** One execution: the service, n8n's context, and the record, over several runs of the node. */
export class Bench {
	readonly store = new MemoryStore();
	readonly time = new StillTime();
	readonly sent: ServiceRequest[] = [];
	readonly read: ServiceRequest[] = [];
	memory: Record<string, unknown> = {};
	record: PayoutRecord | null = recordOn(this.store, this.store.key, this.time);
	cancelled = false;
	/** What each request that pays ends with; the last one holds for all further ones. */
	endings: Array<PaymentEnding | (() => PaymentEnding)> = [accepted()];

	readonly service: Service = {
		read: async (request) => {
			this.read.push(request);
			return answerWith({});
		},
		readOnce: async (request) => await this.service.read(request),
		pay: async (request) => {
			this.sent.push(request);
			const next = this.endings.length > 1 ? this.endings.shift() : this.endings[0];
			if (next === undefined) throw new Error('no ending is set');
			return typeof next === 'function' ? next() : next;
		},
		clock: {
			now: () => this.time.now,
			sleep: async (milliseconds) => await this.time.wait(milliseconds),
			random: () => 0.5,
			cancelled: () => this.cancelled,
		},
	};

	async run(plans: ReadonlyArray<MoneyPlan | Failure>, more: Partial<MoneyRun> & { run?: number } = {}): Promise<MoneyRunResult> {
		const key = (index: number) => `${more.run ?? 0}:${index}`;
		return await runMoney({
			effect: 'pay',
			deployment: { kind: 'staging', baseUrl: BASE_URL },
			items: plans.map((item, index) =>
				'prepare' in item ? { index, key: key(index), plan: item } : { index, key: key(index), failure: item },
			),
			service: this.service,
			memory: this.memory,
			record: this.record,
			stopOnFailure: false,
			...more,
			// A run empties its list; a test may give the same one twice.
			...(more.items === undefined ? {} : { items: [...more.items] }),
		});
	}
}

/** The one output of an item; fails the test where there is none. */
export function outputOf({ results }: MoneyRunResult, place = 0) {
	const result = results[place];
	if (result === undefined || !('outputs' in result)) throw new Error(`item ${place} failed: ${JSON.stringify(result)}`);
	expect(result.outputs).toHaveLength(1);
	return result.outputs[0];
}

export function failureOf({ results }: MoneyRunResult, place = 0): Failure {
	const result = results[place];
	if (result === undefined || !('failure' in result)) throw new Error(`item ${place} went through`);
	return result.failure;
}
