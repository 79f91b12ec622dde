import { isJsonObject } from '../../../core/domain/json';
import { redactSecrets } from '../../../core/domain/redact';
import { defineRead, defineWrite } from '../../../core/operation/define';
import { brokenRules } from '../../../core/operation/field';
import { checkUrl, optionalText, text } from '../../../core/operation/fields';
import type { Scope } from '../../../core/operation/operation';
import { PROFILE, profileWithWebhook, webhookOf, webhookRequest } from '../../../core/service/accountWebhook';
import { dataObjects, post } from '../../../core/service/service';

export const webhookGet = defineRead('webhook', 'get', {
	action: 'Get webhook',
	description: "Get the account's webhook, with its secret masked. If none is set, the URL is null.",
	fields: {},
	collect: async (_input, service) => {
		const { data } = await service.read(PROFILE, profileWithWebhook);
		return [redactSecrets(webhookOf(data) ?? { url: null, isActive: false })];
	},
});

/** POST /webhook/test; docs/reference/interface.md#test-webhook. The answer isn't documented. */
export const webhookSendTest = defineWrite('webhook', 'sendTest', {
	name: 'Send Test Event',
	action: 'Send test event to webhook',
	description:
		"Send a test event to the account's webhook. It isn't a payment, and the trigger doesn't start a workflow for it.",
	fields: {},
	request: () => post('/webhook/test'),
	output: ({ data, message }) => [redactSecrets(isJsonObject(data) ? data : { data, message })],
});

/** PUT /webhook, or POST /webhook/register if no webhook is set; docs/reference/interface.md#register-webhook. */
export const webhookSet = defineWrite('webhook', 'set', {
	action: 'Set webhook',
	description:
		'Set the URL that payment events are sent to. An account has only one webhook, so one that is already set is replaced.',
	fields: {
		url: text('URL', {
			description: 'Where Mavapay sends payment events',
			placeholder: 'e.g. https://example.com/webhook/payments',
			maxLength: 2048,
			check: checkUrl,
		}),
		secret: optionalText('Secret', {
			description: "The secret that signs events. Leave empty to use the credential's 'Webhook Signing Secret'.",
			password: true,
		}),
	},
	check: (input, { deployment, webhookSecret }) => {
		const hasNoSecret = input.secret === undefined && webhookSecret === null;
		const isReadable = deployment.kind === 'live' && !input.url.toLowerCase().startsWith('https:');
		return brokenRules(
			[hasNoSecret, 'Secret', "is empty, and the credential has no 'Webhook Signing Secret'"],
			[
				isReadable && !input.skipChecks,
				'URL',
				'must start with https:// on live, because events contain names and amounts',
			],
		);
	},
	request: (input, scope) => webhookRequest(registrationOf(input, scope), true),
	complete: async (input, _built, service, scope) => {
		const { data } = await service.read(PROFILE, profileWithWebhook);
		return webhookRequest(registrationOf(input, scope), webhookOf(data) !== null);
	},
	// Without the secret, because the identity of a request stays in n8n's execution data.
	identifiedBy: ({ url }) => ({ url }),
	output: (response) => dataObjects(response.data).map(redactSecrets),
});

function registrationOf({ url, secret }: { url: string; secret: string | undefined }, { webhookSecret }: Scope) {
	return { url, secret: secret ?? webhookSecret ?? '' };
}
