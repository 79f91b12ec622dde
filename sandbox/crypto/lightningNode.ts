import { createHash, createHmac } from 'node:crypto';
import { hex } from '@scure/base';
import { getPublicKey, hashes, sign } from '@noble/secp256k1';

hashes.sha256 = (message) => new Uint8Array(createHash('sha256').update(message).digest());
hashes.hmacSha256 = (key, message) => new Uint8Array(createHmac('sha256', key).update(message).digest());

/** The secret key of a made-up Lightning node; anyone can derive it from the node's name. */
function secretOf(node: string): Uint8Array {
	return new Uint8Array(createHash('sha256').update(`lightning node|${node}`).digest());
}

/** The public key of a made-up Lightning node, 33 bytes in hex: the same on every run. */
export function lightningNode(node: string): string {
	return hex.encode(getPublicKey(secretOf(node)));
}

/** A node's signature at the end of an invoice: 64 bytes, and one byte for recovering the public key (BOLT 11). */
export function signedBy(node: string, content: Uint8Array): Uint8Array {
	const [recovery = 0, ...signature] = sign(content, secretOf(node), { format: 'recovered' });
	return Uint8Array.from([...signature, recovery]);
}
