import { dataMemberBytes } from '../core/domain/rawJson';
import { verifySignature } from '../core/domain/signature';

/** What the signature is taken over: the whole body as received, or the bytes of its `data` member. */
export type SignedText = 'body' | 'data';

/** Documented first; the others were seen in clients of the service (service-facts 2.14). */
const HEADERS = ['x-mavapay-signature', 'x-webhook-signature', 'x-signature'] as const;

/** Larger events are refused unread; the largest known has a few kilobytes. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * The signature header of a request, or null where it has none. The first of the known names that is
 * there counts, or only the one named in 'Signature Header'.
 */
export function signatureHeaderOf(headers: Readonly<Record<string, unknown>>, name: string | null): string | null {
	const names = name === null ? HEADERS : [name.trim().toLowerCase()];
	for (const one of names) {
		const value = Object.hasOwn(headers, one) ? headers[one] : undefined;
		if (value !== undefined) return typeof value === 'string' ? value : '';
	}
	return null;
}

/** Whether the header signs these bytes under one of the secrets; constant time, never throws. */
export function isSigned({ body, header, signedText, secrets }: {
	body: Uint8Array;
	header: string;
	signedText: SignedText;
	secrets: readonly string[];
}): boolean {
	const bytes = signedText === 'body' ? body : dataMemberBytes(body);
	return bytes !== null && verifySignature({ bytes, header, secrets });
}
