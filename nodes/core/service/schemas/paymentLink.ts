import * as z from 'zod/mini';

import { decimalText, flag, numeric, text, time } from './common';

/** docs/interface.md#create-payment-link */
export const createdPaymentLink = z.looseObject({ paymentLink: z.string(), paymentRef: z.string() });

/** docs/interface.md#payment-link-details */
export const paymentLinkDetails = z.looseObject({
	id: z.string(),
	name: text,
	description: text,
	callbackUrl: text,
	settlementCurrency: text,
	paymentLinkOrderId: text,
	paymentMethods: z.nullish(z.array(z.string())),
	account: z.nullish(z.looseObject({ name: text, logo: text })),
	BANKTRANSFER: z.nullish(
		z.looseObject({
			ngnAccountName: text,
			ngnBankName: text,
			ngnBankAccountNumber: text,
			amount: numeric,
			expiresAt: time,
			targetAmount: numeric,
		}),
	),
	LIGHTNING: z.nullish(z.looseObject({ invoice: text, amount: numeric, expiresAt: time, targetAmount: numeric })),
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

/** docs/interface.md#payment-link-orders */
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
	paymentMethods: z.nullish(z.array(z.string())),
	callbackUrl: text,
	channel: text,
	status: text,
	accountId: text,
	expiresAt: time,
	invoice: text,
	companyLogo: text,
	beneficiaryId: text,
	createdAt: time,
	updatedAt: time,
	orders: z.nullish(z.array(linkOrder)),
});

/** docs/interface.md#payment-link-status */
export const paymentLinkStatus = z.looseObject({ status: z.string() });
