import { isBlank, isJsonObject, type Json, type JsonObject } from '../domain/json';
import type { ServiceRequest } from './service';

/** The profile, which is the only known way to read the webhook; service-facts 2.12. */
export const PROFILE: ServiceRequest = { method: 'GET', path: '/user' };

/**
 * The account's webhook in the `data` of GET /user, or null where none is set. There is one per
 * account; older profiles hold it in a list (service-facts 2.14).
 */
export function webhookOf(data: Json | undefined): JsonObject | null {
	const account = isJsonObject(data) ? data.account : undefined;
	const held = isJsonObject(account) ? account.webhook : undefined;
	const entries = Array.isArray(held) ? held : [held];
	return entries.filter((entry) => isJsonObject(entry)).find(({ url }) => !isBlank(url)) ?? null;
}
