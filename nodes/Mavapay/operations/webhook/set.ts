import { maskSecrets } from '../../../core/domain/maskSecrets';
import { bindOperation } from '../../../core/operation/bind';
import { checkUrl } from '../../../core/operation/checks';
import { optionalText, text } from '../../../core/operation/fields';
import { PROFILE, webhookOf } from '../../../core/service/accountWebhook';
import { webhook } from '../../../core/service/schemas/webhook';
import { dataObjects, type ServiceRequest } from '../../../core/service/service';

const SECRET_LABEL = 'Secret';

const send = (url: string, secret: string, exists: boolean): ServiceRequest => ({
	method: exists ? 'PUT' : 'POST',
	path: exists ? '/webhook' : '/webhook/register',
	body: { url, secret },
});

/** PUT where the account has a webhook, POST /webhook/register where it has none; service-facts 2.12. */
export const webhookSet = bindOperation({
	resource: 'webhook',
	operation: 'set',
	name: 'Set',
	action: 'Set a webhook',
	description: 'Set the URL that payment events are sent to; the account has one, so an earlier one is replaced',
	answer: webhook,
	fields: {
		url: text({
			label: 'URL',
			description: 'Where the service sends payment events',
			placeholder: 'e.g. https://example.com/webhook/payments',
			maxLength: 2048,
			check: checkUrl,
		}),
		secret: optionalText({
			label: SECRET_LABEL,
			description: "Signs the events; by default the credential's webhook signing secret",
			password: true,
		}),
	},
	check: (input, { deployment, webhookSecret }, skip) => [
		...(input.secret === undefined && webhookSecret === null
			? [{ field: SECRET_LABEL, reason: 'is empty, and the credential has no webhook signing secret' }]
			: []),
		...(deployment.kind === 'live' && !skip && !input.url.toLowerCase().startsWith('https:')
			? [{ field: 'URL', reason: 'must start with https:// on deployment live: events hold names and amounts' }]
			: []),
	],
	request: (input, { webhookSecret }) => ({
		ok: true,
		value: send(input.url, input.secret ?? webhookSecret ?? '', true),
	}),
	prepare: async (input, service, { webhookSecret }) => {
		const { data } = await service.read(PROFILE);
		return send(input.url, input.secret ?? webhookSecret ?? '', webhookOf(data) !== null);
	},
	// Without the secret: the identity of a request stays in n8n's execution data.
	identity: ({ url }) => ({ url }),
	emit: (answer) => dataObjects(answer.data).map(maskSecrets),
});
