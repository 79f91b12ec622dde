/**
 * Events as Mavapay documents them (docs/reference/interface.md#events). They are built here and not by the sandbox, so
 * that a mistake in the sandbox's events shows in the tests.
 */
import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../../nodes/core/domain/json';
import type { Delivery } from './webhookExchange';

/** A ping as Mavapay documents it. */
export const PING = {
	event: 'ping',
	data: { message: 'This is a test webhook event', timestamp: '2021-07-01T12:00:00Z' },
};

const times = { createdAt: '2026-08-01T09:00:00.000Z', updatedAt: '2026-08-01T09:00:01.000Z' };

/** Transaction metadata by currency, each in the member that Mavapay uses for it. */
export const METADATA = {
	BTC: {
		btcUsdMetadata: {
			id: 'f0e1',
			orderId: '43477-4306',
			paymentMethod: 'LIGHTNING',
			customerReference: 'order-1',
			customerInternalFee: '0',
			estimatedRoutingFee: 12,
			onChainAddress: null,
			lnInvoice: 'lntbs1',
			lnAddress: null,
			...times,
		},
	},
	NGN: {
		transactionMetadata: {
			id: 'f0e2',
			orderId: '43477-4306',
			bankCode: '000013',
			bankName: 'GTBANK PLC',
			bankAccountName: 'ADA OBI',
			bankAccountNumber: '0149200000',
			customerInternalFee: '0',
			customerReference: 'order-1',
			...times,
		},
	},
	ZAR: {
		zarTransactionMetadata: {
			id: 'f0e3',
			customerReference: 'order-1',
			orderId: '43477-4306',
			merchantName: 'A shop',
			bankName: 'Capitec',
			bankAccountNumber: '1352900000',
			reference: 'REF',
			customerInternalFee: '0',
			...times,
		},
	},
	KES: {
		kesTransactionMetadata: {
			id: 'f0e4',
			customerReference: 'order-1',
			customerInternalFee: '0',
			identifierType: 'paytophone',
			identifiers: { phoneNumber: '+254790000000', accountName: 'Ada Obi', network: 'mpesa' },
			...times,
		},
	},
	GHS: {
		ghsTransactionMetadata: {
			id: 'f0e5',
			customerReference: 'order-1',
			customerInternalFee: '0',
			identifierType: 'MTN',
			identifiers: { phoneNumber: '+233240000000', accountName: 'Ama Mensah' },
			...times,
		},
	},
	USDT: {
		stablecoinTransactionMetadata: {
			id: 'f0e6',
			orderId: null,
			beneficiaryId: null,
			address: '0x52908400098527886E0F7030069857D2E4169EE7',
			network: 'erc20',
			currency: 'USDT',
			memo: null,
			reference: 'r',
			customerReference: 'order-1',
			customerInternalFee: '0',
			...times,
		},
	},
} as const satisfies Record<string, JsonObject>;

export type Currency = keyof typeof METADATA;
export const CURRENCIES = ['BTC', 'NGN', 'ZAR', 'KES', 'GHS', 'USDT'] as const satisfies readonly Currency[];

/** A transaction with its metadata, as events and GET /transaction contain it. */
export function transaction(currency: Currency, over: JsonObject = {}): JsonObject {
	return {
		id: 'a3f1c9d0-0000-4000-8000-000000000001',
		walletId: 'b3f1c9d0-0000-4000-8000-000000000002',
		ref: 'MVP-1',
		hash: 'h4sh',
		amount: 1_234_567,
		fees: 89,
		currency,
		type: 'WITHDRAWAL',
		status: 'SUCCESS',
		autopayout: false,
		...times,
		...METADATA[currency],
		...over,
	};
}

export const received = (currency: Currency, over: JsonObject = {}) => ({
	event: 'payment.received',
	data: transaction(currency, { type: 'DEPOSIT', ...over }),
});

export const sent = (currency: Currency, over: JsonObject = {}) => ({
	event: 'payment.sent',
	data: transaction(currency, over),
});

export const LINK = {
	paymentRef: 'c3f1c9d0-0000-4000-8000-000000000003',
	paymentLink: 'https://checkout.staging.mavapay.co/c3f1c9d0',
};

/** The event of a settled payment link. Its transaction, a withdrawal, is in `data.transaction`. */
export const settled = (currency: Currency, over: JsonObject = {}) => ({
	event: 'payment_link.settled',
	data: {
		...LINK,
		callbackUrl: 'https://shop.example/thanks',
		settlementCurrency: currency,
		paymentCurrency: 'NGN',
		paymentMethod: 'BANKTRANSFER',
		transaction: transaction(currency, over),
	},
});

/** A delivery signed as Mavapay does: with the HMAC-SHA256 of the whole body, in hex. */
export function signed(body: string | object, secret: string | undefined, header = 'x-mavapay-signature'): Delivery {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return {
		body: text,
		headers: {
			[header]: createHmac('sha256', secret ?? '')
				.update(text)
				.digest('hex'),
		},
	};
}
