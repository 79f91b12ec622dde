import { isBlank, type JsonObject } from './json';

/** The text shown in place of a secret. */
export const MASK = '********';

const SECRET_NAME = /(secret|token|password|passphrase|key)s?$/i;

/**
 * A copy of an object in which every key, secret, token and password is masked, however deep. GET /user answers with
 * the caller's API key and the webhook's secret (docs/reference/interface.md#get-user).
 */
export function redactSecrets(object: JsonObject): JsonObject {
	const mask = (name: string, value: unknown) => (SECRET_NAME.test(name) && !isBlank(value) ? MASK : value);
	const redacted: JsonObject = JSON.parse(JSON.stringify(object, mask));
	return redacted;
}

/**
 * An object without secrets under any name, by a function that masks them in a text. The very object where it has none.
 */
export function redactObject(object: JsonObject, hide: (text: string) => string): JsonObject {
	const text = JSON.stringify(object);
	const hidden = hide(text);
	if (hidden === text) return object;
	const redacted: JsonObject = JSON.parse(hidden);
	return redacted;
}

/** Shorter texts are not masked: no key is so short, and messages would be garbled for nothing. */
const SHORTEST_SECRET = 8;

/** A text with every occurrence of the given secrets masked. A service's error may repeat the key. */
export function redactText(text: string, secrets: readonly string[]): string {
	const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
	// Each as it is, and as JSON writes it.
	const hidden = long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
	// Longest first: a secret may be the beginning of another.
	return hidden.sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}
