import { ASSUMED } from '../assumptions';
import { iso } from '../state/transactions';
import { sha256Hex } from '../state/ids';
import type { Currency, Destination, JsonObject, Transaction } from '../state/types';

/*
 * The one metadata object of an event's transaction, by currency (docs/reference/interface.md#event-metadata). The
 * caller's reference is not in here: the quirk `referencePlace` says where it goes.
 */

type Details = (transaction: Transaction) => JsonObject;

const shared: Details = (transaction) => ({
	id: transaction.metadataId,
	customerInternalFee: Number(transaction.details.customerInternalFee),
	createdAt: iso(transaction.createdAt),
	updatedAt: iso(transaction.updatedAt),
});

/** The party whose bank account the metadata has: the payer of a deposit, the payee of a withdrawal. */
const bankParty = ({ type, details }: Transaction): Partial<Destination> =>
	(type === 'DEPOSIT' ? details.payer : details.destination) ?? {};

const none = ASSUMED.noText.value;

const btcUsd: Details = (transaction) => {
	const { details, type, currency } = transaction;
	const { kind, value = null, speed = 'medium' } = details.destination ?? {};
	const onChain = kind === 'onchain' && type === 'WITHDRAWAL' && currency === 'BTC';
	return {
		...shared(transaction),
		orderId: details.orderId,
		paymentMethod: details.paymentMethod,
		estimatedRoutingFee: Number(transaction.fees),
		onChainAddress: kind === 'onchain' ? value : null,
		lnInvoice: kind === 'lightning' ? value : null,
		lnAddress: kind === 'lightningAddress' ? value : null,
		...(onChain && { onchainTxid: sha256Hex(`txid|${transaction.id}`), onchainNetworkSpeed: speed }),
	};
};

const ngn: Details = (transaction) => {
	const { bankCode = none, bankName = none, accountName = none, value = none } = bankParty(transaction);
	return {
		...shared(transaction),
		orderId: transaction.details.orderId,
		bankCode,
		bankName,
		bankAccountName: accountName,
		bankAccountNumber: value,
	};
};

const zar: Details = (transaction) => {
	const { bankName = none, accountName = none, value = none } = transaction.details.destination ?? {};
	return {
		...shared(transaction),
		orderId: transaction.details.orderId,
		merchantName: accountName,
		bankName,
		bankAccountNumber: value,
		reference: transaction.ref,
	};
};

/** Metadata of KES and GHS: the payee, also for the money that was received to pay it. This metadata names no order. */
const mobileMoney: Details = (transaction) => {
	const { identifierType = none, identifiers = {} } = transaction.details.destination ?? {};
	return { ...shared(transaction), identifierType, identifiers };
};

const stablecoin: Details = (transaction) => {
	const { destination, memo } = transaction.details;
	return {
		...shared(transaction),
		orderId: null,
		beneficiaryId: null,
		address: destination?.value ?? none,
		network: destination?.network ?? none,
		currency: 'USDT',
		memo,
		reference: transaction.ref,
	};
};

const METADATA: Record<Currency, readonly [string, Details]> = {
	BTC: ['btcUsdMetadata', btcUsd],
	USD: [ASSUMED.usdMetadata.value, btcUsd],
	NGN: ['transactionMetadata', ngn],
	ZAR: ['zarTransactionMetadata', zar],
	KES: ['kesTransactionMetadata', mobileMoney],
	GHS: ['ghsTransactionMetadata', mobileMoney],
	USDT: ['stablecoinTransactionMetadata', stablecoin],
};

/** Name and content of the metadata object of a transaction. */
export function metadataOf(transaction: Transaction): { name: string; content: JsonObject } {
	const [name, details] = METADATA[transaction.currency];
	return { name, content: details(transaction) };
}
