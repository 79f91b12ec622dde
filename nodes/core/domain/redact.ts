import { isBlank, type JsonObject } from './json';

/** What stands where a secret was. */
export const MASK = '********';

const SECRET_NAME = /(secret|token|password|passphrase|key)s?$/i;

/**
 * The same object with every member that is a key, secret, token or password masked, however deep.
 * GET /user answers with the caller's API key and the webhook's secret (docs/interface.md#get-user).
 */
export function redactSecrets(object: JsonObject): JsonObject {
	const mask = (name: string, value: unknown) => (SECRET_NAME.test(name) && !isBlank(value) ? MASK : value);
	const redacted: JsonObject = JSON.parse(JSON.stringify(object, mask));
	return redacted;
}

/** Shorter than any key: to mask such a text everywhere would garble messages and hide nothing. */
const SHORTEST_SECRET = 8;

/** A text with every occurrence of the given secrets masked, such as a service's error that repeats the key. */
export function redactText(text: string, secrets: readonly string[]): string {
	const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
	// As it is, and as JSON writes it.
	const hidden = long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
	// Longest first: a secret may be the beginning of another.
	return hidden.sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}
