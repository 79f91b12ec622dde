import { accountGet } from '../../nodes/Mavapay/operations/account/get';
import { answered, at, get, isRecord, makeWebhook, type Case } from './case';

const profile = {
	id: 'u-1',
	name: 'Ada',
	account: {
		id: 'a-1',
		apiKey: 'key-of-the-caller',
		webhook: { id: 'h-1', url: 'https://example.com/hook', secret: 'hush', isActive: true },
	},
};

export const accountCases: readonly Case[] = [
	{
		operation: accountGet,
		name: 'the profile, secrets masked',
		parameters: { options: {} },
		requests: [get('/user')],
		sandbox: {
			arrange: makeWebhook,
			output: (answers) => {
				const user = at(answers[0], 'data');
				const account = at(user, 'account');
				const webhook = at(account, 'webhook');
				if (!isRecord(user) || !isRecord(account) || !isRecord(webhook)) throw new Error('no profile');
				return [{ ...user, account: { ...account, apiKey: '********', webhook: { ...webhook, secret: '********' } } }];
			},
		},
	},
	{
		operation: accountGet,
		name: 'the profile with secrets, when asked for',
		parameters: { options: { revealSecrets: true } },
		requests: [get('/user')],
		written: { replies: [answered(profile)], items: [profile] },
	},
];
