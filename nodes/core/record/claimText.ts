import { digestOf } from '../domain/json';
import type { Amount } from '../domain/money';
import type { LikeRow } from './sideRows';

/** The content of the text by which a person settles this claim, and no later claim of the reference. */
export interface GivenClaim {
	/** The number of the claim among those of its reference, from 0. */
	readonly generation: number;
	/** When the text was given to a person, in whole minutes since 1970. */
	readonly minute: number;
	/** The payment's row among those alike, where the payment itself gave the claim. */
	readonly likeRow?: LikeRow | undefined;
	/** The digest of what the payment was to pay, where the payment itself gave the claim and knew it: `amountDigest`. */
	readonly amount?: string | undefined;
	/** Of a claim of Prepare's: the digests of the payment's identity and of the transaction by which the wallet shows it. */
	readonly prepared?: string | undefined;
}

/** The number of a claim that isn't made yet. No claim has it. */
export const NOT_YET = 0xff_ff_ff;

const HEAD = 8;
const LIKE = 16;
const AMOUNT_BYTES = 6;
const PREPARED = 64;
const CHECK = 6;
/** The version of the form. Its bits make every claim begin with a letter, so that no spreadsheet takes it for a formula. */
const FORM = 0x90;
/** Added to the form: which parts come after the head. */
const HAS_LIKE = 1;
const HAS_AMOUNT = 2;
const HAS_PREPARED = 4;

/**
 * Writes a claim as one short text, for people to copy. It is no secret. It holds a digest of the reference, so that
 * the claim of another reference, or one that was not copied whole, is recognised.
 *
 * @param key the reference's key in the record
 */
export function writeClaim(key: string, { generation, minute, likeRow, amount, prepared }: GivenClaim): string {
	const bytes = Buffer.alloc(HEAD);
	const parts = [likeRow && HAS_LIKE, amount && HAS_AMOUNT, prepared && HAS_PREPARED];
	const form = parts.reduce<number>((sum, part) => sum + Number(part ?? 0), FORM);
	bytes.writeUInt8(form, 0);
	bytes.writeUIntBE(generation, 1, 3);
	bytes.writeUInt32BE(minute, 4);
	const like = likeRow === undefined ? Buffer.alloc(0) : likeBytes(likeRow);
	const head = Buffer.concat([bytes, like, Buffer.from(`${amount ?? ''}${prepared ?? ''}`, 'hex')]);
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

/** An amount as a claim holds it: a digest, so that a claim in a log or a mail doesn't reveal what was paid. */
export function amountDigest(key: string, { minor, currency }: Amount): string {
	return digestOf(['amount', key, currency, minor.toString()], 'hex').slice(0, 2 * AMOUNT_BYTES);
}

/** A transaction as a claim of Prepare's holds it, by the key of its row. */
export const shownDigest = (transaction: string) => digestOf(['shown', transaction], 'hex');

/** Reads the text of a claim; null where it is not one of this reference. */
export function readClaim(key: string, text: string): GivenClaim | null {
	const bytes = Buffer.from(text, 'base64url');
	const form = (bytes[0] ?? 0) - FORM;
	const like = (form & HAS_LIKE) === 0 ? 0 : LIKE;
	const amount = (form & HAS_AMOUNT) === 0 ? 0 : AMOUNT_BYTES;
	const prepared = (form & HAS_PREPARED) === 0 ? 0 : PREPARED;
	const end = HEAD + like + amount + prepared;
	if (bytes.length !== end + CHECK) return null;
	const given = {
		generation: bytes.readUIntBE(1, 3),
		minute: bytes.readUInt32BE(4),
		...(like === 0 ? {} : { likeRow: likeIn(bytes.subarray(HEAD)) }),
		...(amount === 0 ? {} : { amount: bytes.toString('hex', HEAD + like, end - prepared) }),
		...(prepared === 0 ? {} : { prepared: bytes.toString('hex', end - prepared, end) }),
	};
	return writeClaim(key, given) === text.trim() ? given : null;
}

function likeIn(bytes: Buffer): LikeRow {
	const number = bytes.readUInt16BE(LIKE - 2);
	return { chain: bytes.toString('base64url', 0, LIKE - 4), day: bytes.readUInt16BE(LIKE - 4), number };
}
