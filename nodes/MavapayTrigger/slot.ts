import type { Json } from '../core/domain/json';
import { webhookOf } from '../core/service/accountWebhook';
import { textOf } from './event';

/** The one webhook of an account, as GET /user shows it (interface document 2.8). */
export interface Slot {
	readonly url: string;
	/** Null where the service does not show it. */
	readonly secret: string | null;
	readonly isActive: boolean;
}

/** The webhook in the `data` of GET /user; null where none is set. */
export function slotOf(data: Json | undefined): Slot | null {
	const webhook = webhookOf(data);
	if (webhook === null) return null;
	return { url: String(webhook.url), secret: readableSecret(webhook.secret), isActive: webhook.isActive === true };
}

/** A secret that is blank or masked can't be put back later. */
function readableSecret(secret: Json | undefined): string | null {
	const text = textOf(secret);
	return text === null || /^[*•.]+$/.test(text) ? null : text;
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
