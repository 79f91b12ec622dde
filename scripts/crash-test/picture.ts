import type { Cell, Sums } from './judge.ts';
import { inDollars, linesOf, sumsAt, type About } from './report.ts';

const LEFT = 200;
const COLUMN = 112;
const ROW = 50;
const TOP = 96;
const BELOW = 46;
const LINE = 15;
const COLOURS = {
	text: '#1f2328',
	quiet: '#59636e',
	line: '#d1d9e0',
	twice: '#ffd7d5',
	hidden: '#ffe2bd',
	open: '#ddf4ff',
	none: '#dafbe1',
};

/** The picture in the README: an accident a row, a way to pay a column, the worst that happened as the colour. */
export function pictureOf(cells: readonly Cell[], { n8n, accidents, contestants }: About): string {
	const width = LEFT + contestants.length * COLUMN + 12;
	const height = TOP + accidents.length * ROW + BELOW;
	const caption = `What ${accidents.length} accidents did to payments on n8n ${n8n}, in US dollars; in the last one, Mavapay pays naira`;
	const label = `${caption}. ${contestants.map(({ name }, index) => `${name}: ${linesOf(sumsAt(cells, index)).join(', ')}`).join('. ')}.`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}" font-family="system-ui, sans-serif" font-size="12">`,
		`<rect width="${width}" height="${height}" fill="#ffffff"/>`,
		text(12, 24, caption, `fill="${COLOURS.text}" font-size="15" font-weight="600"`),
		key(),
		...contestants.flatMap(({ name }, index) => heading(name, index)),
		...accidents.flatMap(({ name }, row) => [
			...rowLabel(name, inDollars(sumsAt(cells, 0, row).due), row),
			...contestants.map((_, column) => cellAt(sumsAt(cells, column, row), column, row)),
		]),
		text(12, height - 22, note(cells), `fill="${COLOURS.quiet}"`),
		'</svg>',
		'',
	].join('\n');
}

/** Says aloud where the first column is not zero. */
function note(cells: readonly Cell[]): string {
	const { open } = sumsAt(cells, 0);
	return `This node left ${inDollars(open)} to a person: it says what may have been paid, and sends nothing again. Run it yourself: npm run crash-test`;
}

function key(): string {
	const entries = [
		[COLOURS.twice, 'twice: paid more than once'],
		[COLOURS.hidden, 'untold, lost: paid or not, and n8n does not say so'],
		[COLOURS.open, 'open: n8n says that a person must look'],
		[COLOURS.none, '0: nothing of these'],
	] as const;
	let x = 12;
	return entries
		.map(([colour, words]) => {
			const square = `<rect x="${x}" y="36" width="11" height="11" fill="${colour}" stroke="${COLOURS.line}"/>`;
			const entry = [square, text(x + 16, 46, words, `fill="${COLOURS.quiet}"`)].join('\n');
			x += 34 + words.length * 6;
			return entry;
		})
		.join('\n');
}

/** A column's name, in up to two lines. */
function heading(name: string, column: number): string[] {
	const x = LEFT + column * COLUMN + COLUMN / 2;
	const weight = column === 0 ? ' font-weight="700"' : '';
	const lines = wrapped(name, 14);
	return lines.map((line, index) =>
		text(x, TOP - 10 - (lines.length - 1 - index) * LINE, line, `fill="${COLOURS.text}" text-anchor="middle"${weight}`),
	);
}

/** An accident's name, in up to two lines, and below it the money that was due. */
function rowLabel(name: string, due: string, row: number): string[] {
	const lines = wrapped(name, 28);
	const top = TOP + row * ROW + (lines.length > 1 ? 15 : 22);
	return [
		...lines.map((line, index) => text(12, top + index * LINE, line, `fill="${COLOURS.text}"`)),
		text(12, top + lines.length * LINE, `${due} due`, `fill="${COLOURS.quiet}" font-size="11"`),
	];
}

function cellAt(sums: Sums, column: number, row: number): string {
	const x = LEFT + column * COLUMN;
	const y = TOP + row * ROW;
	const lines = linesOf(sums);
	const first = y + ROW / 2 + 4 - ((lines.length - 1) * LINE) / 2;
	return [
		`<rect x="${x + 2}" y="${y + 2}" width="${COLUMN - 4}" height="${ROW - 4}" rx="4" fill="${colourOf(sums)}"/>`,
		...lines.map((line, index) =>
			text(x + COLUMN / 2, first + index * LINE, line, `fill="${COLOURS.text}" text-anchor="middle"`),
		),
	].join('\n');
}

/** The colour of the worst. */
function colourOf({ twice, untold, lost, open }: Sums): string {
	if (twice > 0n) return COLOURS.twice;
	if (untold > 0n || lost > 0n) return COLOURS.hidden;
	return open > 0n ? COLOURS.open : COLOURS.none;
}

/** Lines of at most so many letters, where words allow it. */
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
