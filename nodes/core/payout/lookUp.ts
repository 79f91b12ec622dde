import type { PaymentPlan, LookUpService, LookedUp } from '../operation/operation';
import { ItemStopped, refuse, type Failure } from '../service/failure';
import type { Service, ServiceRequest, ServiceResponse } from '../service/service';
import { hasLimits } from './limits';
import { brokenBeforeFailure, describePayment, stepFailure, stoppedFailure } from './messages';

/**
 * Asks what a payment depends on: name enquiry, quote. Throws ItemStopped when it must not be paid.
 *
 * @param asksAmounts asks also for an amount that only Mavapay knows and no limit needs
 */
export async function lookUp(service: Service, plan: PaymentPlan, asksAmounts = false): Promise<LookedUp> {
	return await plan.lookUp(lookUpService(service, plan, asksAmounts));
}

/** Why a payment could not be looked up: as its name enquiry or its quote said, or an error of our own. */
export function lookUpFailure(plan: PaymentPlan, error: unknown): Failure {
	const subject = describePayment(plan);
	return error instanceof ItemStopped ? stoppedFailure(subject, error.failure) : brokenBeforeFailure(subject);
}

/** What a payment may ask of the service before it is paid: reads, and requests that move no money. */
function lookUpService(service: Service, plan: PaymentPlan, asksAmounts: boolean): LookUpService {
	const { payout } = plan.settings;
	const { validateOnly } = payout;
	return {
		...service,
		limited: asksAmounts || hasLimits(payout) || payout.approvalDigest !== null,
		validateOnly,
		write: async (request: ServiceRequest): Promise<ServiceResponse> => {
			if (validateOnly) throw refuse("'Validate Only' is on", 'So nothing is created at Mavapay.');
			const result = await service.send(request, plan.settings);
			if (result.classified.outcome === 'accepted' && result.response !== null) return result.response;
			// On the way to a payment, a request of unknown outcome still means that nothing was paid.
			throw new ItemStopped(stepFailure(describePayment(plan), `${request.method} ${request.path}`, result));
		},
	};
}
