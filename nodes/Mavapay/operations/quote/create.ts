import { defineWrite } from '../../../core/operation/define';
import { withBankName } from '../bank/bank';
import { checkQuote, quoteFields, quoteHints, quoteOptions, quoteRequest } from './quote';

export const quoteCreate = defineWrite('quote', 'create', {
	action: 'Create quote',
	description: 'Get a price that is valid for a few minutes, with payment instructions',
	fields: quoteFields,
	options: quoteOptions,
	check: checkQuote,
	amountOf: ({ amount }) => amount,
	paysOut: ({ autopayout }) => autopayout === true,
	request: quoteRequest,
	complete: withBankName,
	hints: quoteHints,
});
