/** What the cases of several resources quote: a swap between own wallets, and an invoice to pay. */
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

/** The same as parameters of a quote. */
export const swap = {
	...SWAP,
	amountUnit: 'minor',
	autopayout: 'notSent',
	beneficiaryType: 'none',
	customerReference: '',
	options: {},
};

/** The same as parameters of a swap. */
export const swapped = {
	from: 'NGN',
	to: 'BTC',
	amount: '500000',
	amountIs: 'leaves',
	amountUnit: 'minor',
	sendTo: 'wallet',
	options: {},
};

/** The parameters of a swap that asks for the quote of these, with its bound: to somebody where they name a beneficiary. */
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

/** What INVOICE and the others hash. */
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

/** Asks for 10 millionths of a bitcoin. */
export const INVOICE = invoiceFor('10u');

/** Stands for what a case has the service make, by the form of each. */
export const STANDING_IN: Made = new Proxy(
	{ invoice: INVOICE, orderId: '43477-4306', linkOrderId: '43477-4306' },
	{ get: (made: Made, name: string) => made[name] ?? '3f1c9f0e-3f57-4c39-8d0a-0d5b6c1c2a11' },
);

export async function makeQuote(sandbox: Sandbox): Promise<Made> {
	const quote = await ask(sandbox, 'POST', '/quote', { ...SWAP, customerReference: 'order-17' });
	return { quoteId: textAt(quote, 'id'), orderId: textAt(quote, 'orderId'), hash: textAt(quote, 'hash') };
}
