import { bech32 } from '@scure/base';
import { fail, ok, type Result } from './result';

/** Types of tagged fields (BOLT 11, "Tagged Fields"), by their five bits. */
export const TAG = { paymentHash: 1, features: 5, expiry: 6, description: 13, payee: 19, descriptionHash: 23 } as const;

/** Lengths in words of five bits; a field of these types with another length is skipped (BOLT 11, reader). */
const FIXED_LENGTHS: ReadonlyMap<number, number> = new Map([
	[TAG.paymentHash, 52],
	[TAG.payee, 53],
	[TAG.descriptionHash, 52],
]);

/**
 * Splits the data between timestamp and signature into its fields. Of a type that comes more than once
 * the first that is not skipped counts (BOLT 11: most-preferred first). Unknown types are kept unread.
 */
export function readFields(words: readonly number[]): Result<ReadonlyMap<number, readonly number[]>> {
	const fields = new Map<number, readonly number[]>();
	let at = 0;
	while (at < words.length) {
		const [type, high, low] = words.slice(at, at + 3);
		if (type === undefined || high === undefined || low === undefined) return fail('is cut off in a field');
		const end = at + 3 + high * 32 + low;
		if (end > words.length) return fail('is cut off in a field');
		const data = words.slice(at + 3, end);
		const fixed = FIXED_LENGTHS.get(type);
		const skipped = fixed !== undefined && fixed !== data.length;
		if (!skipped && !fields.has(type)) fields.set(type, data);
		at = end;
	}
	return ok(fields);
}

/** A big-endian number of any length. */
export function readNumber(words: readonly number[]): bigint {
	return words.reduce((total, word) => total * 32n + BigInt(word), 0n);
}

/** The bytes of a field, null when its padding is not what BOLT 11 asks for (zeros, less than five bits). */
export function readBytes(words: readonly number[]): Buffer | null {
	const bytes = bech32.fromWordsUnsafe([...words]);
	return bytes ? Buffer.from(bytes) : null;
}

/**
 * Features that a payer can be asked to know, by their even bits (BOLT 9, context 9), and what is in use
 * besides: onion format (8), AMP (30), attribution (36), trampoline (56 and 148).
 */
const KNOWN_FEATURES: ReadonlySet<number> = new Set([8, 14, 16, 24, 30, 36, 48, 56, 148]);

/** The lowest required (even) feature bit that is not known; null when there is none. BOLT 11 refuses it. */
export function unknownRequiredFeature(words: readonly number[]): number | null {
	const bits = words.length * 5;
	for (let bit = 0; bit < bits; bit += 2) {
		const word = words[words.length - 1 - Math.floor(bit / 5)] ?? 0;
		const set = ((word >> bit % 5) & 1) === 1;
		if (set && !KNOWN_FEATURES.has(bit)) return bit;
	}
	return null;
}
