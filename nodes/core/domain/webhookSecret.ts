import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { fail, ok, type Result } from './result';

/** Each use of a key has a label of its own, so that one derived value never stands for another. */
const SIGNING_LABEL = 'mavapay webhook signing secret 1';
const SEALING_LABEL = 'mavapay earlier webhook secret 1';
const FINGERPRINT_LABEL = 'mavapay webhook secret fingerprint 1';

const SEAL_VERSION = '1';
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The signing secret of a trigger whose credential has none: HMAC-SHA256 keyed with the API
 * key, in hex. The same trigger always gets the same, so that nothing secret need be stored.
 */
export function deriveWebhookSecret({ apiKey, webhookId }: { apiKey: string; webhookId: string }): string {
	return createHmac('sha256', apiKey).update(`${SIGNING_LABEL}\n${webhookId}`).digest('hex');
}

/**
 * Encrypts the secret of a webhook that is to be put back later: AES-256-GCM under a key
 * derived from the API key (HKDF-SHA256, RFC 5869). Gives text that can stand in static data.
 */
export function sealSecret({ secret, apiKey }: { secret: string; apiKey: string }): string {
	const salt = randomBytes(SALT_BYTES);
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv('aes-256-gcm', sealingKey(apiKey, salt), iv, { authTagLength: TAG_BYTES });
	const text = Buffer.concat([cipher.update(secret), cipher.final()]);
	return `${SEAL_VERSION}.${Buffer.concat([salt, iv, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** Decrypts what `sealSecret` gave. Fails, and never throws, on another key or a changed text. */
export function openSecret({ sealed, apiKey }: { sealed: string; apiKey: string }): Result<string> {
	const [version, encoded, ...rest] = sealed.split('.');
	if (version !== SEAL_VERSION || encoded === undefined || rest.length > 0) return fail('is not in a form that can be decrypted');
	const bytes = Buffer.from(encoded, 'base64url');
	const header = SALT_BYTES + IV_BYTES + TAG_BYTES;
	if (bytes.length < header || bytes.toString('base64url') !== encoded) return fail('is not in a form that can be decrypted');
	const salt = bytes.subarray(0, SALT_BYTES);
	const iv = bytes.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES);
	try {
		const decipher = createDecipheriv('aes-256-gcm', sealingKey(apiKey, salt), iv, { authTagLength: TAG_BYTES });
		decipher.setAuthTag(bytes.subarray(SALT_BYTES + IV_BYTES, header));
		return ok(Buffer.concat([decipher.update(bytes.subarray(header)), decipher.final()]).toString());
	} catch {
		return fail("can't be decrypted: it was changed, or the API key is another one");
	}
}

function sealingKey(apiKey: string, salt: Uint8Array): Buffer {
	return Buffer.from(hkdfSync('sha256', apiKey, salt, SEALING_LABEL, 32));
}

/** Tells whether a secret is still the same without keeping it: 16 hex digits of an HMAC. */
export function fingerprint(secret: string): string {
	return createHmac('sha256', secret).update(FINGERPRINT_LABEL).digest('hex').slice(0, 16);
}
