import { ASSUMED } from '../assumptions';
import { DOCUMENTED } from '../messages';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { payOrderFromWallet } from '../state/orders';
import { amountOut } from '../state/transactions';
import { ServiceError } from '../state/types';

const { value: said } = ASSUMED.messages;

export const walletRoutes: Route[] = [
	route({
		method: 'GET',
		path: '/wallet',
		access: 'key',
		query: queries.wallet,
		body: bodies.none,
		handle: ({ service, query }) => {
			const every = service.quirks.walletQueryIgnored;
			const wantedId = query.walletId ?? query.id;
			const wallets = service.wallets.list.filter(
				(wallet) =>
					every ||
					((wantedId === undefined || wallet.id === wantedId) &&
						(query.currency === undefined || wallet.currency === query.currency)),
			);
			if (wantedId !== undefined && wallets.length === 0) {
				throw new ServiceError(ASSUMED.notFoundStatus.value, said.notFound('Wallet'));
			}
			return ok(
				service,
				wallets.map(({ id, accountId, currency, balance }) => ({
					id,
					...{ one: { accountId }, none: {}, several: { accountId: id } }[service.quirks.walletAccounts],
					currency,
					balance: amountOut(service, balance),
				})),
			);
		},
	}),
	route({
		method: 'POST',
		path: '/wallet/payout/{quoteId}/accept',
		access: 'write',
		query: queries.none,
		body: bodies.accept,
		handle: ({ service, params, body }) => {
			const quote = service.quotes.find(params.quoteId ?? '');
			if (!quote) throw new ServiceError(400, DOCUMENTED.unknownQuote);
			payOrderFromWallet(service, quote, body.sourceWallet);
			const status = service.quirks.statusWord;
			return { status: 200, body: { status, message: 'quote is being processed' } };
		},
	}),
];
