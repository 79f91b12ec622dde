import * as z from 'zod';

import { flag, numeric, text, time } from './common';

/** docs/interface.md#transaction */
const transactionMetadata = z.looseObject({
	id: text,
	orderId: text,
	bankCode: text,
	bankAccountName: text,
	bankAccountNumber: text,
	customerInternalFee: numeric,
	createdAt: time,
	updatedAt: time,
});

/** docs/interface.md#transaction */
export const transaction = z.looseObject({
	id: z.string(),
	walletId: text,
	ref: text,
	hash: text,
	amount: numeric,
	fees: numeric,
	currency: text,
	type: text,
	status: text,
	autopayout: flag,
	createdAt: time,
	updatedAt: time,
	metadata: transactionMetadata.nullish(),
});

/** What Wait for Settlement emits; after a time-out there may be no transaction in it. */
export const settledTransaction = transaction.extend({
	id: text,
	settlement: z.enum(['success', 'failed', 'timeout']),
});
