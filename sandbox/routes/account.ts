import { ASSUMED } from '../assumptions';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import type { Service } from '../state/service';
import { presentTransaction } from '../state/transactions';
import { ServiceError, type JsonObject } from '../state/types';

const { value: said } = ASSUMED.messages;

/** How many transactions the profile shows. */
const SHOWN = 10;

/** docs/reference/interface.md#get-user */
function presentUser(service: Service): JsonObject {
	const wallet = service.wallets.of('NGN');
	const { webhook } = service;
	const account = service.registeredAccounts.at(-1);
	const sats = service.ledger
		.find({ currency: 'BTC' })
		.reduce((sum, entry) => sum + (entry.kind === 'swapIn' ? entry.amount : 0n), 0n);
	return {
		id: service.userId,
		name: 'Ada Sandbox',
		email: 'ada@sandbox.example',
		phone: '+2348000000000',
		businessName: 'Sandbox Trading',
		emailVerified: true,
		kycInfo: {
			address: '1 Example Street, Lagos',
			phone: '+2348000000000',
			nationality: 'NG',
			businessName: 'Sandbox Trading',
			status: 'PENDING',
		},
		account: {
			id: service.accountId,
			type: 'INDIVIDUAL',
			status: 'ACTIVE',
			walletDetails: {
				id: wallet.id,
				currency: wallet.currency,
				balance: wallet.balance.toString(),
				bankAccount: account ? { ...account } : null,
				transactions: service.transactions.list
					.filter((one) => one.walletId === wallet.id)
					.slice(-SHOWN)
					.reverse()
					.map((one) => presentTransaction(service, one)),
			},
			ownerId: service.userId,
			apiKey: service.keys.write,
			totalSatsExchanged: Number(sats),
			webhook: webhook && {
				id: webhook.id,
				url: webhook.url,
				secret: webhook.secret,
				isActive: webhook.isActive,
			},
			settings: {
				id: service.accountId,
				autopayout: false,
				language: 'EN',
				notification: { email: true, sms: false },
			},
		},
	};
}

export const accountRoutes: Route[] = [
	route({
		method: 'GET',
		path: '/user',
		access: 'key',
		query: queries.none,
		body: bodies.none,
		handle: ({ service }) => ok(service, presentUser(service)),
	}),
	route({
		method: 'POST',
		path: '/bankaccount',
		access: 'write',
		query: queries.none,
		body: bodies.bankAccount,
		handle: ({ service, body }) => {
			if (service.wallets.of('NGN').id !== body.walletId) {
				throw new ServiceError(400, said.invalid('walletId'));
			}
			service.bankAccounts.check(body);
			service.registeredAccounts.push(body);
			return ok(service, { ...body });
		},
	}),
	route({
		method: 'GET',
		path: '/bankaccount',
		access: 'key',
		query: queries.bankAccounts,
		body: bodies.none,
		handle: ({ service, query }) => {
			const accounts = service.registeredAccounts.filter(
				({ walletId, currency }) =>
					(query.walletId === undefined || walletId === query.walletId) &&
					(query.currency === undefined || currency === query.currency),
			);
			return ok(
				service,
				accounts.map((account) => ({ ...account })),
			);
		},
	}),
];
