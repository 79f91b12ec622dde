import * as z from 'zod/mini';

import { flag, text, time } from './common';

/** docs/interface.md#get-user; the times are from older answers to docs/interface.md#register-webhook. */
export const webhook = z.looseObject({
	id: text,
	url: text,
	secret: text,
	isActive: flag,
	createdAt: time,
	updatedAt: time,
});

/** docs/interface.md#register-webhook: the secret is repeated, and `event` is the ping that was sent to the URL. */
export const webhookRegistration = z.extend(webhook, {
	event: z.nullish(z.looseObject({ event: text, data: z.nullish(z.looseObject({ message: text, timestamp: time })) })),
});

/** docs/interface.md#test-webhook: nothing is known but that answers may have a message. */
export const webhookTest = z.looseObject({ message: text });
