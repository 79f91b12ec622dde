import * as z from 'zod/mini';

import { text } from './common';

/** docs/interface.md#bank-codes; South African banks have no code. */
export const bankEntry = z.looseObject({ bankName: z.string(), nipBankCode: text });

/** docs/interface.md#name-enquiry, in both of its forms. */
export const nameEnquiry = z.looseObject({
	accountName: z.string(),
	accountNumber: z.string(),
	kycLevel: text,
	nameInquiryReference: text,
	channelCode: text,
	bankCode: text,
});

/** docs/interface.md#bank-accounts */
export const bankAccount = z.looseObject({
	bankName: text,
	bankCode: text,
	bankAccountNumber: text,
	bankAccountName: text,
	currency: text,
	walletId: text,
});
