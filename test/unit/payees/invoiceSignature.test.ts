import { isMadeBy, isSigned, lightningNodeKey } from '../../../nodes/core/payees/invoiceSignature';
import { readInvoice } from '../../../nodes/core/payees/lightning';
import { lightningNode, makeInvoice } from '../../../sandbox';
import {
	buildInvoice,
	hexWords,
	HIGH_SIGNATURE,
	UNRECOVERABLE_SIGNATURE,
	VALID,
	SPEC_HASH,
} from '../../harness/invoices';
import { valueOf } from '../../harness/results';

/** BOLT 11, "Examples": all are signed with one key, whose public key is listed there. */
const SPEC_NODE = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad';
/** The point of SPEC_NODE with the other y, which is another key. */
const MIRRORED = `02${SPEC_NODE.slice(2)}`;

const read = (text: string) => valueOf(readInvoice(text));
const made = (more: { node?: string; payee?: string; amountMsat?: string }) =>
	makeInvoice({ network: 'tbs', timestamp: 1_800_000_000, ...more });

describe('examples of BOLT 11', () => {
	it.each(VALID.map(({ name, text }) => [name, text] as const))('%s is made by the node of the examples', (_, text) => {
		expect(isMadeBy(read(text), SPEC_NODE)).toBe(true);
		expect(isMadeBy(read(text), SPEC_NODE.toUpperCase())).toBe(true);
		expect(isMadeBy(read(text), MIRRORED)).toBe(false);
		expect(isMadeBy(read(text), lightningNode('another'))).toBe(false);
		expect(isSigned(read(text))).toBe(true);
	});

	it('a signature from which no key can be recovered is refused, though the node of the examples made it', () => {
		expect(isMadeBy(read(UNRECOVERABLE_SIGNATURE), SPEC_NODE)).toBe(true);
		expect(isSigned(read(UNRECOVERABLE_SIGNATURE))).toBe(false);
	});
});

it("the higher of a signature's two forms is nobody's where the node is stated", () => {
	const invoice = read(HIGH_SIGNATURE);
	expect(invoice.payee).toBe(SPEC_NODE);
	expect(isMadeBy({ ...invoice, payee: null }, SPEC_NODE)).toBe(true);
	expect(isSigned(invoice)).toBe(false);
});

describe('an invoice that states its node', () => {
	const [shop, thief] = [lightningNode('shop'), lightningNode('thief')];

	it("is that node's where it signed it", () => {
		expect(isMadeBy(read(made({ node: 'shop', payee: shop })), shop)).toBe(true);
		expect(isSigned(read(made({ node: 'shop', payee: shop })))).toBe(true);
	});

	it("is nobody's where another one signed it", () => {
		const forged = read(made({ node: 'thief', payee: shop }));
		expect(forged.payee).toBe(shop);
		expect([isMadeBy(forged, shop), isMadeBy(forged, thief), isSigned(forged)]).toEqual([false, false, false]);
	});
});

it("is another one's once a character of it is changed", () => {
	const shop = lightningNode('shop');
	const text = made({ node: 'shop', amountMsat: '1000' });
	const other = made({ node: 'shop', amountMsat: '2000' });
	expect(isMadeBy({ text: other.slice(0, -110) + text.slice(-110), payee: null }, shop)).toBe(false);
	expect(isMadeBy({ text: '', payee: null }, shop)).toBe(false);
});

const GENERATOR = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const ONE = '1'.padStart(64, '0');
const signature = (r: string, s: string, recovery = 0) => Uint8Array.from(Buffer.from(`${r}${s}0${recovery}`, 'hex'));

it.each([
	['nothing but zeros', new Uint8Array(65)],
	['numbers beyond the order of the curve', new Uint8Array(65).fill(0xff, 0, 64)],
	['zero beside a point', signature(GENERATOR, '0'.repeat(64))],
	['the order beside a point', signature(GENERATOR, ORDER)],
	['no point of the curve', signature('5'.padStart(64, '0'), ONE)],
	['a point beyond the field', signature(GENERATOR, ONE, 2)],
])("a signature of %s is nobody's", (_, bytes) => {
	const invoice = read(buildInvoice({ fields: [[1, hexWords(SPEC_HASH)]], signature: bytes }));
	expect([isMadeBy(invoice, SPEC_NODE), isSigned(invoice)]).toEqual([false, false]);
});

it('a key can be recovered from a point and a number below the order, in both of its forms', () => {
	// The last signature has r = 2 and recovery ID 2, so x is 2 + the order. Few points have an x above the order.
	for (const bytes of [
		signature(GENERATOR, ONE),
		signature(GENERATOR, ONE, 1),
		signature('2'.padStart(64, '0'), ONE, 2),
	])
		expect(isSigned(read(buildInvoice({ signature: bytes })))).toBe(true);
	expect(isSigned({ text: '', payee: null })).toBe(false);
});

describe('lightningNodeKey', () => {
	it.each([
		['', 'nothing'],
		[SPEC_NODE.slice(0, -1), 'a digit too few'],
		[`${SPEC_NODE}0`, 'a digit too many'],
		[`04${SPEC_NODE.slice(2)}`, 'another first byte'],
		[`02${'00'.repeat(31)}05`, 'no point of the curve'],
		[`03${'ff'.repeat(32)}`, 'beyond the field'],
	])('takes %s for none: %s', (hex) => {
		expect(lightningNodeKey(hex)).toBeNull();
		expect(isMadeBy(read(made({ node: 'shop' })), hex)).toBe(false);
	});

	it('takes a point in either case', () => {
		expect(lightningNodeKey(SPEC_NODE)?.asymmetricKeyType).toBe('ec');
		expect(lightningNodeKey(SPEC_NODE.toUpperCase())).not.toBeNull();
	});
});
