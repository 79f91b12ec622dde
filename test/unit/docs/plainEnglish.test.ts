/** docs/start and docs/how-to are for everybody, in plain English; no page has long sentences or paragraphs. */
import { only, readProject } from '../../harness/sources';
import { allTextsOf, gradeOf, longIn, sentencesIn, textsOf, wordsIn } from './plainEnglish';

const WORDS = 500;
const WORDS_OF_A_SENTENCE = 25;
const WORDS_OF_A_PARAGRAPH = 80;
const WORDS_OF_ALL = 10_000;
const GRADE = 9;

const pages = only(readProject(), /^docs\/(start|how-to)\/.*\.md$/);

describe('the measure', () => {
	it('reads paragraphs, items and cells, and neither code nor pictures nor addresses', () => {
		const page =
			'# Pay\n\n![no](a.png)\n\n- Pay [the *bill*](b.md) now. Then rest.\n\n```sh\nnpm start\n```\n| `a` | b |\n|---|---|';
		expect(textsOf(page)).toEqual(['Pay', 'Pay the bill now. Then rest.', 'a', 'b']);
		expect(sentencesIn(textsOf(page))).toEqual(['Pay the bill now.', 'Then rest.']);
		expect(wordsIn('a - b 1')).toEqual(['a', 'b', '1']);
	});

	it('finds what is long, also behind a fold and in a cell', () => {
		const page = '<details class="reference">\n\nOne two. Three four five.\n\n| a b c d |\n</details>';
		expect(textsOf(page)).toEqual([]);
		expect(longIn(allTextsOf(page), 2)).toEqual(['Three four five.', 'a b c d']);
	});

	it('tells what is easy from what is hard', () => {
		expect(gradeOf(['The cat sat on the mat.', 'It was fat.'])).toBeLessThan(1);
		expect(
			gradeOf(['Authentication of administrative notifications necessitates cryptographically verifiable signatures.']),
		).toBeGreaterThan(20);
	});
});

it('is held for more than twenty pages, which a person can read in an hour', () => {
	expect(pages.size).toBeGreaterThan(20);
	const words = [...pages.values()].flatMap((page) => page.match(/\S+/g) ?? []);
	expect(words.length).toBeLessThanOrEqual(WORDS_OF_ALL);
});

describe.each([...pages])('%s', (_, page) => {
	const texts = textsOf(page);
	const sentences = sentencesIn(texts);

	it(`has at most ${WORDS} words and one picture`, () => {
		expect(texts.flatMap(wordsIn).length).toBeLessThanOrEqual(WORDS);
		expect(page.split('![').length - 1).toBeLessThanOrEqual(1);
	});

	it(`has at most ${WORDS_OF_A_SENTENCE} words in a sentence, and ${WORDS_OF_A_PARAGRAPH} in a paragraph`, () => {
		expect(longIn(allTextsOf(page), WORDS_OF_A_SENTENCE)).toEqual([]);
		expect(allTextsOf(page).filter((one) => wordsIn(one).length > WORDS_OF_A_PARAGRAPH)).toEqual([]);
	});

	it(`can be read in grade ${GRADE} of a school`, () => {
		expect(gradeOf(sentences)).toBeLessThanOrEqual(GRADE);
	});
});

const others = only(
	readProject(),
	/^(docs\/(reference|why)\/.*|docs\/(index|contents)|(examples\/)?README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$/,
);

it.each([...others])('%s has at most 30 words in a sentence, and 80 in a paragraph', (_, page) => {
	const texts = allTextsOf(page);
	expect(longIn(texts, 30)).toEqual([]);
	expect(texts.filter((one) => wordsIn(one).length > WORDS_OF_A_PARAGRAPH)).toEqual([]);
});
