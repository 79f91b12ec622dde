/**
 * The package on a real n8n: it loads in both ways that n8n supports, n8n tests its credential, and the example
 * of `npm start` pays the suppliers of examples/payouts.csv, as the sandbox's ledger shows.
 */
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { expectedOf } from '../../scripts/demo/expected.mjs';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { judgeLedger, judgeOutcomes } from '../../scripts/demo/judge.mjs';
import { runPayouts } from '../../scripts/demo/payouts.mjs';
import { payoutReport } from '../../scripts/demo/report.mjs';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout, dist } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { loadedNodeTypes } from '../../scripts/n8n/package.mjs';
import { assertKeyStaysHome } from './strangers.mjs';

const reportOutbound = pathToFileURL(join(checkout, 'test', 'n8n', 'reportOutbound.mjs')).href;

/** @type {Awaited<ReturnType<typeof buildAndPack>>} */
let packed;
/** A copy of the build: another test may build again meanwhile. */
let builtNodes = '';

before(async () => {
	await ensureHarness();
	const folder = temporaryFolder('mavapay-test-');
	packed = await buildAndPack(folder);
	builtNodes = join(folder, 'dist');
	await cp(dist, builtNodes, { recursive: true });
});

test('the tarball holds the built package alone', () => {
	const foreign = packed.files.filter(
		(file) => !/^(dist\/|package\.json$|README\.md$|LICENSE$|THIRD-PARTY-LICENSES$)/.test(file),
	);
	assert.deepEqual(foreign, []);
	assert.deepEqual(
		packed.files.filter((file) => /\.(map|tsbuildinfo|ts)$/.test(file)),
		[],
	);
});

const ways = [
	{ name: 'as an installed tarball', prefix: 'n8n-nodes-mavapay', load: () => ({ tarball: packed.file }) },
	{ name: 'from the folder of custom extensions', prefix: 'CUSTOM', load: () => ({ customExtensions: builtNodes }) },
];

for (const { name, prefix, load } of ways) {
	describe(`the package ${name}`, () => {
		/** @type {import('../../scripts/demo/instance.mjs').Instance} */
		let instance;
		before(async () => {
			instance = await startInstance(load(), { env: { ...withoutEditor, NODE_OPTIONS: `--import ${reportOutbound}` } });
		});
		after(() => instance?.dispose());

		test('is loaded: the action node, its tool and the trigger', async () => {
			const types = await loadedNodeTypes(instance.n8n, prefix);
			assert.deepEqual(types.map((type) => type.name).sort(), [
				`${prefix}.mavapay`,
				`${prefix}.mavapayTool`,
				`${prefix}.mavapayTrigger`,
			]);
		});

		test('keeps its key from other nodes', () => assertKeyStaysHome(instance, prefix));

		test('has a credential that n8n tests against the service', async () => {
			const good = await instance.client.testCredential(instance.credential.id);
			assert.equal(good.status, 'OK', good.message);
			const wrongKey = `wrong-${'k'.repeat(30)}`;
			const { id } = await instance.client.createCredential({
				name: 'Wrong key',
				type: 'mavapayApi',
				data: { deployment: 'custom', baseUrl: instance.sandbox.baseUrl, authentication: 'apiKey', apiKey: wrongKey },
			});
			const bad = await instance.client.testCredential(id);
			assert.equal(bad.status, 'Error');
			// The oldest n8n shows its own message.
			assert.match(bad.message, /doesn't accept this key|^Authorization failed/);
			assert.ok(!bad.message.includes(wrongKey));
		});

		test('pays the suppliers of the example: every row as expected, the ledger to the kobo', async () => {
			const run = await runPayouts(instance);
			assert.deepEqual(judgeOutcomes(run), []);
			assert.deepEqual(judgeLedger(run), []);
			const lines = payoutReport(run).split('\n');
			for (const { reference, outcome } of run.payees.map(({ reference }) => ({
				reference,
				...expectedOf(reference),
			}))) {
				const line = lines.find((one) => one.includes(reference)) ?? '';
				const word = reference === 'INV-2026-0420' ? 'returned' : outcome === 'paid' ? 'arrived' : outcome;
				assert.ok(line.includes(` ${word} `) || line.endsWith(` ${word}`), line);
			}
		});

		test('pays nobody again when the workflow runs once more', async () => {
			const paidBefore = (await instance.sandbox.ledger()).filter((entry) => entry.kind === 'payout');
			const again = await runPayouts(instance);
			assert.deepEqual(
				again.ledger.filter((entry) => entry.kind === 'payout'),
				paidBefore,
			);
			assert.deepEqual(
				again.results.filter((row) => row.outcome === 'paid'),
				[],
			);
		});

		test('keeps quiet: no name looked up and no connection made outside this machine', () => {
			assert.deepEqual(
				instance.n8n
					.logs()
					.split('\n')
					.filter((line) => line.includes('OUTBOUND')),
				[],
			);
		});

		test('keeps the key out of the log', () => {
			assert.ok(!instance.n8n.logs().includes(instance.sandbox.keys.write));
		});
	});
}
