import { redactSecrets } from '../../../core/domain/redact';
import { defineRead } from '../../../core/operation/define';
import { PROFILE, profileWithWebhook, webhookOf } from '../../../core/service/accountWebhook';

export const webhookGet = defineRead('webhook', 'get', {
	action: 'Get webhook',
	description: "Get the account's webhook, with its secret masked. If none is set, the URL is null.",
	fields: {},
	collect: async (_input, service) => {
		const { data } = await service.read(PROFILE, profileWithWebhook);
		return [redactSecrets(webhookOf(data) ?? { url: null, isActive: false })];
	},
});
