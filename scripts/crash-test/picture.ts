import type { Cell, Sums } from './judge.ts';
import { inDollars, linesOf, sumsAt, type About } from './report.ts';

const COLUMN = 112;
const ROW = 50;
const LINE = 15;
const MARGIN = 12;
/** The width that a letter may take, in pixels; real letters are narrower. */
const LETTER = 6.6;
const COLOURS = {
	text: '#1f2328',
	quiet: '#59636e',
	line: '#d1d9e0',
	twice: '#ffd7d5',
	hidden: '#ffe2bd',
	open: '#ddf4ff',
	none: '#dafbe1',
};

/** A picture's content: cells below column names, next to row names. `left` is the width kept for row names. */
interface Grid {
	readonly left: number;
	readonly caption: string;
	readonly columns: readonly string[];
	readonly rows: ReadonlyArray<{ readonly name: string; readonly under: string; readonly sums: readonly Sums[] }>;
	readonly notes: readonly string[];
}

const KEY = [
	[COLOURS.twice, 'twice: paid more than once'],
	[COLOURS.hidden, 'untold: paid, lost: not paid, and n8n does not say so'],
	[COLOURS.open, 'open: n8n says that a person must look'],
	[COLOURS.none, '0: nothing of these'],
] as const;

const UNTOLD =
	'Untold: the run may have failed, but its error says that the connection was closed, not that money may have moved.';

/** A picture with a row for each accident and a column for each way to pay; the colour is the worst that happened. */
export function pictureOf(cells: readonly Cell[], { n8n, accidents, contestants }: About): string {
	const { open } = sumsAt(cells, 0);
	const caption = `What ${accidents.length} accidents did to payments on n8n ${n8n}, in US dollars; in the last one, Mavapay pays naira`;
	const totals = contestants.map(({ name }, index) => `${name}: ${linesOf(sumsAt(cells, index)).join(', ')}`);
	const grid = {
		left: 200,
		caption,
		columns: contestants.map(({ name }) => name),
		rows: accidents.map(({ name }, row) => ({
			name,
			under: `${inDollars(sumsAt(cells, 0, row).due)} due`,
			sums: contestants.map((_, column) => sumsAt(cells, column, row)),
		})),
		notes: [
			UNTOLD,
			`This node left ${inDollars(open)} to a person: it says what may have been paid, and sends nothing again. Two equal bills in two days are the accident in which it is worse: it holds the second one back.`,
			'Run it yourself: npm run crash-test',
		],
	};
	return drawn(grid, `${caption}. ${totals.join('. ')}.`);
}

/** A picture for telephones of two accidents: a lost answer, and a retry after it. It has a row for each way to pay. */
export function pictureOfLostAnswer(cells: readonly Cell[], { n8n, accidents, contestants }: About): string {
	const columns = ['The answer lost', 'Then retried by hand'];
	const played = ['The answer lost', 'The failed execution retried by hand'];
	const places = played.map((accident) => accidents.findIndex(({ name }) => name === accident));
	const caption = `A lost answer on n8n ${n8n}, with ${inDollars(sumsAt(cells, 0, places[0]).due)} dollars due`;
	const rows = contestants.map(({ name }, index) => ({
		name,
		under: '',
		sums: places.map((place) => sumsAt(cells, index, place)),
	}));
	return drawn({ left: 150, caption, columns, rows, notes: [UNTOLD] }, caption);
}

function drawn({ left, caption, columns, rows, notes }: Grid, label: string): string {
	const width = left + columns.length * COLUMN + MARGIN;
	const lines = (words: string, letter: number) => wrapped(words, Math.floor((width - 2 * MARGIN) / letter));
	const title = lines(caption, 8.4);
	const key = keyOf(width, 16 + title.length * 20);
	const top = key.bottom + 3 * LINE + 8;
	const below = top + rows.length * ROW + 20;
	const under = notes.flatMap((note) => lines(note, LETTER));
	const height = below + under.length * LINE;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}" font-family="system-ui, sans-serif" font-size="12">`,
		`<rect width="${width}" height="${height}" fill="#ffffff"/>`,
		...title.map((line, at) =>
			text(MARGIN, 24 + at * 20, line, `fill="${COLOURS.text}" font-size="15" font-weight="600"`),
		),
		...key.parts,
		...columns.flatMap((name, at) => heading(name, left + at * COLUMN, top)),
		...rows.flatMap(({ name, under: second, sums }, at) => [
			...rowLabel(name, second, { top: top + at * ROW, left }),
			...sums.map((one, column) => cellAt(one, left + column * COLUMN, top + at * ROW)),
		]),
		...under.map((line, at) => text(MARGIN, below + at * LINE, line, `fill="${COLOURS.quiet}"`)),
		'</svg>',
		'',
	].join('\n');
}

/** The key to the colours, from `y` down, in as many lines as the width needs. */
function keyOf(width: number, y: number) {
	let [x, bottom] = [MARGIN, y];
	const parts = KEY.map(([colour, words]) => {
		const length = 34 + words.length * 6;
		if (x + length > width && x > MARGIN) [x, bottom] = [MARGIN, bottom + 18];
		const square = `<rect x="${x}" y="${bottom}" width="11" height="11" fill="${colour}" stroke="${COLOURS.line}"/>`;
		const entry = [square, text(x + 16, bottom + 10, words, `fill="${COLOURS.quiet}"`)].join('\n');
		x += length;
		return entry;
	});
	return { parts, bottom: bottom + 18 };
}

const CENTRED = `fill="${COLOURS.text}" text-anchor="middle"`;

/** A column's name, in up to three lines. */
function heading(name: string, left: number, top: number): string[] {
	const weight = name === 'This node' ? ' font-weight="700"' : '';
	const lines = wrapped(name, 14);
	const first = top - 10 - (lines.length - 1) * LINE;
	return lines.map((line, at) => text(left + COLUMN / 2, first + at * LINE, line, CENTRED + weight));
}

/** A row's name, in up to two lines, with the text `under` below it. */
function rowLabel(
	name: string,
	under: string,
	{ top, left }: { readonly top: number; readonly left: number },
): string[] {
	const lines = wrapped(name, Math.floor((left - MARGIN) / 7));
	const first = top + (lines.length > 1 && under !== '' ? 15 : 22);
	return [
		...lines.map((line, index) => text(MARGIN, first + index * LINE, line, `fill="${COLOURS.text}"`)),
		text(MARGIN, first + lines.length * LINE, under, `fill="${COLOURS.quiet}" font-size="11"`),
	];
}

function cellAt(sums: Sums, x: number, y: number): string {
	const lines = linesOf(sums);
	const first = y + ROW / 2 + 4 - ((lines.length - 1) * LINE) / 2;
	return [
		`<rect x="${x + 2}" y="${y + 2}" width="${COLUMN - 4}" height="${ROW - 4}" rx="4" fill="${colourOf(sums)}"/>`,
		...lines.map((line, at) => text(x + COLUMN / 2, first + at * LINE, line, CENTRED)),
	].join('\n');
}

/** The colour of the worst kind of damage. */
function colourOf({ twice, untold, lost, open }: Sums): string {
	if (twice > 0n) return COLOURS.twice;
	if (untold > 0n || lost > 0n) return COLOURS.hidden;
	return open > 0n ? COLOURS.open : COLOURS.none;
}

/** Lines of at most `most` letters, if the words allow it. */
function wrapped(words: string, most: number): string[] {
	const lines = [''];
	for (const word of words.split(' ')) {
		const line = lines[lines.length - 1] ?? '';
		if (line === '') lines[lines.length - 1] = word;
		else if (line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`;
		else lines.push(word);
	}
	return lines;
}

const text = (x: number, y: number, content: string, more: string) =>
	`<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`;

const escaped = (content: string) => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
