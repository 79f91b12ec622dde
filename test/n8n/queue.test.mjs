/**
 * n8n in queue mode (main, webhook process, two workers, Postgres, Redis). Executions pay the same references at the same
 * moment, while load keeps the workers' database connections in use: a gate before the payout holds executions until all
 * have arrived. Postgres and Redis crash in the middle of a payroll. Halt stops a payroll. The sandbox's ledger shows
 * what was paid. N8N_LONG=1: a long run. QUEUE_SEED: other orders and moments.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { hasEnded } from '../../scripts/n8n/client.mjs';
import { disabledModulesOf } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { executionsOf, startQueue } from '../../scripts/n8n/queue.mjs';
import { node } from '../../scripts/n8n/workflow.mjs';
import { busyNodes, keepPoolsBusy } from './busyPools.mjs';
import { startGate } from './gate.mjs';
import { openMcpAccess } from './mcpClient.mjs';
import { offerPayment, paymentTool } from './mcpTool.mjs';
import { openChat } from './n8nChat.mjs';
import { importDesk, resultsOf } from './payoutDesk.mjs';
import { randomNumbers } from './payRun.mjs';
import { startScriptedModel } from './scriptedModel.mjs';
import { packedFor } from './tarball.mjs';
import { waysToRun } from './waysToRun.mjs';

const long = process.env.N8N_LONG === '1';
const seed = Number(process.env.QUEUE_SEED ?? 20_260_101);
const random = randomNumbers(seed);
const atOnce = 10;
const workerCount = 2;
const roundCount = long ? 100 : 6;
const sharedCount = long ? 300 : 12;
const payrollSize = long ? 300 : 80;
const crashes = long ? 6 : 1;
const inParallel = 10;
/** How long each payment takes while a test halts a payroll: the execution of Halt must end before the payroll. */
const haltedMs = 1_000;
/** The load: queries at a time in each execution of Busy, and milliseconds per query in the database. */
const load = { atATime: 6, ms: 30 };

/** @type {import('../../scripts/n8n/queue.mjs').Queue} */
let queue;
/** @type {Awaited<ReturnType<typeof startGate>>} */
let gate;
/** @type {import('./payoutDesk.mjs').Desk} */
let desk;

before(async () => {
	const tarball = await packedFor('queue-test');
	gate = await startGate();
	const { n8n } = await ensureHarness(console.log);
	// One worker alone has no room for all executions of a round, because it has other work too.
	queue = await startQueue({
		tarball,
		workers: workerCount,
		concurrency: atOnce,
		more: { N8N_CUSTOM_EXTENSIONS: busyNodes, N8N_DISABLED_MODULES: disabledModulesOf(n8n, ['chat-hub', 'mcp']) },
		say: console.log,
	});
	await queue.sandbox.control('POST', '/wallets', { USDT: '900000000' });
	const settings = { onError: 'continueRegularOutput' };
	const where = { client: queue.client, credential: queue.credential, url: queue.webhook.url };
	desk = await importDesk(where, {
		Pay: { settings, gate: true, parameters: { options: { onUnknown: 'continue' } } },
		Payroll: {
			settings,
			gate: true,
			parameters: { options: { onUnknown: 'continue', alreadyRecorded: 'skip', payoutsInParallel: inParallel } },
		},
	});
});
after(async () => {
	await queue?.dispose();
	await gate?.stop();
});

const named = (/** @type {string} */ name, /** @type {number} */ count) =>
	Array.from({ length: count }, (_, n) => `${name}-${n + 1}`);
const each = (/** @type {string[]} */ references) => references.map((reference) => ({ reference }));

/** A copy of a list, in random order. @template T @param {T[]} list @returns {T[]} */
function shuffled(list) {
	const rest = [...list];
	return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0] ?? /** @type {T} */ (list[0]));
}

/**
 * Starts executions that pay at the same moment, or at random moments within `withinMs`. Returns their IDs.
 *
 * @param {string} way @param {string[][]} lists references of each @param {number} [withinMs]
 */
async function startTogether(way, lists, withinMs = 0) {
	const group = gate.open(lists.length, () => random() * withinMs);
	await Promise.all(lists.map((references) => desk.start(way, each(references), group.url)));
	return group.passed(lists.length);
}

/** @param {string} way @param {string[]} executions @returns {Promise<import('./payoutDesk.mjs').Result[]>} */
async function resultsAfter(way, executions) {
	const results = [];
	for (const id of executions) {
		const execution = await queue.client.waitForExecution(id, 600_000);
		assert.equal(execution.status, 'success', execution.data?.resultData?.error?.message);
		results.push(...resultsOf(execution, way));
	}
	return results;
}

/** @returns {Promise<Map<string, string[]>>} the transactions of each reference that the service took */
async function paid() {
	const { entries } = await queue.sandbox.control('GET', '/ledger?kind=payout');
	/** @type {Map<string, string[]>} */
	const byReference = new Map();
	for (const { customerReference, transactionId } of entries) {
		byReference.set(customerReference, [...(byReference.get(customerReference) ?? []), transactionId]);
	}
	const twice = [...byReference].filter(([, transactions]) => transactions.length > 1);
	assert.deepEqual(twice, [], `paid twice, with seed ${seed}`);
	return byReference;
}

const sent = async () => (await queue.sandbox.control('GET', '/requests?method=POST&path=/withdraw/stablecoin')).count;
const with_ = (/** @type {string} */ outcome) => (/** @type {{outcome: string}} */ one) => one.outcome === outcome;

/** How often each outcome occurs. @param {import('./payoutDesk.mjs').Result[]} results */
function counts(results) {
	/** @type {Record<string, number>} */
	const found = {};
	for (const { outcome } of results) found[outcome] = (found[outcome] ?? 0) + 1;
	return found;
}

/** Checks that the executions that report a payment are exactly those that paid. @param {import('./payoutDesk.mjs').Result[]} results @param {string[]} references */
async function judge(results, references) {
	const ledger = await paid();
	const said = results.filter(with_('accepted'));
	for (const reference of references) {
		const own = said.filter((one) => one.reference === reference).map(({ transactionId }) => transactionId);
		assert.deepEqual(own, ledger.get(reference) ?? [], reference);
	}
	assert.deepEqual(
		[...new Set(results.map(({ outcome }) => outcome))].filter(
			(one) => !['accepted', 'unknown', 'rejected', 'alreadyPaid'].includes(one),
		),
		[],
	);
}

describe('with the connections of both workers kept busy', () => {
	/** @type {Awaited<ReturnType<typeof keepPoolsBusy>>} */
	let busy;
	before(async () => {
		busy = await keepPoolsBusy(queue, load);
	});

	test(`${roundCount} rounds of ${atOnce} executions with one reference, at the same moment or within a second: exactly one pays in every round`, async (t) => {
		let bothWorkers = 0;
		/** @type {number[]} */
		const times = [];
		/** @type {import('./payoutDesk.mjs').Result[]} */
		const all = [];
		for (const [round, reference] of named('round', roundCount).entries()) {
			await busy.spread();
			const from = Date.now();
			const executions = await startTogether('Pay', Array(atOnce).fill([reference]), round % 2 === 0 ? 0 : 1_000);
			const results = await resultsAfter('Pay', executions);
			times.push(Date.now() - from);
			const byWorker = queue.workers.map((worker) => executions.filter((id) => executionsOf(worker).has(id)).length);
			if (!byWorker.includes(0)) bothWorkers += 1;
			assert.deepEqual(
				[results.length, results.filter(with_('accepted')).length],
				[atOnce, 1],
				JSON.stringify(results),
			);
			await judge(results, [reference]);
			all.push(...results);
		}
		const sorted = times.sort((one, other) => one - other);
		t.diagnostic(JSON.stringify(counts(all)));
		t.diagnostic(
			`ms per round: least ${sorted[0]}, median ${sorted[Math.floor(roundCount / 2)]}, most ${sorted.at(-1)}`,
		);
		assert.equal(bothWorkers, roundCount);
	});

	test(`${atOnce} executions over the same ${sharedCount} references in different orders pay each of them exactly once`, async (t) => {
		await busy.spread();
		const references = named('shared', sharedCount);
		const results = await resultsAfter(
			'Pay',
			await startTogether(
				'Pay',
				Array.from({ length: atOnce }, () => shuffled(references)),
			),
		);
		assert.equal(results.length, atOnce * sharedCount);
		await judge(results, references);
		assert.equal(results.filter(with_('accepted')).length, sharedCount);
		assert.deepEqual(
			await desk.check(references),
			Object.fromEntries(references.map((reference) => [reference, 'paid'])),
		);
		t.diagnostic(JSON.stringify(counts(results)));
	});

	after(async () => console.log(`  other queries meanwhile: ${await busy?.stop()}`));
});

test('a tool of the MCP Server Trigger pays once, whoever calls it again and under whatever customer reference', async () => {
	const mcp = await offerPayment({ client: queue.client, credential: queue.credential, url: queue.webhook.url });
	assert.deepEqual(await mcp.tools(), ['Pay']);
	assert.match(await mcp.call('Pay', { amount: '123', reference: 'mcp-1' }), /"outcome": ?"accepted"/);
	assert.match(await mcp.call('Pay', { amount: '123', reference: 'mcp-1' }), /already paid this payout reference/);
	assert.match(
		await (await mcp.another()).call('Pay', { amount: '123', reference: 'mcp-2' }),
		/already paid this payout reference/,
	);
	const ledger = await paid();
	assert.deepEqual([ledger.get('mcp-1')?.length, ledger.has('mcp-2')], [1, false]);
});

test("in n8n's Chat, and through n8n's MCP access, a worker isn't told that the workflow is kept, and pays nothing", async () => {
	const model = await startScriptedModel();
	const { client, credential, sandbox } = queue;
	const data = { apiKey: 'none', url: model.url };
	const openAi = await client.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
	const openRouterApi = await client.createCredential({ name: 'Scripted model', type: 'openRouterApi', data });
	const call = { calls: [{ name: 'Pay', input: { amount: '311' } }] };
	const left = async () => (await sandbox.control('GET', '/ledger?kind=payout')).count;
	const before = await left();
	const refused = () => {
		assert.match(
			String(model.asked.at(-1)?.messages.at(-1)?.content),
			/Nothing was sent or changed.*\(Execution mode: chat\)/,
		);
	};
	try {
		const tools = [
			node('Pay', 'n8n-nodes-mavapay.mavapayTool', paymentTool(), { credentials: { mavapayApi: credential } }),
		];
		const chat = await openChat(
			{ client, line: 'newest', isDone: model.isDone },
			{ model: { provider: 'openRouter', model: 'scripted' }, credentials: { openRouterApi }, tools },
		);
		model.answers(call, { says: 'Done.' });
		await chat.say('Pay');
		refused();

		const ways = waysToRun({ client, credential, openAi, url: queue.webhook.url });
		const start = ways.trigger('Message', '@n8n/n8n-nodes-langchain.chatTrigger', { options: {} }, 1.1);
		const workflowId = await ways.saveAgent(3, start);
		await client.activate(workflowId);
		const mcp = await openMcpAccess({ client, url: queue.main.url });
		model.answers(call, { says: 'Done.' });
		await mcp.call('execute_workflow', {
			...{ workflowId, executionMode: 'production', triggerNodeName: 'Message', inputs: { chatInput: 'Pay' } },
		});
		await ways.newest(workflowId);
		refused();
	} finally {
		await model.stop();
	}
	assert.equal(await left(), before);
});

describe('Halt', () => {
	test('stops a payroll within the payments in flight, and after Resume a new run pays the others', async (t) => {
		const references = named('halted', payrollSize);
		await queue.sandbox.control('DELETE', '/requests');
		await queue.sandbox.control('POST', '/faults', {
			match: { method: 'POST', path: '/withdraw/*' },
			fault: { kind: 'delay', ms: haltedMs },
		});
		const executions = await startTogether('Payroll', [references]);
		await waitFor('the payroll to be under way', async () => (await sent()) >= inParallel, { everyMs: 20 });
		assert.deepEqual(await desk.halt(), { halted: true, changed: true });
		const atHalt = await sent();
		const results = await resultsAfter('Payroll', executions);
		const after = await sent();
		await queue.sandbox.control('DELETE', '/faults');
		t.diagnostic(`${atHalt} sent when Halt answered, ${after} in all`);
		assert.ok(after - atHalt <= inParallel, `${after - atHalt} were sent after Halt had answered`);
		assert.deepEqual(counts(results), { accepted: after, notSent: payrollSize - after });
		await judge(results.filter(with_('accepted')), references);

		const still = await resultsAfter('Payroll', await startTogether('Payroll', [references]));
		// Paid references are reported as already paid, even while payouts are halted.
		assert.deepEqual(counts(still), { alreadyPaid: after, notSent: payrollSize - after });
		assert.deepEqual(await desk.resume(), { halted: false, changed: true });
		const rest = await resultsAfter('Payroll', await startTogether('Payroll', [references]));
		assert.deepEqual(counts(rest), { alreadyPaid: after, accepted: payrollSize - after });
		assert.equal([...(await paid()).keys()].filter((reference) => references.includes(reference)).length, payrollSize);
	});
});

/**
 * Does what a person does after an interrupted run: looks up the payments reported as unknown at the service, settles
 * them, and pays the others in a new run.
 *
 * @param {string[]} references
 */
async function handle(references) {
	const ledger = await paid();
	const states = await desk.check(references);
	// The next run pays a reference that counts as free. No run pays a reference that counts as paid.
	for (const reference of references) {
		if (states[reference] === 'free') assert.ok(!ledger.has(reference), `${reference} was paid and counts as free`);
		if (states[reference] === 'paid') assert.ok(ledger.has(reference), `${reference} was not paid and counts as paid`);
	}
	const open = references.filter((reference) => states[reference] === 'unknown');
	await desk.markPaid(
		open.flatMap((reference) => (ledger.get(reference) ?? []).map((transactionId) => ({ reference, transactionId }))),
	);
	await desk.release(open.filter((reference) => !ledger.has(reference)));
	const results = await resultsAfter('Payroll', await startTogether('Payroll', [references]));
	assert.deepEqual(
		Object.keys(counts(results)).filter((outcome) => !['accepted', 'alreadyPaid'].includes(outcome)),
		[],
	);
	const afterwards = await paid();
	assert.deepEqual(
		references.filter((reference) => !afterwards.has(reference)),
		[],
	);
	return open;
}

describe('a crash of what n8n stands on, in the middle of payrolls', () => {
	for (const name of /** @type {const} */ (['Postgres', 'Redis'])) {
		test(`${name}, ${crashes} time(s): nobody is paid twice, what is left open is reported, and settling it lets everybody be paid`, async (t) => {
			for (let crash = 1; crash <= crashes; crash += 1) {
				const lists = [1, 2].map((n) => named(`${name}-${crash}-${n}`, payrollSize));
				await queue.sandbox.control('DELETE', '/requests');
				await queue.sandbox.control('POST', '/faults', {
					match: { method: 'POST', path: '/withdraw/*' },
					fault: { kind: 'delay', ms: 40, when: 'after' },
				});
				const executions = await startTogether('Payroll', lists);
				await waitFor(
					'the payrolls to be under way',
					async () => (await sent()) >= 1 + Math.floor(random() * payrollSize),
					{ everyMs: 10 },
				);
				await (name === 'Postgres' ? queue.services.restartPostgres() : queue.services.restartRedis());
				await quiet(executions);
				await queue.sandbox.control('DELETE', '/faults');
				const reached = [...(await paid()).keys()].filter((reference) => lists.flat().includes(reference)).length;
				const open = [];
				for (const list of lists) open.push(...(await handle(list)));
				t.diagnostic(`${reached} of ${2 * payrollSize} paid before the crash was over, ${open.length} left open`);
			}
		});
	}
});

/**
 * Waits until the executions have ended and all n8n processes run. After a crash, a worker waits about 20 seconds for its
 * connections and then goes on paying. If nothing is sent for 30 seconds, the executions are lost: restarts the workers.
 *
 * @param {string[]} executions
 */
async function quiet(executions) {
	let [last, since] = [-1, Date.now()];
	const ended = await waitFor(
		'the payrolls to end',
		async () => {
			const now = await sent();
			if (now !== last) [last, since] = [now, Date.now()];
			const known = await Promise.all(executions.map((id) => queue.client.execution(id).catch(() => undefined)));
			if (known.every((one) => one && hasEnded(one.status))) return 'ended';
			return Date.now() - since > 30_000 && 'lost';
		},
		{ everyMs: 500 },
	);
	for (const one of [queue.main, queue.webhook, ...queue.workers]) {
		if (!one.isRunning() || (ended === 'lost' && queue.workers.includes(one))) await one.restart();
	}
	await waitFor(
		'n8n to list executions',
		async () =>
			queue.client.executions(desk.id).then(
				() => true,
				() => false,
			),
		{ everyMs: 500 },
	);
	await waitFor(
		'n8n to take calls',
		async () => Object.keys(await desk.check(['none']).catch(() => ({}))).length === 1,
		{ everyMs: 500 },
	);
}
