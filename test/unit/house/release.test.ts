import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const release = (...args: string[]) =>
	execFileSync(process.execPath, ['scripts/release/tag.mjs', ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });

describe('a release', () => {
	it('takes its notes from the changelog, and as a dry run changes nothing', () => {
		const before = ['CHANGELOG.md', 'package.json'].map((file) => readFileSync(join(root, file), 'utf8'));
		const [, unreleased = ''] = /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m.exec(before[0] ?? '') ?? [];

		const said = release('987.0.0', '--dry-run');
		expect(unreleased.trim()).not.toBe('');
		expect(said).toContain(unreleased.trim());
		expect(said).toContain('Nothing was changed');
		expect(['CHANGELOG.md', 'package.json'].map((file) => readFileSync(join(root, file), 'utf8'))).toEqual(before);
	});

	it('gives the notes of one version alone', () => {
		expect(release('--notes', 'Unreleased')).toContain('### Added');
		expect(release('--notes', '987.0.0').trim()).toBe('');
	});

	it.each([[''], ['1.0'], ['v1.0.0'], ['1.0.0-beta']])('refuses %j as a version', (version) => {
		expect(() => release(version, '--dry-run')).toThrow(/Usage/);
	});
});
