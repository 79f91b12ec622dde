import * as z from 'zod/mini';

import { decimalText, text, time } from './common';

/** An amount in both units. */
const limit = z.object({ minor: z.string(), major: z.nullable(z.string()), currency: z.string() });

/** docs/interface.md#stablecoin-addresses; `limits` is what the node adds, null where an amount cannot be read. */
export const stablecoinAddress = z.looseObject({
	id: z.string(),
	address: z.string(),
	currency: text,
	network: text,
	memo: text,
	reference: text,
	minAmount: decimalText,
	maxAmount: decimalText,
	limits: z.nullable(z.object({ minimum: limit, maximum: z.nullable(limit) })),
	walletId: text,
	createdAt: time,
	updatedAt: time,
});
