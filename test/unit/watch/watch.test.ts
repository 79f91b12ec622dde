/** The command that watches the service's documentation, on a made-up repository: it reports every change. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../harness/sources';

const PAGE = `# Withdraw naira

Your wallet needs **enough funds** for the payout and its fees.

\`\`\`json
{
  "event": "payout",
  "data": { "amount": 100, "isTest": true, "memo": null }
}
\`\`\`

    if ( !isTest ) pay()
`;
let docs = '';
let kept = '';

const git = (...args: string[]): string =>
	execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...args], {
		cwd: docs,
		encoding: 'utf8',
		stdio: 'pipe',
	}).trim();
function commit(file: string, text: string): void {
	writeFileSync(join(docs, file), text);
	git('add', '.');
	git('commit', '--quiet', '--message', file);
}
/** The command's exit code and output. */
function watch(...more: string[]): [code: number | null, said: string] {
	const args = [join(projectFolder, 'scripts', 'watch', 'main.mjs'), '--from', docs, '--file', kept, ...more];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
	return [status, `${stdout}${stderr}`];
}

beforeEach(() => {
	docs = mkdtempSync(join(tmpdir(), 'watch-'));
	kept = join(docs, '.git', 'kept.txt');
	git('init', '--quiet', '--initial-branch', 'main');
	commit('ngn.mdx', PAGE);
	expect(watch('--keep')[0]).toBe(0);
});
afterEach(() => rmSync(docs, { recursive: true, force: true }));

it.each([
	['a word', 'enough funds', 'no funds', /\[-\*\*enough-\]\{\+\*\*no\+\} funds\*\*/],
	['a number that becomes a text', '100', '"100"', /\[-100,-\]\{\+"100",\+\}/],
	['a truth that becomes a text', 'true', '"true"', /\[-true,-\]\{\+"true",\+\}/],
	['null that becomes a text', 'null', '"null"', /\[-null-\]\{\+"null"\+\}/],
	['a minus', '100', '-100', /\[-100,-\]\{\+-100,\+\}/],
	['a sign in sample code', '!isTest', 'isTest', /\[-!isTest-\]\{\+isTest\+\}/],
	['an object that becomes a list', '"data": {', '"data": [{', /\[-\{-\]\{\+\[\{\+\}/],
])('a change is said by its words: %s', (_what, from, to, says) => {
	commit('ngn.mdx', PAGE.replace(from, to));
	const [code, said] = watch();
	expect([code, said]).toEqual([1, expect.stringMatching(says)]);
	expect(said.split('\n')[0]).toBe(`Mavapay's documentation has changed: ${git('rev-parse', 'HEAD').slice(0, 12)}`);
});

it('a new page is said, and one that is gone, until the newest commit is kept', () => {
	git('mv', 'ngn.mdx', 'old.mdx');
	commit('new.mdx', 'Something else');
	expect(watch()).toEqual([1, expect.stringMatching(/new\.mdx[^]*rename from ngn\.mdx\nrename to old\.mdx/)]);
	expect(watch('--keep')[0]).toBe(0);
	expect(watch()).toEqual([0, expect.stringMatching(/^Nothing has changed since [0-9a-f]{40}\n$/)]);
});

it('white space alone is no change', () => {
	commit('ngn.mdx', PAGE.replace('  "event": ', '\t"event":   ').replace('fees.\n', 'fees.\n\n'));
	expect(watch()[0]).toBe(0);
});

it('documentation that could not be read is no change of it', () => {
	writeFileSync(kept, `${'a'.repeat(40)}\n`);
	expect(watch()).toEqual([2, expect.stringMatching(/^Not read: /)]);
	expect(watch('--from', join(docs, 'nowhere'))).toEqual([2, expect.stringMatching(/^Not read: .*nowhere/s)]);
});

it('a commit of the documentation is kept', () => {
	expect(readFileSync(join(projectFolder, 'scripts', 'watch', 'kept.txt'), 'utf8')).toMatch(/^[0-9a-f]{40}\n$/);
});
