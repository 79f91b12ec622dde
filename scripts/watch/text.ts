import { createHash } from 'node:crypto';

/** A word of a page, without its formatting. */
export interface Word {
	readonly word: string;
	/** Counted from 1. */
	readonly line: number;
}

/** A word; or a sign that says something by itself: a comparison, a calculation between blanks, a tick or a cross. */
const WORD =
	/[\p{L}\p{N}$][\p{L}\p{N}$_.,:'/{}+%-]*|(?<=\S\s*)[<>=]+|(?<=\S\s)[*/+](?=\s)|[≤≥≠±×÷−√]|(?![#*\d])\p{Extended_Pictographic}|[✓✔✗✘]/gu;

/**
 * The words of a page of documentation, in their order. What only changes how a page looks makes no difference: line
 * breaks, emphasis, headings, lists, tables, links' addresses, tags of components but for what they show.
 */
export function wordsOf(page: string): Word[] {
	const shown = page.replace(/<\/?[A-Za-z][^<>]*>/g, shownOf).replace(/\]\([^()\s]*\)/g, blanked);
	return shown.split('\n').flatMap((line, index) =>
		(line.match(WORD) ?? []).flatMap((text) => {
			const word = text.replace(/[_.,:'/-]+$/, '');
			return word === '' ? [] : [{ word, line: index + 1 }];
		}),
	);
}

/** In a tag of a component, the parts that are shown: a title, the name of a parameter, its type and whether it is required. */
const SHOWN =
	/(?<=\s(?:title|label|description|body|query|path|header|name|type|default)=(["']))(?:(?!\1)[^])*(?=\1)|(?<=\s)(?:required|deprecated)(?=[\s/>])/g;

/** A tag with blanks in place of all that it doesn't show. */
function shownOf(tag: string): string {
	let shown = blanked(tag);
	for (const { 0: text, index } of tag.matchAll(SHOWN))
		shown = shown.slice(0, index) + text + shown.slice(index + text.length);
	return shown;
}

/** Blanks in place of a text, so that lines stay where they are. */
const blanked = (text: string) => text.replace(/[^\n]/g, ' ');

/** A few characters that stand for a text: enough to see that it is another one. */
export const shortDigest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 6);

/** Words that are not as they were: `line` is the place in the page as it is now. */
export interface Changed {
	readonly line: number;
	/** How many words were there before. */
	readonly before: number;
	/** The words that are there now; none where words are gone. */
	readonly now: readonly string[];
}

/** The differences between the digests of a page's words and the page as it is now. */
export function changesIn(before: readonly string[], page: string): Changed[] {
	const words = wordsOf(page);
	const now = words.map(({ word }) => shortDigest(word));
	const [start, end] = sameEnds(before, now);
	const pairs = commonPairs(before.slice(start, before.length - end), now.slice(start, now.length - end));
	const ranges: Range[] = [];
	let [oldStart, newStart] = [start, start];
	for (const [one, other] of [...pairs, [before.length - end - start, now.length - end - start] as const]) {
		const [oldEnd, newEnd] = [one + start, other + start];
		if (oldEnd > oldStart || newEnd > newStart) joinTo(ranges, { oldStart, oldEnd, newStart, newEnd });
		[oldStart, newStart] = [oldEnd + 1, newEnd + 1];
	}
	return ranges.map((range) => ({
		line: (words[range.newStart] ?? words.at(-1))?.line ?? 1,
		before: range.oldEnd - range.oldStart,
		now: words.slice(range.newStart, range.newEnd).map(({ word }) => word),
	}));
}

/** Places of words that differ, in the page as it was and as it is. */
interface Range {
	readonly oldStart: number;
	readonly oldEnd: number;
	readonly newStart: number;
	readonly newEnd: number;
}

/** Changes with fewer words between them are told as one. */
const NEAR = 4;

function joinTo(ranges: Range[], range: Range): void {
	const last = ranges.at(-1);
	const isNear = last !== undefined && range.newStart - last.newEnd < NEAR;
	if (isNear) ranges[ranges.length - 1] = { ...range, oldStart: last.oldStart, newStart: last.newStart };
	else ranges.push(range);
}

/** How many entries two lists have in common at their beginning, and at their end behind that. */
function sameEnds(one: readonly string[], other: readonly string[]): [start: number, end: number] {
	const most = Math.min(one.length, other.length);
	let [start, end] = [0, 0];
	while (start < most && one[start] === other[start]) start++;
	while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
	return [start, end];
}

/** The places of a longest common part of two lists, entry by entry. */
function commonPairs(one: readonly string[], other: readonly string[]): Array<readonly [number, number]> {
	const width = other.length + 1;
	const lengths = new Uint32Array((one.length + 1) * width);
	const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
	for (let row = one.length - 1; row >= 0; row--)
		for (let column = other.length - 1; column >= 0; column--)
			lengths[row * width + column] =
				one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
	const pairs: Array<readonly [number, number]> = [];
	let [row, column] = [0, 0];
	while (row < one.length && column < other.length) {
		if (one[row] === other[column]) pairs.push([row++, column++]);
		else if (at(row + 1, column) >= at(row, column + 1)) row++;
		else column++;
	}
	return pairs;
}
