import * as z from 'zod';

import { numeric, text } from './common';

const unitPrice = z.looseObject({ amount: numeric, currencyUnit: text }).nullish();

const side = z.looseObject({ fee: numeric, minFee: numeric, maxFee: numeric, feePercentage: numeric }).nullish();

/** docs/interface.md#get-price-ticker */
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
