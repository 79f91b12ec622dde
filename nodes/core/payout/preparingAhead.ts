import type { WritePlan, Prepared, PreflightService } from '../operation/operation';
import { ItemStopped, refuse } from '../service/failure';
import type { ServiceResponse, Service, ServiceRequest } from '../service/service';
import { hasLimits } from './preflight';
import { describePayment, sentFailure, stepFailure, type Subject } from './payoutMessages';

/** Prepares a payment: name enquiry, quote. Throws ItemStopped when it must not be paid. */
async function prepare(service: Service, plan: WritePlan): Promise<Prepared> {
	return await plan.prepare(preflightService(service, plan, describePayment(plan, plan.amount, null)));
}

/** What an item may ask of the service before it is paid: reads, and requests that move no money. */
function preflightService(service: Service, plan: WritePlan, subject: Subject): PreflightService {
	const { payout, timeoutMs } = plan.settings;
	const validateOnly = payout?.validateOnly ?? false;
	return {
		read: service.read,
		readOnce: service.readOnce,
		readKept: async (request, suffices) => await service.readKept(request, suffices),
		clock: service.clock,
		limited: payout !== null && hasLimits(payout),
		validateOnly,
		write: async (request: ServiceRequest): Promise<ServiceResponse> => {
			if (validateOnly) throw refuse("'Validate Only' is on", 'So nothing is created at Mavapay.');
			const paymentResult = await service.pay(request, timeoutMs);
			if (paymentResult.classified.outcome === 'accepted' && paymentResult.response !== null) return paymentResult.response;
			// On the way to a payment, a request of unknown outcome still means that nothing was paid.
			const step = `${request.method} ${request.path}`;
			throw new ItemStopped(subject.pays ? stepFailure(subject, step, paymentResult) : sentFailure(subject, paymentResult, null));
		},
	};
}

type Ahead = Promise<{ ok: true; prepared: Prepared } | { ok: false; error: unknown }>;

/**
 * Prepares payments ahead of their turn, several at a time, where preparing only reads. Bounded in
 * both directions: `width` at once, and no more than `reach` before their turn, so that a list of
 * payees is not held in memory.
 */
export class PreparingAhead {
	private readonly started = new Map<WritePlan, Ahead>();
	private readonly ready = new Set<WritePlan>();
	private busy = 0;
	private stopped = false;

	/** @param next the next plan to come that may be prepared, or undefined */
	constructor(
		private readonly service: Service,
		private readonly next: () => WritePlan | undefined,
		private readonly limits: { readonly width: number; readonly reach: number },
	) {}

	/** The payment of a plan whose turn has come. Throws ItemStopped as `prepare` does. */
	async take(plan: WritePlan): Promise<Prepared> {
		this.fill();
		const ahead = this.started.get(plan);
		if (ahead === undefined) return await prepare(this.service, plan);
		const ended = await ahead;
		this.discard(plan);
		this.fill();
		if (!ended.ok) throw ended.error;
		return ended.prepared;
	}

	/** Whether `take` has nothing to wait for. */
	isReady(plan: WritePlan): boolean {
		return this.ready.has(plan);
	}

	/** Forgets a plan that is not paid after all. */
	discard(plan: WritePlan): void {
		this.started.delete(plan);
		this.ready.delete(plan);
	}

	/** Starts nothing more; what is under way ends by itself. */
	stop(): void {
		this.stopped = true;
	}

	private fill(): void {
		while (!this.stopped && this.busy < this.limits.width && this.started.size < this.limits.reach) {
			const plan = this.next();
			if (plan === undefined) return;
			this.busy += 1;
			this.started.set(plan, this.run(plan));
		}
	}

	private async run(plan: WritePlan): Ahead {
		try {
			return { ok: true, prepared: await prepare(this.service, plan) };
		} catch (error) {
			return { ok: false, error };
		} finally {
			this.busy -= 1;
			if (this.started.has(plan)) this.ready.add(plan);
			this.fill();
		}
	}
}
