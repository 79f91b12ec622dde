import { withoutBlanks } from '../../../core/domain/json';
import { currencyOfQuoteCode, formatMinor, parseAmount } from '../../../core/domain/money';
import { problemIn } from '../../../core/operation/fields';
import type { ReadResult } from '../../../core/operation/field';
import type { ServiceRequest } from '../../../core/service/service';
import { beneficiaryBody } from '../beneficiary/beneficiary';
import { quoteFields, type QuoteInput } from './quoteFields';

/** The amount in the lowest unit of the payment currency. */
export function quoteAmount(input: QuoteInput): ReadResult<bigint> {
	const currency = currencyOfQuoteCode(input.paymentCurrency);
	const amount = parseAmount(input.amount, input.amountUnit, currency);
	return amount.ok ? amount : { ok: false, problems: problemIn(quoteFields.amount.label, amount) };
}

/**
 * POST /quote (docs/interface.md#post-quote). Where the beneficiary's bank name was left blank, the request
 * still lacks it: `withBankName` adds it.
 */
export function quoteRequest(input: QuoteInput): ReadResult<ServiceRequest> {
	const amount = quoteAmount(input);
	if (!amount.ok) return amount;
	const { options } = input;
	const body = withoutBlanks({
		amount: formatMinor(amount.value),
		sourceCurrency: input.sourceCurrency,
		targetCurrency: input.targetCurrency,
		paymentMethod: input.paymentMethod,
		paymentCurrency: input.paymentCurrency,
		autopayout: input.autopayout,
		beneficiary: beneficiaryBody(input),
		customerReference: input.customerReference,
		customerInternalFee: options.customerInternalFee,
		skipVirtualAccount: options.skipVirtualAccount,
		speed: options.speed,
	});
	return { ok: true, value: { method: 'POST', path: '/quote', body } };
}
