/** Quotes used by several resources: a swap between the account's wallets, and an invoice to pay. */
import type { INodeParameters } from 'n8n-workflow';
import { currencyOfQuoteCode } from '../../nodes/core/domain/money';
import type { Sandbox } from '../../sandbox';
import { buildInvoice, hexWords, numberWords } from '../harness/invoices';
import { ask, textAt, type Made } from './case';

export const SWAP = {
	amount: '500000',
	sourceCurrency: 'NGNKOBO',
	targetCurrency: 'BTCSAT',
	paymentMethod: 'BANKTRANSFER',
	paymentCurrency: 'NGNKOBO',
};

/** SWAP as parameters of a quote. */
export const swap = {
	...SWAP,
	amountUnit: 'minor',
	autopayout: 'notSent',
	beneficiaryType: 'none',
	customerReference: '',
	options: {},
};

/** SWAP as parameters of a swap. */
export const swapped = {
	from: 'NGN',
	to: 'BTC',
	amount: '500000',
	amountIs: 'leaves',
	amountUnit: 'minor',
	sendTo: 'wallet',
	options: {},
};

/** Turns a quote's parameters into a swap's, with a cost limit; the payee is the quote's beneficiary, if any. */
export function asSwap(quoted: INodeParameters): INodeParameters {
	const {
		sourceCurrency,
		targetCurrency,
		paymentCurrency,
		paymentMethod: _method,
		autopayout: _auto,
		...rest
	} = quoted;
	const { customerReference: _reference, ...others } = rest;
	const bound = paymentCurrency === sourceCurrency ? { minimumTargetAmount: '1' } : { maximumAmount: '900000000' };
	return {
		...others,
		...bound,
		from: currencyOfQuoteCode(String(sourceCurrency)),
		to: currencyOfQuoteCode(String(targetCurrency)),
		amountIs: paymentCurrency === sourceCurrency ? 'leaves' : 'arrives',
		sendTo: quoted.beneficiaryType === 'none' ? 'wallet' : 'somebody',
	};
}

/** The payment hash of INVOICE and of every `invoiceFor`. */
export const PAYMENT_HASH = '0001020304050607080900010203040506070809000102030405060708090102';
const TEN_YEARS_S = 315_360_000;

/** An invoice of 2026-03-01 that expires in ten years, for an amount as BOLT 11 writes it. */
export const invoiceFor = (amount: string): string =>
	buildInvoice({
		human: `lntbs${amount}`,
		timestamp: Date.parse('2026-03-01T12:00:00Z') / 1_000,
		fields: [
			[1, hexWords(PAYMENT_HASH)],
			[6, numberWords(TEN_YEARS_S, 6)],
		],
	});

/** An invoice for 10 millionths of a bitcoin (1,000 satoshi). */
export const INVOICE = invoiceFor('10u');

/** Values in place of those that the service makes, in the same format: an order's ID, an invoice, other IDs. */
export const STANDING_IN: Made = new Proxy(
	{ invoice: INVOICE, orderId: '43477-4306', linkOrderId: '43477-4306' },
	{ get: (made: Made, name: string) => made[name] ?? '3f1c9f0e-3f57-4c39-8d0a-0d5b6c1c2a11' },
);

export async function makeQuote(sandbox: Sandbox): Promise<Made> {
	const quote = await ask(sandbox, 'POST', '/quote', { ...SWAP, customerReference: 'order-17' });
	return { quoteId: textAt(quote, 'id'), orderId: textAt(quote, 'orderId'), hash: textAt(quote, 'hash') };
}
