// A workflow that pays many payees, and what a person does when n8n is killed: look at n8n's list of executions and
// retry there.
import { pause, waitFor } from '../../scripts/lib/waiting.mjs';
import { node } from '../../scripts/n8n/workflow.mjs';
import { bankCode, bankPayment, importDesk } from './payoutDesk.mjs';

/** Delays before and after the service makes a payout, so that random kills also hit these moments. */
const slowPayouts = [
	{ match: { method: 'POST', path: '/withdraw' }, fault: { kind: 'delay', ms: 10, when: 'before' } },
	{ match: { method: 'POST', path: '/withdraw' }, fault: { kind: 'delay', ms: 15, when: 'after' } },
];

/**
 * @typedef {{reference: string, accountNumber: string, amount: string}} Payee amount in kobo
 *
 * @typedef {object} Aim the moment when n8n is killed
 * @property {number} payouts how many payouts of the run must have reached the service; 0: none need to
 * @property {number} most the service answers only this many payouts, so that the run can't end before the kill
 * @property {number} thenMs milliseconds from the last of `payouts` (0: from the start of the run) to the kill
 * @property {'withEffect' | 'withoutEffect'} [hang] the last of `payouts` gets no answer
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
 * @param {number} count @param {string} name the start of each reference @param {number} firstAccount
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
 * Imports a workflow that pays payees. A webhook and 'By hand' start the node 'Pay', which continues after errors. 'Every
 * Friday' starts 'Pay or stop', which doesn't.
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
		/** Retries an execution as n8n's list of executions does, and waits until the retry has ended. */
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
	// The request that started the run gets no answer when n8n is killed: its error is ignored.
	const asked = start().catch(() => undefined);
	const isUnderWay = async () => {
		// All payouts at the service are of this run. n8n is busy, so it is asked only if no payout is needed.
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
 * Starts work on payout references, which takes milliseconds, kills n8n a moment later, and starts n8n again.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {() => Promise<unknown>} work
 * @param {number} thenMs milliseconds from the start to the kill
 */
export async function killSoonAfter({ n8n }, work, thenMs) {
	const asked = work().catch(() => undefined);
	await pause(thenMs);
	await crash(n8n, asked);
}

/** @param {import('../../scripts/n8n/boot.mjs').N8n} n8n @param {Promise<unknown>} asked the request that n8n can no longer answer */
async function crash(n8n, asked) {
	n8n.kill('SIGKILL');
	await n8n.exited;
	await asked;
	await n8n.restart();
}

/**
 * Counts the rows that n8n keeps to detect repeated payments: with the claim of a payout reference as owner, and without.
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
