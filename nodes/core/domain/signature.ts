import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Longer than any form of a signature below; what is longer is not looked at. */
const MAX_SIGNATURE = 256;

/** HMAC-SHA256 of the bytes in lower-case hex: how Mavapay signs events (docs/interface.md#signature). */
export function signBody({ bytes, secret }: { bytes: Uint8Array; secret: string }): string {
	return createHmac('sha256', secret).update(bytes).digest('hex');
}

/** What a signature vouches for. */
export interface SignedBody {
	/** Only what these bytes say is signed; they may differ from those received in how the JSON is written. */
	readonly bytes: Uint8Array;
	/** The secret that it was signed with. */
	readonly secret: string;
}

interface Signed {
	readonly bytes: Uint8Array;
	/** Signatures as received; one that fits is enough. */
	readonly signatures: readonly unknown[];
	/** The current secret and, while it is being rotated, the one before. */
	readonly secrets: ReadonlyArray<string | undefined>;
}

/**
 * Finds out whether a body is signed. Its bytes are tried first, then its JSON as JavaScript writes it,
 * which is what Mavapay documents to sign and what may differ where something on the way wrote the JSON
 * anew. Hex or base64, with or without `sha256=` in front. Never throws; null where nothing fits.
 */
export function verifyBody({ bytes, signatures, secrets }: Signed): SignedBody | null {
	const secret = signingSecret({ bytes, signatures, secrets });
	if (secret !== null) return { bytes, secret };
	const rewritten = rewrittenJson(bytes);
	if (rewritten === null) return null;
	const other = signingSecret({ bytes: rewritten, signatures, secrets });
	return other === null ? null : { bytes: rewritten, secret: other };
}

/** The secret under which one of the signatures fits exactly these bytes; the time does not tell which. */
function signingSecret({ bytes, signatures, secrets }: Signed): string | null {
	const given = signatures.flatMap(readSignature);
	// No `find`: every secret is tried with every signature, so that the time does not tell which one fitted.
	const fitting = secrets.map((secret) =>
		secret !== undefined && secret !== '' && given.map((one) => fits(one, bytes, secret)).includes(true) ? secret : null,
	);
	return fitting.find((secret) => secret !== null) ?? null;
}

function readSignature(signature: unknown): string[] {
	if (typeof signature !== 'string' || signature.length > MAX_SIGNATURE) return [];
	return [signature.trim().replace(/^sha256=/i, '')];
}

function fits(signature: string, bytes: Uint8Array, secret: string): boolean {
	const hex = signBody({ bytes, secret });
	const base64 = Buffer.from(hex, 'hex').toString('base64');
	const asHex = equalInConstantTime(signature.toLowerCase(), hex);
	const asBase64 = equalInConstantTime(signature, base64);
	return asHex || asBase64;
}

/** Hashed first: both sides get one length, so that neither length nor content shows in the time. */
function equalInConstantTime(one: string, other: string): boolean {
	return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/** The body's JSON as JavaScript writes it; null where it is no JSON in UTF-8, or is written so already. */
function rewrittenJson(bytes: Uint8Array): Uint8Array | null {
	try {
		const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
		const rewritten = JSON.stringify(JSON.parse(text));
		return rewritten === text ? null : Buffer.from(rewritten);
	} catch {
		// Not JSON, or nested deeper than it can be written.
		return null;
	}
}
