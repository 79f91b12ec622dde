/** docs/why/questions.md asks everything that docs/reference/interface.md calls unknown, with its source and what is assumed. */
import { openQuestions } from '../../../scripts/generate/openQuestions';
import { readProject } from '../../harness/sources';

const project = readProject();
const page = project.get('docs/reference/interface.md') ?? '';
const unknown = page.slice(page.indexOf('## What is unknown'));
const rows = unknown.split('\n').filter((line) => /^\| (?!What |-)/.test(line));

it('has every row, each with its source, what is assumed, and what would settle it', () => {
	expect(rows.length).toBeGreaterThan(35);
	const text = openQuestions(page);
	expect(text.match(/^\d+\. /gm)).toHaveLength(rows.length);
	for (const row of rows) {
		const cells = row.slice(2, -2).split(' | ');
		expect(cells).toHaveLength(4);
		for (const cell of cells) {
			expect(cell.trim()).not.toBe('');
			expect(text).toContain(
				cell.trim().replace(/\]\(([\w/-]+\.md)?#/g, (_, file = 'interface.md') => `](../reference/${file}#`),
			);
		}
	}
});

it('asks nothing else', () => {
	const text = openQuestions(page.replace(/^\| (?!What |-).*\n/gm, ''));
	expect(text).not.toMatch(/^\d+\. /m);
});
