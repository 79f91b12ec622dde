import {
	isBankFiller,
	isCompany,
	isCompanyWord,
	isLegalForm,
	isTitle,
	LOOK_ALIKES,
	plainLetters,
	wordForm,
	wordsIn,
} from './nameWords';
import { fail, ok, type Result } from '../domain/result';
import { INVISIBLE, quotedText } from '../domain/text';

/** How a registered name compares with the expected one. `missing` and `extra` are in lower case, without accents. */
export interface NameComparison {
	/** `hasMore`: the registered name has all expected words, in any order, and enough of these show whose name it is. */
	readonly verdict: 'same' | 'hasMore' | 'differs';
	readonly missing: readonly string[];
	/** Words of the registered name that aren't in the expected one. */
	readonly extra: readonly string[];
}

/** How a registered name differs from the expected one, as a clause that begins with "the bank". */
export function differenceInWords({ missing, extra }: NameComparison): string {
	const parts = [['adds', extra] as const, ['lacks', missing] as const].flatMap(([verb, words]) => {
		const named = words
			.slice(0, 20)
			.map((word) => `${quotedText(word.toUpperCase())}${isBankFiller(word) ? ' (its mistake)' : ''}`);
		return words.length === 0 ? [] : [`${verb} ${named.join(', ')}`];
	});
	return `the bank ${parts.join(' and ') || 'has the same words in another order'}`;
}

/** Written after an account name that a person typed and no bank confirmed. */
export const NOT_ASKED = 'not checked with the bank';

/** Words that systems write instead of a missing name, or as a status. A company's name can begin with such a word. */
const NO_NAMES: ReadonlySet<string> = new Set(
	`ok okay na null nil no none nan not undefined true false unknown success successful approved completed failed
	error found available object valid invalid verified account acct name number holder customer beneficiary active inactive
	dormant closed pending record response tba tbc tbd`.split(/\s+/),
);

/** Whether a text can be a name: it has a letter, isn't masked ("A*** O**"), and isn't all titles or fillers ("OK"). */
export function isName(text: string): boolean {
	const words = wordsIn(plainLetters(text.replace(INVISIBLE, '')));
	const isMasked = text.includes('*') || words.some((word) => /^x{3,}$/.test(word));
	const joined = words.join('');
	return !isMasked && /\p{L}/u.test(joined) && !NO_NAMES.has(joined) && !words.every(namesNobody);
}

/** Checks a typed name of a payee: it must name somebody, and `plainLetters` must turn all letters into A to Z. */
export function checkName(text: string): Result<string> {
	const letter = otherLetterIn(text);
	if (letter !== null) return fail(`has ${letter}, which isn't one of A to Z; type the name in those letters`);
	const filler = wordsIn(plainLetters(text)).find(isBankFiller);
	if (filler !== undefined && isName(text)) return fail(`has the word "${filler}", which names nobody; leave it out`);
	return isName(text) ? ok(text) : fail(`is ${quotedText(text)}, which names nobody; fill in the name`);
}

/** The first letter that `plainLetters` doesn't turn into A to Z, such as `"а" (U+0430)`. Apostrophes don't count. */
export function otherLetterIn(text: string): string | null {
	const letter = Array.from(text.replace(INVISIBLE, '').normalize('NFKC')).find(
		(one) => one > '\x7f' && /(?![a-z\u02b9-\u02c1\u02ee])\p{L}/u.test(plainLetters(one)),
	);
	if (letter === undefined) return null;
	return `"${letter}" (U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
}

const namesNobody = (word: string) =>
	NO_NAMES.has(word) || isTitle(word) || isLegalForm(word) || /^\p{N}+$/u.test(word);

/** An expected name needs this many words to match a longer name. Initials, titles and company words don't count. */
const MIN_OWN_WORDS = 2;
/** In *Reconcile*, an expected name needs more words, because nobody is asked whether two names mean one payee. */
const MIN_OWN_WORDS_IN_BOOKS = 3;

/**
 * Compares the name that a bank has for an account with the expected one (docs/reference/payees.md#names). Names
 * are the same if they have the same words, each the same number of times. The order counts only for companies. Titles
 * at either end of people's names don't count. A text that isn't a name (`isName`) matches no name.
 *
 * @param least how many words (`isOwnWord`) an expected name needs to match a longer name
 */
export function compareNames(expected: string, registered: string, least = MIN_OWN_WORDS): NameComparison {
	const pairs = readings(expected).flatMap((one) =>
		readings(registered).flatMap((other) => [[one, other] as const, ...withoutTitles(one, other)]),
	);
	const best = pairs
		.map(([wanted, found]) => compareWords(wanted, found, least))
		.reduce((first, next) => (distanceOf(next) < distanceOf(first) ? next : first));
	return isName(expected) && isName(registered) ? best : { ...best, verdict: 'differs' };
}

const VERDICTS = ['same', 'hasMore', 'differs'] as const;

/** Ranks comparisons by verdict, then by how many words differ. */
function distanceOf({ verdict, missing, extra }: NameComparison): number {
	return VERDICTS.indexOf(verdict) * 1e6 + missing.length + extra.length;
}

/** Whether two names have the same words in the same order. Case, accents and punctuation don't count. */
export function isSameText(one: string, other: string): boolean {
	return wordsIn(plainLetters(one)).join(' ') === wordsIn(plainLetters(other)).join(' ');
}

export function isCompanyName(name: string): boolean {
	return readings(name).some(isCompany);
}

/** Whether two names in the books may be the same payee's: they are the same, or one has more words than the other. */
export function mayBeSameName(one: string, other: string): boolean {
	const ways = [compareNames(one, other, MIN_OWN_WORDS_IN_BOOKS), compareNames(other, one, MIN_OWN_WORDS_IN_BOOKS)];
	return ways.some(({ verdict }) => verdict !== 'differs');
}

/** A text with more own words (`isOwnWord`) is probably a mistake, so it gets no keys of three words. */
const MOST_OWN_WORDS = 10;

/**
 * The keys by which similar names are found among thousands: one from all words of a name, and one from every three of
 * its own words (`isOwnWord`). Two names that pass `mayBeSameName` share a key, if each has at most ten own words.
 */
export function nameKeys(name: string): string[] {
	const keys = readings(name).flatMap((words) => {
		const own = words.filter(isOwnWord).map(wordForm).sort();
		const threes = own.length > MOST_OWN_WORDS ? [] : threesOf(own);
		return [trimTitles(words).map(wordForm).sort().join(''), ...threes];
	});
	return [...new Set(keys)];
}

function threesOf(words: readonly string[]): string[] {
	return words.flatMap((one, place) =>
		words
			.slice(place + 1)
			.flatMap((two, further) => words.slice(place + further + 2).map((three) => `${one} ${two} ${three}`)),
	);
}

/**
 * The key of a supplier's name: its letters, sorted, so that order and blanks don't count, then its numbers
 * (docs/reference/payees.md#new-and-changed-payees). A name in letters that all look Latin is read in Latin letters.
 * Titles and company words are left out. A name that has only such words keeps its company words, except legal forms.
 * Empty for a text without letters and digits.
 */
export function supplierKey(name: string): string {
	const apart = readAsLatin(name).replace(/(?<=\p{L}{3})(?:ltd|limited|plc)(?!\p{L})/giu, '');
	const [words = []] = readings(apart);
	const without = (isLeftOut: (word: string) => boolean) => words.filter((word) => !isTitle(word) && !isLeftOut(word));
	const [own = []] = [without(isCompanyWord), without(isLegalForm), words].filter((some) => some.length > 0);
	const text = own.map(wordForm).join(' ');
	const [letters, numbers] = [text.match(/\p{L}/gu) ?? [], text.match(/\p{N}+/gu) ?? []];
	return [letters.sort().join(''), ...numbers].join(' ').trim();
}

/** Writes a name in Latin letters if each of its letters looks like one. Any other name is returned unchanged. */
function readAsLatin(name: string): string {
	const read = Array.from(name.normalize('NFKD'), (letter) => LOOK_ALIKES.get(letter) ?? letter).join('');
	return otherLetterIn(read) === null ? read : name;
}

/** A dot between single letters, an apostrophe and a hyphen, each with the two texts that can replace it. */
const SIGNS = [
	[/(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, '', ' '],
	[/(?<=\p{L})['`\u2018\u2019\u02bb\u02bc](?=\p{L})/gu, '', ' '],
	[/(?<=\p{L})\p{Pd}(?=\p{L})/gu, ' ', ''],
] as const;

/** The words of a name, once for each way to read its `SIGNS`. */
function readings(name: string): string[][] {
	const plain = plainLetters(name.replace(INVISIBLE, '').replaceAll('´', "'")).replace(/&/g, ' and ');
	let texts = [plain];
	for (const [sign, ...ways] of SIGNS)
		texts = [...new Set(texts.flatMap((text) => ways.map((way) => text.replace(sign, way))))];
	return texts.map((text) => wordsIn(text.replace(/[\u02bb\u02bc]/gu, '')));
}

/** Both names without the titles at their ends; empty if one is a company's, or has fewer than two words left. */
function withoutTitles(one: readonly string[], other: readonly string[]) {
	const both = [trimTitles(one), trimTitles(other)] as const;
	const arePeople = !isCompany(one) && !isCompany(other);
	return arePeople && both.every((words) => words.length >= 2) ? [both] : [];
}

function trimTitles(words: readonly string[]): readonly string[] {
	const names = words.flatMap((word, place) => (isTitle(word) ? [] : [place]));
	return words.slice(names[0] ?? words.length, (names.at(-1) ?? 0) + 1);
}

function compareWords(expected: readonly string[], registered: readonly string[], least: number): NameComparison {
	const missing = left(expected, registered);
	const extra = left(registered, expected);
	if (missing.length > 0) return { verdict: 'differs', missing, extra };
	const isInOrder = !isCompany(expected) || ordered(expected) === ordered(registered);
	if (extra.length === 0 && isInOrder) return { verdict: 'same', missing, extra };
	return { verdict: expected.filter(isOwnWord).length >= least ? 'hasMore' : 'differs', missing, extra };
}

/** A company's words whose order counts: all but its legal forms. */
const ordered = (words: readonly string[]) => words.filter((word) => !isLegalForm(word)).join(' ');

/** Whether a word shows whose name it is: it isn't an initial, a title, a company word or a filler. */
function isOwnWord(word: string): boolean {
	return Array.from(word).length > 1 && !isTitle(word) && !isCompanyWord(word) && !isBankFiller(word);
}

/** The words that remain after each of `taken` was removed once. */
function left(words: readonly string[], taken: readonly string[]): string[] {
	const stock = new Map<string, number>();
	for (const word of taken.map(wordForm)) stock.set(word, (stock.get(word) ?? 0) + 1);
	return words.filter((word) => {
		const count = stock.get(wordForm(word)) ?? 0;
		stock.set(wordForm(word), count - 1);
		return count < 1;
	});
}
