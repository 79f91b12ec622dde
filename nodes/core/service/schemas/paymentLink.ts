import * as z from 'zod';

import { decimalText, flag, numeric, text, time } from './common';

/** Service-facts 3.2. */
export const createdPaymentLink = z.looseObject({ paymentLink: z.string(), paymentRef: z.string() });

/** Interface document 2.9; the LIGHTNING object is from service-facts 2.8. */
export const paymentLinkDetails = z.looseObject({
	id: z.string(),
	name: text,
	description: text,
	callbackUrl: text,
	settlementCurrency: text,
	paymentLinkOrderId: text,
	paymentMethods: z.array(z.string()).nullish(),
	account: z.looseObject({ name: text, logo: text }).nullish(),
	BANKTRANSFER: z
		.looseObject({
			ngnAccountName: text,
			ngnBankName: text,
			ngnBankAccountNumber: text,
			amount: numeric,
			expiresAt: time,
			targetAmount: numeric,
		})
		.nullish(),
	LIGHTNING: z
		.looseObject({ invoice: text, amount: numeric, expiresAt: time, targetAmount: numeric })
		.nullish(),
});

const linkOrder = z.looseObject({
	id: text,
	status: text,
	orderId: text,
	paymentLinkId: text,
	paymentMethod: text,
	createdAt: time,
	updatedAt: time,
});

/** Service-facts 3.3. */
export const paymentLinkOrders = z.looseObject({
	id: text,
	name: text,
	description: text,
	type: text,
	amount: decimalText,
	fee: numeric,
	addFeeToTotalCost: flag,
	settlementCurrency: text,
	settlementMethod: text,
	speed: text,
	paymentCurrency: text,
	paymentMethods: z.array(z.string()).nullish(),
	callbackUrl: text,
	channel: text,
	status: text,
	accountId: text,
	expiresAt: time,
	createdAt: time,
	updatedAt: time,
	orders: z.array(linkOrder).nullish(),
});

/** Service-facts 2.12. */
export const paymentLinkStatus = z.looseObject({ status: z.string() });
