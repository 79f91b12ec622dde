import * as z from 'zod';

import { bankAccount } from './bank';
import { decimalText, flag, numeric, text } from './common';
import { transaction } from './transaction';
import { webhook } from './webhook';

const settings = z.looseObject({
	id: text,
	autopayout: flag,
	language: text,
	notification: z.looseObject({ email: flag, sms: flag }).nullish(),
});

const walletDetails = z.looseObject({
	id: text,
	currency: text,
	balance: decimalText,
	bankAccount: bankAccount.nullish(),
	transactions: z.array(transaction).nullish(),
});

const account = z.looseObject({
	id: text,
	type: text,
	status: text,
	walletDetails: z.union([walletDetails, z.array(walletDetails)]).nullish(),
	ownerId: text,
	apiKey: text,
	totalSatsExchanged: numeric,
	webhook: z.union([webhook, z.array(webhook)]).nullish(),
	settings: settings.nullish(),
});

/** docs/interface.md#get-user; older profiles hold wallets and webhook in lists. */
export const userProfile = z.looseObject({
	id: z.string(),
	name: text,
	email: text,
	phone: text,
	businessName: text,
	emailVerified: flag,
	kycInfo: z
		.looseObject({ address: text, phone: text, nationality: text, businessName: text, status: text })
		.nullish(),
	account: account.nullish(),
});
