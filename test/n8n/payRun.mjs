// A desk that pays many payees, and what a person does around it when n8n is killed: look at n8n's own list of executions,
// and retry there.
import { pause, waitFor } from '../../scripts/lib/waiting.mjs';
import { node } from '../../scripts/n8n/workflow.mjs';
import { bankCode, bankPayment, importDesk } from './payoutDesk.mjs';

/** Widens the moments around the effect of a payout, so that kills at random fall into them too. */
const slowPayouts = [
	{ match: { method: 'POST', path: '/withdraw' }, fault: { kind: 'delay', ms: 10, when: 'before' } },
	{ match: { method: 'POST', path: '/withdraw' }, fault: { kind: 'delay', ms: 15, when: 'after' } },
];

/**
 * @typedef {{reference: string, accountNumber: string, amount: string}} Payee amount in kobo
 *
 * @typedef {object} Aim when n8n is killed
 * @property {number} payouts how many payouts of the run must have reached the service; 0: none need to
 * @property {number} most after so many the service answers no more: the run can't end before it is killed, however late
 *   that comes
 * @property {number} thenMs how long after that
 * @property {'withEffect' | 'withoutEffect'} [hang] the last of these payouts gets no answer
 */

/** Numbers from 0 up to 1 that are the same for the same seed. @param {number} seed */
export function randomNumbers(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/**
 * @param {number} count @param {string} name of their references @param {number} firstAccount
 * @returns {Payee[]}
 */
export function somePayees(count, name, firstAccount) {
	return Array.from({ length: count }, (_, index) => ({
		reference: `${name}-${String(index).padStart(4, '0')}`,
		accountNumber: String(firstAccount + index * 7),
		amount: String(200_000 + index),
	}));
}

/**
 * A desk that pays payees: by webhook and 'By hand' by the node 'Pay', which goes on behind failures, on 'Every Friday' by
 * 'Pay or stop'.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {Payee[]} payees
 * @param {number} inParallel payouts at a time
 */
export async function importPayRun({ client, sandbox, n8n, credential }, payees, inParallel) {
	await sandbox.control(
		'POST',
		'/accounts',
		payees.map(({ accountNumber, reference }) => ({ bankCode, accountNumber, accountName: `Payee ${reference}` })),
	);
	await sandbox.control('POST', '/wallets', { NGN: '9000000000' });
	const pays = (/** @type {object} */ options) =>
		bankPayment({
			alreadyRecorded: 'skip',
			payoutsInParallel: inParallel,
			bankName: 'Guaranty Trust Bank',
			...options,
		});
	const list = (/** @type {string} */ name) => [
		node(name, 'n8n-nodes-base.set', { mode: 'raw', jsonOutput: JSON.stringify({ payees }) }, { typeVersion: 3.4 }),
		node(`Payees of ${name}`, 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'payees', options: {} }),
	];
	const weekly = { rule: { interval: [{ field: 'weeks', triggerAtDay: [5], triggerAtHour: 9 }] } };
	const desk = await importDesk(
		{ client, credential, url: n8n.url },
		{
			Pay: { parameters: pays({ onUnknown: 'continue' }), settings: { onError: 'continueRegularOutput' } },
			'Pay or stop': { parameters: pays({}) },
		},
		[
			[node('By hand', 'n8n-nodes-base.manualTrigger', {}), ...list('List'), 'Pay'],
			[
				node('Every Friday', 'n8n-nodes-base.scheduleTrigger', weekly, { typeVersion: 1.2 }),
				...list('Same list'),
				'Pay or stop',
			],
		],
	);
	return {
		...desk,
		payByHand: () => client.startRun(desk.id, 'By hand'),
		payOrStop: () => client.run(desk.id, 'Every Friday'),
		payByWebhook: () => desk.start('Pay', payees),
		/** Retry as the list of executions offers it; answers when the retry has ended. */
		retry: (/** @type {string} */ executionId) =>
			client.rest('POST', `/executions/${executionId}/retry`, { loadWorkflow: false }),
		/** The first line of n8n's own list of executions. */
		newest: async () => (await desk.listed())[0] ?? { id: '0', status: 'none' },
	};
}

/** @typedef {Awaited<ReturnType<typeof importPayRun>>} PayRun */

/**
 * Starts something, kills n8n while it runs, and starts n8n again.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {PayRun} run
 * @param {() => Promise<unknown>} start @param {Aim} aim
 * @returns {Promise<{id: string, status: string}>} the killed execution as n8n lists it afterwards
 */
export async function killDuring({ n8n, sandbox }, run, start, { payouts, most, thenMs, hang }) {
	const before = Number((await run.newest()).id);
	await sandbox.control('DELETE', '/requests');
	await sandbox.control('POST', '/faults', slowPayouts);
	const unanswered = (/** @type {object} */ which, /** @type {boolean} */ effect) =>
		sandbox.control('POST', '/faults', {
			match: { method: 'POST', path: '/withdraw', ...which },
			fault: { kind: 'hang', effect },
		});
	if (hang) await unanswered({ nth: payouts }, hang === 'withEffect');
	await unanswered({ nth: most + 1, times: 1_000_000 }, false);
	// What was asked for gets no answer when n8n dies.
	const asked = start().catch(() => undefined);
	const isUnderWay = async () => {
		// Nothing else pays now. n8n is not asked where it need not be: it is busy.
		if (payouts > 0) return (await sandbox.control('GET', '/requests?method=POST&path=/withdraw')).count >= payouts;
		const { id, status } = await run.newest();
		return Number(id) > before && status === 'running';
	};
	await waitFor(`${payouts} payouts of the run to be killed`, isUnderWay, { everyMs: 15 });
	await pause(thenMs);
	await crash(n8n, asked);
	await sandbox.control('DELETE', '/faults');
	return run.newest();
}

/**
 * Starts work on the record of references, which takes milliseconds, kills n8n a moment later, and starts n8n again.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {() => Promise<unknown>} work
 * @param {number} thenMs how long after the start
 */
export async function killSoonAfter({ n8n }, work, thenMs) {
	const asked = work().catch(() => undefined);
	await pause(thenMs);
	await crash(n8n, asked);
}

/** @param {import('../../scripts/n8n/boot.mjs').N8n} n8n @param {Promise<unknown>} asked what gets no answer any more */
async function crash(n8n, asked) {
	n8n.kill('SIGKILL');
	await n8n.exited;
	await asked;
	await n8n.restart();
}

/**
 * How many rows among payments alike have a claim as their owner, and how many have none.
 *
 * @param {(sql: string) => Promise<string>} database @returns {Promise<{owned: number, unowned: number}>}
 */
export async function ownersOf(database) {
	const rows = JSON.parse(
		await database("select context, value from processed_data where context like 'n:mavapay:1:like:%'"),
	).filter((/** @type {{context: string}} */ { context }) => /:\d+$/.test(context));
	const owned = rows.filter((/** @type {{value: string}} */ { value }) => /"mode":"mavapay:1:[^"]+:\d+"/.test(value));
	return { owned: owned.length, unowned: rows.length - owned.length };
}
