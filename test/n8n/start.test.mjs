/** `npm start` as a user has it: two at once, the exit code, and nothing left behind however it ends. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { startCommand } from './commandRun.mjs';

const timeoutMs = 600_000;

before(() => ensureHarness());

const npmStart = (/** @type {string[]} */ ...args) => startCommand('npm start', ['start.mjs'], args);

/** @param {ReturnType<typeof npmStart>} started @returns {Promise<string[]>} the addresses it prints: editor, sandbox */
const addresses = (started) =>
	waitFor(
		'npm start to be up',
		async () => {
			assert.ok(started.isRunning(), started.logs());
			const match = /sign in at (\S+) as [^]*curl -X POST (\S+)\/faults [^]*Other examples/.exec(started.logs());
			return match ? [match[1] ?? '', match[2] ?? ''] : undefined;
		},
		{ timeoutMs, orElse: started.logs },
	);

/** @param {string} url */
const answers = (url) =>
	fetch(url).then(
		() => true,
		() => false,
	);

test('--once pays, prints a table and ends with code 0, leaving nothing behind', async () => {
	const started = npmStart('--once');
	const { code } = await started.exited;
	assert.equal(code, 0, started.logs());
	assert.match(started.logs(), /INV-2026-0412 .* paid/);
	assert.match(started.logs(), /ledger agrees with every row, to the kobo/);
	assert.deepEqual(readdirSync(started.folder), []);
});

test('an unknown option is refused with code 1', async () => {
	const started = npmStart('--twice');
	assert.equal((await started.exited).code, 1);
	assert.match(started.logs(), /--twice/);
});

test('two at once take different ports; Ctrl-C and a kill leave nothing running', async () => {
	const first = npmStart();
	const second = npmStart();
	const [ofFirst, ofSecond] = await Promise.all([addresses(first), addresses(second)]);
	assert.equal(new Set([...ofFirst, ...ofSecond]).size, 4);
	for (const url of [...ofFirst, ...ofSecond]) assert.ok(await answers(url), url);
	const [, faults = '', body] = /curl -X POST (\S+) -d '(.*)'/.exec(first.logs()) ?? [];
	const lost = await fetch(faults, { method: 'POST', body });
	assert.equal(lost.status, 200, first.logs());

	process.kill(first.pid, 'SIGINT');
	assert.equal((await first.exited).code, 130);
	for (const url of ofFirst) assert.equal(await answers(url), false, url);
	assert.deepEqual(readdirSync(first.folder), []);
	for (const url of ofSecond) assert.ok(await answers(url), url);

	process.kill(second.pid, 'SIGKILL');
	await second.exited;
	await waitFor('n8n and the sandbox to follow their parent', async () => {
		const still = await Promise.all(ofSecond.map(answers));
		return !still.includes(true);
	});
});
