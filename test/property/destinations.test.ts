import { createHash } from 'node:crypto';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { makeStablecoinAddress } from '../../sandbox/crypto/address';
import { checkNgnAccountNumber } from '../../nodes/core/payees/accountNumbers';
import { checkAddress, checkAddressForm } from '../../nodes/core/payees/chainAddress';
import { checkOnChainAddress } from '../../nodes/core/payees/chainAddress';
import { checkPhone } from '../../nodes/core/payees/accountNumbers';
import { compareNames, mayBeSameName, nameKeys } from '../../nodes/core/payees/accountName';
import { checkText } from '../../nodes/core/domain/text';
import { checkLightningAddress } from '../../nodes/core/payees/lightning';

const base58check = createBase58check((data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()));
const BASE58 = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'];
const BECH32 = [...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'];

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** Twenty bytes that somebody may hold the key of. */
const account = bytes(20).filter((hash) => hash.slice(0, 18).some((byte) => byte !== 0));
const tronAddress = account.map((hash) => base58check.encode(Uint8Array.from([0x41, ...hash])));
const network = fc.constantFrom('trc20', 'erc20', 'plasma', 'solana', 'polygon');

/** The text with the character at a place replaced by another one. */
function replaceAt(text: string, place: number, replacement: string): string {
	const at = place % text.length;
	return text.slice(0, at) + replacement + text.slice(at + 1);
}

test('every address of 20 bytes with the Tron prefix passes, and no other prefix', () => {
	fc.assert(
		fc.property(account, fc.integer({ min: 0, max: 255 }), (hash, version) => {
			const text = base58check.encode(Uint8Array.from([version, ...hash]));
			expect(checkAddress('trc20', text).ok).toBe(version === 0x41);
		}),
	);
});

test("twenty bytes of which all but the last two are zero are nobody's, in every form", () => {
	fc.assert(
		fc.property(bytes(2), fc.constantFrom('erc20', 'polygon', 'plasma'), (last, name) => {
			const hash = [...new Array<number>(18).fill(0), ...last];
			expect(checkAddress(name, `0x${Buffer.from(hash).toString('hex')}`).ok).toBe(false);
			expect(checkAddress('trc20', base58check.encode(Uint8Array.from([0x41, ...hash]))).ok).toBe(false);
		}),
	);
});

test('any single changed character of a Tron address is refused', () => {
	fc.assert(
		fc.property(tronAddress, fc.nat(), fc.constantFrom(...BASE58), (address, place, character) => {
			const changed = replaceAt(address, place, character);
			expect(checkAddress('trc20', changed).ok).toBe(changed === address);
		}),
	);
});

test('a Solana address has the form of 32 bytes, no more and no less', () => {
	fc.assert(
		fc.property(fc.uint8Array({ minLength: 25, maxLength: 40 }), (key) => {
			fc.pre(key.some((byte) => byte !== 0));
			expect(checkAddressForm('solana', base58.encode(key)).ok).toBe(key.length === 32);
		}),
	);
});

test('the public key of every Ed25519 key is an address on Solana', () => {
	fc.assert(
		fc.property(fc.string(), (seed) => {
			expect(checkAddress('solana', makeStablecoinAddress('solana', seed)).ok).toBe(true);
		}),
	);
});

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** A power modulo P. */
function power(base: bigint, exponent: bigint): bigint {
	if (exponent === 0n) return 1n;
	const half = power((base * base) % P, exponent / 2n);
	return exponent % 2n === 1n ? (half * base) % P : half;
}

test("32 bytes are an address on Solana where the curve's equation has an x for them, and nowhere else", () => {
	fc.assert(
		fc.property(bytes(32), (key) => {
			const y = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) % 2n ** 255n;
			fc.pre(y > 1n && y < P - 1n);
			// RFC 8032, 5.1.3: x² = (y² - 1) / (d y² + 1); Euler: a square, not zero, to the power of (p - 1) / 2 is 1.
			const ratio = ((y * y - 1n) * power((D * y * y + 1n) % P, P - 2n)) % P;
			const isPoint = power(ratio, (P - 1n) / 2n) === 1n;
			expect(checkAddress('solana', base58.encode(key)).ok).toBe(isPoint);
		}),
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

test('segwit addresses pass on the deployments of their network', () => {
	const program = fc.oneof(
		bytes(20).map((hash) => ({ version: 0, hash })),
		bytes(32).map((hash) => ({ version: 0, hash })),
		bytes(32).map((hash) => ({ version: 1, hash })),
	);
	fc.assert(
		fc.property(program, fc.constantFrom('bc', 'tb', 'bcrt'), ({ version, hash }, prefix) => {
			const coder = version === 0 ? bech32 : bech32m;
			const text = coder.encode(prefix, [version, ...coder.toWords(hash)]);
			expect(checkOnChainAddress(text, 'live').ok).toBe(prefix === 'bc');
			expect(checkOnChainAddress(text, 'staging').ok).toBe(prefix !== 'bc');
			expect(checkOnChainAddress(text.toUpperCase(), 'custom').ok).toBe(true);
			const other = version === 0 ? bech32m : bech32;
			expect(checkOnChainAddress(other.encode(prefix, [version, ...coder.toWords(hash)]), 'custom').ok).toBe(false);
		}),
	);
});

test('any single changed character of a Bitcoin address is refused', () => {
	const segwit = bytes(20).map((hash) => bech32.encode('bc', [0, ...bech32.toWords(hash)]));
	const old = bytes(20).map((hash) => base58check.encode(Uint8Array.from([0x05, ...hash])));
	fc.assert(
		fc.property(fc.oneof(segwit, old), fc.nat(), fc.constantFrom(...BASE58, ...BECH32), (address, place, character) => {
			const changed = replaceAt(address, place, character);
			expect(checkOnChainAddress(changed, 'live').ok).toBe(changed === address);
		}),
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

test('ten digits are an account number, and nothing else is', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 14 }), (list) => {
			const text = list.join('');
			const result = checkNgnAccountNumber(text);
			expect(result.ok ? result.value : null).toBe(text.length === 10 ? text : null);
		}),
	);
});

test('text passes exactly when it has no control character', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			const hasControl = Array.from(text).some((character) => {
				const code = character.codePointAt(0) ?? 0;
				return code < 0x20 || (code >= 0x7f && code <= 0x9f);
			});
			expect(checkText(text).ok).toBe(!hasControl);
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
			const { missing, besides, verdict: found } = compareNames(name, other.join(separator));
			const isIn = (part: (typeof other)[number]) => other.includes(part);
			expect(missing).toEqual(one.filter((part) => !isIn(part)));
			expect(besides).toEqual(other.filter((part) => !one.includes(part)));
			const more = one.length > 1 ? 'hasMore' : 'differs';
			expect(found).toBe(missing.length > 0 ? 'differs' : besides.length > 0 ? more : 'same');
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
			if (there === 'hasMore') expect(back).toBe(compareNames(one, other).besides.length > 0 ? 'differs' : 'hasMore');
			if (mayBeSameName(one, other)) expect(nameKeys(one).some((key) => nameKeys(other).includes(key))).toBe(true);
		}),
		{ numRuns: 2000 },
	);
});

test('a company with one word of its own is never that with a word more, at any place', () => {
	fc.assert(
		fc.property(
			namePart,
			namePart,
			fc.constantFrom('ltd', 'plc', 'and sons', 'global services'),
			fc.nat(3),
			(own, word, form, place) => {
				fc.pre(own !== word);
				const words = `${own} ${form}`.split(' ');
				expect(verdict(`${own} ${form}`, [...words.slice(0, place), word, ...words.slice(place)].join(' '))).toBe(
					'differs',
				);
			},
		),
	);
});

test('one changed letter makes it another name', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(namePart, { minLength: 1, maxLength: 4 }),
			fc.nat(),
			fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
			(parts, place, letter) => {
				const name = parts.join(' ');
				const at = place % name.length;
				fc.pre(name[at] !== ' ' && name[at] !== letter);
				const changed = replaceAt(name, at, letter);
				const permuted = [...changed.split(' ')].sort().join(' ') === [...parts].sort().join(' ');
				fc.pre(!permuted);
				expect(verdict(name, changed)).toBe('differs');
			},
		),
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
