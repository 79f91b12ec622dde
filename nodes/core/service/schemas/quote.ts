import * as z from 'zod/mini';

import { flag, numeric, text, time } from './common';

/** docs/interface.md#quote */
export const quote = z.looseObject({
	id: z.string(),
	exchangeRate: numeric,
	usdToTargetCurrencyRate: numeric,
	sourceCurrency: text,
	targetCurrency: text,
	transactionFeesInSourceCurrency: numeric,
	transactionFeesInTargetCurrency: numeric,
	amountInSourceCurrency: numeric,
	amountInTargetCurrency: numeric,
	paymentMethod: text,
	expiry: time,
	isValid: flag,
	invoice: text,
	hash: text,
	customerReference: text,
	totalAmountInSourceCurrency: numeric,
	customerInternalFee: numeric,
	bankName: text,
	ngnBankAccountNumber: text,
	ngnAccountName: text,
	ngnBankCode: text,
	estimatedRoutingFee: numeric,
	orderId: text,
	createdAt: time,
	updatedAt: time,
});

/** docs/interface.md#validate-kes-identifier */
export const mpesaBusiness = z.looseObject({ organization_name: z.string() });
