import type { MoneyPlan, PreparingService } from '../operation/operation';
import { ItemStopped, refuse } from '../service/failure';
import type { Answer, PaymentEnding, Service, ServiceRequest } from '../service/service';
import { isCapped } from './caps';
import { causeText, failureOf, refusedText, sentFailure, type Told } from './messages';

/** What an item may ask of the service before it is paid: reads, and requests that move no money. */
export function preparingService(service: Service, plan: MoneyPlan, told: Told): PreparingService {
	const { payout, timeoutMs } = plan.settings;
	const validateOnly = payout?.validateOnly ?? false;
	return {
		read: async (request) => await service.read(request),
		readOnce: async (request) => await service.readOnce(request),
		clock: service.clock,
		capped: payout !== null && isCapped(payout),
		validateOnly,
		bind: async (request: ServiceRequest): Promise<Answer> => {
			if (validateOnly) throw refuse("nothing that binds is sent while 'Validate Only' is on.");
			const ending = await service.pay(request, timeoutMs);
			if (ending.classified.outcome === 'accepted' && ending.answer !== null) return ending.answer;
			throw new ItemStopped(bindFailure(told, request, ending));
		},
	};
}

/** On the way to a payment a binding request of unknown outcome still means that nothing was paid. */
function bindFailure(told: Told, request: ServiceRequest, ending: PaymentEnding) {
	if (!told.pays) return sentFailure(told, ending, null);
	const { outcome, retryable } = ending.classified;
	const certain = outcome === 'rejected';
	const done = certain ? 'was rejected' : 'may have taken effect, but its answer is of no use';
	const why = `${request.method} ${request.path}, which comes before the payment, ${done}. ${causeText(ending)} The payment itself was not sent.`;
	return failureOf(told, refusedText(told, why), {
		outcome: 'rejected',
		httpCode: ending.httpCode,
		retryable: certain ? retryable : true,
		source: 'service',
	});
}
