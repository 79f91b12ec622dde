import * as z from 'zod';

import { decimalText, flag, text, time } from './common';
import { quote } from './quote';
import { transaction } from './transaction';

/** docs/interface.md#order, in every form it has there. */
export const order = z.looseObject({
	orderId: text,
	quoteId: text,
	status: text,
	currency: text,
	paymentMethod: text,
	isValid: flag,
	amount: decimalText,
	createdAt: time,
	updatedAt: time,
	quotes: z.array(quote).nullish(),
	transactions: z.array(transaction).nullish(),
});
