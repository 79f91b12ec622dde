/** The scores in docs/why/mutation.md are those that Stryker's runs wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withScores } from '../../../scripts/mutation/scores';
import { projectFolder } from '../../harness/sources';

const statuses = (...all: string[]) => ({ mutants: all.map((status) => ({ status })) });
const EMPTY = 'Before.\n<!-- from Stryker -->\n<!-- to here -->\nAfter.\n';
const everything = () => true;

const first = withScores(
	EMPTY,
	{
		'nodes/core/b.ts': statuses('Killed', 'Timeout', 'Survived', 'Ignored', 'CompileError'),
		'nodes/core/a/a.ts': statuses(...Array.from({ length: 1_000 }, () => 'Killed'), 'NoCoverage'),
		'nodes/core/types.ts': statuses('Ignored'),
	},
	'2026-11-24',
	everything,
);

it('have a row for each file that was mutated, and their sum; a score is never rounded up', () => {
	expect(first).toBe(
		[
			'Before.',
			'<!-- from Stryker -->',
			'',
			'| File | Noticed | % | Measured |',
			'|---|---|---|---|',
			'| `core/a/a.ts` | 1,000 of 1,001 | 99.9 | 2026-11-24 |',
			'| `core/b.ts` | 2 of 3 | 66.6 | 2026-11-24 |',
			'| All | 1,002 of 1,004 | 99.8 |  |',
			'',
			'<!-- to here -->\nAfter.\n',
		].join('\n'),
	);
});

it('stay where a run has mutated other files, and go with their file', () => {
	const again = withScores(first, { 'nodes/core/b.ts': statuses('Killed') }, '2026-11-25', everything);
	expect(again).toContain('| `core/a/a.ts` | 1,000 of 1,001 | 99.9 | 2026-11-24 |');
	expect(again).toContain('| `core/b.ts` | 1 of 1 | 100.0 | 2026-11-25 |');
	expect(withScores(again, {}, '2026-11-26', (path) => path === 'nodes/core/b.ts')).not.toContain('core/a/a.ts');
});

it('in the document are in the form in which they are written', () => {
	const page = readFileSync(join(projectFolder, 'docs', 'why', 'mutation.md'), 'utf8');
	expect(page).toMatch(/^\| `core\/payout\/payOne\.ts` \| /m);
	expect(withScores(page, {}, '2026-11-26', everything)).toBe(page);
});
