import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** A new repository with the files that the release command needs, and none of this project's commits. */
let copy: string;
const FILES = [
	'package.json',
	'package-lock.json',
	'CHANGELOG.md',
	'docs/reference/install/example.env',
	'docs/reference/install.md',
	'scripts/lib',
	'scripts/release',
];

const git = (...args: string[]): string => {
	const author = ['-c', 'user.name=Maintainer', '-c', 'user.email=maintainer@example.com'];
	return execFileSync('git', [...author, ...args], { cwd: copy, encoding: 'utf8', stdio: 'pipe' }).trim();
};
const read = (file: string): string => readFileSync(join(copy, file), 'utf8');
const write = (file: string, text: string): void => writeFileSync(join(copy, file), text);

/** Writes a change under *Unreleased*: that section is empty if this project was just released. */
function writeEntry(): void {
	const entry = '## Unreleased\n\n### Fixed\n\n- One thing.\n';
	write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', entry));
}

/** Runs the release command in the copy; returns its exit code and output. */
function release(...args: string[]): { code: number | null; said: string } {
	const env = {
		...process.env,
		...{ GIT_AUTHOR_NAME: 'Maintainer', GIT_AUTHOR_EMAIL: 'maintainer@example.com' },
		...{ GIT_COMMITTER_NAME: 'Maintainer', GIT_COMMITTER_EMAIL: 'maintainer@example.com' },
	};
	const command = [join('scripts', 'release', 'tag.mjs'), ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8', env });
	return { code: status, said: `${stdout}${stderr}` };
}

beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of FILES) cpSync(join(root, file), join(copy, file), { recursive: true });
	writeEntry();
	git('init', '--quiet', '--initial-branch=main');
	git('add', '--all');
	git('commit', '--quiet', '--message', 'Before');
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

describe('a release', () => {
	it('is committed and tagged, the first one with the version that package.json has', () => {
		const { version } = JSON.parse(read('package.json'));
		const first = release(version);
		expect(first).toEqual({ code: 0, said: expect.stringContaining('git push --atomic origin main') });
		expect(read('CHANGELOG.md')).toMatch(
			new RegExp(`^## Unreleased\n\n## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)\n`, 'm'),
		);
		expect(git('tag', '--list')).toBe(version);
		expect(git('status', '--porcelain')).toBe('');
		expect(release('--notes', version)).toEqual({ code: 0, said: expect.stringContaining('- One thing.') });

		writeEntry();
		git('commit', '--quiet', '--all', '--message', 'One thing');
		expect(release('98.7.6').code).toBe(0);
		expect(JSON.parse(read('package.json')).version).toBe('98.7.6');
		expect(JSON.parse(read('package-lock.json')).version).toBe('98.7.6');
		expect(read('docs/reference/install/example.env')).toContain('MAVAPAY_NODES_VERSION=98.7.6');
		expect(read('docs/reference/install.md')).toContain('"n8n-nodes-mavapay","version":"98.7.6"');
		expect(release('--notes', '98.7.6').said.trim()).toBe('### Fixed\n\n- One thing.');
	});

	it('takes its notes from the changelog, and as a dry run changes nothing', () => {
		const before = [read('CHANGELOG.md'), read('package.json')];
		const { code, said } = release('987.0.0', '--dry-run');
		expect([code, said]).toEqual([0, expect.stringContaining('Nothing was changed')]);
		expect(said).toContain('- One thing.');
		expect([read('CHANGELOG.md'), read('package.json')]).toEqual(before);
	});

	it.each<[string, string[], RegExp, () => void]>([
		['no version', [''], /^Usage/, () => undefined],
		['two numbers', ['1.0'], /^Usage/, () => undefined],
		['a letter', ['v1.0.0'], /^Usage/, () => undefined],
		['a version before the present one', ['0.0.5'], /^0\.0\.5 is not higher than/, () => undefined],
		['a tag of what was not merged', ['7.0.0', '--tag'], /^package\.json has version .* Merge/, () => undefined],
		['a tag that is there', ['7.0.0'], /already exists/, () => void git('tag', '7.0.0')],
		['a changed file', ['7.0.0'], /^Commit or undo/, () => write('CHANGELOG.md', `${read('CHANGELOG.md')}\nMore`)],
		['another branch', ['7.0.0'], /^Releases are made from main/, () => void git('switch', '--quiet', '-c', 'other')],
		[
			'nothing under Unreleased',
			['7.0.0'],
			/^CHANGELOG\.md has no entry under Unreleased\.\n$/,
			() => {
				write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n');
				git('commit', '--quiet', '--all', '--message', 'Nothing');
			},
		],
		['an origin that has more', ['7.0.0'], /^The main branch of the origin has commits/, () => planOrigin()],
		['notes of no entry', ['--notes', '7.0.0'], /^CHANGELOG\.md has no entry for 7\.0\.0/, () => undefined],
	])('is stopped with a sentence by %s, and nothing is changed', (_what, args, says, plant) => {
		plant();
		const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')];
		const { code, said } = release(...args);
		expect([code, said]).toEqual([1, expect.stringMatching(says)]);
		expect(said).not.toMatch(/^ +at /m);
		expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')]).toEqual(before);
	});

	it('has a number that fits its notes', () => {
		const rows = [
			['0.3.1', '0.3.0', 'Fixed', ''],
			['0.3.1', '0.3.0', 'Added', 'after 0.3.0 that is a minor version'],
			['0.4.0', '0.3.0', 'Added', ''],
			['0.3.1', '0.3.0', 'Breaking', 'after 0.3.0 that is a minor version'],
			['0.4.0', '0.3.0', 'Breaking', ''],
			['1.4.0', '1.3.0', 'Breaking', 'after 1.3.0 that is a major version'],
			['2.0.0', '1.3.0', 'Breaking', ''],
			['1.3.0', '1.3.0', 'Fixed', 'not higher than 1.3.0'],
		];
		const code = `import { numberProblem } from './scripts/release/changelog.mjs';
			process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map(([version, last, heading]) =>
				numberProblem(version, last, '### ' + heading + '\\n\\n- One thing.'))));`;
		const said: unknown = JSON.parse(
			execFileSync(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(rows)], {
				cwd: root,
				encoding: 'utf8',
			}),
		);
		expect(said).toEqual(rows.map(([, , , says]) => (says === '' ? '' : expect.stringContaining(says ?? ''))));
		git('tag', JSON.parse(read('package.json')).version);
		write('CHANGELOG.md', read('CHANGELOG.md').replace('### Fixed', '### Breaking'));
		git('commit', '--quiet', '--all', '--message', 'More');
		expect(release('0.1.1').said).toContain('Breaking: after');
	});

	it('on a branch is tagged once it is merged, and its tag is all that is pushed', () => {
		const { code, said } = release('7.0.0', '--pull-request');
		expect([code, said]).toEqual([0, expect.stringContaining('npm run release -- 7.0.0 --tag')]);
		expect([git('branch', '--show-current'), git('tag', '--list')]).toEqual(['release-7.0.0', '']);
		git('switch', '--quiet', 'main');
		git('merge', '--quiet', '--squash', 'release-7.0.0');
		git('commit', '--quiet', '--message', 'Merged');
		expect(release('7.0.0', '--tag').said).toContain('git push origin 7.0.0');
		expect(git('tag', '--points-at', 'main')).toBe('7.0.0');
	});

	it.each(['', '--pull-request'])('that fails in the middle leaves nothing changed %s', (flag) => {
		git('config', 'user.useConfigOnly', 'true');
		write('.git/hooks/pre-commit', '#!/bin/sh\necho "the hook says no" >&2\nexit 1\n');
		execFileSync('chmod', ['+x', join(copy, '.git/hooks/pre-commit')]);
		const before = git('rev-parse', 'HEAD');
		const { code, said } = release(...['7.0.0', flag].filter(Boolean));
		expect([code, said]).toEqual([1, expect.stringMatching(/Nothing was released: [^]*the hook says no/)]);
		expect([git('status', '--porcelain'), git('branch'), git('rev-parse', 'HEAD')]).toEqual(['', '* main', before]);
	});

	it('whose tag cannot be signed leaves no commit', () => {
		git('config', 'tag.gpgSign', 'true');
		git('config', 'gpg.program', '/bin/false');
		const before = git('rev-parse', 'HEAD');
		expect(release('7.0.0').said).toMatch(/^Nothing was released/m);
		expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag', '--list')]).toEqual(['', before, '']);
	});
});

/** Adds an origin whose main branch has one more commit than the copy. */
function planOrigin(): void {
	git('clone', '--quiet', '--bare', '.', '.git/theirs');
	git('remote', 'add', 'origin', join(copy, '.git/theirs'));
	const tree = git('rev-parse', 'HEAD^{tree}');
	const theirs = git('--git-dir=.git/theirs', 'commit-tree', tree, '-p', git('rev-parse', 'HEAD'), '-m', 'More');
	git('--git-dir=.git/theirs', 'update-ref', 'refs/heads/main', theirs);
}
