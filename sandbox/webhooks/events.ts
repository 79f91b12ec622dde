import type { Quirks } from '../quirks';
import type { Service } from '../state/service';
import { iso } from '../state/transactions';
import type { Currency, JsonObject, Transaction } from '../state/types';

export interface EventParts {
	event: string;
	transaction?: Transaction | undefined;
	/** Sent as `data` in place of what the transaction makes. */
	data?: JsonObject | undefined;
	metadataKey?: string | undefined;
	referenceName?: string | undefined;
	referencePlace?: Quirks['referencePlace'] | undefined;
}

export interface BuiltEvent {
	event: string;
	transactionId: string | null;
	body: string;
}

type Details = (transaction: Transaction) => JsonObject;

const times: Details = (transaction) => ({
	createdAt: iso(transaction.createdAt),
	updatedAt: iso(transaction.updatedAt),
});

const btcUsd: Details = (transaction) => {
	const { details } = transaction;
	const { kind, value = null } = details.destination ?? {};
	return {
		id: transaction.metadataId,
		orderId: details.orderId,
		paymentMethod: details.paymentMethod,
		customerInternalFee: Number(details.customerInternalFee),
		estimatedRoutingFee: Number(transaction.fees),
		onChainAddress: kind === 'onchain' ? value : null,
		lnInvoice: kind === 'lightning' ? value : null,
		lnAddress: kind === 'lightningAddress' ? value : null,
		...times(transaction),
	};
};

const bank: Details = (transaction) => {
	const { details } = transaction;
	return {
		id: transaction.metadataId,
		orderId: details.orderId,
		reference: transaction.ref,
		bankCode: details.destination?.bankCode ?? '',
		bankName: details.destination?.bankName ?? '',
		bankAccountName: details.destination?.accountName ?? '',
		bankAccountNumber: details.destination?.value ?? '',
		customerInternalFee: details.customerInternalFee.toString(),
		...times(transaction),
	};
};

const merchant: Details = (transaction) => ({
	id: transaction.metadataId,
	orderId: transaction.details.orderId,
	merchantName: transaction.details.destination?.accountName ?? '',
	bankName: transaction.details.destination?.bankName ?? '',
	bankAccountNumber: transaction.details.destination?.value ?? '',
	reference: transaction.ref,
});

const mobileMoney: Details = (transaction) => ({
	id: transaction.metadataId,
	orderId: transaction.details.orderId,
	accountName: transaction.details.destination?.accountName ?? '',
	identifier: transaction.details.destination?.value ?? '',
	...times(transaction),
});

const link: Details = (transaction) => ({
	id: transaction.metadataId,
	orderId: transaction.details.orderId,
	paymentLinkId: transaction.details.paymentLinkId,
});

/**
 * The metadata object of an event by currency (service-facts 4.2). Documented: BTC. Seen in shipped
 * code: NGN. From the interface document: USDT. The others are unknown and follow their nearest kin.
 */
const METADATA: Record<Currency, readonly [string, Details]> = {
	BTC: ['btcUsdMetadata', btcUsd],
	USD: ['btcUsdMetadata', btcUsd],
	NGN: ['transactionMetadata', bank],
	ZAR: ['metadata', merchant],
	KES: ['transactionMetadata', mobileMoney],
	GHS: ['transactionMetadata', mobileMoney],
	USDT: ['stablecoinTransactionMetadata', () => ({})],
};

const TYPES: Record<string, string> = {
	'payment.received': 'DEPOSIT',
	'payment.sent': 'WITHDRAWAL',
	'payment_link.settled': 'SETTLEMENT',
};

function dataOf(service: Service, parts: EventParts, transaction: Transaction): JsonObject {
	const [ownKey, details] =
		parts.event === 'payment_link.settled'
			? (['paymentLinkMetadata', link] as const)
			: METADATA[transaction.currency];
	const place = parts.referencePlace ?? service.quirks.referencePlace;
	const name = parts.referenceName ?? service.quirks.referenceName;
	const reference = { [name]: transaction.details.customerReference };
	const metadata: JsonObject = details(transaction);
	if (place === 'metadata') Object.assign(metadata, reference);
	if (place === 'order' || place === 'quote') metadata[place] = reference;
	return {
		id: transaction.id,
		walletId: transaction.walletId,
		ref: transaction.ref,
		hash: transaction.hash,
		amount: Number(transaction.amount),
		fees: Number(transaction.fees),
		currency: transaction.currency,
		type: TYPES[parts.event] ?? transaction.type,
		status: transaction.status,
		autopayout: transaction.autopayout,
		createdAt: iso(transaction.createdAt),
		updatedAt: iso(transaction.updatedAt),
		...(place === 'top' && reference),
		[parts.metadataKey ?? ownKey]: metadata,
	};
}

/** The body of an event, `{event, data}` (service-facts 4.1); a ping carries no data. */
export function buildEvent(service: Service, parts: EventParts): BuiltEvent {
	const { event, transaction } = parts;
	const data = parts.data ?? (transaction ? dataOf(service, parts, transaction) : undefined);
	return {
		event,
		transactionId: transaction?.id ?? null,
		body: JSON.stringify(data === undefined ? { event } : { event, data }),
	};
}
