import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createHmac,
	hkdfSync,
	randomBytes,
	timingSafeEqual,
} from 'node:crypto';
import { fail, ok, orUndefined, type Result } from '../domain/result';

/** The most characters of a signature in any form; longer texts aren't checked. */
const MAX_SIGNATURE = 256;

/** HMAC-SHA256 of the bytes in lower-case hex: how Mavapay signs events (docs/reference/interface.md#signature). */
export function signBody({ bytes, secret }: { bytes: Uint8Array; secret: string }): string {
	return createHmac('sha256', secret).update(bytes).digest('hex');
}

/** Bodies above this size are checked only as they were received, because parsing costs more than signing. */
const MAX_REWRITTEN_BYTES = 65_536;

interface Signed {
	readonly bytes: Uint8Array;
	/** Signatures as received; one that fits is enough. */
	readonly signatures: readonly unknown[];
	/** The current secret and, while it is being rotated, the one before. */
	readonly secrets: ReadonlyArray<string | undefined>;
}

/**
 * Finds the signed bytes of a body: the bytes received or, up to 64 kB, the same JSON as JavaScript writes it. Mavapay
 * documents that it signs the JSON as JavaScript writes it, but a proxy may have written the same JSON in another way.
 * Signatures are hex or base64, with or without `sha256=` before them. Never throws.
 *
 * @returns the bytes that a signature fits; null if no signature fits
 */
export function verifyBody({ bytes, signatures, secrets }: Signed): Uint8Array | null {
	if (fitsAnySecret({ bytes, signatures, secrets })) return bytes;
	const rewritten = bytes.length > MAX_REWRITTEN_BYTES ? null : rewrittenJson(bytes);
	return rewritten !== null && fitsAnySecret({ bytes: rewritten, signatures, secrets }) ? rewritten : null;
}

/** Whether one of the signatures fits exactly these bytes, at the cost of one HMAC for each secret. */
function fitsAnySecret({ bytes, signatures, secrets }: Signed): boolean {
	const given = signatures
		.filter((signature) => typeof signature === 'string')
		.filter(({ length }) => length <= MAX_SIGNATURE)
		.map((signature) => signature.trim().replace(/^sha256=/i, ''));
	if (given.length === 0) return false;
	// Every secret is tried, so that the time doesn't reveal which one fits.
	const fitting = secrets.map((secret = '') => {
		if (secret === '') return false;
		const hex = signBody({ bytes, secret });
		return given.map((signature) => isSignature(signature, hex)).includes(true);
	});
	return fitting.includes(true);
}

function isSignature(signature: string, hex: string): boolean {
	const base64 = Buffer.from(hex, 'hex').toString('base64');
	const asHex = equalInConstantTime(signature.toLowerCase(), hex);
	const asBase64 = equalInConstantTime(signature, base64);
	return asHex || asBase64;
}

/** Compares the hashes of both texts, which have the same length, so that the time reveals neither length nor content. */
function equalInConstantTime(one: string, other: string): boolean {
	const sha256 = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(sha256(one), sha256(other));
}

/** The body's JSON as JavaScript writes it; null if it isn't JSON in UTF-8, or is already in this form. */
function rewrittenJson(bytes: Uint8Array): Uint8Array | null {
	const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	const text = orUndefined(() => utf8.decode(bytes));
	// Undefined if the text isn't JSON, or is nested too deeply to be written.
	const rewritten = orUndefined(() => JSON.stringify(JSON.parse(text ?? '')));
	return rewritten === undefined || rewritten === text ? null : Buffer.from(rewritten);
}

/** Each use of a key has its own label, so that values derived for different uses always differ. */
const SIGNING_LABEL = 'mavapay webhook signing secret 1';
const SEALING_LABEL = 'mavapay earlier webhook secret 1';
const FINGERPRINT_LABEL = 'mavapay webhook secret fingerprint 1';

const SEAL_VERSION = '1';
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The signing secret of a trigger whose credential has none. It is derived, so it doesn't have to be stored. */
export function deriveWebhookSecret({ apiKey, webhookId }: { apiKey: string; webhookId: string }): string {
	return createHmac('sha256', apiKey).update(`${SIGNING_LABEL}\n${webhookId}`).digest('hex');
}

/** Encrypts a secret as text for static data: AES-256-GCM under a key from the API key (HKDF-SHA256, RFC 5869). */
export function sealSecret({ secret, apiKey }: { secret: string; apiKey: string }): string {
	const salt = randomBytes(SALT_BYTES);
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv('aes-256-gcm', sealingKey(apiKey, salt), iv, { authTagLength: TAG_BYTES });
	const text = Buffer.concat([cipher.update(secret), cipher.final()]);
	return `${SEAL_VERSION}.${Buffer.concat([salt, iv, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** Decrypts a text from `sealSecret`. Fails if the API key is a different one or the text was changed. Never throws. */
export function openSecret({ sealed, apiKey }: { sealed: string; apiKey: string }): Result<string> {
	const [version, encoded, ...rest] = sealed.split('.');
	const bytes = Buffer.from(encoded ?? '', 'base64url');
	const header = SALT_BYTES + IV_BYTES + TAG_BYTES;
	const isSealed = version === SEAL_VERSION && rest.length === 0 && bytes.toString('base64url') === encoded;
	if (!isSealed || bytes.length < header) return fail('is not in a form that can be decrypted');
	const salt = bytes.subarray(0, SALT_BYTES);
	const iv = bytes.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES);
	try {
		const decipher = createDecipheriv('aes-256-gcm', sealingKey(apiKey, salt), iv, { authTagLength: TAG_BYTES });
		decipher.setAuthTag(bytes.subarray(SALT_BYTES + IV_BYTES, header));
		return ok(Buffer.concat([decipher.update(bytes.subarray(header)), decipher.final()]).toString());
	} catch {
		return fail("can't be decrypted: it or the API key was changed");
	}
}

function sealingKey(apiKey: string, salt: Uint8Array): Buffer {
	return Buffer.from(hkdfSync('sha256', apiKey, salt, SEALING_LABEL, 32));
}

/** Sixteen hex digits of an HMAC, which show whether a secret is still the same without keeping it. */
export function fingerprint(secret: string): string {
	return createHmac('sha256', secret).update(FINGERPRINT_LABEL).digest('hex').slice(0, 16);
}
