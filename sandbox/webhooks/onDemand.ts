import { z } from 'zod';
import { DEMO_ADDRESSES } from '../demo';
import { parsed } from '../state/beneficiaries';
import { linkUrl } from '../state/paymentLinks';
import type { Service } from '../state/service';
import { ServiceError, type Currency, type Destination, type Transaction } from '../state/types';
import type { Delivery, SendOptions } from './deliveries';
import { buildEvent, pingEvent, type BuiltEvent, type SettledLink } from './events';

const CURRENCIES = ['NGN', 'KES', 'BTC', 'USD', 'USDT', 'ZAR', 'GHS'] as const satisfies Currency[];
const MORE_THAN_A_MEBIBYTE = 1_048_576 + 1;

const whole = z.union([z.string().regex(/^\d+$/), z.number().int().nonnegative()]);

/** An event to be sent on demand, as `POST /_sandbox/events` and `deliverEvent` take it. */
export const eventSchema = z.strictObject({
	/** payment.received, payment.sent, payment_link.settled, ping, or any other kind. */
	event: z.string().min(1).default('payment.received'),
	/** Sends the event of this transaction; by default, of one made up from the fields below. */
	transactionId: z.string().optional(),
	currency: z.enum(CURRENCIES).default('NGN'),
	status: z.enum(['SUCCESS', 'PENDING', 'FAILED']).default('SUCCESS'),
	/** In the currency's lowest unit. */
	amount: whole.default('100000'),
	fees: whole.default('0'),
	customerReference: z.string().nullable().default(null),
	orderId: z.string().optional(),
	/** Sent as `data`, as given. */
	data: z.record(z.string(), z.json()).optional(),
	forge: z.enum(['wrongSecret', 'noSignature', 'alteredBody', 'notJson', 'tooLarge']).optional(),
	url: z.string().optional(),
	headers: z.record(z.string(), z.string()).optional(),
	retry: z.boolean().optional(),
});

/** Fields of an event to send; all are optional. */
export type EventRequest = z.input<typeof eventSchema>;
type Parsed = z.output<typeof eventSchema>;

function transactionOf(service: Service, wanted: Parsed): Transaction | undefined {
	if (wanted.transactionId !== undefined) {
		const found = service.transactions.find(wanted.transactionId);
		if (!found) throw new ServiceError(404, 'Transaction not found');
		return found;
	}
	if (wanted.event === 'ping') return undefined;
	const deposit = wanted.event !== 'payment.sent' && wanted.event !== 'payment_link.settled';
	const party = partyIn(wanted.currency);
	// A USDT withdrawal that isn't on the chain yet, or never will be.
	const chainless = wanted.currency === 'USDT' && !deposit && wanted.status !== 'SUCCESS';
	return service.transactions.open({
		currency: wanted.currency,
		type: deposit ? 'DEPOSIT' : 'WITHDRAWAL',
		status: wanted.status,
		amount: BigInt(wanted.amount),
		fees: BigInt(wanted.fees),
		...(chainless && { hash: null }),
		details: {
			orderId: wanted.orderId ?? service.ids.orderId(),
			customerReference: wanted.customerReference,
			paymentMethod: wanted.currency === 'BTC' ? 'LIGHTNING' : 'BANKTRANSFER',
			destination: party,
			payer: deposit ? party : null,
		},
	});
}

/** The payer or payee of a made-up event. */
function partyIn(currency: Currency): Destination {
	const accountName = 'ADAEZE CHIOMA OKAFOR';
	switch (currency) {
		case 'NGN':
			return { kind: 'bank', value: '0123456789', bankCode: '000013', bankName: 'Guaranty Trust Bank', accountName };
		case 'ZAR':
			return { kind: 'bank', value: '1352900000', bankName: 'Capitec Bank', accountName };
		case 'KES': {
			const identifiers = { phoneNumber: '+254790000000', network: 'mpesa', accountName };
			return {
				kind: 'mobileMoney',
				value: identifiers.phoneNumber,
				accountName,
				identifierType: 'paytophone',
				identifiers,
			};
		}
		case 'GHS': {
			const identifiers = { phoneNumber: '+233241234567', accountName };
			return { kind: 'mobileMoney', value: identifiers.phoneNumber, accountName, identifierType: 'MTN', identifiers };
		}
		case 'USDT':
			return { kind: 'stablecoin', value: DEMO_ADDRESSES.trc20, network: 'trc20' };
		default:
			return { kind: 'lightningAddress', value: 'ada@wallet.example' };
	}
}

/** The payment link of a made-up event. */
function linkTo(service: Service, { currency }: Transaction): SettledLink {
	const paymentRef = service.ids.uuid('payment link');
	return {
		paymentRef,
		paymentLink: linkUrl(paymentRef),
		callbackUrl: 'https://shop.example/paid',
		settlementCurrency: currency,
		paymentCurrency: 'NGN',
		paymentMethod: 'BANKTRANSFER',
	};
}

/** How each kind of forged or broken delivery differs. None is tried again. */
const FORGERIES: Record<NonNullable<Parsed['forge']>, (built: BuiltEvent) => SendOptions> = {
	wrongSecret: () => ({ secret: 'not the secret' }),
	noSignature: () => ({ signed: false }),
	alteredBody: ({ body }) => ({ sentBody: `${body.replace(/"amount":\d+/, '"amount":99999999')} ` }),
	/** Signed, so that only its form is wrong. */
	notJson: (built) => {
		built.body = `<event>${built.event}</event>`;
		return {};
	},
	/** Signed, so that only its size is wrong. */
	tooLarge: (built) => {
		built.body += ' '.repeat(MORE_THAN_A_MEBIBYTE);
		return {};
	},
};

/** Sends an event now, true or forged; resolves when its first attempt has ended. */
export async function deliverEvent(service: Service, request: EventRequest): Promise<Delivery> {
	const wanted = parsed(eventSchema, request);
	const { event, data, forge, url, headers, retry } = wanted;
	const transaction = data ? undefined : transactionOf(service, wanted);
	const settled = transaction && event === 'payment_link.settled';
	const built = buildEvent(service, {
		event,
		transaction,
		link: settled ? linkTo(service, transaction) : undefined,
		data: event === 'ping' ? (data ?? pingEvent(service).data) : data,
	});
	const forged = forge && { retry: false, ...FORGERIES[forge](built) };
	return await service.deliveries.send(built, { url, headers, retry, ...forged });
}
