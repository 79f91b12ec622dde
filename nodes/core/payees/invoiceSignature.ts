import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { bech32 } from '@scure/base';
import { orUndefined } from '../domain/result';

export interface SignedInvoice {
	/** The invoice itself: lower case, without the link and the blanks around it. */
	readonly text: string;
	/** The node's public key in lower-case hex, if the invoice states it. Only the signature proves it. */
	readonly payee: string | null;
}

/** 64 bytes of signature and one byte that says how to recover the key, in words of five bits. */
export const SIGNATURE_WORDS = 104;

/** The number of points of secp256k1 (SEC 2, 2.4.1). */
const ORDER = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');

/** DER before a compressed point of secp256k1 in a SubjectPublicKeyInfo (RFC 5480; OID of SEC 2: 1.3.132.0.10). */
const KEY_INFO = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex');

/** The public key of a Lightning node from its 33 bytes in hex; null if they aren't a point of the curve. */
export function lightningNodeKey(hex: string): KeyObject | null {
	if (!/^0[23][0-9a-f]{64}$/i.test(hex)) return null;
	const key = Buffer.concat([KEY_INFO, Buffer.from(hex, 'hex')]);
	return orUndefined(() => createPublicKey({ key, format: 'der', type: 'spki' })) ?? null;
}

/**
 * Whether the node with this public key made an invoice (BOLT 11, "Requirements For Readers"). Anybody can write a
 * node's key (`n`) into an invoice, so the signature is verified with the given key, and a stated key must equal it. If
 * no key is stated, a payer recovers one of two keys from the signature. Only this node knows a secret for either of
 * them, so nobody else can be paid.
 *
 * @param key 33 bytes in hex
 */
export function isMadeBy(invoice: SignedInvoice, key: string): boolean {
	const node = lightningNodeKey(key);
	const decoded = bech32.decodeUnsafe(invoice.text, false);
	if (node === null || !decoded) return false;
	if (invoice.payee !== null && invoice.payee !== key.toLowerCase()) return false;
	const signed = Buffer.concat([Buffer.from(decoded.prefix), paddedBytes(decoded.words.slice(0, -SIGNATURE_WORDS))]);
	const signature = paddedBytes(decoded.words.slice(-SIGNATURE_WORDS)).subarray(0, 64);
	return verify('sha256', signed, { key: node, dsaEncoding: 'ieee-p1363' }, signature);
}

/**
 * Whether an invoice's signature is valid (BOLT 11, "Requirements For Readers"). If the invoice states its node, the
 * signature must be the node's, with the lower s. Otherwise a key must be recoverable from the signature: r must give a
 * point of the curve, and r and s be below its order. The signature then always fits the recovered key.
 */
export function isSigned(invoice: SignedInvoice): boolean {
	const decoded = bech32.decodeUnsafe(invoice.text, false);
	if (!decoded) return false;
	const bytes = paddedBytes(decoded.words.slice(-SIGNATURE_WORDS));
	const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32, 64)].map((half) => BigInt(`0x${half.toString('hex')}`));
	// With a stated node, only the lower of the two equivalent values of s is allowed.
	if (invoice.payee !== null) return s !== undefined && s <= ORDER / 2n && isMadeBy(invoice, invoice.payee);
	if (!isBelowOrder(r) || !isBelowOrder(s)) return false;
	const x = (bytes[64] ?? 0) < 2 ? r : r + ORDER;
	return lightningNodeKey(`02${x.toString(16).padStart(64, '0')}`) !== null;
}

const isBelowOrder = (value: bigint | undefined): value is bigint => value !== undefined && value > 0n && value < ORDER;

/** Packs five-bit words into bytes, padded with zeros to a whole byte: the form that BOLT 11 signs. */
function paddedBytes(words: readonly number[]): Buffer {
	// Eight words are five bytes.
	const wholeBytes = [...words, ...Array<number>((8 - (words.length % 8)) % 8).fill(0)];
	return Buffer.from(bech32.fromWords(wholeBytes)).subarray(0, Math.ceil((words.length * 5) / 8));
}
