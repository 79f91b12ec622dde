/**
 * The package on the oldest n8n that it is meant for, with the oldest Node: what a payout rests on is there and behaves
 * as on the newest, which the other suites use. The sandbox's ledger is the judge.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { judgeEvents, listenForEvents, receivedEvents } from '../../scripts/demo/events.mjs';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { judgeLedger, judgeOutcomes } from '../../scripts/demo/judge.mjs';
import { runPayouts } from '../../scripts/demo/payouts.mjs';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { loadedNodeTypes } from '../../scripts/n8n/package.mjs';
import { startGate } from './gate.mjs';
import { offerPayment } from './mcpTool.mjs';
import { importDesk, resultsOf } from './payoutDesk.mjs';
import { ownersOf } from './payRun.mjs';
import { assertKeyStaysHome } from './strangers.mjs';
import { databaseOf } from './triggerEvents.mjs';

const line = 'oldest';
const request = { method: 'POST', path: '/withdraw/stablecoin' };

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
		{
			Pay: { settings: { onError: 'continueRegularOutput' }, gate: true },
			Retry: { settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 } },
			Branch: { settings: { onError: 'continueErrorOutput' }, parameters: { options: { onUnknown: 'continue' } } },
			Rows: { settings: { onError: 'continueErrorOutput' }, parameters: { options: { includeInputFields: true } } },
		},
	);
});
after(async () => {
	await instance?.dispose();
	await gate?.stop();
});

/** Executions that pay the same at the same moment. @param {string[]} references one execution each */
async function payTogether(references) {
	const group = gate.open(references.length);
	await Promise.all(references.map((reference) => desk.start('Pay', [{ reference }], group.url)));
	const ids = await group.passed(references.length);
	const executions = await Promise.all(ids.map((id) => instance.client.waitForExecution(id)));
	return executions.flatMap((execution) => resultsOf(execution, 'Pay'));
}

/** How often a reference was paid. @param {string} reference */
async function timesPaid(reference) {
	const { entries } = await instance.sandbox.control('GET', '/ledger?kind=payout');
	return entries.filter((/** @type {{customerReference: string}} */ entry) => entry.customerReference === reference)
		.length;
}

const outcomes = (/** @type {import('./payoutDesk.mjs').Result[]} */ results) => results.map(({ outcome }) => outcome);
const fault = (/** @type {object} */ kind) =>
	instance.sandbox.control('POST', '/faults', { match: request, fault: kind });
const noFaults = () => instance.sandbox.control('DELETE', '/faults');
const sent = async () =>
	(await instance.sandbox.control('GET', `/requests?method=${request.method}&path=${request.path}`)).count;

test('the n8n that runs is the oldest that the README names, on the oldest Node', async () => {
	const readme = await readFile(join(checkout, 'README.md'), 'utf8');
	const [, named] = /n8n (\d+\.\d+) or newer/.exec(readme) ?? [];
	assert.equal(instance.n8n.version.split('.').slice(0, 2).join('.'), named);
	const { engines } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
	const [, oldestNode] = /\^(\d+)\./.exec(engines.node) ?? [];
	assert.match(execFileSync(harness.node, ['--version'], { encoding: 'utf8' }), new RegExp(`^v${oldestNode}\\.`));
});

test('it loads the action node, its tool and the trigger', async () => {
	const types = await loadedNodeTypes(instance.n8n, 'n8n-nodes-mavapay');
	assert.deepEqual(types.map(({ name }) => name.split('.')[1]).sort(), ['mavapay', 'mavapayTool', 'mavapayTrigger']);
});

test('it tests the credential, and says no to a wrong key and to an answer that is none', async () => {
	const { client, sandbox, credential } = instance;
	const status = async () => (await client.testCredential(credential.id)).status;
	assert.equal(await status(), 'OK');
	for (const kind of [{ kind: 'okStatusError' }, { kind: 'html' }, { kind: 'status', status: 403 }]) {
		await sandbox.control('POST', '/faults', { match: { method: 'GET' }, fault: kind });
		assert.equal(await status(), 'Error', kind.kind);
		await noFaults();
	}
	const apiKey = `wrong-${'k'.repeat(30)}`;
	const data = { deployment: 'custom', baseUrl: sandbox.baseUrl, authentication: 'apiKey', apiKey };
	const wrong = await client.testCredential(
		(await client.createCredential({ name: 'Wrong key', type: 'mavapayApi', data })).id,
	);
	assert.equal(wrong.status, 'Error');
	assert.ok(!wrong.message.includes(apiKey));
});

test('the key signs nothing but what the nodes of this package send', () => assertKeyStaysHome(instance));

test('the example pays its suppliers, each event of a payout starts its workflow once, and a second run pays nobody', async () => {
	await listenForEvents(instance);
	const run = await runPayouts(instance);
	assert.deepEqual([...judgeOutcomes(run), ...judgeLedger(run)], []);
	assert.deepEqual(judgeEvents(await receivedEvents(instance), run.ledger), []);
	const again = await runPayouts(instance);
	assert.deepEqual(
		again.ledger.filter(({ kind }) => kind === 'payout').length,
		run.ledger.filter(({ kind }) => kind === 'payout').length,
	);
	assert.deepEqual(
		again.results.filter(({ outcome }) => outcome === 'paid'),
		[],
	);
	const { owned, unowned } = await ownersOf(await databaseOf(instance.n8n));
	assert.ok(owned > 0);
	assert.equal(unowned, 0);
});

test('a lost answer is one payment through Retry On Fail and a new run; Mark Paid settles it', async () => {
	await instance.sandbox.control('DELETE', '/requests');
	await fault({ kind: 'dropAfter' });
	const first = await desk.pay('Retry', [{ reference: 'LOST-1' }]);
	await noFaults();
	assert.equal(first.status, 'error');
	assert.match(
		first.data?.resultData?.error?.description ?? '',
		/^Don't pay it.*outcome: unknown, payout reference: 'LOST-1'/s,
	);
	assert.equal(await sent(), 1);
	assert.deepEqual(await desk.check(['LOST-1']), { 'LOST-1': 'unknown' });
	const again = await desk.pay('Retry', [{ reference: 'LOST-1' }]);
	assert.match(again.data?.resultData?.error?.description ?? '', /not settled.*outcome: unknown/s);
	const { entries } = await instance.sandbox.control('GET', '/ledger?kind=payout');
	const { transactionId } = entries.find(
		(/** @type {{customerReference: string}} */ entry) => entry.customerReference === 'LOST-1',
	);
	assert.equal((await desk.markPaid([{ reference: 'LOST-1', transactionId }]))[0].state, 'paid');
	const last = await desk.pay('Retry', [{ reference: 'LOST-1' }]);
	assert.match(
		last.data?.resultData?.error?.description ?? '',
		/already paid this payout reference.*outcome: rejected/,
	);
	assert.deepEqual([await sent(), await timesPaid('LOST-1')], [1, 1]);
});

test('a payment that never arrived is paid once after Release', async () => {
	await fault({ kind: 'dropBefore' });
	const first = await desk.pay('Retry', [{ reference: 'NEVER-1' }]);
	await noFaults();
	assert.match(first.data?.resultData?.error?.description ?? '', /outcome: unknown/);
	assert.equal(await timesPaid('NEVER-1'), 0);
	assert.equal((await desk.release(['NEVER-1']))[0].released, true);
	assert.equal((await desk.pay('Retry', [{ reference: 'NEVER-1' }])).status, 'success');
	assert.equal(await timesPaid('NEVER-1'), 1);
	assert.deepEqual(await desk.check(['NEVER-1', 'NEVER-2']), { 'NEVER-1': 'paid', 'NEVER-2': 'free' });
});

test('what was not paid leaves by the error output, with its details', async () => {
	await desk.pay('Branch', [{ reference: 'BRANCH-0' }]);
	await instance.sandbox.control('DELETE', '/requests');
	await instance.sandbox.control('POST', '/faults', { match: { ...request, nth: 2 }, fault: { kind: 'dropAfter' } });
	const execution = await desk.pay('Branch', [
		{ reference: 'BRANCH-1' },
		{ reference: 'BRANCH-2' },
		{ reference: 'BRANCH-0' },
		{ reference: 'BRANCH-3' },
	]);
	await noFaults();
	const told = resultsOf(execution, 'Branch').map(({ reference, outcome, onErrorOutput }) => ({
		reference,
		outcome,
		onErrorOutput,
	}));
	assert.deepEqual(told, [
		{ reference: 'BRANCH-1', outcome: 'accepted', onErrorOutput: false },
		{ reference: 'BRANCH-3', outcome: 'accepted', onErrorOutput: false },
		{ reference: 'BRANCH-2', outcome: 'unknown', onErrorOutput: true },
		{ reference: 'BRANCH-0', outcome: 'rejected', onErrorOutput: true },
	]);
});

test('a row that was not paid leaves by the error output with the columns of this run', async () => {
	await desk.pay('Branch', [{ reference: 'ROW-0' }]);
	const [refused, ...others] = itemsOf(
		await desk.pay('Rows', [{ reference: 'ROW-0', payoutOutcome: 'accepted' }]),
		'Rows',
		1,
	);
	assert.deepEqual(
		[others.length, refused?.reference, refused?.payoutOutcome, refused?.payoutCause, refused?.details?.cause],
		[0, 'ROW-0', 'rejected', 'alreadyPaid', 'alreadyPaid'],
	);
});

test('of ten simultaneous executions with one reference exactly one pays, in each of ten rounds', async () => {
	for (let round = 1; round <= 10; round += 1) {
		const reference = `ROUND-${round}`;
		const results = await payTogether(Array(10).fill(reference));
		assert.deepEqual(
			[results.length, outcomes(results).filter((outcome) => outcome === 'accepted').length],
			[10, 1],
			JSON.stringify(results),
		);
		assert.equal(await timesPaid(reference), 1);
	}
});

test('Halt holds payments back until Resume', async () => {
	assert.deepEqual(await desk.halt(), { halted: true, changed: true });
	assert.deepEqual(outcomes(await payTogether(['HALT-1'])), ['notSent']);
	assert.deepEqual(await desk.resume(), { halted: false, changed: true });
	assert.deepEqual(outcomes(await payTogether(['HALT-1'])), ['accepted']);
	assert.equal(await timesPaid('HALT-1'), 1);
});

test('a tool of the MCP Server Trigger pays nothing, because its calls are no executions here, and says so', async () => {
	const { client, credential, n8n } = instance;
	const mcp = await offerPayment({ client, credential, url: n8n.url });
	const before = await sent();
	assert.match(
		await mcp.call('Pay', { amount: '123', reference: 'MCP-1' }),
		/Nothing was paid.*no execution ID.*outcome: rejected/,
	);
	assert.equal(await sent(), before);
});

test('the key stays out of the log', () => {
	assert.ok(!instance.n8n.logs().includes(instance.sandbox.keys.write));
});
