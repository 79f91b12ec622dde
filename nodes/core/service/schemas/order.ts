import * as z from 'zod';

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
	quotes: z.array(quote).nullish(),
	transactions: z.array(transaction).nullish(),
});

/** docs/interface.md#order, looked up by its ID. */
export const order = anyOrder.extend({ paymentCollectionMethod: text, displayAmount: text, paymentBtcDetail: text });

/** docs/interface.md#order, as the list has it. */
export const listedOrder = anyOrder.extend({ paymentMethod: text, amount: decimalText, updatedAt: time });
