/** What is for everybody is in plain English: the shelves docs/start and docs/how-to. */
import { only, readProject } from '../../harness/sources';
import { gradeOf, sentencesIn, textsOf, wordsIn } from './plainEnglish';

const WORDS = 500;
const WORDS_OF_A_SENTENCE = 25;
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

	it('tells what is easy from what is hard', () => {
		expect(gradeOf(['The cat sat on the mat.', 'It was fat.'])).toBeLessThan(1);
		expect(
			gradeOf(['Authentication of administrative notifications necessitates cryptographically verifiable signatures.']),
		).toBeGreaterThan(20);
	});
});

it('is held for more than twenty pages', () => {
	expect(pages.size).toBeGreaterThan(20);
});

describe.each([...pages])('%s', (_, page) => {
	const texts = textsOf(page);
	const sentences = sentencesIn(texts);

	it(`has at most ${WORDS} words and one picture`, () => {
		expect(texts.flatMap(wordsIn).length).toBeLessThanOrEqual(WORDS);
		expect(page.split('![').length - 1).toBeLessThanOrEqual(1);
	});

	it(`has at most ${WORDS_OF_A_SENTENCE} words in 95 of 100 sentences`, () => {
		const long = sentences.filter((one) => wordsIn(one).length > WORDS_OF_A_SENTENCE);
		expect({ long, tooMany: long.length * 20 > sentences.length }).toEqual({ long, tooMany: false });
	});

	it(`can be read in grade ${GRADE} of a school`, () => {
		expect(gradeOf(sentences)).toBeLessThanOrEqual(GRADE);
	});
});
