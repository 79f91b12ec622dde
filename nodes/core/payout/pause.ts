import { retryDelayMs } from '../domain/http/httpResult';
import type { Clock, PaymentResult, Service } from '../service/service';

/** A 429 is never repeated for a request that pays or creates something: the run waits, longer with every one in a row. */
export class Pause {
	private refusedInARow = 0;
	private waitMs = 0;
	private underWay: Promise<void> | null = null;

	constructor(private readonly clock: Clock) {}

	/** The service, whose responses are looked at. */
	watched(service: Service): Service {
		return {
			...service,
			pay: async (request, settings) => {
				const result = await service.pay(request, settings);
				this.note(result);
				return result;
			},
		};
	}

	/** Waits until the run may go on, or is over. By waits, not by the time of day, which may be set back by an hour. */
	async passed(isOver: () => boolean): Promise<void> {
		while (!isOver()) {
			if (this.waitMs > 0) this.start();
			if (this.underWay === null) return;
			await this.underWay;
		}
	}

	private note({ httpCode, retryAfter }: PaymentResult): void {
		this.refusedInARow = httpCode === '429' ? this.refusedInARow + 1 : 0;
		if (httpCode !== '429') return;
		const { clock } = this;
		const nowMs = clock.now();
		const waitMs = retryDelayMs({ attempt: this.refusedInARow, retryAfter, random: () => clock.random(), nowMs });
		this.waitMs = Math.max(this.waitMs, waitMs);
	}

	private start(): void {
		const waits = [this.clock.sleep(this.waitMs), this.underWay];
		this.waitMs = 0;
		const pause = Promise.all(waits).then(() => {
			if (this.underWay === pause) this.underWay = null;
		});
		this.underWay = pause;
	}
}
