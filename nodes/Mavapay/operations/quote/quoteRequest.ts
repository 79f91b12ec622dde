import { withoutBlanks } from '../../../core/domain/json';
import { formatMinor } from '../../../core/domain/money';
import type { ServiceRequest } from '../../../core/service/service';
import { beneficiaryBody } from '../beneficiary/beneficiary';
import type { QuoteInput } from './quoteFields';

/**
 * POST /quote (docs/interface.md#post-quote). Where the beneficiary's bank name was left blank, the request
 * still lacks it: `withBankName` adds it.
 */
export function quoteRequest(input: QuoteInput): ServiceRequest {
	const { amount, options } = input;
	const body = withoutBlanks({
		amount: formatMinor(amount.minor),
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
	return { method: 'POST', path: '/quote', body };
}
