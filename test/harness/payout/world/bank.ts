import type { HttpResult } from '../../../../nodes/core/http/httpResult';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import type { ServiceRequest, Transport } from '../../../../nodes/core/service/service';
import type { Key, Payer } from './keys';
import type { Driver, Process } from './time';

/** How a request ends for its sender. `unreached`: it never reached the service, so no response will come. */
export type End = 'accepted' | 'failed' | 'refused' | 'unknown' | 'unreached';

interface Course {
	readonly end: End;
	/** Whether money moves. */
	readonly paid: boolean;
	/** Whether the money moves only after the sender has given up waiting. */
	readonly late?: boolean;
	/** The response that the sender gets; null if the transport throws after the payment took effect. */
	readonly response: ((id: string) => HttpResult) | null;
}

const response = (status: number, body: JsonObject | string): HttpResult => ({ kind: 'response', status, body });
const saying = (status: number, message: string) => () => response(status, { status: 'error', message });
const fault = (code: string) => (): HttpResult => ({ kind: 'fault', code, message: `simulated ${code}` });
const taken = (status: string) => (id: string) => response(200, { status: 'ok', data: { id, status } });

/** What can become of a request that pays. `paid` says whether money moved; the response may say otherwise. */
const COURSES = {
	accepted: { end: 'accepted', paid: true, response: taken('PENDING') },
	failed: { end: 'failed', paid: false, response: taken('FAILED') },
	refused: { end: 'refused', paid: false, response: saying(400, 'Insufficient balance') },
	limited: { end: 'refused', paid: false, response: saying(429, 'Too many requests') },
	// The service reports an error and pays anyway. A client can't tell this from a real refusal.
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
	/** When the request was sent, in milliseconds since the simulation began. */
	readonly at: number;
	/** Identifies the item in its execution; the same for all tries of the node and a Retry that kept the memory. */
	readonly item: string;
	readonly execution: string;
	readonly executionId: string;
	/** A number for each try of a node. Within one try, a request that is sent again counts as the same request. */
	readonly attempt: number;
	readonly actor: string;
	readonly node: string;
	readonly asTool: boolean;
	readonly payer: Payer;
	/** The day that the payment counts toward, and how many payments that day allows; null without a daily limit. */
	readonly perDay: { readonly day: string; readonly most: number } | null;
	readonly stops: boolean;
	/** How many requests of this execution can be in progress at once. */
	readonly atOnce: number;
	/** Whether the request belongs to a list of payments whose sum is over *Maximum Total*. */
	readonly isOverTotal: boolean;
	/** The payment's reference as the record stores it; null if the request has none. */
	readonly reference: string | null;
	/** The number of the reference's claim under which the request was sent, from 0; null without a claim. */
	readonly generation: number | null;
	readonly destination: string;
	readonly identity: string;
	readonly amount: bigint;
	/** Whether similar payments (same payee and amount) are looked up; `mayRepeat`: whether one may be repeated. */
	readonly isLike: boolean;
	readonly mayRepeat: boolean;
	readonly fate: Fate;
	/** How the request ended for the process that sent it; null while that process waits. */
	end: End | null;
	/** Whether the money has moved yet. */
	paid: boolean;
}

export type Sent = Omit<Request, 'number' | 'at' | 'fate' | 'end' | 'paid'>;

export interface BankRules {
	fate(sent: Sent): Fate;
	/** The response to GET /wallet. */
	wallets(key: Key): HttpResult;
	/** Called when a process sends a payment request. */
	onSent(request: Request): void;
	/** Called when a request takes effect at the service, or is refused there. */
	onArrived(request: Request): void;
}

/** A simulated payments service. It pays even a repeated request, so the connector must not repeat one. */
export class Bank {
	readonly requests: Request[] = [];

	constructor(
		private readonly driver: Driver,
		private readonly rules: BankRules,
	) {}

	get paid(): Request[] {
		return this.requests.filter((request) => request.paid);
	}

	/** @param describe gives the facts that the simulation keeps about a request */
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

	/** Answers requests that move no money: name enquiries, quotes and transaction look-ups. */
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
