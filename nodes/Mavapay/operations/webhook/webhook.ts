import * as z from 'zod/mini';

import { maybeFlag, maybeText, maybeTime } from '../../../core/service/schema';

/** docs/interface.md#get-user; the times are from older answers to docs/interface.md#register-webhook. */
export const webhook = z.looseObject({
	id: maybeText,
	url: maybeText,
	secret: maybeText,
	isActive: maybeFlag,
	createdAt: maybeTime,
	updatedAt: maybeTime,
});

/** docs/interface.md#register-webhook: the secret is repeated, and `event` is the ping that was sent to the URL. */
export const webhookRegistration = z.extend(webhook, {
	event: z.nullish(
		z.looseObject({ event: maybeText, data: z.nullish(z.looseObject({ message: maybeText, timestamp: maybeTime })) }),
	),
});

/** docs/interface.md#test-webhook: nothing is known but that answers may have a message. */
export const webhookTest = z.looseObject({ message: maybeText });
