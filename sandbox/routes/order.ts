import { ASSUMED } from '../assumptions';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { presentOrder, presentQuote, presentSingleOrder, shownOrder } from '../state/orders';
import { ServiceError } from '../state/types';

const { value: said } = ASSUMED.messages;

export const orderRoutes: Route[] = [
	route({
		method: 'POST',
		path: '/quote',
		access: 'write',
		query: queries.none,
		body: bodies.quote,
		handle: ({ service, body }) => ok(service, presentQuote(service, service.quotes.create(body))),
	}),
	route({
		method: 'GET',
		path: '/order/all',
		access: 'key',
		query: queries.none,
		body: bodies.none,
		handle: ({ service }) =>
			ok(
				service,
				[...service.quotes.list]
					.reverse()
					.flatMap((quote) => shownOrder(service, quote))
					.map((quote) => presentOrder(service, quote)),
			),
	}),
	route({
		method: 'GET',
		path: '/order',
		access: 'key',
		query: queries.id,
		body: bodies.none,
		handle: ({ service, query }) => {
			const order = service.quotes.findOrder(query.id);
			const [quote] = order ? shownOrder(service, order) : [];
			if (!quote) throw new ServiceError(ASSUMED.notFoundStatus.value, said.notFound('Order'));
			return ok(service, presentSingleOrder(service, quote));
		},
	}),
];
