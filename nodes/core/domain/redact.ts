import { isBlank, type JsonObject } from './json';

export const MASK = '********';

const SECRET_NAME = /(secret|token|password|passphrase|key)s?$/i;

/** A copy with keys, secrets, tokens and passwords masked; GET /user has some (docs/reference/interface.md#get-user). */
export function redactSecrets(object: JsonObject): JsonObject {
	const mask = (name: string, value: unknown) => (SECRET_NAME.test(name) && !isBlank(value) ? MASK : value);
	const redacted: JsonObject = JSON.parse(JSON.stringify(object, mask));
	return redacted;
}

/**
 * An output whose texts, however deep, have no secrets, by a function that masks them in a text. The very object where
 * it has none. Names of members and numbers stay, and the node's own `payout`: an amount may have a secret's digits.
 */
export function redactObject(object: JsonObject, hide: (text: string) => string): JsonObject {
	const text = JSON.stringify(object);
	if (hide(text) === text) return object;
	const { payout, ...rest } = object;
	const mask = (_: string, value: unknown) => (typeof value === 'string' ? hide(value) : value);
	const redacted: JsonObject = JSON.parse(JSON.stringify(rest, mask));
	return { ...(payout === undefined ? {} : { payout }), ...redacted };
}

/** Shorter secrets are masked only as whole words. The shortest aren't masked: that would garble messages for nothing. */
const LONG_SECRET = 8;
const SHORTEST_SECRET = 4;

/** Masks every occurrence of the given secrets in a text. A service's error may repeat the key. */
export function redactor(secrets: readonly string[]): (text: string) => string {
	// Each as it is, and as JSON writes it.
	const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
	// Longest first: a secret may be the beginning of another.
	const hidden = [...new Set(forms)]
		.filter(({ length }) => length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length)
		.map(partOf);
	return (text) => hidden.reduce<string>((shown, secret) => shown.replaceAll(secret, MASK), text);
}

function partOf(secret: string): string | RegExp {
	if (secret.length >= LONG_SECRET) return secret;
	// A regular expression for Unicode takes a backslash before its own signs alone.
	const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
