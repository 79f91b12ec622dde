/** A decimal number as people write it: `1,068,001.25`. @param {unknown} decimal */
export const grouped = (decimal) => String(decimal).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');

/** @param {string} text @param {number} width @returns {string[]} lines no wider than `width`, where words allow it */
function wrap(text, width) {
	const lines = [''];
	for (const word of text.split(/\s+/)) {
		const line = lines.at(-1) ?? '';
		if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
		else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
	}
	return lines;
}

/**
 * A table as text. The last column is wrapped to the remaining width.
 *
 * @param {string[]} head @param {string[][]} rows
 * @param {{width?: number, right?: number[]}} [options] `right`: the indexes of right-aligned columns
 */
export function table(head, rows, { width = 120, right = [] } = {}) {
	const last = head.length - 1;
	const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)));
	const before = widths.slice(0, last).reduce((sum, one) => sum + one + 2, 0);
	const room = Math.max(30, width - before);
	const pad = (/** @type {string} */ text, /** @type {number} */ at) =>
		right.includes(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
	const lineOf = (/** @type {string[]} */ cells) =>
		cells
			.map((cell, at) => (at === last ? cell : pad(cell, at)))
			.join('  ')
			.trimEnd();
	const lines = rows.flatMap((row) =>
		wrap(row[last] ?? '', room).map((part, index) =>
			lineOf(index === 0 ? [...row.slice(0, last), part] : [...row.slice(0, last).map(() => ''), part]),
		),
	);
	return [lineOf(head), '-'.repeat(Math.min(width, before + Math.min(room, widths[last] ?? 0))), ...lines].join('\n');
}
