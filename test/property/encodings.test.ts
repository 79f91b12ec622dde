/** What addresses and invoices are written in, against libraries that share no code with it. */
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import {
	bytesOfWords,
	decodeBase58,
	decodeBase58Check,
	decodeBech32,
	keccak256,
} from '../../nodes/core/domain/payees/encodings';

const base58check = createBase58check((data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()));

/** Null where the library throws. */
function orNull<T>(decode: () => T): T | null {
	try {
		return decode();
	} catch {
		return null;
	}
}

const listOf = (bytes: Uint8Array | null) => (bytes === null ? null : [...bytes]);

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const words = fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 80 });
const prefix = fc.constantFrom('bc', 'tb', 'lnbc20m', 'a1b', '~', 'LNBC');

/** A text as it is, cut, with a character replaced or put in, or in another case. */
const damaged = (text: fc.Arbitrary<string>, characters: string) =>
	fc
		.tuple(
			text,
			fc.nat(),
			fc.constantFrom(...characters),
			fc.constantFrom('as it is', 'cut', 'replace', 'put in', 'case'),
		)
		.map(([given, place, character, damage]) => {
			const at = given.length === 0 ? 0 : place % given.length;
			if (damage === 'case')
				return place % 2 === 0 ? given.toUpperCase() : given.slice(0, at) + given.slice(at).toUpperCase();
			if (damage === 'cut') return given.slice(0, at);
			if (damage === 'as it is') return given;
			return given.slice(0, at) + character + given.slice(damage === 'replace' ? at + 1 : at);
		});

test('base58 is read as @scure/base reads it', () => {
	const text = damaged(
		bytes(44).map((one) => base58.encode(one)),
		'1zZO0Il +é\u212a',
	);
	fc.assert(
		fc.property(fc.oneof(text, fc.stringMatching(/^1{0,5}[1-9A-HJ-NP-Za-km-z]{0,60}$/)), (given) => {
			fc.pre(given !== '' && given.length <= 64);
			expect(listOf(decodeBase58(given))).toEqual(listOf(orNull(() => base58.decode(given))));
		}),
	);
});

test('base58check is read as @scure/base reads it', () => {
	const text = damaged(
		bytes(40).map((one) => base58check.encode(one)),
		'1zZ0',
	);
	fc.assert(
		fc.property(text, (given) => {
			fc.pre(given !== '' && given.length <= 64);
			expect(listOf(decodeBase58Check(given))).toEqual(listOf(orNull(() => base58check.decode(given))));
		}),
	);
});

test('bech32 and bech32m are read as @scure/base reads them', () => {
	const text = fc
		.tuple(prefix, words, fc.constantFrom(bech32, bech32m))
		.map(([before, data, coder]) => coder.encode(before, data, false));
	fc.assert(
		fc.property(damaged(text, '1qpb \u212aé\u0000'), fc.constantFrom(90, 300), (given, most) => {
			const read = decodeBech32(given, most);
			for (const [form, coder] of [
				['bech32', bech32],
				['bech32m', bech32m],
			] as const) {
				const theirs = coder.decodeUnsafe(given, most);
				expect(read?.form === form ? { prefix: read.prefix, words: read.words } : undefined).toEqual(theirs);
			}
		}),
	);
});

test('words of five bits become bytes as @scure/base makes them', () => {
	fc.assert(
		fc.property(words, (given) => {
			expect(listOf(bytesOfWords(given))).toEqual(listOf(bech32.fromWordsUnsafe(given) ?? null));
		}),
	);
	fc.assert(fc.property(bytes(70), (given) => expect(listOf(bytesOfWords(bech32.toWords(given)))).toEqual([...given])));
});

test('Keccak-256 of a block is that of @noble/hashes', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 135 }), (given) => {
			expect([...keccak256(given)]).toEqual([...keccak_256(given)]);
		}),
	);
});
