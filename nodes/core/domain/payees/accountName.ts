import { isCompanyWord, isLegalForm, isTitle, plainLetters, wordForm, wordsIn } from './nameWords';
import { fail, ok, type Result } from '../result';
import { INVISIBLE, quotedText } from '../text';

/** A name that a person expects the bank to have for an account. */
export interface ExpectedName {
	readonly name: string;
	/** Whether a person may approve a registered name that has more words. */
	readonly mayHaveMore: boolean;
}

/** How a registered name compares with the expected one. The words are in capital letters, without accents. */
export interface NameComparison {
	/** `hasMore`: it has all expected words and more, and enough of them to tell whose name it is. */
	readonly verdict: 'same' | 'hasMore' | 'differs';
	/** The expected words that the registered name lacks. */
	readonly missing: readonly string[];
	/** The words that the registered name has besides. */
	readonly besides: readonly string[];
}

/** A registered name that isn't the expected one. */
export interface OtherName extends NameComparison {
	/** Says both names, as a sentence without its full stop. */
	readonly said: string;
}

/** Behind an account's name that a person gave, and no bank confirmed. */
export const NOT_ASKED = 'not asked of the bank';

/** Words of which systems make what they write where there is no name, or of a state. A company may begin with one. */
const NO_NAMES: ReadonlySet<string> = new Set(
	`ok okay na null nil no none nan not undefined true false unknown success successful approved completed failed
	error found available object valid invalid verified account acct name number holder customer beneficiary active inactive
	dormant closed pending record response tba tbc tbd`.split(/\s+/),
);

/** Whether a text can be a name: has a letter, isn't masked ("A*** O**") or made of titles and fillers ("OK") alone. */
export function isName(text: string): boolean {
	const words = wordsIn(plainLetters(text.replace(INVISIBLE, '')));
	const isMasked = text.includes('*') || words.some((word) => /^x{3,}$/.test(word));
	const joined = words.join('');
	return !isMasked && /\p{L}/u.test(joined) && !NO_NAMES.has(joined) && !words.every(namesNobody);
}

/** Checks a name that a person gives for a payee, where nobody confirms it. */
export function checkName(text: string): Result<string> {
	return isName(text) ? ok(text) : fail(`is ${quotedText(text)}, which names nobody; fill in the name`);
}

const namesNobody = (word: string) =>
	NO_NAMES.has(word) || isTitle(word) || isLegalForm(word) || /^\p{N}+$/u.test(word);

/** Full words of the expected name that a name with more words needs, besides titles and words of companies. */
const MIN_OWN_WORDS = 2;
/** Full words that a name needs in books, where nobody is asked which of two names is meant. */
const MIN_OWN_WORDS_IN_BOOKS = 3;

/**
 * Compares the name that a bank has for an account with the expected one: docs/reference/payees.md#names. They are the
 * same if they have the same words, each as often, in any order. Titles at either end of people's names don't count.
 * A text that isn't a name (`isName`) matches no name.
 *
 * @param least full words of the expected name that a name with more words needs
 */
export function compareNames(expected: string, registered: string, least = MIN_OWN_WORDS): NameComparison {
	let best: NameComparison | null = null;
	for (const one of readings(expected))
		for (const other of readings(registered))
			for (const [wanted, found] of [[one, other] as const, ...withoutTitles(one, other)]) {
				const compared = compareWords(wanted, found, least);
				if (best === null || distanceOf(compared) < distanceOf(best)) best = compared;
			}
	const { missing, besides } = best ?? { missing: [], besides: [] };
	const verdict = isName(expected) && isName(registered) ? (best?.verdict ?? 'differs') : 'differs';
	return { verdict, missing: missing.map(inCapitals), besides: besides.map(inCapitals) };
}

const VERDICTS = ['same', 'hasMore', 'differs'] as const;

/** Orders comparisons: the verdict first, then how many words differ. */
function distanceOf({ verdict, missing, besides }: NameComparison): number {
	return VERDICTS.indexOf(verdict) * 1e6 + missing.length + besides.length;
}

const inCapitals = (word: string) => word.toUpperCase();

/** Whether both are one name, word for word in their order: only case, accents and punctuation may differ. */
export function isSameText(one: string, other: string): boolean {
	return wordsIn(plainLetters(one)).join(' ') === wordsIn(plainLetters(other)).join(' ');
}

/** Whether a name has a word by which companies call themselves. */
export function isCompanyName(name: string): boolean {
	return readings(name).some((words) => words.some(isCompanyWord));
}

/** Whether two names may be one payee's, for books: the same, or one has more words than the other. */
export function mayBeSameName(one: string, other: string): boolean {
	const ways = [[one, other] as const, [other, one] as const];
	return ways.some(([few, more]) => compareNames(few, more, MIN_OWN_WORDS_IN_BOOKS).verdict !== 'differs');
}

/** Own words of a name that are keys by three. Only a text by mistake has more. */
const MOST_OWN_WORDS = 10;

/**
 * The keys for finding a name among thousands that have much in common: all its words together, and each three of its own.
 * Two names with at most ten own words for which `mayBeSameName` holds have one in common.
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
 * The key of a supplier's name: the letters of its words and its numbers, sorted, so that neither order nor blanks count,
 * without titles and words of companies; docs/reference/payees.md#new-and-changed-payees. Empty for a text without letters
 * and digits, and a company's without others keeps all but its legal form.
 */
export function supplierKey(name: string): string {
	const apart = name.replace(/(?<=\p{L}{3})(?:ltd|limited|plc)(?!\p{L})/giu, ' $&');
	const words = wordsOf(apart, { hyphen: ' ', apostrophe: '', dot: '' });
	const without = (isLeftOut: (word: string) => boolean) => words.filter((word) => !isTitle(word) && !isLeftOut(word));
	const [own = []] = [without(isCompanyWord), without(isLegalForm), words].filter((some) => some.length > 0);
	const parts =
		own
			.map(wordForm)
			.join(' ')
			.match(/\p{N}+|\p{L}/gu) ?? [];
	return parts.sort().join('');
}

/** The readings of a hyphen, an apostrophe, and a dot between single letters: nothing, or a blank. */
interface Signs {
	readonly hyphen: string;
	readonly apostrophe: string;
	readonly dot: string;
}

const SIGNS: readonly Signs[] = ['', ' '].flatMap((hyphen) =>
	['', ' '].flatMap((apostrophe) => ['', ' '].map((dot) => ({ hyphen, apostrophe, dot }))),
);

/** The words of a name in every way in which its signs can be read. */
function readings(name: string): string[][] {
	const read = (/[\p{Pd}.'`´\u2018\u2019\u02bb\u02bc]/u.test(name) ? SIGNS : SIGNS.slice(0, 1)).map((signs) =>
		wordsOf(name, signs),
	);
	return [...new Map(read.map((words) => [words.join(' '), words])).values()];
}

function wordsOf(name: string, { hyphen, apostrophe, dot }: Signs): string[] {
	return wordsIn(
		plainLetters(name.replace(INVISIBLE, '').replaceAll('´', "'"))
			.replace(/&/g, ' and ')
			.replace(/(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, dot)
			.replace(/(?<=\p{L})['`\u2018\u2019\u02bb\u02bc](?=\p{L})/gu, apostrophe)
			.replace(/[\u02bb\u02bc]/gu, '')
			.replace(/(?<=\p{L})\p{Pd}(?=\p{L})/gu, hyphen),
	);
}

/** Both names without titles at either end, where they are people's and two words are left; else nothing. */
function withoutTitles(
	one: readonly string[],
	other: readonly string[],
): ReadonlyArray<readonly [readonly string[], readonly string[]]> {
	if (one.some(isCompanyWord) || other.some(isCompanyWord)) return [];
	const both = [trimTitles(one), trimTitles(other)] as const;
	return both.every((words) => words.length >= 2) ? [both] : [];
}

function trimTitles(words: readonly string[]): readonly string[] {
	const names = words.flatMap((word, place) => (isTitle(word) ? [] : [place]));
	return words.slice(names[0] ?? words.length, (names.at(-1) ?? 0) + 1);
}

function compareWords(expected: readonly string[], registered: readonly string[], least: number): NameComparison {
	const missing = left(expected, registered);
	const besides = left(registered, expected);
	if (missing.length > 0 || expected.length === 0) return { verdict: 'differs', missing, besides };
	if (besides.length === 0) return { verdict: 'same', missing, besides };
	return { verdict: expected.filter(isOwnWord).length >= least ? 'hasMore' : 'differs', missing, besides };
}

/** Whether a word tells whose name it is: more than an initial, no title and no word of companies. */
function isOwnWord(word: string): boolean {
	return Array.from(word).length > 1 && !isTitle(word) && !isCompanyWord(word);
}

/** The words left over when each of `taken` has been struck out once. */
function left(words: readonly string[], taken: readonly string[]): string[] {
	const stock = new Map<string, number>();
	for (const word of taken.map(wordForm)) stock.set(word, (stock.get(word) ?? 0) + 1);
	return words.filter((word) => {
		const count = stock.get(wordForm(word)) ?? 0;
		stock.set(wordForm(word), count - 1);
		return count < 1;
	});
}
