import { webhookGet } from '../../nodes/Mavapay/operations/webhook/webhook';
import { webhookSendTest } from '../../nodes/Mavapay/operations/webhook/webhook';
import { webhookSet } from '../../nodes/Mavapay/operations/webhook/webhook';
import { answered, at, get, lastData, makeWebhook, post, put, type Case } from './case';

/** docs/reference/interface.md#event-ping */
const ping = { event: 'ping', data: { message: 'This is a test webhook event', timestamp: '2021-07-01T12:00:00Z' } };
const hook = { id: 'h-1', url: 'https://example.com/hook', isActive: true };
const own = { url: 'https://example.com/hook', secret: 'its-own' };
const USER = get('/user');

/** The answer contains the secret, which the output masks. */
const masked = (answers: unknown[]) => lastData(answers).map((data) => ({ ...data, secret: '********' }));

export const webhookCases: readonly Case[] = [
	{
		operation: webhookGet,
		name: 'its secret masked',
		parameters: { options: {} },
		requests: [USER],
		sandbox: {
			arrange: makeWebhook,
			output: (answers) => [{ ...Object(at(answers[0], 'data', 'account', 'webhook')), secret: '********' }],
		},
	},
	{
		operation: webhookGet,
		name: 'of an account without webhook',
		parameters: { options: {} },
		requests: [USER],
		written: {
			replies: [answered({ id: 'u-1', account: { webhook: null } })],
			items: [{ url: null, isActive: false }],
		},
	},
	{
		operation: webhookSendTest,
		name: 'answered with a message',
		parameters: { options: {} },
		requests: [post('/webhook/test', undefined)],
		sandbox: { arrange: makeWebhook, output: (answers) => [{ message: at(answers.at(-1), 'message') }] },
	},
	{
		operation: webhookSendTest,
		name: 'answered with the webhook, its secret masked',
		parameters: { options: {} },
		requests: [post('/webhook/test', undefined)],
		written: { replies: [answered({ ...hook, secret: 'hush' })], items: [{ ...hook, secret: '********' }] },
	},
	{
		operation: webhookSet,
		name: 'the first one',
		parameters: { url: 'https://example.com/new', secret: 'a-new-secret', options: {} },
		requests: [USER, post('/webhook/register', { url: 'https://example.com/new', secret: 'a-new-secret' })],
		sandbox: { output: masked },
	},
	{
		operation: webhookSet,
		name: 'over an earlier one, with the secret of the credential',
		credential: { webhookSigningSecret: 'secret-of-the-credential' },
		parameters: { url: 'https://example.com/new', secret: '', options: {} },
		requests: [USER, put('/webhook', { url: 'https://example.com/new', secret: 'secret-of-the-credential' })],
		sandbox: {
			arrange: (sandbox) => {
				sandbox.setWebhook({ url: 'https://example.com/old', secret: 'an-old-secret' });
				return {};
			},
			output: masked,
		},
	},
	{
		operation: webhookSet,
		name: 'answered as documented: with the ping, and with the secret, which is masked',
		parameters: { ...own, options: {} },
		requests: [USER, put('/webhook', own)],
		written: {
			replies: [answered({ account: { webhook: hook } }), answered({ ...own, event: ping })],
			items: [{ url: 'https://example.com/hook', secret: '********', event: ping }],
		},
	},
	{
		operation: webhookSet,
		name: 'over another one, with its own secret, where an older profile lists the webhook',
		credential: { webhookSigningSecret: 'from-the-credential' },
		parameters: { ...own, options: {} },
		requests: [USER, put('/webhook', own)],
		written: {
			replies: [answered({ account: { webhook: [{ ...hook, url: 'https://other.example' }] } }), answered(hook)],
			items: [hook],
		},
	},
];
