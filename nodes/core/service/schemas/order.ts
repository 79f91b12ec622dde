import * as z from 'zod/mini';

import { decimalText, flag, text, time } from './common';
import { quote } from './quote';
import { transaction } from './transaction';

const anyOrder = z.looseObject({
	orderId: text,
	quoteId: text,
	status: text,
	currency: text,
	isValid: flag,
	createdAt: time,
	quotes: z.nullish(z.array(quote)),
	transactions: z.nullish(z.array(transaction)),
});

/** docs/interface.md#order, looked up by its ID. */
export const order = z.extend(anyOrder, { paymentCollectionMethod: text, displayAmount: text, paymentBtcDetail: text });

/** docs/interface.md#order, as the list has it. */
export const listedOrder = z.extend(anyOrder, { paymentMethod: text, amount: decimalText, updatedAt: time });
