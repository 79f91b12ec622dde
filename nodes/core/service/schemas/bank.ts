import * as z from 'zod';

import { text } from './common';

/** Interface document 2.10; South African banks have no code. */
export const bankEntry = z.looseObject({ bankName: z.string(), nipBankCode: text });

/** Interface document 2.10; bankCode is from the other documented form, service-facts 2.6. */
export const nameEnquiry = z.looseObject({
	accountName: z.string(),
	accountNumber: z.string(),
	kycLevel: text,
	nameInquiryReference: text,
	channelCode: text,
});

/** Interface document 2.6. */
export const bankAccount = z.looseObject({
	bankName: text,
	bankCode: text,
	bankAccountNumber: text,
	bankAccountName: text,
	currency: text,
	walletId: text,
});
