/** The values of `details.cause` are documented in docs/reference/errors.md, and each can occur. */
import { CAUSES, isFailureCause } from '../../../nodes/core/service/causes';
import { only, readProject } from '../../harness/sources';

const FAILURE_CAUSES = Object.keys(CAUSES).filter(isFailureCause);

const project = readProject();

function documented(page: string): string[] {
	const [, table = ''] = /## Causes\n[^]*?\n(\|[^]*?)\n\n/.exec(page) ?? [];
	return table.split('\n').flatMap((row) => {
		const [, words = ''] = /^\| (`[^|]+`) \|/.exec(row) ?? [];
		return [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
	});
}

it('reads the words of a table', () => {
	expect(
		documented('## Causes\n\nText.\n\n| Cause | What |\n|---|---|\n| `a`, `b` | `c` |\n| `d` | e |\n\n| `f` | g |\n'),
	).toEqual(['a', 'b', 'd']);
});

it('are documented, each once, and no other is', () => {
	expect(documented(project.get('docs/reference/errors.md') ?? '').sort()).toEqual([...FAILURE_CAUSES].sort());
});

it('are camelCase', () => {
	expect(FAILURE_CAUSES.length).toBeGreaterThan(30);
	for (const cause of FAILURE_CAUSES) expect(cause).toMatch(/^[a-z]+([A-Z][a-z]*|8n)*$/);
});

it('are all used', () => {
	const sources = [...only(project, /^nodes\/(?!core\/service\/causes).*\.ts$/).values()].join('\n');
	expect(FAILURE_CAUSES.filter((cause) => !sources.includes(`'${cause}'`))).toEqual([]);
});
