/** Every event the service sends: docs/reference/interface.md#events. */
import * as z from 'zod';
import { ping } from './callsAccount';
import { inferred, showing, type Known, type Place } from './knowledge';
import { transactionCore } from './transactions';
import {
	customerReference,
	filled,
	flag,
	hash,
	link,
	minorNumber,
	orderId,
	speed,
	text,
	time,
	transactionStatus,
	uuid,
} from './values';

export interface EventRow {
	readonly event: 'payment.received' | 'payment.sent' | 'payment_link.settled' | 'ping';
	/** Currency of the event's transaction; null for a ping. */
	readonly currency: string | null;
	readonly known: Known;
	readonly see: Place;
	/** The whole body of the event. */
	readonly body: z.ZodType;
}

const shared = {
	id: uuid,
	customerReference,
	customerInternalFee: z.union([
		minorNumber,
		inferred(
			showing(z.string().regex(/^\d+$/), '0'),
			'One client expects it as text',
			'docs/reference/interface.md#event-metadata',
		),
	]),
	createdAt: time,
	updatedAt: time,
};

const orNull = <T extends z.ZodType>(schema: T) => z.union([schema, z.null()]);

const btc = {
	...shared,
	orderId,
	paymentMethod: showing(z.string(), 'LIGHTNING'),
	estimatedRoutingFee: minorNumber,
	onChainAddress: orNull(text),
	lnInvoice: orNull(text),
	lnAddress: orNull(text),
};

/** An orderId, or an empty text for a withdrawal without an order. */
const orderOrNone = z.union([
	orderId,
	inferred(showing(z.literal(''), ''), 'A withdrawal has no order', 'docs/why/questions.md#webhooks'),
]);

const ngn = z.strictObject({
	...shared,
	orderId: orderOrNone,
	bankCode: text,
	bankName: text,
	bankAccountName: text,
	bankAccountNumber: text,
});

const zar = z.strictObject({
	...shared,
	orderId: orderOrNone,
	merchantName: text,
	bankName: text,
	bankAccountNumber: text,
	reference: text,
});

const kes = z.strictObject({
	...shared,
	identifierType: z.enum(['paytophone', 'paytobill', 'paytotill']),
	identifiers: z.looseObject({ accountName: text }),
});

const ghs = z.strictObject({
	...shared,
	identifierType: z.literal('MTN'),
	identifiers: z.strictObject({ phoneNumber: text, accountName: text }),
});

const usdt = z.strictObject({
	...shared,
	orderId: z.null(),
	beneficiaryId: z.null(),
	address: text,
	network: z.enum(['trc20', 'erc20', 'plasma', 'solana', 'polygon']),
	currency: z.literal('USDT'),
	memo: orNull(text),
	reference: text,
});

/** Bitcoin that was sent by Lightning (with an order) or on-chain (with the chain's transaction). */
const btcSent = z.union([
	z.strictObject({ ...btc, orderId: orderOrNone }),
	z.strictObject({ ...btc, onchainTxid: hash, onchainNetworkSpeed: speed }),
]);

interface Money {
	readonly currency: 'BTC' | 'NGN' | 'ZAR' | 'KES' | 'GHS' | 'USDT';
	/** Name of the member that holds the transaction's metadata. */
	readonly name: string;
	readonly received: z.ZodType;
	readonly sent: z.ZodType;
}

const MONEY: readonly Money[] = [
	{
		currency: 'BTC',
		name: 'btcUsdMetadata',
		received: z.strictObject({ ...btc, orderId: orderOrNone }),
		sent: btcSent,
	},
	{ currency: 'NGN', name: 'transactionMetadata', received: ngn, sent: ngn },
	{ currency: 'ZAR', name: 'zarTransactionMetadata', received: zar, sent: zar },
	{ currency: 'KES', name: 'kesTransactionMetadata', received: kes, sent: kes },
	{ currency: 'GHS', name: 'ghsTransactionMetadata', received: ghs, sent: ghs },
	{ currency: 'USDT', name: 'stablecoinTransactionMetadata', received: usdt, sent: usdt },
];

const common = {
	...transactionCore,
	hash,
	walletId: uuid,
	autopayout: flag,
	amount: minorNumber,
};

/** Statuses of a USDT withdrawal that has no hash: it isn't on the chain yet, or it has failed. */
const withoutHash = z.enum(['PENDING', 'FAILED']);

function toldTransaction(type: 'DEPOSIT' | 'WITHDRAWAL', { currency, name, received, sent }: Money): z.ZodType {
	const members = {
		...common,
		currency: z.literal(currency),
		type: z.literal(type),
		[name]: type === 'DEPOSIT' ? received : sent,
	};
	if (currency !== 'USDT' || type === 'DEPOSIT') return z.strictObject({ ...members, status: transactionStatus });
	return z.union([
		z.strictObject({ ...members, status: withoutHash, hash: z.null() }),
		z.strictObject({ ...members, status: z.literal('SUCCESS') }),
	]);
}

const settledData = (money: Money) =>
	z.strictObject({
		paymentRef: uuid,
		paymentLink: link,
		callbackUrl: orNull(link),
		settlementCurrency: showing(filled, money.currency),
		paymentCurrency: showing(filled, 'NGN'),
		paymentMethod: showing(filled, 'BANKTRANSFER'),
		transaction: toldTransaction('WITHDRAWAL', money),
	});

const body = (event: EventRow['event'], data: z.ZodType) => z.strictObject({ event: z.literal(event), data });

/** Currencies in which payment links settle. */
const LINK_CURRENCIES: readonly string[] = ['NGN', 'ZAR', 'BTC'];

export const events: readonly EventRow[] = [
	...MONEY.flatMap((money): EventRow[] => [
		{
			event: 'payment.received',
			currency: money.currency,
			known: 'documented',
			see: 'docs/reference/interface.md#event-metadata',
			body: body('payment.received', toldTransaction('DEPOSIT', money)),
		},
		{
			event: 'payment.sent',
			currency: money.currency,
			known: 'documented',
			see: 'docs/reference/interface.md#event-metadata',
			body: body('payment.sent', toldTransaction('WITHDRAWAL', money)),
		},
	]),
	...MONEY.filter(({ currency }) => LINK_CURRENCIES.includes(currency)).map((money): EventRow => ({
		event: 'payment_link.settled',
		currency: money.currency,
		known: 'documented',
		see: 'docs/reference/interface.md#event-payment-link-settled',
		body: body('payment_link.settled', settledData(money)),
	})),
	{ event: 'ping', currency: null, known: 'documented', see: 'docs/reference/interface.md#event-ping', body: ping },
];
