/** scripts/changed.mjs, by which `.ci/run` skips checks of files that haven't changed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../harness/sources';

const AUTHOR = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false'];
let folder = '';

const git = (...args: string[]): string =>
	execFileSync('git', [...AUTHOR, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

function commit(file: string, within = ''): string {
	mkdirSync(join(folder, within, file, '..'), { recursive: true });
	writeFileSync(join(folder, within, file), String(Math.random()));
	git('-C', join(folder, within), 'add', '.');
	git('-C', join(folder, within), 'commit', '--message', file);
	return git('-C', join(folder, within), 'rev-parse', 'HEAD');
}

/** Whether the script reports a change in `nodes`, and in `docs`. */
const changed = (within = '', since?: string) =>
	['nodes', 'docs'].map((path) => {
		const script = join(projectFolder, 'scripts', 'changed.mjs');
		const env = { ...process.env, CHANGED_SINCE: since };
		return spawnSync(process.execPath, [script, path], { cwd: join(folder, within), env }).status === 0;
	});

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'changed-'));
	git('init', '--quiet', '--initial-branch', 'main');
	commit('nodes/a.ts');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('compares a clean clone with the commit before, and what is not committed with that', () => {
	commit('docs/a.txt');
	expect(changed()).toEqual([false, true]);
	commit('nodes/a.ts');
	expect(changed()).toEqual([true, false]);
	writeFileSync(join(folder, 'docs', 'new.txt'), '');
	writeFileSync(join(folder, 'nodes', 'a.ts'), '');
	expect(changed()).toEqual([true, true]);
});

it('compares a branch with where it left that of the remote, and whatever is named with that', () => {
	const first = git('rev-parse', 'HEAD');
	git('clone', '--quiet', '.', 'clone');
	commit('docs/a.txt', 'clone');
	commit('docs/b.txt', 'clone');
	expect(changed('clone')).toEqual([false, true]);
	const second = commit('nodes/b.ts', 'clone');
	commit('docs/c.txt', 'clone');
	expect([changed('clone'), changed('clone', second), changed('clone', first)]).toEqual([
		[true, true],
		[false, true],
		[true, true],
	]);
});

it('takes all for changed where it has nothing to compare with', () => {
	expect(changed()).toEqual([true, true]);
	commit('docs/a.txt');
	expect(changed('', '0'.repeat(40))).toEqual([true, true]);
	rmSync(join(folder, '.git'), { recursive: true });
	expect(changed()).toEqual([true, true]);
});
