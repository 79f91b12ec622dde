import * as z from 'zod';

import { numeric, text, time } from './common';

/** Interface document 2.7. */
export const stablecoinAddress = z.looseObject({
	id: z.string(),
	address: z.string(),
	currency: text,
	network: text,
	memo: text,
	reference: text,
	minAmount: numeric,
	maxAmount: numeric,
	walletId: text,
	createdAt: time,
	updatedAt: time,
});
