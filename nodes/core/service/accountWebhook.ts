import * as z from 'zod/mini';

import { isBlank, isJsonObject, textOf, type Json, type JsonObject } from '../domain/json';
import { redactor } from '../domain/redact';
import { CAUSES } from './causes';
import { refuse } from './failure';
import { causeOf, howItEnded } from './messages';
import { fits, maybeText, oneOrMany } from './schema';
import { dataObjects, get, type Service, type ServiceRequest } from './service';

const SET_TIMEOUT_MS = 20_000;

/** The request for the profile, the only documented way to read the webhook (docs/reference/interface.md#register-webhook). */
export const PROFILE = get('/user');

/** Matches secrets that are masked in whole or in part: `********`, `whs_…9f3a`, `xxxxxxxx`. */
const MASKED = /[*•●]{2}|…|\.{3}|^[.•●*]+$|^x+$/i;

/** The one webhook of an account, as GET /user shows it. */
export type AccountWebhook = Readonly<NonNullable<ReturnType<typeof accountWebhookOf>>>;

/** The part of a profile with the account's one webhook, which older profiles have in a list. */
export const profileWithWebhook = z.looseObject({
	account: z.looseObject({ webhook: oneOrMany(z.nullish(z.looseObject({ url: maybeText }))) }),
});

/** The account's webhook in the `data` of GET /user, as received; null if none is set. */
export function webhookOf(data: Json | undefined): JsonObject | null {
	const account = isJsonObject(data) ? data.account : undefined;
	return dataObjects(isJsonObject(account) ? account.webhook : undefined).find(({ url }) => !isBlank(url)) ?? null;
}

/** Reads the webhook in the `data` of GET /user; null if none is set. Throws ItemStopped if `data` is malformed. */
export function accountWebhookOf(data: Json | undefined) {
	if (!fits(data, profileWithWebhook))
		throw refuse(
			"Mavapay doesn't say whether the account has a webhook",
			"Setting it could replace an existing webhook, so nothing was changed. Try again, or set 'Registration' to Manual.",
			{ cause: 'unreadable', retryable: true, source: 'service' },
		);
	const webhook = webhookOf(data);
	if (webhook === null) return null;
	const { url, isActive } = webhook;
	const secret = textOf(webhook.secret);
	return {
		url: String(url),
		/** Null if Mavapay doesn't show the secret: a blank or masked secret can't be restored later. */
		secret: secret === null || MASKED.test(secret) ? null : secret,
		isActive: isActive === true,
	};
}

/** Reads the account's webhook; null if none is set. Throws ItemStopped if it can't be read. */
export async function readAccountWebhook(service: Pick<Service, 'read'>): Promise<AccountWebhook | null> {
	return accountWebhookOf((await service.read(PROFILE)).data);
}

type WantedWebhook = { readonly url: string; readonly secret: string };

/** The request for a webhook: PUT /webhook if the account has one, POST /webhook/register if it doesn't. */
export function webhookRequest({ url, secret }: WantedWebhook, exists: boolean): ServiceRequest {
	return { method: exists ? 'PUT' : 'POST', path: exists ? '/webhook' : '/webhook/register', body: { url, secret } };
}

/**
 * Sets the account's webhook. If the response is lost, reads the webhook to see whether it was set. Throws ItemStopped
 * unless it is known to be set. If Mavapay rejected it, so that nothing changed, calls `whenRejected` first.
 */
export async function setAccountWebhook(
	service: Pick<Service, 'read' | 'send'>,
	{ exists, ...wanted }: WantedWebhook & { readonly exists: boolean },
	whenRejected?: () => void,
): Promise<void> {
	const settings = { timeoutMs: SET_TIMEOUT_MS, alsoRefused: [] };
	const sent = await service.send(webhookRequest(wanted, exists), settings);
	const { classified, httpCode } = sent;
	const { outcome } = classified;
	if (outcome === 'accepted') return;
	if (outcome === 'unknown') {
		const webhook = await readAccountWebhook(service);
		if (webhook?.url === wanted.url && webhook.secret === wanted.secret) return;
	}
	if (outcome === 'rejected') whenRejected?.();
	const cause = causeOf(classified);
	const { advice } = CAUSES[httpCode === '403' ? 'forbidden' : cause];
	const text = `Events were to be sent to ${shownUrl(wanted.url)}. ${howItEnded(sent)} ${advice}`.trim();
	// Mavapay may repeat the secret in its message.
	throw refuse("Mavapay didn't accept the account's webhook", redactor([wanted.secret])(text), {
		cause,
		httpCode,
		outcome,
		retryable: true,
		source: 'service',
	});
}

/** A URL for messages and logs: user names, queries and fragments may hold secrets and are left out. */
export function shownUrl(url: string): string {
	if (!URL.canParse(url)) return 'an address that is not a URL';
	const { protocol, host, pathname, search } = new URL(url);
	return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
