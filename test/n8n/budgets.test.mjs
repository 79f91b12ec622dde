/**
 * A budget of the key, by four workers on one Postgres: the record on n8n's own repository, each in a process of its own
 * (budgetWorker.mjs), without the rest of n8n, so that hundreds of histories take minutes. Workers die at a call of the
 * database; what they leave open is settled, as people do, and stays counted. N8N_LONG=1 plays 200 histories, BUDGETS_SEED
 * others.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { startServices } from '../../scripts/n8n/services.mjs';
import { Ledger, Worker, WORKFLOW } from './budgetHistory.mjs';
import { randomNumbers } from './payRun.mjs';

/** @typedef {import('./budgetHistory.mjs').Payment} Payment */

const histories = process.env.N8N_LONG === '1' ? 200 : 5;
const seed = Number(process.env.BUDGETS_SEED ?? 20_261_127);
const random = randomNumbers(seed);
const between = (/** @type {number} */ least, /** @type {number} */ most) =>
	least + Math.floor(random() * (most - least + 1));
/** @template T @param {readonly [T, ...T[]]} of @returns {T} */
const oneOf = (of) => of[between(0, of.length - 1)] ?? of[0];

/** @type {import('../../scripts/n8n/services.mjs').Services} */
let services;
/** @type {Worker[]} */
let workers;

before(async () => {
	await ensureHarness(console.log);
	services = await startServices(console.log);
	workers = Array.from({ length: 4 }, () => new Worker(services.env));
	await Promise.all(workers.map((worker) => worker.does({ do: 'wait' })));
	const values = `'${WORKFLOW}', 'Budgets', false, '[]', '{}', 'any'`;
	await services.query(
		`INSERT INTO workflow_entity (id, name, active, nodes, connections, "versionId") VALUES (${values})`,
	);
});
after(async () => {
	for (const worker of workers ?? []) await worker.stop();
	await services?.stop();
});

/**
 * Lets the workers pay, each the payments that fall to it.
 *
 * @param {{history: string, payments: readonly Payment[], ledger: Ledger, limits: readonly Limits[], dies: ReadonlyArray<Death | null>, atOnce: number}} what
 * @typedef {{day: number, month: number}} Limits
 * @typedef {{call: number, isBefore: boolean}} Death
 * @returns {Promise<Map<string, string>>} how each payment ended, as far as its worker lived to say it
 */
async function payTogether({ history, payments, ledger, limits, dies, atOnce }) {
	/** @type {Map<string, string>} */
	const ends = new Map();
	const paying = workers.map(async (worker, place) => {
		const own = payments.filter((_, number) => number % workers.length === place);
		worker.onLeaves = (reference) => ledger.leaves(reference);
		const { day, month } = limits[place] ?? ledger.most;
		await worker.does({ do: 'open', history, day, month, dies: dies[place] ?? null });
		const told = await worker.does({ do: 'pay', payments: own, atOnce });
		for (const [number, { reference }] of own.entries()) if (told) ends.set(reference, told[number]);
	});
	await Promise.all(paying);
	return ends;
}

/** Opens the history in every worker that lives on, or anew. @param {string} history @param {Limits} limits */
async function openAnew(history, { day, month }) {
	await Promise.all(workers.map((worker) => worker.does({ do: 'open', history, day, month, dies: null })));
}

/**
 * Settles what is open, by two people at once.
 *
 * @param {readonly Payment[]} payments @param {Ledger} ledger
 * @returns {Promise<Payment[]>} what they released, which may have taken its amount
 */
async function settleAll(payments, ledger) {
	const [ada, bola] = workers;
	const released = [];
	for (const payment of payments) {
		const { reference, day } = payment;
		const hasLeft = ledger.has(reference);
		const find = /** @type {const} */ ({ do: 'find', reference, day });
		if (!hasLeft && (await ada?.does(find)) === 'unknown') released.push(payment);
		const order = /** @type {const} */ ({ do: 'settle', reference, day, hasLeft });
		await Promise.all([ada?.does(order), bola?.does(order)]);
		assert.equal(await ada?.does(find), hasLeft ? 'paid' : 'free', reference);
	}
	return released;
}

/**
 * Get Budget says what left, to the last kobo; of what was released some may count.
 *
 * @param {Ledger} ledger @param {readonly Payment[]} [released]
 */
async function assertTold(ledger, released = []) {
	const told = await workers[2]?.does({ do: 'state' });
	for (const day of [0, 1])
		for (const [place, of] of [day, undefined].entries()) {
			const more = released.filter((payment) => of === undefined || payment.day === of);
			const most = more.reduce((sum, { minor }) => sum + minor, ledger.sum(of));
			const used = Number(told[day][place]);
			assert.ok(used >= ledger.sum(of) && used <= most, `${used} used, not ${ledger.sum(of)} to ${most}`);
		}
}

/** @param {string} history @returns {Payment[]} */
const somePayments = (history) =>
	Array.from({ length: between(8, 32) }, (_, number) => ({
		reference: `${history}-${number}`,
		minor: oneOf([500, 500, between(1, 900)]),
		ending: oneOf(['accepted', 'accepted', 'accepted', 'refused', 'lost']),
		day: oneOf([0, 0, 1]),
	}));

/** One in four workers dies, at a call that most histories reach. @returns {Death | null} */
const someDeath = () => (random() < 0.75 ? null : { call: between(1, 250), isBefore: random() < 0.5 });

test(`in ${histories} drawn histories of four workers no more leaves than a limit, and what is used is what left`, async (t) => {
	const from = Date.now();
	const counts = { payments: 0, left: 0, overBudget: 0 };
	for (let number = 1; number <= histories; number += 1) {
		const history = `h${number}`;
		const payments = somePayments(history);
		const limits = { day: between(500, 6_000), month: between(500, 9_000) };
		// In some histories the rules change while others still pay under those before.
		const raised = random() < 0.25 ? { day: limits.day + 1_000, month: limits.month + 1_000 } : limits;
		const ledger = new Ledger(payments, raised);
		const dies = workers.map(someDeath);
		const ends = await payTogether({
			...{ history, payments, ledger, dies, atOnce: between(1, 4) },
			limits: [limits, limits, raised, raised],
		});
		await openAnew(history, raised);
		await assertTold(ledger, await settleAll(payments, ledger));
		if (number % 20 === 0) console.log(`  ${number} of ${histories} histories`);
		counts.payments += payments.length;
		counts.left += ledger.of().length;
		counts.overBudget += [...ends.values()].filter((end) => end === 'budget').length;
	}
	const deaths = workers.reduce((sum, worker) => sum + worker.deaths, 0);
	assert.ok(counts.left > 0 && counts.overBudget > 0 && deaths > 0, JSON.stringify({ ...counts, deaths }));
	t.diagnostic(
		`${JSON.stringify({ ...counts, deaths })} in ${Math.round((Date.now() - from) / 1_000)} s, seed ${seed}`,
	);
});

test('a list that fits exactly is paid whole, 400 of 5,000 in 2,000,000, with a worker that is killed in between', async (t) => {
	const from = Date.now();
	const payments = Array.from({ length: 400 }, (_, number) => ({
		reference: `list-${number}`,
		minor: 500_000,
		ending: /** @type {const} */ ('accepted'),
		day: /** @type {const} */ (0),
	}));
	const limits = { day: 200_000_000, month: 200_000_000 };
	const ledger = new Ledger(payments, limits);
	const list = { history: 'list', payments, ledger, limits: workers.map(() => limits), atOnce: 4 };
	const before = workers.reduce((sum, worker) => sum + worker.deaths, 0);
	// Early: a hundred payments take some 1,600 calls, fewer where workers are less in each other's way.
	const ends = await payTogether({ ...list, dies: [null, { call: 200, isBefore: false }, null, null] });
	const [killed] = [workers.reduce((sum, worker) => sum + worker.deaths, 0) - before];
	const first = ledger.of().length;
	assert.deepEqual([killed, [...ends.values()].every((end) => end === 'accepted')], [1, true]);
	await openAnew('list', limits);
	const released = await settleAll(
		payments.filter(({ reference }) => !ends.has(reference)),
		ledger,
	);
	// What the killed worker took in vain stays counted: the limit is raised by that, which counts at once.
	assert.ok(released.length <= list.atOnce, String(released.length));
	const raise = released.length * 500_000;
	const raised = { day: limits.day + raise, month: limits.month + raise };
	await payTogether({ ...list, limits: workers.map(() => raised), dies: [] });
	assert.equal(ledger.of().length, payments.length);
	await assertTold(ledger, released);
	const more = [
		{
			reference: 'one more',
			minor: raise + 1,
			ending: /** @type {const} */ ('accepted'),
			day: /** @type {const} */ (0),
		},
	];
	assert.deepEqual(await workers[0]?.does({ do: 'pay', payments: more, atOnce: 1 }), ['budget']);
	t.diagnostic(`${first} paid before the run that ended it, ${Math.round((Date.now() - from) / 1_000)} s`);
});
