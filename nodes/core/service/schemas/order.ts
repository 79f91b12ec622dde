import * as z from 'zod';

import { decimalText, flag, text, time } from './common';
import { quote } from './quote';
import { transaction } from './transaction';

/** Interface document 2.4; `id`, paymentCollectionMethod and displayAmount are from service-facts 3.1. */
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
