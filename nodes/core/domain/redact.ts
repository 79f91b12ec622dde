import { isBlank, type JsonObject } from './json';

export const MASK = '********';

const SECRET_NAME = /(secret|token|password|passphrase|key)s?$/i;

/** A copy with keys, tokens and secrets masked. GET /user returns secrets: docs/reference/interface.md#get-user. */
export function redactSecrets(object: JsonObject): JsonObject {
	const mask = (name: string, value: unknown) => (SECRET_NAME.test(name) && !isBlank(value) ? MASK : value);
	const redacted: JsonObject = JSON.parse(JSON.stringify(object, mask));
	return redacted;
}

/**
 * Masks secrets in all texts of an output, at any depth, with `hide`. Returns the object itself if it has no secret.
 * Member names, numbers and the node's own `payout` aren't masked, since an amount can contain a secret's digits.
 */
export function redactObject(object: JsonObject, hide: (text: string) => string): JsonObject {
	const text = JSON.stringify(object);
	if (hide(text) === text) return object;
	const { payout, ...rest } = object;
	const mask = (_: string, value: unknown) => (typeof value === 'string' ? hide(value) : value);
	const redacted: JsonObject = JSON.parse(JSON.stringify(rest, mask));
	return { ...(payout === undefined ? {} : { payout }), ...redacted };
}

/** Secrets under 8 characters are masked only as whole words, and under 4 never, since that would garble messages. */
const LONG_SECRET = 8;
const SHORTEST_SECRET = 4;

/** Makes a function that masks every occurrence of the secrets in a text. A service's error may repeat the key. */
export function redactor(secrets: readonly string[]): (text: string) => string {
	// Each secret as it is, and as JSON writes it.
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
	// With the flag u, a backslash is allowed only before special characters.
	const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
