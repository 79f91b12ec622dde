import * as z from 'zod/mini';

import { redactSecrets } from '../../../core/domain/redact';
import { defineOperation } from '../../../core/operation/define';
import { flag } from '../../../core/operation/fields';
import { PROFILE } from '../../../core/service/accountWebhook';
import { maybeTextOrNumber, maybeFlag, maybeNumber, maybeText, oneOrMany } from '../../../core/service/schema';
import { dataObjects } from '../../../core/service/service';
import { bankAccount } from '../bank/bank';
import { transaction } from '../transaction/transaction';
import { webhook } from '../webhook/webhook';

const settings = z.looseObject({
	id: maybeText,
	autopayout: maybeFlag,
	language: maybeText,
	notification: z.nullish(z.looseObject({ email: maybeFlag, sms: maybeFlag })),
});

const walletDetails = z.looseObject({
	id: maybeText,
	currency: maybeText,
	balance: maybeTextOrNumber,
	bankAccount: z.nullish(bankAccount),
	transactions: z.nullish(z.array(transaction)),
});

const account = z.looseObject({
	id: maybeText,
	type: maybeText,
	status: maybeText,
	walletDetails: oneOrMany(walletDetails),
	ownerId: maybeText,
	apiKey: maybeText,
	totalSatsExchanged: maybeNumber,
	webhook: oneOrMany(webhook),
	settings: z.nullish(settings),
});

/** docs/interface.md#get-user; older profiles hold wallets and webhook in lists. */
const userProfile = z.looseObject({
	id: z.string(),
	name: maybeText,
	email: maybeText,
	phone: maybeText,
	businessName: maybeText,
	emailVerified: maybeFlag,
	kycInfo: z.nullish(
		z.looseObject({
			address: maybeText,
			phone: maybeText,
			nationality: maybeText,
			businessName: maybeText,
			status: maybeText,
		}),
	),
	account: z.nullish(account),
});

export const accountGet = defineOperation({
	effect: 'read',
	resource: 'account',
	operation: 'get',
	name: 'Get',
	action: 'Get an account',
	description: 'Get the profile of the account that the credential belongs to',
	response: userProfile,
	fields: {},
	options: {
		revealSecrets: flag({
			label: 'Reveal Secrets',
			description:
				'Whether to output the API key and webhook secret unmasked. They will be stored in the execution data.',
			default: false,
		}),
	},
	request: () => PROFILE,
	select: (data, { options }) => {
		const profiles = dataObjects(data);
		return options.revealSecrets === true ? profiles : profiles.map(redactSecrets);
	},
});
