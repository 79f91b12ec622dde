import { digestOf } from '../domain/digest';

/** What a person is told of a claim, so that they settle this one and no later one. */
export interface GivenClaim {
	/** How many claims of the reference were there before. */
	readonly generation: number;
	/** When it was given, in whole minutes of the clock. */
	readonly minute: number;
	/** Whether the service itself had answered by then, so that nothing can still arrive. */
	readonly answered: boolean;
}

const LENGTH = 14;
const HEAD = 8;
/** Stands for the form, and makes every claim begin with a letter: no spreadsheet takes it for a formula. */
const FORM = 0x90;

/**
 * A claim as one short text. It is no secret. It holds a digest of the reference, so that a claim of another
 * reference, or one that was not copied whole, is recognised.
 *
 * @param key of the reference in the record
 */
export function writeClaim(key: string, { generation, minute, answered }: GivenClaim): string {
	const bytes = Buffer.alloc(LENGTH);
	bytes.writeUInt8(FORM + (answered ? 1 : 0), 0);
	bytes.writeUIntBE(generation, 1, 3);
	bytes.writeUInt32BE(minute, 4);
	const digest = digestOf(['claim', key, bytes.toString('hex', 0, HEAD)], 'hex');
	bytes.write(digest.slice(0, 2 * (LENGTH - HEAD)), HEAD, 'hex');
	return bytes.toString('base64url');
}

/** Null where the text is no claim of the reference. */
export function readClaim(key: string, text: string): GivenClaim | null {
	const bytes = Buffer.from(text, 'base64url');
	if (bytes.length !== LENGTH) return null;
	const given = {
		generation: bytes.readUIntBE(1, 3),
		minute: bytes.readUInt32BE(4),
		answered: bytes.readUInt8(0) === FORM + 1,
	};
	return writeClaim(key, given) === text.trim() ? given : null;
}
