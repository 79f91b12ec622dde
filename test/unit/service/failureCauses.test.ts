/** The words of `details.cause` are those that docs/errors.md documents, and each can happen. */
import { FAILURE_CAUSES } from '../../../nodes/core/service/failure';
import { only, readProject } from '../../harness/sources';

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
	expect(documented(project.get('docs/errors.md') ?? '').sort()).toEqual([...FAILURE_CAUSES].sort());
});

it('are camelCase, each once', () => {
	expect(new Set(FAILURE_CAUSES).size).toBe(FAILURE_CAUSES.length);
	for (const cause of FAILURE_CAUSES) expect(cause).toMatch(/^[a-z]+([A-Z][a-z]*|8n)*$/);
});

it('are all used', () => {
	const sources = [
		...only(project, /^nodes\/(?!core\/service\/failure).*\.ts$/).values(),
		project.get('nodes/core/service/failure.ts')?.replace(/FAILURE_CAUSES = \[[^\]]*\]/, ''),
	].join('\n');
	expect(FAILURE_CAUSES.filter((cause) => !sources.includes(`'${cause}'`))).toEqual([]);
});
