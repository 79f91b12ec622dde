import { digestOf } from '../domain/json';
import type { Amount } from '../domain/money';
import type { LikeRow } from './sideRows';

/** The content of a claim's text. It names one claim of a payment reference and lets a person settle only that one. */
export interface GivenClaim {
	/** The number of the claim among its reference's claims, from 0. */
	readonly generation: number;
	/** The time at which the text was given to a person, in whole minutes since 1970. */
	readonly minute: number;
	/** The payment's row among payments of the same amount to the same payee. Only in texts from `HeldClaim.text`. */
	readonly likeRow?: LikeRow | undefined;
	/** The payment's `amountDigest`. Only in texts from `HeldClaim.text`, if the amount was known. */
	readonly amount?: string | undefined;
	/** For a claim from *Prepare*: the digests of the payment's identity and of the transaction found in the wallet's list. */
	readonly prepared?: string | undefined;
}

/** The claim's number in texts from the operation *Prepare*, which makes no claim yet. No claim has this number. */
export const NOT_YET = 0xff_ff_ff;

const AMOUNT_DIGITS = 12;
const CHECK_DIGITS = 12;

/** The form of a claim's text. No spreadsheet takes it for a number or a formula, and nothing in it needs escaping. */
const FORM =
	/^k(\d{1,8})m(\d{1,10})(?:l([\w-]{16})d(\d{1,5})n(\d{1,9}))?(?:a([0-9a-f]{12}))?(?:p([0-9a-f]{128}))?c[0-9a-f]{12}$/;

/**
 * Writes a claim as one short text for people to copy; it isn't secret. The text ends with a digest of its content and
 * the reference, so that a text for another reference, or one copied in part, is detected.
 *
 * @param key the reference's key in the record
 */
export function writeClaim(key: string, { generation, minute, likeRow, amount, prepared }: GivenClaim): string {
	const like = likeRow === undefined ? '' : `l${likeRow.chain}d${likeRow.day}n${likeRow.number}`;
	const held = `${amount === undefined ? '' : `a${amount}`}${prepared === undefined ? '' : `p${prepared}`}`;
	const said = `k${generation}m${minute}${like}${held}`;
	return `${said}c${digestOf(['claim', key, said], 'hex').slice(0, CHECK_DIGITS)}`;
}

/** The digest of an amount in a claim, so that a claim in a log or a mail doesn't reveal the amount. */
export function amountDigest(key: string, { minor, currency }: Amount): string {
	return digestOf(['amount', key, currency, minor.toString()], 'hex').slice(0, AMOUNT_DIGITS);
}

/** The digest of a transaction's row key, for a claim from *Prepare*. */
export const shownDigest = (transaction: string) => digestOf(['shown', transaction], 'hex');

/** Reads the text of a claim; null if it isn't a claim of this reference. */
export function readClaim(key: string, text: string): GivenClaim | null {
	const parts = FORM.exec(text.trim());
	if (parts === null) return null;
	const [, generation, minute, chain, day, number, amount, prepared] = parts;
	const likeRow = chain === undefined ? undefined : { chain, day: Number(day), number: Number(number) };
	const given = { generation: Number(generation), minute: Number(minute), likeRow, amount, prepared };
	return writeClaim(key, given) === text.trim() ? given : null;
}
