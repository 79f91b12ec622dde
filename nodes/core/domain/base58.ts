import { createHash } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';

const base58check = createBase58check((data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()));

/** Longer than any address; base58 takes quadratic time, so what is longer is not decoded. */
const MAX_LENGTH = 64;

/** The bytes of a base58 text, or null when it is not base58. */
export function decodeBase58(text: string): Uint8Array | null {
	return decodeWith(() => base58.decode(text), text);
}

/** The bytes of a base58check text without its checksum, or null when it or the checksum is wrong. */
export function decodeBase58Check(text: string): Uint8Array | null {
	return decodeWith(() => base58check.decode(text), text);
}

function decodeWith(decode: () => Uint8Array, text: string): Uint8Array | null {
	if (text === '' || text.length > MAX_LENGTH) return null;
	try {
		return decode();
	} catch {
		return null;
	}
}
