/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Currencies a wallet can be asked for by (docs/reference/interface.md#get-wallet). */
export const WALLET_CURRENCIES = ['NGN', 'KES', 'BTC', 'USD', 'USDT'] as const;
export type WalletCurrency = (typeof WALLET_CURRENCIES)[number];

/** Every currency money moves in; amounts are bigint in its lowest unit. */
export type Currency = WalletCurrency | 'ZAR' | 'GHS';

export type TransactionType = 'WITHDRAWAL' | 'DEPOSIT';
export type TransactionStatus = 'SUCCESS' | 'PENDING' | 'FAILED';

/** Who or what gets the money of a payout. */
export interface Destination {
	kind: 'bank' | 'lightning' | 'lightningAddress' | 'onchain' | 'stablecoin' | 'mobileMoney' | 'wallet';
	/** Account number, invoice, address, phone or identifier: what a person would look for. */
	value: string;
	bankCode?: string;
	bankName?: string;
	accountName?: string;
	/** Payment hash of a Lightning invoice. */
	paymentHash?: string;
	network?: string;
	/** Mobile money: how the request identifies the recipient. */
	identifierType?: string;
	identifiers?: JsonObject;
	/** On-chain: slow, medium or fast. */
	speed?: string;
}

/** Everything the service knows about a transaction in addition to the members of `Transaction`. */
export interface TransactionDetails {
	orderId: string;
	quoteId: string;
	paymentLinkId: string;
	paymentMethod: string;
	customerReference: string | null;
	customerInternalFee: bigint;
	destination: Destination | null;
	/** Who a bank transfer came from. */
	payer: Destination | null;
	memo: string | null;
}

export interface Transaction {
	id: string;
	sequence: number;
	walletId: string;
	ref: string;
	/** Null while a USDT withdrawal is not on the chain. */
	hash: string | null;
	amount: bigint;
	fees: bigint;
	currency: Currency;
	type: TransactionType;
	status: TransactionStatus;
	autopayout: boolean;
	createdAt: number;
	updatedAt: number;
	metadataId: string;
	details: TransactionDetails;
	/** Number of the request that made the transaction; 0 if no request to the service did. */
	requestNumber: number;
	/** Called once when the transaction settles: makes the refund or the credit. */
	onSettled: ((status: TransactionStatus) => void) | null;
}

/** An error the service answers with: HTTP status and the message of its error body. */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}
