import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export { deriveWebhookSecret, fingerprint, openSecret, sealSecret } from './webhookSecret';

/** Longer than any form of a signature below; what is longer is not looked at. */
const MAX_HEADER = 256;

/** HMAC-SHA256 of the bytes in lower-case hex: how events are signed (service-facts 2.14). */
export function signBody({ bytes, secret }: { bytes: Uint8Array; secret: string }): string {
	return createHmac('sha256', secret).update(bytes).digest('hex');
}

/**
 * Whether a signature header fits the bytes under any of the secrets (the current one and, while it is
 * being rotated, the one before). Hex or base64, with or without `sha256=` in front. Takes the same time
 * for any wrong signature, never throws, and is false where there is no secret or no header.
 */
export function verifySignature({ bytes, header, secrets }: {
	bytes: Uint8Array;
	header: unknown;
	secrets: ReadonlyArray<string | undefined>;
}): boolean {
	if (typeof header !== 'string' || header.length > MAX_HEADER) return false;
	const given = header.trim().replace(/^sha256=/i, '');
	// No `some`: every secret is tried, so that the time does not tell which one fitted.
	return secrets.map((secret) => secret !== undefined && secret !== '' && fits(given, bytes, secret)).includes(true);
}

function fits(given: string, bytes: Uint8Array, secret: string): boolean {
	const hex = signBody({ bytes, secret });
	const base64 = Buffer.from(hex, 'hex').toString('base64');
	const asHex = equalInConstantTime(given.toLowerCase(), hex);
	const asBase64 = equalInConstantTime(given, base64);
	return asHex || asBase64;
}

/** Hashed first: both sides get one length, so that neither length nor content shows in the time. */
function equalInConstantTime(one: string, other: string): boolean {
	return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
