/** How much two names must have in common: every part, or every part but one middle name. */
export type NameMatch = 'exact' | 'close';

/** A name that a person expects the bank to have for an account. */
export interface ExpectedName {
	readonly name: string;
	readonly match: NameMatch;
}

/** After an account name that a person gave and no bank confirmed. */
export const NOT_ASKED = 'not asked of the bank';

/** Letters that Unicode does not decompose into a base letter and a mark, Hausa's hooked ones among them. */
const PLAIN_LETTERS = new Map(
	'ɓb ɗd ƙk ƴy ǝe ŋn øo łl đd ðd ıi ßss æae œoe'.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]),
);

const MIN_SHARED_PARTS = 3;

/** Middle parts that are tried as the one which another name lacks. Only a text by mistake has more. */
const MOST_LEFT_OUT = 30;

/**
 * Whether two names are the same person's or company's. Case, accents, punctuation and the order of parts don't matter.
 * An apostrophe is left out ("O'Neil" is "ONeil"); a hyphen may stand for nothing or a blank ("Oluwa-Seun" is
 * "Oluwaseun" and "Oluwa Seun", which differ). A name without letters or digits matches nothing.
 *
 * - `exact`: every part of one is a part of the other, as often. An initial matches no name.
 * - `close`: one of them may also lack a middle part of the other, if three full parts agree. Never a first or last
 *   part, where Jr, Minor, Ltd or the provider of a virtual account make it another account; never a number.
 */
export function sameName(expected: string, registered: string, match: NameMatch): boolean {
	return readings(expected).some((one) => readings(registered).some((other) => sameParts(one, other, match)));
}

/**
 * The keys for finding a name among thousands. Two names that `sameName` takes for the same have one in common,
 * provided that a missing middle name is among the first 30.
 */
export function nameKeys(name: string): string[] {
	return readings(name).flatMap((parts) => {
		const withoutOne = parts
			.slice(1, -1)
			.slice(0, MOST_LEFT_OUT)
			.map((_, before) => parts.filter((_part, place) => place !== before + 1));
		return [parts, ...withoutOne].map((some) => [...some].sort().join(' '));
	});
}

/** The parts of a name with hyphens left out, and with hyphens as blanks. */
function readings(name: string): string[][] {
	const letters = Array.from(
		name.normalize('NFKD').toLowerCase().normalize('NFKD'),
		(letter) => PLAIN_LETTERS.get(letter) ?? letter,
	);
	const plain = letters
		.join('')
		.replace(/&/g, ' and ')
		.replace(/[\p{M}\p{Cf}'\u2018\u2019\u02bb\u02bc`\u00b4]/gu, '');
	return ['', ' '].map((hyphen) => {
		return plain.replace(/(?<=\p{L})\p{Pd}(?=\p{L})/gu, hyphen).match(/[\p{L}\p{N}]+/gu) ?? [];
	});
}

function sameParts(one: readonly string[], other: readonly string[], match: NameMatch): boolean {
	const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
	if (shorter.length === 0 || left(shorter, longer).length > 0) return false;
	const extra = left(longer, shorter);
	return (
		extra.length === 0 || (match === 'close' && extra.length === 1 && lacksMiddleName(shorter, longer, extra[0] ?? ''))
	);
}

function lacksMiddleName(shorter: readonly string[], longer: readonly string[], extra: string): boolean {
	if (shorter.filter(isFull).length < MIN_SHARED_PARTS || !isFull(extra)) return false;
	const place = longer.indexOf(extra);
	return place > 0 && place < longer.length - 1 && !/\p{N}/u.test(extra);
}

/** Whether a part is more than an initial. */
function isFull(part: string): boolean {
	return Array.from(part).length > 1;
}

/** The parts left over when each part of `taken` has been struck out once. */
function left(parts: readonly string[], taken: readonly string[]): string[] {
	const stock = [...taken];
	return parts.filter((part) => {
		const at = stock.indexOf(part);
		if (at >= 0) stock.splice(at, 1);
		return at < 0;
	});
}
