/**
 * `npm run crash-test` as a user runs it: this node keeps its promises, the table and the picture show every way to pay,
 * and no process or file is left when the command ends. A nightly test: `npm run test:long -- others`.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { accidents } from '../../scripts/crash-test/accidents.mjs';
import { contestants } from '../../scripts/crash-test/contestants/index.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { startCommand } from './commandRun.mjs';

before(() => ensureHarness());

const crashTest = (/** @type {string[]} */ ...args) =>
	startCommand('npm run crash-test', ['crash-test', 'main.mjs'], args);

/** The IDs of the processes that run in a folder or below it; empty on systems without /proc. @param {string} folder */
function workingIn(folder) {
	if (!existsSync('/proc/self/cwd')) return [];
	return readdirSync('/proc').filter((id) => {
		try {
			return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
		} catch {
			// The process has just ended, or belongs to another user.
			return false;
		}
	});
}

test('pays nothing twice, keeps no payment to itself and loses none, in any accident, and shows what others do', async (t) => {
	const picture = join(temporaryFolder('mavapay-picture-'), 'crash-test.svg');
	const started = crashTest(picture);
	const { code } = await started.exited;
	const said = started.logs();
	t.diagnostic(said);
	assert.equal(code, 0);
	assert.match(said, /^This node: 0 paid twice, 0 paid and not told, 0 lost\./m);

	const lines = said.split('\n');
	const head = lines.find((line) => /^ +due {2}/.test(line)) ?? '';
	assert.deepEqual(head.trim().split(/ {2,}/), ['due', ...contestants.map(({ name }) => name)]);
	const start = head.indexOf('This node');
	for (const { name } of accidents) {
		const line = lines.find((one) => one.startsWith(`${name}  `)) ?? '';
		assert.match(line.slice(start), /^(0|[\d,]+ open) {2}/, `${name}: ${line}`);
	}
	// HTTP Request has no protection: if it paid nothing twice, the accidents did not happen.
	assert.match(lines.find((line) => line.startsWith('Retry On Fail  ')) ?? '', /[1-9][\d,]+ twice/);
	// The data table must be restored too: a newer one would still list the paid rows, and nothing would be paid twice.
	const restored = lines.find((line) => line.startsWith('The database was restored from last night  ')) ?? '';
	assert.equal(restored.split(/ {2,}/)[head.trim().split(/ {2,}/).indexOf('HTTP + data table') + 1], '6,000 twice');

	const equal = lines.find((one) => one.startsWith('Two equal bills in two days  ')) ?? '';
	assert.match(equal, / 2,000 open( +0){7}$/, 'the accident in which this node is worse');

	const alone = readFileSync(picture.replace('.svg', '-lost.svg'), 'utf8');
	assert.match(alone, /Untold: /);
	const drawn = readFileSync(picture, 'utf8');
	for (const { name } of contestants) assert.ok(drawn.includes(`${name}: `), name);
	assert.deepEqual(readdirSync(started.folder), []);
	assert.deepEqual(workingIn(started.folder), []);
});

test('Ctrl-C leaves nothing running and no file', async () => {
	const started = crashTest(join(temporaryFolder('mavapay-picture-'), 'crash-test.svg'));
	await waitFor('the first accident', async () => started.logs().includes(`${accidents[0]?.name} ...`), {
		orElse: started.logs,
	});
	if (existsSync('/proc/self/cwd')) assert.notDeepEqual(workingIn(started.folder), []);
	process.kill(started.pid, 'SIGINT');
	assert.equal((await started.exited).code, 130, started.logs());
	assert.deepEqual(workingIn(started.folder), []);
	assert.deepEqual(readdirSync(started.folder), []);
});

test('an unknown option is refused with code 1', async () => {
	const started = crashTest('--fast');
	assert.equal((await started.exited).code, 1);
	assert.match(started.logs(), /--fast/);
});
