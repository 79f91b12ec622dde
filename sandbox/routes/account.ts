import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import type { Service, Webhook } from '../state/service';
import { iso, presentTransaction } from '../state/transactions';
import { ServiceError, type JsonObject } from '../state/types';

/** Transactions the profile shows. */
const SHOWN = 10;

/** Interface document 2.8. */
function presentUser(service: Service): JsonObject {
	const wallet = service.wallets.of('NGN');
	const { webhook, registeredAccount: account } = service;
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
				bankAccount: account && { ...account },
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

/** Sets the account's one webhook; whatever was there is gone (service-facts 2.14). */
export function setWebhook(service: Service, url: string, secret: string): Webhook {
	const now = service.clock.now();
	const before = service.webhook;
	const webhook: Webhook = {
		id: before?.id ?? service.ids.uuid('webhook'),
		url,
		secret,
		isActive: true,
		createdAt: before?.createdAt ?? now,
		updatedAt: now,
	};
	service.webhook = webhook;
	if (service.quirks.pingOnRegister) {
		void service.deliveries.send({ event: 'ping', transactionId: null, body: '{"event":"ping"}' });
	}
	return webhook;
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
		path: '/webhook/register',
		access: 'write',
		query: queries.none,
		body: bodies.webhook,
		handle: ({ service, body }) => {
			const { id, url, isActive, createdAt } = setWebhook(service, body.url, body.secret);
			return ok(service, { id, url, isActive, createdAt: iso(createdAt) });
		},
	}),
	route({
		method: 'PUT',
		path: '/webhook',
		access: 'write',
		query: queries.none,
		body: bodies.webhook,
		handle: ({ service, body }) => {
			const { id, url, isActive, updatedAt } = setWebhook(service, body.url, body.secret);
			return ok(service, { id, url, isActive, updatedAt: iso(updatedAt) });
		},
	}),
	route({
		method: 'POST',
		path: '/bankaccount',
		access: 'write',
		query: queries.none,
		body: bodies.bankAccount,
		handle: ({ service, body }) => {
			if (service.wallets.of('NGN').id !== body.walletId) {
				throw new ServiceError(400, 'Invalid walletId: not found among the NGN wallets');
			}
			service.bankAccounts.check(body);
			service.registeredAccount = body;
			return ok(service, { ...body });
		},
	}),
];
