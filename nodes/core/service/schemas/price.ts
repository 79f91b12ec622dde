import * as z from 'zod/mini';

import { numeric, text } from './common';

const unitPrice = z.nullish(z.looseObject({ amount: numeric, currencyUnit: text }));

const side = z.nullish(z.looseObject({ fee: numeric, minFee: numeric, maxFee: numeric, feePercentage: numeric }));

/** docs/interface.md#get-price-ticker */
export const priceTicker = z.looseObject({
	ask: numeric,
	bid: numeric,
	timestamp: numeric,
	meta: z.nullish(
		z.looseObject({
			pair: text,
			payoutMethods: z.nullish(z.array(z.string())),
			collectionMethods: z.nullish(z.array(z.string())),
			unitPricePerUsd: unitPrice,
			unitPricePerSat: unitPrice,
			fees: z.nullish(z.looseObject({ ask: side, bid: side })),
		}),
	),
});
