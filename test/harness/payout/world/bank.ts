import type { HttpResult } from '../../../../nodes/core/http/httpResult';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import type { ServiceRequest, Transport } from '../../../../nodes/core/service/service';
import type { Key, Payer } from './keys';
import type { Driver, Process } from './time';

/** How a request may end. `refused` certainly did nothing; `unreached` got no response at all and never will. */
export type End = 'accepted' | 'failed' | 'refused' | 'unknown' | 'unreached';

interface Course {
	readonly end: End;
	/** Whether money moves. */
	readonly paid: boolean;
	/** Whether it moves only after the request was given up on. */
	readonly late?: boolean;
	/** What is answered; null: the transport itself breaks down, after the effect. */
	readonly response: ((id: string) => HttpResult) | null;
}

const response = (status: number, body: JsonObject | string): HttpResult => ({ kind: 'response', status, body });
const saying = (status: number, message: string) => () => response(status, { status: 'error', message });
const fault = (code: string) => (): HttpResult => ({ kind: 'fault', code, message: `simulated ${code}` });
const taken = (status: string) => (id: string) => response(200, { status: 'ok', data: { id, status } });

/** What becomes of one request that pays. The ledger, not the response, tells whether money moved. */
const COURSES = {
	accepted: { end: 'accepted', paid: true, response: taken('PENDING') },
	failed: { end: 'failed', paid: false, response: taken('FAILED') },
	refused: { end: 'refused', paid: false, response: saying(400, 'Insufficient balance') },
	limited: { end: 'refused', paid: false, response: saying(429, 'Too many requests') },
	// Refusals with effect: nobody can tell them from true ones.
	refusedYetPaid: { end: 'refused', paid: true, response: saying(400, 'Amount too small') },
	notFoundYetPaid: { end: 'unknown', paid: true, response: saying(404, 'Beneficiary not found') },
	limitedYetPaid: { end: 'refused', paid: true, response: saying(429, 'Too many requests') },
	inDoubt: { end: 'unknown', paid: true, response: saying(422, 'Transfer already initiated') },
	gatewayPaid: { end: 'unknown', paid: true, response: () => response(504, '<html>Gateway Time-out</html>') },
	gatewayUnpaid: { end: 'unknown', paid: false, response: () => response(504, '<html>Gateway Time-out</html>') },
	lostPaid: { end: 'unknown', paid: true, response: fault('ECONNRESET') },
	lostUnpaid: { end: 'unknown', paid: false, response: fault('ECONNRESET') },
	late: { end: 'unknown', paid: true, late: true, response: fault('ECONNABORTED') },
	unreachable: { end: 'unreached', paid: false, response: fault('ECONNREFUSED') },
	broken: { end: 'unknown', paid: true, response: null },
} satisfies Record<string, Course>;

export type Fate = keyof typeof COURSES;
export const FATES = Object.keys(COURSES).filter((name): name is Fate => name in COURSES);

/** One request that pays, as it left a process. */
export interface Request {
	readonly number: number;
	/** When it left, in milliseconds. */
	readonly at: number;
	/** Which item of which run: the same over all tries, and over a Retry that kept the memory. */
	readonly item: string;
	readonly execution: string;
	readonly executionId: string;
	/** One run of the node over its items; a request that is repeated in it is the same one. */
	readonly attempt: number;
	readonly actor: string;
	readonly node: string;
	readonly asTool: boolean;
	readonly payer: Payer;
	/** The day that it counts for, and how many may. */
	readonly perDay: { readonly day: string; readonly most: number } | null;
	readonly stops: boolean;
	/** How many of its execution may be under way at once. */
	readonly atOnce: number;
	/** Whether it is one of a list that is over its *Maximum Total*. */
	readonly isOverTotal: boolean;
	/** As the record knows it. */
	readonly reference: string | null;
	/** The claim under which it was sent; null where it had none. */
	readonly generation: number | null;
	readonly destination: string;
	readonly identity: string;
	readonly amount: bigint;
	/** Whether it is compared with payments like it, and whether it may repeat one. */
	readonly isLike: boolean;
	readonly mayRepeat: boolean;
	readonly fate: Fate;
	/** How it ended, as far as the process that sent it knows. */
	end: End | null;
	/** Whether money moved so far. */
	paid: boolean;
}

export type Sent = Omit<Request, 'number' | 'at' | 'fate' | 'end' | 'paid'>;

export interface BankRules {
	fate(sent: Sent): Fate;
	/** What GET /wallet is answered. */
	wallets(key: Key): HttpResult;
	/** Asked at the moment a request leaves. */
	onSent(request: Request): void;
	/** Asked at the moment a request takes effect at the service, or is refused there. */
	onArrived(request: Request): void;
}

/** A service that pays every request it gets, however often: nothing but the connector is careful. */
export class Bank {
	readonly requests: Request[] = [];

	constructor(
		private readonly driver: Driver,
		private readonly rules: BankRules,
	) {}

	get paid(): Request[] {
		return this.requests.filter((request) => request.paid);
	}

	/** @param describe what the world knows of a request that leaves */
	transport(
		process: Process,
		actor: string,
		describe: (request: ServiceRequest) => Sent,
		key: Key | undefined,
	): Transport {
		return async (request) => {
			if (request.method === 'GET' || request.path !== '/withdraw')
				return await this.other(process, actor, request, key);
			const sent = describe(request);
			const entry: Request = {
				...sent,
				number: this.requests.length,
				at: this.driver.now,
				fate: this.rules.fate(sent),
				end: null,
				paid: false,
			};
			this.rules.onSent(entry);
			this.requests.push(entry);
			return await this.course(entry, process);
		};
	}

	private async course(entry: Request, process: Process): Promise<HttpResult> {
		const { driver } = this;
		const { actor, number } = entry;
		const course: Course = COURSES[entry.fate];
		const pay = () => {
			entry.paid = course.paid;
			this.rules.onArrived(entry);
		};
		return await new Promise<HttpResult>((resolve, reject) => {
			const end = () => {
				if (!process.alive) return;
				entry.end = course.end;
				if (course.response === null) reject(new TypeError('a fault of our own'));
				else resolve(course.response(`tx-${number}`));
			};
			const answered = () => driver.add('response', { actor, label: `response ${number}: ${entry.fate}`, run: end });
			if (course.late === true) {
				answered();
				driver.add('lateEffect', { actor: 'the bank', label: `effect ${number}`, run: pay });
				return;
			}
			driver.add('effect', {
				actor: 'the bank',
				label: `effect ${number}`,
				run: () => {
					pay();
					answered();
				},
			});
		});
	}

	/** A name enquiry, a quote, a look at a transaction: it moves no money. */
	private async other(
		process: Process,
		actor: string,
		{ path, query }: ServiceRequest,
		key: Key | undefined,
	): Promise<HttpResult> {
		const id = query?.id ?? path;
		const asked = this.requests.find(({ number, fate }) => `tx-${number}` === id && fate === 'failed');
		const failed = asked && { status: 'FAILED', amount: Number(asked.amount), currency: 'NGN' };
		const data = { id, status: 'SUCCESS', type: 'WITHDRAWAL', ...failed };
		const found = () => response(200, { status: 'ok', data });
		const answer = () => (path === '/wallet' && key !== undefined ? this.rules.wallets(key) : found());
		return await new Promise<HttpResult>((resolve) => {
			this.driver.add('response', {
				actor,
				label: path,
				run: () => {
					if (process.alive) resolve(answer());
				},
			});
		});
	}
}
