// Payouts in a real n8n on SQLite: our node and n8n's HTTP Request node, in one n8n and one run. Its argument is an
// `Order` (below) as JSON. Sends what each run took to the process that started it.
import { join } from 'node:path';
import { checkout } from '../../../scripts/lib/paths.mjs';
import { run as runProgram } from '../../../scripts/lib/processes.mjs';
import { contendersOf } from './contenders.mjs';
import { answerAfter, newRun, prepareService, startPayer } from './payer.mjs';
import { progress, startPlace, tell } from './place.mjs';
import { memoryOf, resetPeak } from './process.mjs';
import { inTurns } from './turns.mjs';

/**
 * @typedef {object} Order
 * @property {string} tarball
 * @property {number} payees of a usual run
 * @property {number} few
 * @property {number} many
 * @property {number} recorded references in the full record
 * @property {number} delayMs how long the service takes for an answer
 * @property {boolean} full whether to also pay the many payees one by one
 * @property {number} slowMs how long an answer takes in the countries of the users
 * @property {{loops: number, ten: number, few: number, recorded: number}} rounds
 *
 * @typedef {import('./payer.mjs').Run} Run
 */

/** @type {Order} */
const order = JSON.parse(process.argv[2] ?? '{}');
/** The index of the next payee whom nobody has paid. */
let nextNew = Math.max(order.payees, order.many);
const place = await startPlace(order.tarball);
try {
	const newcomers = (order.rounds.loops + 1) * (order.payees + order.few);
	await prepareService(place, Math.max(order.payees, order.many) + newcomers, order.delayMs);
	const payers = await startAll();
	await warmUp(payers);
	const result = {
		n8n: place.n8n.version,
		recordedReferences: order.recorded,
		ten: await inParallel(payers),
		loops: await besideLoop(payers, order.payees),
		slowLoops: await slowly(() => besideLoop(payers, order.few)),
		few: await few(payers),
		recorded: await recorded(payers),
		budgets: await budgets(payers),
		many: await manyPayees(payers),
		full: order.full ? await onlyOnce(payers.oursOne, order.many) : null,
	};
	await tell(result);
} finally {
	await place.dispose();
}

async function startAll() {
	const contenders = contendersOf(place.sandbox.baseUrl);
	const { oursOne, oursTen } = contenders;
	const limited = await withBudgets();
	return {
		oursOne: await startPayer(place, 'oursOne', oursOne),
		oursTen: await startPayer(place, 'oursTen', oursTen),
		budgetsOne: await startPayer(limited, 'budgetsOne', oursOne),
		budgetsTen: await startPayer(limited, 'budgetsTen', oursTen),
		http: await startPayer(place, 'http', contenders.http),
		httpBoth: await startPayer(place, 'httpBoth', contenders.httpBoth),
		httpLoop: await startPayer(place, 'httpLoop', contenders.httpLoop),
	};
}

/** The bench's n8n and sandbox, with a credential that has a daily and a monthly budget, never used up. */
async function withBudgets() {
	const { client, sandbox } = place;
	const rules = { mostPerDay: 'NGN 20000000000', mostPerMonth: 'NGN 20000000000' };
	const data = { deployment: 'custom', baseUrl: sandbox.baseUrl, apiKey: sandbox.keys.write, ...rules };
	return { ...place, credential: await client.createCredential({ name: 'With budgets', type: 'mavapayApi', data }) };
}

/** @typedef {Awaited<ReturnType<typeof startAll>>} Payers */

/** @param {Payers} payers */
async function warmUp(payers) {
	progress('warming up');
	for (const payer of Object.values(payers)) await payer.run(order.few);
}

/** @param {Payers} payers */
function inParallel({ oursTen, http, httpBoth }) {
	return inTurns({ ours: oursTen, http, both: httpBoth }, order.payees, order.rounds.ten, '10 in parallel');
}

/**
 * Pays known payees and new payees one by one, in turns with n8n's HTTP Request node in a loop.
 *
 * @param {Payers} payers @param {number} payees
 */
function besideLoop({ oursOne, httpLoop }, payees) {
	const newPayees = {
		...oursOne,
		run: (/** @type {number} */ count) => {
			nextNew += count;
			return oursOne.run(count, newRun(), nextNew - count);
		},
	};
	return inTurns({ known: oursOne, newPayees, loop: httpLoop }, payees, order.rounds.loops, 'beside a loop');
}

/** Does the work with answers as slow as for users. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
async function slowly(work) {
	await answerAfter(place, order.slowMs);
	try {
		return await work();
	} finally {
		await answerAfter(place, order.delayMs);
	}
}

/** @param {Payers} payers */
function few({ oursOne, oursTen, http }) {
	return inTurns({ one: oursOne, ten: oursTen, http }, order.few, order.rounds.few, 'few payees');
}

/** @param {Payers} payers */
function budgets({ budgetsOne, budgetsTen, oursOne, oursTen }) {
	const payers = { on: budgetsOne, off: oursOne, onTen: budgetsTen, offTen: oursTen };
	return inTurns(payers, order.payees, order.rounds.few, 'with budgets');
}

/** @param {import('./payer.mjs').Payer} payer @param {number} payees */
async function onlyOnce(payer, payees) {
	progress(`${payer.name}, ${payees} payees`);
	return payer.run(payees);
}

/**
 * The same payouts with an empty record and with a full one. Each record is a table, exchanged between the runs.
 *
 * @param {Payers} payers
 */
async function recorded({ oursTen }) {
	progress(`recording ${order.recorded} references`);
	await record('fill', oursTen.workflowId, String(order.recorded));
	const onTable = (/** @type {'filled' | 'lived'} */ name) => ({
		...oursTen,
		run: async (/** @type {number} */ count) => {
			await record('use', name);
			if (name === 'lived') await record('empty');
			// n8n's first query after an exchange of tables reads the schema again.
			await oursTen.run(1);
			return oursTen.run(count);
		},
	});
	const samples = await inTurns(
		{ full: onTable('filled'), none: onTable('lived') },
		order.payees,
		order.rounds.recorded,
		'with a full record',
	);
	await record('use', 'lived');
	return samples;
}

/** @param {string[]} args */
function record(...args) {
	const script = join(checkout, 'test', 'bench', 'real', 'record.mjs');
	return runProgram({
		name: 'The record',
		command: place.node,
		args: ['--no-warnings', script, place.database, ...args],
	});
}

/**
 * Pays many payees in an n8n that has just started, so that the memory peak is this run's. Runs with the usual number
 * of payees before and after it show how the time for each payee changes.
 *
 * @param {Payers} payers
 */
async function manyPayees({ oursTen, http }) {
	return { ours: await measure(oursTen), http: await measure(http) };

	async function measure(/** @type {import('./payer.mjs').Payer} */ payer) {
		progress(`${payer.name}, ${order.many} payees in a fresh n8n`);
		await place.n8n.restart();
		await payer.run(order.few);
		const before = await payer.run(order.payees);
		const { pid } = place.n8n;
		await resetPeak(pid);
		const start = await memoryOf(pid);
		const many = await payer.run(order.many);
		const memory = { start, end: await memoryOf(pid) };
		const after = await payer.run(order.payees);
		return { before, many, after, memory };
	}
}
