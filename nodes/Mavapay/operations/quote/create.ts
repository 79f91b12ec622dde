import { defineOperation } from '../../../core/operation/define';
import { quote } from '../../../core/service/schemas/quote';
import { withBankName } from '../bank/withBankName';
import { quoteFields, quoteOptions } from './quoteFields';
import { quoteRequest } from './quoteRequest';
import { checkQuote, quoteHints } from './quoteRules';

export const quoteCreate = defineOperation({
	effect: 'bind',
	resource: 'quote',
	operation: 'create',
	name: 'Create',
	action: 'Create a quote',
	description: 'Get a price that is valid for a few minutes, with payment instructions',
	answer: quote,
	fields: quoteFields,
	options: quoteOptions,
	check: checkQuote,
	request: (input) => ({ ok: true, value: quoteRequest(input) }),
	prepare: async (input, service, _scope, built) => await withBankName(input, built, service),
	hints: quoteHints,
});
