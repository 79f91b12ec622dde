import * as z from 'zod/mini';

import { bankAccount } from './bank';
import { decimalText, flag, numeric, text } from './common';
import { transaction } from './transaction';
import { webhook } from './webhook';

const settings = z.looseObject({
	id: text,
	autopayout: flag,
	language: text,
	notification: z.nullish(z.looseObject({ email: flag, sms: flag })),
});

const walletDetails = z.looseObject({
	id: text,
	currency: text,
	balance: decimalText,
	bankAccount: z.nullish(bankAccount),
	transactions: z.nullish(z.array(transaction)),
});

const account = z.looseObject({
	id: text,
	type: text,
	status: text,
	walletDetails: z.nullish(z.union([walletDetails, z.array(walletDetails)])),
	ownerId: text,
	apiKey: text,
	totalSatsExchanged: numeric,
	webhook: z.nullish(z.union([webhook, z.array(webhook)])),
	settings: z.nullish(settings),
});

/** docs/interface.md#get-user; older profiles hold wallets and webhook in lists. */
export const userProfile = z.looseObject({
	id: z.string(),
	name: text,
	email: text,
	phone: text,
	businessName: text,
	emailVerified: flag,
	kycInfo: z.nullish(z.looseObject({ address: text, phone: text, nationality: text, businessName: text, status: text })),
	account: z.nullish(account),
});
