import type { Classified } from '../../../nodes/core/domain/outcome';
import type { Answer, PaymentEnding, Service, ServiceRequest } from '../../../nodes/core/service/service';
import type { Process, Scheduler } from './scheduler';

/** What becomes of one request that pays; the ledger, not the answer, tells whether money moved. */
export type Fate =
	| 'accepted'
	| 'rejected'
	/** Taken, and failed at once: no money moved. */
	| 'failed'
	| 'lostBeforeEffect'
	| 'lostAfterEffect'
	/** The answer is given up on, and the money moves later. */
	| 'effectAfterTimeout'
	/** A fault of our own sender, after the effect. */
	| 'throws';

export interface Payment {
	readonly reference: string | null;
	/** Which item of which execution asked for it, and in which run of the node. */
	readonly by: string;
	readonly attempt: number;
	readonly amount: bigint;
	readonly id: string;
}

const ENDINGS: Record<Exclude<Fate, 'throws'>, Pick<Classified, 'outcome' | 'cause'> & { httpCode: string | null }> = {
	accepted: { outcome: 'accepted', cause: 'accepted', httpCode: '200' },
	rejected: { outcome: 'rejected', cause: 'plainRefusal', httpCode: '400' },
	failed: { outcome: 'failed', cause: 'transactionFailed', httpCode: '200' },
	lostBeforeEffect: { outcome: 'unknown', cause: 'reset', httpCode: null },
	lostAfterEffect: { outcome: 'unknown', cause: 'timeout', httpCode: null },
	effectAfterTimeout: { outcome: 'unknown', cause: 'timeout', httpCode: null },
};

/** A service that pays every request it gets, however often: nothing but the connector is careful. */
export class SimulatedService {
	readonly ledger: Payment[] = [];
	/** References of requests that were sent, and may still move money. */
	readonly underWay = new Map<string, number>();
	onEffect: (payment: Payment) => void = () => undefined;

	constructor(
		private readonly scheduler: Scheduler,
		private readonly random: () => number,
		private readonly fate: (payment: Payment) => Fate,
	) {}

	connect(process: Process, cancelled: () => boolean = () => false): Service {
		const read = async (): Promise<Answer> => {
			await process.sleep(this.random() * 50);
			return answerWith({});
		};
		return {
			read,
			readOnce: read,
			pay: async (request) => await this.pay(request, process),
			clock: {
				now: () => this.scheduler.now,
				sleep: async (milliseconds) => await process.sleep(milliseconds),
				random: this.random,
				cancelled,
			},
		};
	}

	private async pay(request: ServiceRequest, process: Process): Promise<PaymentEnding> {
		const payment = paymentOf(request, `t${this.ledger.length}-${this.scheduler.now.toFixed(3)}`);
		const fate = this.fate(payment);
		const due = this.random() * 200;
		this.sent(payment, fate, due);
		await process.sleep(due + this.random() * 100);
		if (fate === 'throws') throw new TypeError('a fault of our own');
		const { httpCode, ...said } = ENDINGS[fate];
		const data = { id: payment.id, status: fate === 'failed' ? 'FAILED' : 'PENDING' };
		const answer = fate === 'accepted' || fate === 'failed' ? answerWith(data) : null;
		return { classified: { ...said, message: `simulated ${fate}`, retryable: false }, httpCode, answer };
	}

	/** What happens at the service happens there, whether or not the process that asked is alive. */
	private sent(payment: Payment, fate: Fate, due: number): void {
		const { reference } = payment;
		if (reference !== null) this.underWay.set(reference, (this.underWay.get(reference) ?? 0) + 1);
		const late = fate === 'effectAfterTimeout' ? 1000 : 0;
		this.scheduler.after(due + late, () => {
			if (reference !== null) this.underWay.set(reference, (this.underWay.get(reference) ?? 1) - 1);
			if (fate === 'rejected' || fate === 'failed' || fate === 'lostBeforeEffect') return;
			this.ledger.push(payment);
			this.onEffect(payment);
		});
	}
}

export function answerWith(data: Record<string, string>): Answer {
	return { data, message: null, body: { status: 'ok', data } };
}

function paymentOf({ body }: ServiceRequest, id: string): Payment {
	const { reference, by, attempt, amount } = body ?? {};
	return {
		reference: typeof reference === 'string' ? reference : null,
		by: String(by),
		attempt: Number(attempt),
		amount: BigInt(String(amount)),
		id,
	};
}
