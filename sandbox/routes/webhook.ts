import { ASSUMED } from '../assumptions';
import { ok, route, type Answer, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import type { Service } from '../state/service';
import type { Webhook } from '../state/sharedState';
import { ServiceError } from '../state/types';
import { isOnThisMachine } from '../webhooks/deliveries';
import { pingEvent } from '../webhooks/events';

const { value: said } = ASSUMED.messages;

/** Sets the account's one webhook, in place of any earlier one (docs/reference/interface.md#register-webhook). */
export function setWebhook(service: Service, url: string, secret: string): Webhook {
	const now = service.clock.now();
	const before = service.webhook;
	const webhook: Webhook = {
		id: before?.id ?? service.ids.uuid('webhook'),
		url,
		secret,
		isActive: true,
		createdAt: before?.createdAt ?? now,
		updatedAt: now,
	};
	service.webhook = webhook;
	return webhook;
}

/** Sends a ping to the registered address, once, and waits for the answer. */
async function ping(service: Service, event: ReturnType<typeof pingEvent>): Promise<void> {
	const { webhook } = service;
	// Events go to this machine only, so a ping to any other address is not sent.
	if (!webhook || !isOnThisMachine(webhook.url)) return;
	const built = { event: event.event, transactionId: null, body: JSON.stringify(event) };
	await service.deliveries.send(built, { retry: false });
}

/**
 * Registers or updates the webhook, and pings the new address before answering. An address that doesn't answer is
 * registered all the same: docs/why/questions.md#webhooks.
 */
async function register(service: Service, { url, secret }: { url: string; secret: string }): Promise<Answer> {
	setWebhook(service, url, secret);
	const event = pingEvent(service);
	if (service.quirks.pingOnRegister) await ping(service, event);
	return ok(service, { url, secret, event });
}

export const webhookRoutes: Route[] = [
	...(
		[
			['POST', '/webhook/register'],
			['PUT', '/webhook'],
		] as const
	).map(([method, path]) =>
		route({
			...{ method, path, access: 'write' },
			query: queries.none,
			body: bodies.webhook,
			handle: async ({ service, body }) => await register(service, body),
		}),
	),
	route({
		method: 'POST',
		path: '/webhook/test',
		access: 'write',
		query: queries.none,
		body: bodies.none,
		handle: async ({ service }) => {
			if (!service.webhook) throw new ServiceError(400, said.noWebhook);
			await ping(service, pingEvent(service));
			const { statusWord: status } = service.quirks;
			return { status: 200, body: { status, message: ASSUMED.testEventAnswer.value } };
		},
	}),
];
