import * as z from 'zod';

import { decimalText, text, time } from './common';

/** Interface document 2.7. */
export const stablecoinAddress = z.looseObject({
	id: z.string(),
	address: z.string(),
	currency: text,
	network: text,
	memo: text,
	reference: text,
	minAmount: decimalText,
	maxAmount: decimalText,
	walletId: text,
	createdAt: time,
	updatedAt: time,
});
