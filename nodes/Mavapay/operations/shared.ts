import { NETWORKS } from '../../core/domain/payees/chainAddress';
import { currenciesFor, type Currency, type CurrencyUse } from '../../core/domain/money';
import { isJsonObject, type JsonObject } from '../../core/domain/json';
import { readInvoice } from '../../core/domain/payees/lightning';
import { ANY_LENGTH, oneLine, optionalText } from '../../core/operation/fields';
import type { LookUpKey } from '../../core/operation/operation';
import { ItemStopped, type Failure } from '../../core/service/failure';
import { dataObjects, type ServiceResponse } from '../../core/service/service';

/** The currencies of one place as a dropdown, by their plain codes. */
export const currencyChoices = (use: CurrencyUse) =>
	currenciesFor(use).map(({ code }) => ({ name: code, value: code }));

/** The same for quotes, which name the minor unit: "NGN (Kobo)" is NGNKOBO. */
export const quoteCurrencyChoices = (use: 'quoteSource' | 'quoteTarget') =>
	currenciesFor(use).flatMap(({ code, minorName, quoteCode }: Currency) =>
		quoteCode === undefined
			? []
			: [{ name: `${code} (${minorName.charAt(0).toUpperCase()}${minorName.slice(1)})`, value: quoteCode }],
	);

/** What the acceptance of a quote can be found by. */
export function quoteKey(quoteId: string): LookUpKey[] {
	return [{ kind: 'quoteId', value: quoteId }];
}

/** The same for the payment hash of a Lightning invoice, or one that was given. */
export function paymentHashKey(value: string): LookUpKey[] {
	if (/^[0-9a-f]{64}$/i.test(value)) return [{ kind: 'paymentHash', value: value.toLowerCase() }];
	const invoice = readInvoice(value);
	return invoice.ok ? [{ kind: 'paymentHash', value: invoice.value.paymentHash }] : [];
}

/** How a quote or a payment link is paid; docs/interface.md#quote. */
export const PAYMENT_METHODS = [
	{ name: 'Bank Transfer', value: 'BANKTRANSFER' },
	{ name: 'Lightning', value: 'LIGHTNING' },
];

/** Networks of USDT, in the lower case that requests use; docs/interface.md#withdraw-stablecoin. */
export const USDT_NETWORKS = NETWORKS.map(({ name, value }) => ({ name, value }));

/** Speeds of an on-chain delivery; docs/interface.md#post-quote. */
export const SPEEDS = [
	{ name: 'Fast', value: 'fast' },
	{ name: 'Medium', value: 'medium' },
	{ name: 'Slow', value: 'slow' },
];

/** The smallest payout to a Nigerian bank account; this and the next three in minor units, docs/interface.md#limits. */
export const MINIMUM_PAYOUT_KOBO = 200_000n;

/** The smallest payout from naira to rand. */
export const MINIMUM_ZAR_CENTS_FROM_NGN = 5_000n;

/**
 * Other payouts in ZAR, and those in KES, start at the worth of 2 USD. What that is today is not known before
 * the request, so these are what it can't be below while a dollar costs 100 KES and 10 ZAR or more, which it
 * has for years.
 */
export const BELOW_TWO_USD = { KES: 20_000n, ZAR: 2_000n } as const;

/** The smallest payout in bitcoin on chain. */
export const MINIMUM_ON_CHAIN_SATS = 6_000n;

/** The caller's own identifier, echoed by the service in events; docs/interface.md#event-metadata. */
export const customerReference = optionalText({
	label: 'Customer Reference',
	aiMayFill: true,
	description: 'Your own identifier, which comes back in payment events',
	placeholder: 'e.g. INV-2026-0412',
	exact: true,
	maxLength: ANY_LENGTH,
	...oneLine,
});

/** The one output of a payment: the service's data; what is no object goes out under `data`. */
export function outputData({ data, message }: ServiceResponse): JsonObject[] {
	const [only, ...others] = [data].flat();
	if (isJsonObject(only) && others.length === 0) return [only];
	return [{ ...(data === undefined ? {} : { data }), message }];
}

/** The result of a look-up: none for a 404, and for a 400 that says so. Throws ItemStopped for any other failure. */
export async function ifThere(asked: Promise<ServiceResponse>): Promise<JsonObject[]> {
	try {
		const { data } = await asked;
		return dataObjects(data);
	} catch (error) {
		if (error instanceof ItemStopped && isNotThere(error.failure)) return [];
		throw error;
	}
}

const isNotThere = ({ httpCode, description }: Failure) =>
	httpCode === '404' || (httpCode === '400' && /not found/i.test(description));

/** Stops the item of a read for which the service has no record. */
export function notFound(summary: string, description: string): ItemStopped {
	return new ItemStopped({
		summary,
		description,
		cause: 'notFound',
		httpCode: null,
		outcome: null,
		reference: null,
		retryable: false,
		source: 'service',
	});
}
