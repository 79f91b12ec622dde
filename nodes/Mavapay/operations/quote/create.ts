import { defineWrite } from '../../../core/operation/define';
import { withBankName } from '../bank/bank';
import { checkQuote, quoteFields, quoteHints, quoteOptions, quoteRequest } from './quote';

export const quoteCreate = defineWrite('quote', 'create', {
	action: 'Create quote',
	description: 'Get a price that is valid for a few minutes, with payment instructions',
	// Either an invoice or a bank account says where to pay; the other one is empty.
	simplified:
		'id, orderId, customerReference, sourceCurrency, totalAmountInSourceCurrency, amountInTargetCurrency, expiry, invoice, bankName, ngnBankAccountNumber, ngnAccountName',
	fields: quoteFields,
	options: quoteOptions,
	check: checkQuote,
	amountOf: ({ amount }) => amount,
	paysOut: ({ autopayout }) => autopayout === true,
	request: quoteRequest,
	complete: withBankName,
	hints: quoteHints,
});
