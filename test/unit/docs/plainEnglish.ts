/** How hard a page is to read: its words, its sentences, and the grade of a school whose pupils can read it. */
import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

/** The texts of a page without its folded reference sections. */
export const textsOf = (markdown: string): string[] =>
	allTextsOf(markdown.replace(/<details class="reference">[^]*?<\/details>/g, ''));

/** The texts of a whole page, one for each paragraph, item of a list, or line of a table's cell. */
export function allTextsOf(markdown: string): string[] {
	const prose = markdown
		.replace(/^```[^]*?^```$/gm, '')
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/<br>/g, '|')
		.replace(/<[^>]+>/g, '');
	return prose
		.split('\n')
		.flatMap((line) => (line.startsWith('|') ? line.split('|') : [line]))
		.map((text) =>
			text
				.replace(/^\s*(?:#+|-|\d+\.)\s+/, '')
				.replace(/[*`]/g, '')
				.trim(),
		)
		.filter((text) => /[\p{L}\p{N}]/u.test(text));
}

export const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

const piecesIn = (texts: readonly string[]): string[] =>
	texts.flatMap((text) => text.split(/(?<=[.!?:])\s+(?=[\p{Lu}\p{N}])/u));

/** The sentences: pieces that end in punctuation. A heading, a cell or a short list item isn't one. */
export const sentencesIn = (texts: readonly string[]): string[] =>
	piecesIn(texts).filter((text) => /[.!?:]$/.test(text));

/** Sentences, headings, cells and items that have more words than this. */
export const longIn = (texts: readonly string[], words: number): string[] =>
	piecesIn(texts).filter((text) => wordsIn(text).length > words);

export function gradeOf(sentences: readonly string[]): number {
	const words = sentences.flatMap(wordsIn);
	// Names such as `payoutOutcome` are read word by word.
	const spoken = words.map((word) => word.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
	return fleschKincaid({
		sentence: sentences.length,
		word: words.length,
		syllable: spoken.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0),
	});
}
