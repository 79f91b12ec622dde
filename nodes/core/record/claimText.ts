import { digestOf } from '../domain/json';
import type { Amount } from '../domain/money';
import type { LikeRow } from './sideRows';

/** The content of the text by which a person settles this claim, and no later claim of the reference. */
export interface GivenClaim {
	/** The number of the claim among its reference's claims, from 0. */
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

const AMOUNT_DIGITS = 12;
const CHECK_DIGITS = 12;

/**
 * A letter comes before each part. The first one keeps a spreadsheet from taking a claim for a number or a formula, and
 * nothing in it ends a word or has to be escaped in a link.
 */
const FORM =
	/^k(\d{1,8})m(\d{1,10})(?:l([\w-]{16})d(\d{1,5})n(\d{1,9}))?(?:a([0-9a-f]{12}))?(?:p([0-9a-f]{128}))?c[0-9a-f]{12}$/;

/**
 * Writes a claim as one short text, for people to copy. It is no secret. It ends in a digest of all of it and of the
 * reference, so that the claim of another reference, or one that was not copied whole, is recognised.
 *
 * @param key the reference's key in the record
 */
export function writeClaim(key: string, { generation, minute, likeRow, amount, prepared }: GivenClaim): string {
	const like = likeRow === undefined ? '' : `l${likeRow.chain}d${likeRow.day}n${likeRow.number}`;
	const held = `${amount === undefined ? '' : `a${amount}`}${prepared === undefined ? '' : `p${prepared}`}`;
	const said = `k${generation}m${minute}${like}${held}`;
	return `${said}c${digestOf(['claim', key, said], 'hex').slice(0, CHECK_DIGITS)}`;
}

/** An amount as a claim holds it: a digest, so that a claim in a log or a mail doesn't reveal what was paid. */
export function amountDigest(key: string, { minor, currency }: Amount): string {
	return digestOf(['amount', key, currency, minor.toString()], 'hex').slice(0, AMOUNT_DIGITS);
}

/** A transaction as a claim of Prepare's holds it, by the key of its row. */
export const shownDigest = (transaction: string) => digestOf(['shown', transaction], 'hex');

/** Reads the text of a claim; null where it is not one of this reference. */
export function readClaim(key: string, text: string): GivenClaim | null {
	const parts = FORM.exec(text.trim());
	if (parts === null) return null;
	const [, generation, minute, chain, day, number, amount, prepared] = parts;
	const likeRow = chain === undefined ? undefined : { chain, day: Number(day), number: Number(number) };
	const given = { generation: Number(generation), minute: Number(minute), likeRow, amount, prepared };
	return writeClaim(key, given) === text.trim() ? given : null;
}
