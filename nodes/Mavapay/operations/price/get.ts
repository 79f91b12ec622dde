import { choice } from '../../../core/operation/fields';
import { defineOperation } from '../../../core/operation/define';
import { priceTicker } from '../../../core/service/schemas/price';
import { PAIRS } from '../choices';

/** Pairs are documented in lower case (docs/interface.md#get-price-ticker); what is no pair goes as it is. */
const documentedCase = (pair: string) => (/^[A-Za-z]+$/.test(pair) ? pair.toLowerCase() : pair);

export const priceGet = defineOperation({
	effect: 'read',
	resource: 'price',
	operation: 'get',
	name: 'Get',
	action: 'Get a price',
	description: 'Get the exchange rate of a currency pair',
	answer: priceTicker,
	fields: {
		pair: choice({
			label: 'Pair',
			aiMayFill: true,
			description: "In the response, 'ask' is the rate for buying the first currency, 'bid' for selling it",
			hint: 'For other pairs, use an expression such as USDGHS',
			default: 'usdngn',
			choices: PAIRS,
			anyCase: true,
		}),
	},
	request: ({ pair }) => ({ method: 'GET', path: '/price/ticker', query: { pair: documentedCase(pair) } }),
});
