import { NETWORKS } from '../../core/payees/chainAddress';
import { currenciesFor, type Currency, type CurrencyUse } from '../../core/domain/money';
import type { Field } from '../../core/operation/field';
import { flag, optionalLine, wholeNumber } from '../../core/operation/fields';

export const currencyChoices = (use: CurrencyUse) =>
	currenciesFor(use).map(({ code }) => ({ name: code, value: code }));

/** Choices of currencies for quotes. A quote's currency names the minor unit: "NGN (Kobo)" is NGNKOBO. */
export const quoteCurrencyChoices = (use: 'quoteSource' | 'quoteTarget') =>
	currenciesFor(use).flatMap(({ code, minorName, quoteCode }: Currency) =>
		quoteCode === undefined
			? []
			: [{ name: `${code} (${minorName.charAt(0).toUpperCase()}${minorName.slice(1)})`, value: quoteCode }],
	);

/** The currency of a swap's amount, from its parameters: `to` if the amount is what arrives, otherwise `from`. */
export const swappedCurrency = ({ amountIs, from, to }: Readonly<Record<string, unknown>>) =>
	String(amountIs).trim() === 'arrives' ? to : from;

/** Ways to pay a quote or a payment link; docs/reference/interface.md#quote. */
export const PAYMENT_METHODS = [
	{ name: 'Bank Transfer', value: 'BANKTRANSFER' },
	{ name: 'Lightning', value: 'LIGHTNING' },
];

/** Networks of USDT, in the lower case that requests use; docs/reference/interface.md#withdraw-stablecoin. */
export const USDT_NETWORKS = NETWORKS.map(({ name, value }) => ({ name, value }));

/** Speeds of an on-chain delivery, with the times that Mavapay states; docs/reference/interface.md#beneficiary-btc. */
export const SPEEDS = [
	{ name: 'Fast', value: 'fast', description: '10 to 30 minutes' },
	{ name: 'Medium', value: 'medium', description: '30 to 60 minutes' },
	{ name: 'Slow', value: 'slow', description: '60 minutes or more' },
] as const;

/** The user's own identifier, which Mavapay repeats in events; docs/reference/interface.md#event-metadata. */
export const customerReference = optionalLine('Customer Reference', {
	aiMayFill: true,
	description: 'Your own identifier, which comes back in payment events',
	placeholder: 'e.g. INV-2026-0412',
	exact: true,
});

/** 'Return All' and 'Limit', worded as n8n's lint requires. */
export const listFields: { returnAll: Field<boolean>; limit: Field<number | undefined> } = {
	returnAll: flag('Return All', { description: 'Whether to return all results or only up to a given limit' }),
	limit: {
		...wholeNumber('Limit', { description: '', default: 50, min: 1, max: 100_000, aiMayFill: true }),
		face: {
			type: 'number',
			default: 50,
			typeOptions: { minValue: 1 },
			description: 'Max number of results to return',
		},
		showWhen: { returnAll: [false] },
	},
};

export function firstOf<T>(list: T[], input: { returnAll: boolean; limit: number | undefined }): T[] {
	return input.returnAll || input.limit === undefined ? list : list.slice(0, input.limit);
}
