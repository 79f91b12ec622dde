import { makeStablecoinAddress } from '../crypto/address';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { iso } from '../state/transactions';

export const stablecoinRoutes: Route[] = [
	route({
		method: 'POST',
		path: '/collections/stablecoin/generate-address',
		access: 'write',
		query: queries.none,
		body: bodies.generateAddress,
		handle: ({ service, body }) => {
			const now = iso(service.clock.now());
			const data = {
				id: service.ids.uuid('stablecoin address'),
				address: makeStablecoinAddress(body.network, service.ids.hash('deposit address')),
				currency: body.currency,
				network: body.network.toUpperCase(),
				memo: null,
				reference: body.label,
				minAmount: '100',
				maxAmount: '100000000',
				walletId: service.wallets.of('USDT').id,
				createdAt: now,
				updatedAt: now,
			};
			return ok(service, data, 'Address generated');
		},
	}),
];
