/**
 * n8n in queue mode (main, webhook process, two workers, Postgres, Redis): executions of one workflow that pay the same
 * reference at the same moment, and a burst of different references. A gate in front of the payout holds the
 * executions until all of them have got there. The sandbox's ledger is the judge.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { executionsOf, startQueue } from '../../scripts/n8n/queue.mjs';
import { startGate } from './gate.mjs';

const roundCount = 50;
const atOnce = 10;
const burstSize = 35;
const workerCount = 2;
const concurrency = 10;
const roundReference = (/** @type {number} */ round) => `round-${String(round).padStart(2, '0')}`;
const rounds = Array.from({ length: roundCount }, (_, n) => roundReference(n + 1));
const burst = Array.from({ length: burstSize }, (_, n) => `burst-${String(n + 1).padStart(2, '0')}`);

/** @type {import('../../scripts/n8n/queue.mjs').Queue} */
let queue;
/** @type {Awaited<ReturnType<typeof startGate>>} */
let gate;
/** @type {Awaited<ReturnType<typeof activateWorkflow>>} */
let workflow;

before(async () => {
	await ensureHarness();
	const { file } = await buildAndPack(temporaryFolder('mavapay-queue-test-'));
	gate = await startGate();
	queue = await startQueue({ tarball: file, workers: workerCount, concurrency, say: console.log });
	workflow = await activateWorkflow();
});
after(async () => {
	await queue?.dispose();
	await gate?.stop();
});

/**
 * One workflow with two ways in: one pays a reference after the gate, one looks up what the record says of references.
 * They are in the same workflow because its record is its own.
 */
async function activateWorkflow() {
	const paths = { pay: randomUUID(), check: randomUUID() };
	const node = (/** @type {string} */ name, /** @type {string} */ type, /** @type {object} */ rest) => ({
		id: randomUUID(),
		name,
		type,
		position: [0, 0],
		...rest,
	});
	const mavapay = { typeVersion: 1, onError: 'continueRegularOutput', credentials: { mavapayApi: queue.credential } };
	const to = (/** @type {string} */ name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const webhook = (/** @type {'pay' | 'check'} */ way) => ({
		typeVersion: 2,
		webhookId: paths[way],
		parameters: { httpMethod: 'POST', path: paths[way], responseMode: 'onReceived' },
	});
	const { id } = await queue.client.importWorkflow({
		name: 'Pay and look up',
		nodes: [
			node('Pay This', 'n8n-nodes-base.webhook', webhook('pay')),
			node('Gate', 'n8n-nodes-base.httpRequest', {
				typeVersion: 4.2,
				parameters: { url: '={{ $json.body.gate }}&execution={{ $execution.id }}', options: {} },
			}),
			node('Pay', 'n8n-nodes-mavapay.mavapay', {
				...mavapay,
				parameters: {
					resource: 'withdrawal',
					operation: 'toStablecoin',
					amount: '100',
					amountUnit: 'minor',
					network: 'erc20',
					address: '0x52908400098527886E0F7030069857D2E4169EE7',
					currency: 'USDT',
					customerReference: "={{ $('Pay This').first().json.body.reference }}",
				},
			}),
			node('Check These', 'n8n-nodes-base.webhook', webhook('check')),
			node('Enter', 'n8n-nodes-base.httpRequest', {
				typeVersion: 4.2,
				parameters: { url: '={{ $json.body.gate }}&execution={{ $execution.id }}', options: {} },
			}),
			node('References', 'n8n-nodes-base.set', {
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: "={{ { references: $('Check These').first().json.body.references } }}", options: {} },
			}),
			node('Each', 'n8n-nodes-base.splitOut', { typeVersion: 1, parameters: { fieldToSplitOut: 'references', options: {} } }),
			node('Check', 'n8n-nodes-mavapay.mavapay', {
				...mavapay,
				parameters: { resource: 'payoutReference', operation: 'check', reference: '={{ $json.references }}' },
			}),
		],
		connections: {
			'Pay This': to('Gate'),
			Gate: to('Pay'),
			'Check These': to('Enter'),
			Enter: to('References'),
			References: to('Each'),
			Each: to('Check'),
		},
	});
	await queue.client.activate(id);
	const url = (/** @type {'pay' | 'check'} */ way) => `${queue.webhook.url}/webhook/${paths[way]}`;
	await waitFor('the webhooks to be registered', async () => {
		const registered = await queue.services.query('SELECT count(*) FROM webhook_entity');
		return registered === '2';
	});
	return { id, url };
}

/** Starts an execution through the webhook process. @param {'pay' | 'check'} way @param {object} body */
async function start(way, body) {
	const answer = await fetch(workflow.url(way), {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	assert.equal(answer.status, 200, await answer.text());
}

/**
 * Pays the references in one execution each, all started at once; the gate lets them on to the payout when
 * `together` of them are there, and the later ones as they come.
 *
 * @param {string[]} references @param {number} together
 */
async function payAll(references, together) {
	const group = gate.open(together);
	await Promise.all(references.map((reference) => start('pay', { reference, gate: group.url })));
	const ids = await group.passed(references.length);
	const results = [];
	for (const id of ids) results.push(await resultOf(id));
	return results;
}

/**
 * What one execution says about its payout.
 *
 * @param {string} id @returns {Promise<{id: string, outcome: string, transactionId: string | null, reference: string, message: string}>}
 */
async function resultOf(id) {
	const execution = await queue.client.waitForExecution(id);
	assert.equal(execution.status, 'success', execution.data?.resultData?.error?.message);
	const [item] = itemsOf(execution, 'Pay');
	const [started] = itemsOf(execution, 'Pay This');
	assert.ok(item && started);
	return {
		id,
		reference: started.body.reference,
		outcome: item.payout?.outcome ?? item.details.outcome,
		transactionId: item.payout ? item.id : null,
		message: item.message ?? '',
	};
}

const accepted = (/** @type {{outcome: string}[]} */ results) => results.filter(({ outcome }) => outcome === 'accepted');

/** The payouts of the ledger, by reference. @returns {Promise<Map<string, string[]>>} the ids of their transactions */
async function paid() {
	const { entries } = await queue.sandbox.control('GET', '/ledger?kind=payout');
	/** @type {Map<string, string[]>} */
	const byReference = new Map();
	for (const { customerReference, transactionId } of entries) {
		byReference.set(customerReference, [...(byReference.get(customerReference) ?? []), transactionId]);
	}
	return byReference;
}

/** Those who say that they paid did, and nobody else. @param {Awaited<ReturnType<typeof payAll>>} results @param {string} reference */
async function judge(results, reference) {
	const inLedger = (await paid()).get(reference) ?? [];
	assert.ok(inLedger.length <= 1, `${reference} was paid ${inLedger.length} times: ${JSON.stringify(results)}`);
	const said = accepted(results).map(({ transactionId }) => transactionId);
	assert.deepEqual(said, inLedger, JSON.stringify(results));
	return inLedger.length;
}

/** How often each text occurs. @param {string[]} texts */
function counts(texts) {
	/** @type {Record<string, number>} */
	const found = {};
	for (const text of texts) found[text] = (found[text] ?? 0) + 1;
	return found;
}

/** What an execution that did not pay says, in a word. @param {{outcome: string, message: string}} result */
function reason({ outcome, message }) {
	const known = {
		conflict: /another execution is paying the same payout reference at this moment/,
		marked: /stands in the record of this workflow as not settled/,
		paid: /already paid this payout reference/,
		busy: /too many executions wrote/,
		fault: /could not be used/,
	};
	const [name] = Object.entries(known).find(([, text]) => text.test(message)) ?? [message];
	return `${outcome} (${name})`;
}

describe('queue mode with two workers', () => {
	test(`${roundCount} rounds of ${atOnce} simultaneous executions with one reference: one of them pays, or none and then the next`, async (t) => {
		const seen = { one: 0, none: 0, bothWorkers: 0, /** @type {number[]} */ times: [], /** @type {string[]} */ reasons: [] };
		for (const reference of rounds) {
			const from = Date.now();
			const results = await payAll(Array(atOnce).fill(reference), atOnce);
			seen.times.push(Date.now() - from);
			const byWorker = queue.workers.map((worker) => {
				const own = executionsOf(worker);
				return results.filter(({ id }) => own.has(id)).length;
			});
			assert.equal(byWorker[0] + byWorker[1], atOnce);
			if (!byWorker.includes(0)) seen.bothWorkers += 1;
			const before = await judge(results, reference);
			if (before === 1) seen.one += 1;
			else seen.none += 1;
			seen.reasons.push(...results.map((result) => (result.outcome === 'accepted' ? 'accepted' : reason(result))));

			const [later] = await payAll([reference], 1);
			const all = await judge([...results, ...(later ? [later] : [])], reference);
			assert.equal(all, 1, `${reference}: ${JSON.stringify([later, ...results])}`);
			if (before === 1) assert.equal(later && reason(later), 'rejected (paid)');
		}
		const sorted = seen.times.sort((one, other) => one - other);
		t.diagnostic(`exactly one paid in ${seen.one} rounds, none in ${seen.none}; both workers took part in ${seen.bothWorkers}`);
		t.diagnostic(`what the executions said: ${JSON.stringify(counts(seen.reasons))}`);
		t.diagnostic(`ms per round: least ${sorted[0]}, median ${sorted[roundCount / 2]}, most ${sorted.at(-1)}`);
		assert.ok(seen.bothWorkers > roundCount / 2, `Both workers took part in ${seen.bothWorkers} rounds only`);
	});

	test(`a burst of ${burstSize} different references: each is paid once, and none is forgotten`, async (t) => {
		const from = Date.now();
		const first = await payAll(burst, workerCount * concurrency);
		const ms = Date.now() - from;
		const afterFirst = await paid();
		const paidFirst = burst.filter((reference) => afterFirst.has(reference));
		for (const reference of burst) await judge(first.filter((one) => one.reference === reference), reference);
		t.diagnostic(`${paidFirst.length} of ${burstSize} paid in ${ms} ms: ${JSON.stringify(counts(first.map((one) => (one.outcome === 'accepted' ? 'accepted' : reason(one)))))}`);

		const second = await payAll(burst, workerCount * concurrency);
		t.diagnostic(`again: ${JSON.stringify(counts(second.map((one) => (one.outcome === 'accepted' ? 'accepted' : reason(one)))))}`);
		const afterSecond = await paid();
		for (const reference of burst) {
			assert.equal(afterSecond.get(reference)?.length, 1, reference);
			await judge([...first, ...second].filter((one) => one.reference === reference), reference);
		}
		assert.deepEqual(accepted(second).map(({ reference }) => reference).sort(), burst.filter((reference) => !afterFirst.has(reference)));
	});

	test('the record has every reference of the rounds and of the burst as paid', async () => {
		const references = [...rounds, ...burst];
		const group = gate.open(1);
		await start('check', { references, gate: group.url });
		const [id] = await group.passed(1);
		const execution = await queue.client.waitForExecution(id ?? '');
		const states = itemsOf(execution, 'Check').map(({ reference, state }) => ({ reference, state }));
		assert.deepEqual(states, references.map((reference) => ({ reference, state: 'paid' })));
		assert.equal((await paid()).size, references.length);
	});
});
