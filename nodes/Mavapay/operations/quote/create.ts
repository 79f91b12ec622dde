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
	description: 'Ask for a price that holds for some minutes, and for what has to be paid where',
	answer: quote,
	fields: quoteFields,
	options: quoteOptions,
	check: checkQuote,
	request: (input) => ({ ok: true, value: quoteRequest(input) }),
	prepare: async (input, service, _scope, built) => await withBankName(input, built, service),
	hints: quoteHints,
});
