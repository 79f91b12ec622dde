import { digestOf } from '../domain/digest';
import type { LikeRow } from './likeness';

/** The content of the text by which a person settles this claim, and no later claim of the reference. */
export interface GivenClaim {
	/** The number of the claim among those of its reference, from 0. */
	readonly generation: number;
	/** When the text was given to a person, in whole minutes since 1970. */
	readonly minute: number;
	/** The payment's row among those alike, where the payment itself gave the claim. */
	readonly likeRow?: LikeRow | undefined;
}

const HEAD = 8;
const LIKE = 16;
const CHECK = 6;
/** The version of the form. Its bits make every claim begin with a letter, so that no spreadsheet takes it for a formula. */
const FORM = 0x90;

/**
 * Writes a claim as one short text, for people to copy. It is no secret. It holds a digest of the reference, so that
 * the claim of another reference, or one that was not copied whole, is recognised.
 *
 * @param key the reference's key in the record
 */
export function writeClaim(key: string, { generation, minute, likeRow }: GivenClaim): string {
	const bytes = Buffer.alloc(HEAD);
	bytes.writeUInt8(FORM + (likeRow === undefined ? 0 : 1), 0);
	bytes.writeUIntBE(generation, 1, 3);
	bytes.writeUInt32BE(minute, 4);
	const head = likeRow === undefined ? bytes : Buffer.concat([bytes, likeBytes(likeRow)]);
	const digest = digestOf(['claim', key, head.toString('hex')], 'hex').slice(0, 2 * CHECK);
	return Buffer.concat([head, Buffer.from(digest, 'hex')]).toString('base64url');
}

function likeBytes({ chain, day, number }: LikeRow): Buffer {
	const bytes = Buffer.alloc(LIKE);
	bytes.write(chain, 0, 'base64url');
	bytes.writeUInt16BE(day, LIKE - 4);
	bytes.writeUInt16BE(number, LIKE - 2);
	return bytes;
}

/** Reads the text of a claim; null where it is not one of this reference. */
export function readClaim(key: string, text: string): GivenClaim | null {
	const bytes = Buffer.from(text, 'base64url');
	if (bytes.length !== HEAD + CHECK && bytes.length !== HEAD + LIKE + CHECK) return null;
	const given = {
		generation: bytes.readUIntBE(1, 3),
		minute: bytes.readUInt32BE(4),
		likeRow: bytes.length === HEAD + CHECK ? undefined : likeIn(bytes.subarray(HEAD)),
	};
	return writeClaim(key, given) === text.trim() ? given : null;
}

function likeIn(bytes: Buffer): LikeRow {
	const number = bytes.readUInt16BE(LIKE - 2);
	return { chain: bytes.toString('base64url', 0, LIKE - 4), day: bytes.readUInt16BE(LIKE - 4), number };
}
