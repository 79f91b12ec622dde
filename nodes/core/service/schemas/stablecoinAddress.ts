import * as z from 'zod';

import { decimalText, text, time } from './common';

/** docs/interface.md#stablecoin-addresses */
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
