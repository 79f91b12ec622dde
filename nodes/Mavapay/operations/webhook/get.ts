import { redactSecrets } from '../../../core/domain/redact';
import { defineRead } from '../../../core/operation/define';
import { PROFILE, webhookOf } from '../../../core/service/accountWebhook';

export const webhookGet = defineRead('webhook', 'get', {
	action: 'Get a webhook',
	description: "Get the account's webhook, with its secret masked. If none is set, the URL is null.",
	fields: {},
	request: () => PROFILE,
	select: (data) => [redactSecrets(webhookOf(data) ?? { url: null, isActive: false })],
});
