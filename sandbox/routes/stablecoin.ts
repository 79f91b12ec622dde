import { ASSUMED } from '../assumptions';
import { makeStablecoinAddress } from '../crypto/address';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import type { DepositAddress } from '../state/service';
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
			const made: DepositAddress = {
				id: service.ids.uuid('stablecoin address'),
				walletId: service.wallets.of('USDT').id,
				address: makeStablecoinAddress(body.network, service.ids.hash('deposit address')),
				currency: body.currency,
				network: body.network.toUpperCase(),
				memo: null,
				reference: body.label,
				...ASSUMED.depositLimits.value,
				createdAt: now,
				updatedAt: now,
			};
			service.depositAddresses.push(made);
			return ok(service, { ...made }, 'Address generated');
		},
	}),
	route({
		method: 'GET',
		path: '/collections/stablecoin/addresses',
		access: 'key',
		query: queries.stablecoinAddresses,
		body: bodies.none,
		handle: ({ service, query }) => {
			const asked = service.depositAddresses.filter(
				({ currency }) => query.currency === undefined || currency === query.currency,
			);
			return ok(
				service,
				asked.map((one) => ({ ...one })),
				'Addresses retrieved',
			);
		},
	}),
];
