import { ASSUMED } from '../assumptions';
import { DOCUMENTED } from '../messages';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { payOrderFromOutside } from '../state/orders';
import { payLinkOrder } from '../state/linkPayment';
import { ServiceError } from '../state/types';

const { value: said } = ASSUMED.messages;

export const simulationRoutes: Route[] = [
	route({
		method: 'POST',
		path: '/simulation/pay-in',
		access: 'write',
		query: queries.none,
		body: bodies.payIn,
		handle: ({ service, body }) => {
			if (service.quirks.deployment === 'live') {
				throw new ServiceError(400, said.notOnLive);
			}
			const { quoteId, orderId } = body;
			const quote = quoteId === undefined ? service.quotes.findOrder(orderId ?? '') : service.quotes.find(quoteId);
			const linked = quote ? undefined : service.paymentLinks.findOrder(orderId ?? '');
			if (!quote && !linked)
				throw new ServiceError(400, quoteId === undefined ? said.notFound('Order') : DOCUMENTED.unknownQuote);
			const due = quote?.total ?? linked?.order.amount ?? 0n;
			const lightning = (quote?.request.paymentMethod ?? linked?.order.method) === 'LIGHTNING';
			const currency = lightning ? 'BTC' : 'NGN';
			if (body.currency !== currency) {
				throw new ServiceError(400, DOCUMENTED.invalidCurrency);
			}
			if (currency === 'NGN' && body.amount === undefined) {
				throw new ServiceError(400, said.missing('amount'));
			}
			if (body.amount !== undefined && BigInt(body.amount) !== due) {
				throw new ServiceError(400, DOCUMENTED.otherAmount);
			}
			if (quote) payOrderFromOutside(service, quote);
			else if (linked) payLinkOrder(service, linked.link, linked.order);
			return ok(service, 'PayIn simulation successful');
		},
	}),
];
