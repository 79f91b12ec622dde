/** Who made an invoice, compared with the result of another library, which recovers the key from the signature. */
import { createHash } from 'node:crypto';
import { bech32 } from '@scure/base';
import { recoverPublicKey } from '@noble/secp256k1';
import * as fc from 'fast-check';
import { isMadeBy } from '../../nodes/core/payees/invoiceSignature';
import { readInvoice } from '../../nodes/core/payees/lightning';
import { lightningNode, makeInvoice } from '../../sandbox';
import { valueOf } from '../harness/results';

const node = fc.string({ maxLength: 8 });
const invoice = fc.record({
	node,
	network: fc.constantFrom('bc' as const, 'tb' as const, 'tbs' as const, 'bcrt' as const),
	amountMsat: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: null }),
	timestamp: fc.integer({ min: 0, max: 2 ** 35 - 1 }),
	description: fc.string({ maxLength: 40 }),
	expirySeconds: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
});

/** The payee's key, recovered from the signature. BOLT 11 requires recovery if the invoice names no key. */
function recovered(text: string, change: (bytes: Uint8Array) => void = () => undefined): string {
	const { prefix, words } = bech32.decode(text as `${string}1${string}`, false);
	const bits = words
		.slice(0, -104)
		.map((word) => word.toString(2).padStart(5, '0'))
		.join('');
	const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
	const hash = createHash('sha256')
		.update(Buffer.concat([Buffer.from(prefix), Buffer.from(bytes)]))
		.digest();
	const [...signature] = bech32.fromWords(words.slice(-104));
	const ordered = Uint8Array.from([signature[64] ?? 0, ...signature.slice(0, 64)]);
	change(ordered);
	return Buffer.from(recoverPublicKey(ordered, new Uint8Array(hash), { prehash: false })).toString('hex');
}

test('is the node whose key is recovered, and no other', () => {
	fc.assert(
		fc.property(invoice, node, (spec, other) => {
			const text = makeInvoice(spec);
			const read = valueOf(readInvoice(text));
			const key = recovered(text);
			expect(key).toBe(lightningNode(spec.node));
			expect(isMadeBy(read, key)).toBe(true);
			expect(isMadeBy(read, lightningNode(other))).toBe(other === spec.node);
		}),
		{ numRuns: Math.min(200, Number(process.env.PROPERTY_RUNS ?? 60)) },
	);
});

test("of the keys that fit a signature, the one that another recovery gives is nobody's to have", () => {
	const text = makeInvoice({ network: 'bc', timestamp: 1, node: 'shop' });
	const mirror = recovered(text, (bytes) => {
		bytes[0] = (bytes[0] ?? 0) ^ 1;
	});
	expect(mirror).not.toBe(lightningNode('shop'));
	// Both keys verify the signature. Whoever knows the secret key of one knows the other's too.
	const read = valueOf(readInvoice(text));
	expect([isMadeBy(read, mirror), isMadeBy(read, lightningNode('shop'))]).toEqual([true, true]);
});
