import { digestOf } from '../domain/digest';

/** The content of the text by which a person settles this claim, and no later claim of the reference. */
export interface GivenClaim {
	/** The number of the claim among those of its reference, from 0. */
	readonly generation: number;
	/** When the text was given to a person, in whole minutes since 1970. */
	readonly minute: number;
}

const LENGTH = 14;
const HEAD = 8;
/** The version of the form. Its bits make every claim begin with a letter, so that no spreadsheet takes it for a formula. */
const FORM = 0x90;

/**
 * Writes a claim as one short text, for people to copy. It is no secret. It holds a digest of the reference, so that
 * the claim of another reference, or one that was not copied whole, is recognised.
 *
 * @param key the reference's key in the record
 */
export function writeClaim(key: string, { generation, minute }: GivenClaim): string {
	const bytes = Buffer.alloc(LENGTH);
	bytes.writeUInt8(FORM, 0);
	bytes.writeUIntBE(generation, 1, 3);
	bytes.writeUInt32BE(minute, 4);
	const digest = digestOf(['claim', key, bytes.toString('hex', 0, HEAD)], 'hex');
	bytes.write(digest.slice(0, 2 * (LENGTH - HEAD)), HEAD, 'hex');
	return bytes.toString('base64url');
}

/** Reads the text of a claim; null where it is not one of this reference. */
export function readClaim(key: string, text: string): GivenClaim | null {
	const bytes = Buffer.from(text, 'base64url');
	if (bytes.length !== LENGTH) return null;
	const given = { generation: bytes.readUIntBE(1, 3), minute: bytes.readUInt32BE(4) };
	return writeClaim(key, given) === text.trim() ? given : null;
}
