import { Point } from '@noble/ed25519';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { checkNgnAccountNumber } from '../../nodes/core/payees/accountNumbers';
import { checkAddress, checkAddressForm } from '../../nodes/core/payees/chainAddress';
import { checkOnChainAddress } from '../../nodes/core/payees/chainAddress';
import { checkPhone } from '../../nodes/core/payees/accountNumbers';
import { compareNames, mayBeSameName, nameKeys } from '../../nodes/core/payees/accountName';
import { orUndefined } from '../../nodes/core/domain/result';
import { checkText } from '../../nodes/core/domain/text';
import { checkLightningAddress } from '../../nodes/core/payees/lightning';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** Twenty bytes that somebody may hold the key of. */
const account = bytes(20).filter((hash) => hash.slice(0, 18).some((byte) => byte !== 0));
/** The prime of ed25519's field, and the order of its base point. */
const { p: P, n: N } = Point.CURVE();
const littleEndian = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();

const network = fc.constantFrom('trc20', 'erc20', 'plasma', 'solana', 'polygon');

test('32 bytes are an address on Solana where a library finds a point of ed25519, and nowhere else', () => {
	const points = bytes(32).map((seed) =>
		Point.BASE.multiply((BigInt(`0x${Buffer.from(seed).toString('hex')}`) % N) + 1n),
	);
	const edge = fc.constantFrom(0n, 1n, 2n, P - 2n, P - 1n, P, P + 1n, 2n ** 255n - 1n);
	const edges = fc.tuple(edge, fc.constantFrom(0n, 2n ** 255n)).map(([y, sign]) => littleEndian(y + sign));
	const isPoint = (key: Uint8Array) => orUndefined(() => Point.fromBytes(key)) !== undefined;
	fc.assert(
		fc.property(
			fc.oneof(
				bytes(32),
				points.map((point) => point.toBytes()),
				edges,
			),
			(key) => {
				const address = base58.encode(key);
				fc.pre(checkAddressForm('solana', address).ok);
				expect(checkAddress('solana', address).ok).toBe(isPoint(key));
			},
		),
		{ numRuns: 300 },
	);
});

test('EVM addresses pass in one case; of the mixed ones exactly one passes', () => {
	fc.assert(
		fc.property(
			account,
			fc.constantFrom('erc20', 'polygon', 'plasma'),
			fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
			(hash, name, ups) => {
				const lower = Buffer.from(hash).toString('hex');
				expect(checkAddress(name, `0x${lower}`).ok).toBe(true);
				expect(checkAddress(name, `0x${lower.toUpperCase()}`).ok).toBe(true);
				const mixed = Array.from(lower, (digit, index) => (ups[index] === true ? digit.toUpperCase() : digit)).join('');
				const flips = Array.from(mixed, (digit, index) => {
					const flipped = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
					return mixed.slice(0, index) + flipped + mixed.slice(index + 1);
				}).filter((text) => text !== mixed && /[a-f]/.test(text) && /[A-F]/.test(text));
				// Neighbours differ in the case of one letter, so at most one text of a pair has the right checksum.
				const passing = flips.filter((text) => checkAddress(name, `0x${text}`).ok);
				const mixedIsMixed = /[a-f]/.test(mixed) && /[A-F]/.test(mixed);
				if (mixedIsMixed && checkAddress(name, `0x${mixed}`).ok) expect(passing).toEqual([]);
				else expect(passing.length).toBeLessThanOrEqual(1);
			},
		),
		{ numRuns: 100 },
	);
});

test('no text makes a check throw', () => {
	const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ minLength: 60, maxLength: 2000 }));
	fc.assert(
		fc.property(text, network, (raw, name) => {
			for (const result of [
				checkAddress(name, raw),
				checkOnChainAddress(raw, 'custom'),
				checkNgnAccountNumber(raw),
				checkPhone(raw, '+254'),
				checkText(raw),
				checkLightningAddress(raw),
			]) {
				if (!result.ok) expect(result.reason).not.toBe('');
			}
		}),
	);
});

const namePart = fc.constantFrom(
	'ada',
	'obi',
	'chukwuemeka',
	'okafor',
	'adebayo',
	'bello',
	'olatunji',
	'nwosu',
	'ifeoma',
	'musa',
	'danjuma',
);
const verdict = (expected: string, registered: string) => compareNames(expected, registered).verdict;

test('a name is itself in any order, case and spacing; more words are told, and take two of the expected', () => {
	const distinct = fc.uniqueArray(namePart, { minLength: 1, maxLength: 5 });
	fc.assert(
		fc.property(distinct, distinct, fc.constantFrom(' ', '  ', ', ', '. ', '/'), (one, other, separator) => {
			const name = one.join(' ');
			expect(verdict(name, [...one].reverse().join(separator).toUpperCase())).toBe('same');
			const { missing, extra, verdict: found } = compareNames(name, other.join(separator));
			const isIn = (part: (typeof other)[number]) => other.includes(part);
			expect(missing).toEqual(one.filter((part) => !isIn(part)));
			expect(extra).toEqual(other.filter((part) => !one.includes(part)));
			const more = one.length > 1 ? 'hasMore' : 'differs';
			expect(found).toBe(missing.length > 0 ? 'differs' : extra.length > 0 ? more : 'same');
		}),
		{ numRuns: 2000 },
	);
});

const anyPart = fc.oneof(
	namePart,
	fc.constantFrom('b', 'ltd', 'limited', 'mr', 'chief', 'and', 'global', 'null', '2', 'o\u2019neil', 'ada-obi', 'a.b.'),
);
const anyName = fc.array(anyPart, { maxLength: 6 }).map((parts) => parts.join(' '));

test('the same is the same both ways round, and more in one is never more in the other; another order is one both ways', () => {
	fc.assert(
		fc.property(anyName, anyName, (one, other) => {
			const [there, back] = [verdict(one, other), verdict(other, one)];
			expect(there === 'same').toBe(back === 'same');
			if (there === 'hasMore') expect(back).toBe(compareNames(one, other).extra.length > 0 ? 'differs' : 'hasMore');
			if (mayBeSameName(one, other)) expect(nameKeys(one).some((key) => nameKeys(other).includes(key))).toBe(true);
		}),
		{ numRuns: 2000 },
	);
});

test('no pair of texts makes the comparison throw, and it does not depend on the side', () => {
	const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
	fc.assert(
		fc.property(text, text, (one, other) => {
			expect(verdict(one, other) === 'same').toBe(verdict(other, one) === 'same');
		}),
	);
});
