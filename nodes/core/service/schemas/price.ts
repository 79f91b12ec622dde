import * as z from 'zod';

import { numeric, text } from './common';

const unitPrice = z.looseObject({ amount: numeric, currencyUnit: text }).nullish();

const side = z.looseObject({ fee: numeric, minFee: numeric, maxFee: numeric, feePercentage: numeric }).nullish();

/** Interface document 4.14; the inner objects are from service-facts 2.10. */
export const priceTicker = z.looseObject({
	ask: numeric,
	bid: numeric,
	timestamp: numeric,
	meta: z
		.looseObject({
			pair: text,
			payoutMethods: z.array(z.string()).nullish(),
			collectionMethods: z.array(z.string()).nullish(),
			unitPricePerUsd: unitPrice,
			unitPricePerSat: unitPrice,
			fees: z.looseObject({ ask: side, bid: side }).nullish(),
		})
		.nullish(),
});
