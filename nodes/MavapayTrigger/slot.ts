import { isBlank, isObject, type Json } from '../core/domain/json';
import { webhookOf } from '../core/service/accountWebhook';
import { ItemStopped } from '../core/service/failure';
import { textOf } from './event';

/** The one webhook of an account, as GET /user shows it (interface document 2.8). */
export interface Slot {
	readonly url: string;
	/** Null where the service does not show it. */
	readonly secret: string | null;
	readonly isActive: boolean;
}

/**
 * The webhook in the `data` of GET /user; null where none is set. Throws ItemStopped where the answer
 * does not tell: what can't be read must not pass for an empty slot, which anybody may take.
 */
export function slotOf(data: Json | undefined): Slot | null {
	const webhook = webhookOf(data);
	if (webhook === null && saysNone(data)) return null;
	if (webhook === null || typeof webhook.url !== 'string') throw unreadable();
	return { url: webhook.url, secret: readableSecret(webhook.secret), isActive: webhook.isActive === true };
}

/** Whether this is a profile (interface document 2.8) that holds no webhook. */
function saysNone(data: Json | undefined): boolean {
	const account = isObject(data) ? data.account : undefined;
	if (!isObject(account)) return false;
	const { webhook } = account;
	return isBlank(webhook) || isObject(webhook) || (Array.isArray(webhook) && webhook.every(isObject));
}

function unreadable(): ItemStopped {
	return new ItemStopped({
		message: "Mavapay's answer does not tell whether the account has a webhook, so it is not known what would be replaced. Try again, or set 'Registration' to Manual.",
		httpCode: null,
		outcome: 'rejected',
		reference: null,
		retryable: true,
		source: 'service',
	});
}

/** Characters that stand for hidden ones, in whole or in part: `********`, `whs_…9f3a`, `xxxxxxxx`. */
const MASKED = /[*•●]{2}|…|\.{3}|^[.•●*]+$|^x+$/i;

/** A secret that is blank or masked can't be put back later. */
function readableSecret(secret: Json | undefined): string | null {
	const text = textOf(secret);
	return text === null || MASKED.test(text) ? null : text;
}

/**
 * Whether two URLs lead to the same trigger of the same n8n, be it the test or the production one:
 * same origin, and same last parts of the path, which hold the trigger's own ID.
 */
export function isSameTrigger(one: string, other: string, ownPath: string): boolean {
	if (!URL.canParse(one) || !URL.canParse(other)) return false;
	const [first, second] = [new URL(one), new URL(other)];
	return first.origin === second.origin && [first, second].every(({ pathname }) => pathname.endsWith(`/${ownPath}`));
}

/** A URL for messages and logs: user names, queries and fragments may hold secrets and are left out. */
export function shownUrl(url: string): string {
	if (!URL.canParse(url)) return 'an address that is no URL';
	const { protocol, host, pathname, search } = new URL(url);
	return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
