import { createHash } from 'node:crypto';

/* How addresses and invoices are written. Held against @scure/base and @noble/hashes by test/property/encodings.test.ts. */

const BASE58_LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32_LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Longer than any address; base58 takes quadratic time, so what is longer is not decoded. */
const MAX_ADDRESS_LENGTH = 64;

/** The bytes of a base58 text, or null when it is not base58. */
export function decodeBase58(text: string): Buffer | null {
	if (text === '' || text.length > MAX_ADDRESS_LENGTH || /[^1-9A-HJ-NP-Za-km-z]/.test(text)) return null;
	const digits = text.replace(/^1+/, '');
	const number = Array.from(digits).reduce((total, letter) => total * 58n + BigInt(BASE58_LETTERS.indexOf(letter)), 0n);
	const hex = number === 0n ? '' : number.toString(16);
	// Each 1 in front is a byte of zero.
	return Buffer.from('00'.repeat(text.length - digits.length) + '0'.repeat(hex.length % 2) + hex, 'hex');
}

/** The bytes of a base58check text without its checksum, or null when it or the checksum is wrong. */
export function decodeBase58Check(text: string): Buffer | null {
	const bytes = decodeBase58(text);
	if (bytes === null || bytes.length < 4) return null;
	const payload = bytes.subarray(0, -4);
	return sha256(sha256(payload)).subarray(0, 4).equals(bytes.subarray(-4)) ? payload : null;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** A text in bech32 (BIP 173) or bech32m (BIP 350). */
interface Bech32 {
	readonly form: 'bech32' | 'bech32m';
	/** In lower case. */
	readonly prefix: string;
	/** Of five bits each, without the checksum. */
	readonly words: number[];
}

/** Reads a text in bech32 or bech32m, in one case; null when its checksum is neither's. Invoices are longer than BIP 173 allows. */
export function decodeBech32(text: string, maxLength = 90): Bech32 | null {
	const lower = text.toLowerCase();
	const isOneCase = text === lower || !/[a-z]/.test(text);
	if (text.length > maxLength || !isOneCase || !/^[\x21-\x7e]+$/.test(text)) return null;
	const end = lower.lastIndexOf('1');
	const words = Array.from(lower.slice(end + 1), (letter) => BECH32_LETTERS.indexOf(letter));
	if (end < 1 || words.length < 6 || words.includes(-1)) return null;
	const prefix = lower.slice(0, end);
	const codes = Array.from(Buffer.from(prefix));
	const sum = polymod([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]);
	const form = sum === 1 ? 'bech32' : sum === 0x2bc830a3 ? 'bech32m' : null;
	return form === null ? null : { form, prefix, words: words.slice(0, -6) };
}

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** The checksum of BIP 173, "Checksum". */
function polymod(values: readonly number[]): number {
	return values.reduce((sum, value) => {
		const shifted = ((sum & 0x1ffffff) << 5) ^ value;
		return GENERATOR.reduce((mixed, part, bit) => ((sum >> (25 + bit)) & 1 ? mixed ^ part : mixed), shifted);
	}, 1);
}

/** Words of five bits as bytes; null where the padding is not what BIP 173 asks for (zeros, less than five bits). */
export function bytesOfWords(words: readonly number[]): Buffer | null {
	const bytes: number[] = [];
	let [bits, count] = [0, 0];
	for (const word of words) {
		bits = ((bits << 5) | word) & 0xfff;
		count += 5;
		if (count < 8) continue;
		count -= 8;
		bytes.push((bits >> count) & 0xff);
	}
	return count < 5 && (bits & ((1 << count) - 1)) === 0 ? Buffer.from(bytes) : null;
}

/** Keccak-256 of up to 135 bytes, which are one block: SHA-3 as it was before FIPS 202 changed its padding. */
export function keccak256(bytes: Uint8Array): Buffer {
	const block = Buffer.alloc(200);
	block.set(bytes);
	block.writeUInt8(0x01, bytes.length);
	block.writeUInt8(block.readUInt8(135) | 0x80, 135);
	const places = Array.from({ length: 25 }, (_, place) => 8 * place);
	const lanes = permuted(BigUint64Array.from(places.map((place) => block.readBigUInt64LE(place))));
	for (const place of places) block.writeBigUInt64LE(lanes[place / 8] ?? 0n, place);
	return block.subarray(0, 32);
}

/** Keccak-f[1600] (FIPS 202, 3.2) of 25 lanes, five to a row; what is stored in them is cut to 64 bits. */
function permuted(lanes: BigUint64Array): BigUint64Array {
	let register = 1;
	for (let round = 0; round < 24; round++) {
		const at = (place: number) => lanes[place] ?? 0n;
		const sum = (x: number) => at(x % 5) ^ at((x % 5) + 5) ^ at((x % 5) + 10) ^ at((x % 5) + 15) ^ at((x % 5) + 20);
		lanes = lanes.map((lane, place) => lane ^ sum(place + 4) ^ rotated(sum(place + 1), 1));
		const moved = lanes.slice();
		let [x, y] = [1, 0];
		for (let step = 1; step <= 24; step++) {
			const from = x + 5 * y;
			[x, y] = [y, (2 * x + 3 * y) % 5];
			moved[x + 5 * y] = rotated(at(from), ((step * (step + 1)) / 2) % 64);
		}
		const right = (place: number, by: number) => moved[place - (place % 5) + ((place + by) % 5)] ?? 0n;
		lanes = moved.map((lane, place) => lane ^ (~right(place, 1) & right(place, 2)));
		for (let bit = 0; bit < 7; bit++) {
			if ((register & 1) === 1) lanes[0] = at(0) ^ (1n << BigInt(2 ** bit - 1));
			register = (register << 1) ^ ((register >> 7) * 0x171);
		}
	}
	return lanes;
}

const rotated = (lane: bigint, by: number) => (lane << BigInt(by)) | (lane >> BigInt(64 - by));
