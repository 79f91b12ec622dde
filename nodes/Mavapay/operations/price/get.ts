import { defineRead } from '../../../core/operation/define';
import { choice } from '../../../core/operation/fields';
import { get } from '../../../core/service/service';

/** The pairs of the price ticker, in lower case as documented; docs/reference/interface.md#get-price-ticker. */
const PAIRS = ['btcusd', 'kesngn', 'usdkes', 'usdngn', 'usdzar', 'zarngn'].map((value) => ({
	name: value.toUpperCase(),
	value,
}));

export const priceGet = defineRead('price', 'get', {
	action: 'Get price',
	description: "Get the exchange rate of a currency pair from Mavapay's live price list, without a credential",
	fields: {
		pair: choice('Pair', {
			aiMayFill: true,
			description: "In the response, 'ask' is the rate for buying the first currency, 'bid' for selling it",
			hint: 'For other pairs, use an expression such as USDGHS',
			default: 'usdngn',
			choices: PAIRS,
			anyCase: true,
		}),
	},
	// Documented pairs in lower case (docs/reference/interface.md#get-price-ticker), any other unchanged.
	request: ({ pair }) =>
		get('/price/ticker', { pair: PAIRS.find(({ value }) => value === pair.toLowerCase())?.value ?? pair }),
});
