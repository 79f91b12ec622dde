/**
 * The oldest n8n that the package supports, with the oldest Node: the versions are the right ones, events arrive, and of
 * many executions with one reference, its SQLite lets one pay. `npm run test:long -- others` runs more suites on it.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { judgeEvents, listenForEvents, receivedEvents } from '../../scripts/demo/events.mjs';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { runPayouts } from '../../scripts/demo/payouts.mjs';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { startGate } from './gate.mjs';
import { offerPayment } from './mcpTool.mjs';
import { importDesk, resultsOf } from './payoutDesk.mjs';

const line = 'oldest';

/** @type {import('../../scripts/n8n/install.mjs').Harness} */
let harness;
/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;
/** @type {Awaited<ReturnType<typeof startGate>>} */
let gate;
/** @type {import('./payoutDesk.mjs').Desk} */
let desk;

before(async () => {
	harness = await ensureHarness(console.log, line);
	const { file } = await buildAndPack(temporaryFolder('mavapay-lines-'));
	instance = await startInstance({ tarball: file }, { line, env: withoutEditor });
	gate = await startGate();
	const { client, credential, n8n } = instance;
	desk = await importDesk(
		{ client, credential, url: n8n.url },
		{ Pay: { settings: { onError: 'continueRegularOutput' }, gate: true } },
	);
});
after(async () => {
	await instance?.dispose();
	await gate?.stop();
});

test('the n8n that runs is the oldest that the README names, on the oldest Node', async () => {
	const readme = await readFile(join(checkout, 'README.md'), 'utf8');
	const [, named] = /n8n (\d+\.\d+) or newer/.exec(readme) ?? [];
	assert.equal(instance.n8n.version.split('.').slice(0, 2).join('.'), named);
	const { engines } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
	const [, oldestNode] = /\^(\d+)\./.exec(engines.node) ?? [];
	assert.match(execFileSync(harness.node, ['--version'], { encoding: 'utf8' }), new RegExp(`^v${oldestNode}\\.`));
});

test('each event of a payout starts its workflow once', async () => {
	await listenForEvents(instance);
	const { ledger } = await runPayouts(instance);
	assert.deepEqual(judgeEvents(await receivedEvents(instance), ledger), []);
});

test('of ten simultaneous executions with one reference exactly one pays, in each of ten rounds', async () => {
	for (let round = 1; round <= 10; round += 1) {
		const reference = `ROUND-${round}`;
		const group = gate.open(10);
		await Promise.all(Array.from({ length: 10 }, () => desk.start('Pay', [{ reference }], group.url)));
		const ids = await group.passed(10);
		const executions = await Promise.all(ids.map((id) => instance.client.waitForExecution(id)));
		const outcomes = executions.flatMap((one) => resultsOf(one, 'Pay').map(({ outcome }) => outcome));
		assert.deepEqual([outcomes.length, outcomes.filter((one) => one === 'accepted').length], [10, 1]);
		const { entries } = await instance.sandbox.control('GET', '/ledger?kind=payout');
		const paid = entries.filter((/** @type {any} */ { customerReference }) => customerReference === reference);
		assert.equal(paid.length, 1);
	}
});

test('a tool of the MCP Server Trigger pays nothing, because its calls are no executions here, and says so', async () => {
	const { client, credential, n8n, sandbox } = instance;
	const mcp = await offerPayment({ client, credential, url: n8n.url });
	const before = await sandbox.ledger();
	assert.match(
		await mcp.call('Pay', { amount: '123', reference: 'MCP-1' }),
		/Nothing was paid.*no execution ID.*outcome: rejected/,
	);
	assert.deepEqual(await sandbox.ledger(), before);
});
