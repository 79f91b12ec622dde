// A workflow that pays many payees, and what a person does around it when n8n is killed: look at n8n's own list of
// executions, retry there, check and release references.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { pause, waitFor } from '../../scripts/lib/waiting.mjs';
import { ownConnection } from '../../scripts/n8n/client.mjs';
import { chained, node } from '../../scripts/n8n/workflow.mjs';

const bankCode = '000013';
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
 * Imports and activates the workflow. Starts: 'By hand' and a webhook pay by the node 'Pay', which goes on behind
 * failures; 'Every Friday' by 'Pay or stop'. More webhooks check, release and mark as paid the references they are given.
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
	const paths = { pay: randomUUID(), check: randomUUID(), release: randomUUID(), markPaid: randomUUID() };
	const credentials = { mavapayApi: credential };
	const webhook = (/** @type {string} */ name, /** @type {string} */ path, /** @type {object} */ more) =>
		node(
			name,
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path, options: {}, ...more },
			{ typeVersion: 2, webhookId: path },
		);
	const mavapay = (/** @type {string} */ name, /** @type {object} */ parameters, /** @type {object} */ more = {}) =>
		node(name, 'n8n-nodes-mavapay.mavapay', parameters, { credentials, ...more });
	const pays = (/** @type {object} */ options) => ({
		resource: 'withdrawal',
		operation: 'toBankAccount',
		amount: '={{ $json.amount }}',
		amountUnit: 'minor',
		bank: { __rl: true, mode: 'id', value: bankCode },
		accountNumber: '={{ $json.accountNumber }}',
		payoutReference: '={{ $json.reference }}',
		options: { alreadyRecorded: 'skip', payoutsInParallel: inParallel, bankName: 'Guaranty Trust Bank', ...options },
	});
	const split = (/** @type {string} */ name, /** @type {string} */ field) =>
		node(name, 'n8n-nodes-base.splitOut', { fieldToSplitOut: field, options: {} });
	const answering = { responseMode: 'lastNode', responseData: 'allEntries' };
	const record = (/** @type {string} */ operation) => ({
		resource: 'payoutReference',
		operation,
		reference: '={{ $json.reference }}',
		claim: '={{ $json.claim }}',
		transactionId: '={{ $json.transactionId }}',
		options: operation === 'release' ? { releaseEarly: true } : {},
	});
	const list = { mode: 'raw', jsonOutput: JSON.stringify({ payees }) };
	const { id } = await client.importWorkflow(
		{
			name: 'Pay many',
			settings: { executionOrder: 'v1' },
			nodes: [
				node('By hand', 'n8n-nodes-base.manualTrigger', {}),
				webhook('Webhook', paths.pay, {}),
				node('List', 'n8n-nodes-base.set', list, { typeVersion: 3.4 }),
				split('Payees', 'payees'),
				mavapay('Pay', pays({ onUnknown: 'continue' }), { onError: 'continueRegularOutput' }),
				node(
					'Every Friday',
					'n8n-nodes-base.scheduleTrigger',
					{ rule: { interval: [{ field: 'weeks', triggerAtDay: [5], triggerAtHour: 9 }] } },
					{ typeVersion: 1.2 },
				),
				node('Same list', 'n8n-nodes-base.set', list, { typeVersion: 3.4 }),
				split('Same payees', 'payees'),
				mavapay('Pay or stop', pays({})),
				webhook('Ask', paths.check, answering),
				split('References', 'body.references'),
				mavapay('Check', record('check')),
				webhook('Free', paths.release, answering),
				split('Unpaid references', 'body.references'),
				mavapay('Release', record('release')),
				webhook('Found', paths.markPaid, answering),
				split('Paid references', 'body.references'),
				mavapay('Mark paid', record('markPaid'), { onError: 'continueRegularOutput' }),
			],
			connections: chained([
				['By hand', 'List', 'Payees', 'Pay'],
				['Webhook', 'List'],
				['Every Friday', 'Same list', 'Same payees', 'Pay or stop'],
				['Ask', 'References', 'Check'],
				['Free', 'Unpaid references', 'Release'],
				['Found', 'Paid references', 'Mark paid'],
			]),
		},
		credentials,
	);
	await client.activate(id);
	const post = (/** @type {string} */ path, /** @type {object} */ body) =>
		fetch(`${n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { ...ownConnection, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	await waitFor('the webhooks to be there', async () => (await post(paths.check, { references: [] })).status !== 404);

	/** @param {string} path @param {Array<{reference: string, transactionId?: string}>} references @returns {Promise<any[]>} */
	async function ask(path, references) {
		if (references.length === 0) return [];
		const answer = await post(path, { references });
		const items = await answer.json();
		assert.equal(answer.status, 200, JSON.stringify(items));
		return items;
	}

	/** With the claims that Check gives; without references that are free. @param {Array<{reference: string, transactionId?: string}>} list */
	async function claimed(list) {
		const told = await ask(
			paths.check,
			list.map(({ reference }) => ({ reference })),
		);
		const claims = new Map(told.map(({ reference, claim }) => [reference, claim]));
		return list.flatMap((one) => (claims.get(one.reference) ? [{ ...one, claim: claims.get(one.reference) }] : []));
	}

	return {
		id,
		payByHand: () => client.startRun(id, 'By hand'),
		payOrStop: () => client.run(id, 'Every Friday'),
		payByWebhook: () => post(paths.pay, {}),
		check: (/** @type {string[]} */ references) =>
			ask(
				paths.check,
				references.map((reference) => ({ reference })),
			),
		release: async (/** @type {string[]} */ references) =>
			ask(paths.release, await claimed(references.map((reference) => ({ reference })))),
		async markPaid(/** @type {Array<{reference: string, transactionId: string}>} */ found) {
			for (const { error, description } of await ask(paths.markPaid, await claimed(found)))
				assert.equal(error, undefined, description);
		},
		/** Retry as the list of executions offers it; answers when the retry has ended. */
		retry: (/** @type {string} */ executionId) =>
			client.rest('POST', `/executions/${executionId}/retry`, { loadWorkflow: false }),
		/** The first line of n8n's own list of executions. @returns {Promise<{id: string, status: string, mode: string}>} */
		newest: async () =>
			(await client.rest('GET', `/executions?limit=1&filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}`))
				.results[0],
	};
}

/** @typedef {Awaited<ReturnType<typeof importPayRun>>} PayRun */

/**
 * Starts something, kills n8n while it runs, and starts n8n again.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {PayRun} run
 * @param {() => Promise<unknown>} start @param {Aim} aim
 * @returns {Promise<{id: string, status: string, mode: string}>} the killed execution as n8n lists it afterwards
 */
export async function killDuring({ n8n, sandbox }, run, start, { payouts, most, thenMs, hang }) {
	const before = Number((await run.newest())?.id ?? 0);
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
