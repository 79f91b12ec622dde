// A workflow with several webhooks: some pay lists, the others do what a person does with payout references, such as
// Release. All are in one workflow, because n8n stores the references for each workflow separately.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hasEnded, itemsOf, ownConnection } from '../../scripts/n8n/client.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { chained, node } from '../../scripts/n8n/workflow.mjs';

const operations = ['check', 'release', 'markPaid', 'halt', 'resume'];
/** Settings of webhooks that answer with the items of the workflow's last node. */
const answering = { responseMode: 'lastNode', responseData: 'allEntries' };

/** A payment of USDT cents. */
export const stablecoinPayment = {
	resource: 'withdrawal',
	operation: 'toStablecoin',
	amount: '={{ $json.amount }}',
	amountUnit: 'minor',
	network: 'erc20',
	address: '0x52908400098527886E0F7030069857D2E4169EE7',
	customerReference: '={{ $json.reference }}',
	payoutReference: '={{ $json.reference }}',
};

export const bankCode = '000013';

/** A payment in kobo to a bank account; a likely repeat is refused. @param {object} [options] @param {object} [more] */
export const bankPayment = (options = {}, more = {}) => ({
	resource: 'withdrawal',
	operation: 'toBankAccount',
	amount: '={{ $json.amount }}',
	amountUnit: 'minor',
	bank: { __rl: true, mode: 'id', value: bankCode },
	accountNumber: '={{ $json.accountNumber }}',
	payoutReference: '={{ $json.reference }}',
	options: { allowRepeats: false, ...options },
	...more,
});

/**
 * @typedef {{reference: string, amount?: string, [key: string]: unknown}} Payment what a payment node reads from an item
 * @typedef {{parameters?: {options?: object, [name: string]: unknown}, settings?: object, gate?: boolean}} Way a payment
 *   node's parameters and settings. *Allow Repeats* is on by default, because tests' payments differ only in references.
 *   With `gate`, an execution requests a URL (`gate` in the webhook's body) and waits for the answer before it pays
 * @typedef {{reference: string, outcome: string, message: string, transactionId: string | null, onErrorOutput: boolean}} Result
 */

/**
 * Imports and activates the workflow.
 *
 * @param {{client: import('../../scripts/n8n/client.mjs').N8nClient, credential: {id: string, name: string}, url: string}} where
 *   `url`: the n8n that takes webhooks
 * @param {Record<string, Way>} ways payment nodes by name
 * @param {Array<[...ReturnType<typeof node>[], string]>} [more] each: a chain of nodes, and the name of the payment node that it leads to
 */
export async function importDesk({ client, credential, url }, ways, more = []) {
	const names = [...Object.keys(ways), ...operations];
	const paths = Object.fromEntries(names.map((name) => [name, randomUUID()]));
	/** @type {ReturnType<typeof node>[][]} */
	const chains = [];
	const webhook = (/** @type {string} */ name, /** @type {object} */ how) =>
		node(
			`Start ${name}`,
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path: paths[name], options: {}, ...how },
			{ typeVersion: 2, webhookId: paths[name] },
		);
	const items = (/** @type {string} */ name) => [
		node(
			`Body ${name}`,
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: `={{ { items: $('Start ${name}').first().json.body.items } }}`, options: {} },
			{ typeVersion: 3.4 },
		),
		node(`Items ${name}`, 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'items', options: {} }),
	];
	const mavapay = (/** @type {string} */ name, /** @type {object} */ parameters, /** @type {object} */ settings = {}) =>
		node(name, 'n8n-nodes-mavapay.mavapay', parameters, { credentials: { mavapayApi: credential }, ...settings });
	for (const [name, { parameters: { options = {}, ...parameters } = {}, settings, gate }] of Object.entries(ways)) {
		const wait = node(
			`Gate ${name}`,
			'n8n-nodes-base.httpRequest',
			{ url: '={{ $json.body.gate }}&execution={{ $execution.id }}', options: {} },
			{ typeVersion: 4.2 },
		);
		chains.push([
			webhook(name, { responseMode: 'onReceived' }),
			...(gate ? [wait] : []),
			...items(name),
			mavapay(name, { ...stablecoinPayment, ...parameters, options: { allowRepeats: true, ...options } }, settings),
		]);
	}
	for (const name of operations) {
		const parameters = {
			resource: 'payoutReference',
			operation: name,
			reference: '={{ $json.reference }}',
			claim: '={{ $json.claim }}',
			transactionId: '={{ $json.transactionId }}',
			options: name === 'release' ? { releaseEarly: true } : {},
		};
		chains.push([webhook(name, answering), ...items(name), mavapay(name, parameters)]);
	}
	const { id } = await client.importWorkflow(
		{
			name: `Desk ${paths.check}`,
			settings: { executionOrder: 'v1' },
			nodes: [...chains, ...more].flat().filter((one) => typeof one !== 'string'),
			connections: chained(
				[...chains, ...more].map((chain) => chain.map((one) => (typeof one === 'string' ? one : one.name))),
			),
		},
		{ mavapayApi: credential },
	);
	await client.activate(id);

	const send = (/** @type {string} */ name, /** @type {object} */ body) =>
		fetch(`${url}/webhook/${paths[name]}`, {
			method: 'POST',
			headers: { ...ownConnection, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	/** Calls a webhook, again while a very busy n8n answers that its database isn't ready. @param {string} name @param {object} body */
	const post = (name, body) =>
		waitFor('n8n to take it', async () => {
			const answer = await send(name, body);
			return answer.status === 503 && /database is not ready/i.test(await answer.clone().text()) ? undefined : answer;
		});
	for (const name of operations) {
		await waitFor(`the webhook '${name}'`, async () => (await post(name, { items: [] })).status !== 404);
	}

	/** @param {string} name @param {object[]} list @returns {Promise<any[]>} */
	async function ask(name, list) {
		if (list.length === 0) return [];
		const answer = await post(name, { items: list });
		const text = await answer.text();
		assert.equal(answer.status, 200, text);
		return JSON.parse(text);
	}
	const each = (/** @type {string[]} */ references) => references.map((reference) => ({ reference }));
	/** The list with the claims that *Check* returns, and without references that are free. @param {Array<{reference: string, transactionId?: string}>} list */
	async function claimed(list) {
		const told = await ask('check', each(list.map(({ reference }) => reference)));
		const claims = new Map(told.map(({ reference, claim }) => [reference, claim]));
		return list.flatMap((one) => (claims.get(one.reference) ? [{ ...one, claim: claims.get(one.reference) }] : []));
	}
	/** The last executions of the workflow, newest first. @returns {Promise<Array<{id: string, status: string}>>} */
	const listed = async () =>
		(await client.rest('GET', `/executions?limit=50&filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}`))
			.results;

	/**
	 * Starts an execution, and waits until n8n has accepted it.
	 *
	 * @param {string} way @param {Payment[]} payments @param {string} [gate]
	 */
	async function start(way, payments, gate) {
		const answer = await post(way, { gate, items: payments.map((payment) => ({ amount: '100', ...payment })) });
		assert.equal(answer.status, 200, await answer.text());
	}

	return {
		id,
		start,
		listed,
		/**
		 * Pays in one execution. No other execution of this workflow must start meanwhile.
		 *
		 * @param {string} way @param {Payment[]} payments
		 */
		async pay(way, payments) {
			const before = Number((await listed())[0]?.id ?? 0);
			await start(way, payments);
			const { id: execution } = await waitFor(
				'the execution',
				async () => (await listed()).find((one) => Number(one.id) > before && hasEnded(one.status)),
				{ everyMs: 50 },
			);
			return client.waitForExecution(execution);
		},
		/** @param {string[]} references @returns {Promise<Record<string, string>>} their states */
		async check(references) {
			const told = await ask('check', each(references));
			return Object.fromEntries(told.map(({ reference, state }) => [reference, state]));
		},
		/** @param {string[]} references */
		release: async (references) => ask('release', await claimed(each(references))),
		/** @param {Array<{reference: string, transactionId?: string}>} list */
		markPaid: async (list) => ask('markPaid', await claimed(list)),
		halt: async () => (await ask('halt', [{}]))[0],
		resume: async () => (await ask('resume', [{}]))[0],
	};
}

/** @typedef {Awaited<ReturnType<typeof importDesk>>} Desk */

/**
 * The results of an execution's payments, in the order of its items.
 *
 * @param {import('../../scripts/n8n/client.mjs').Execution} execution @param {string} way
 * @returns {Result[]}
 */
export function resultsOf(execution, way) {
	const told = (/** @type {boolean} */ onErrorOutput) =>
		itemsOf(execution, way, onErrorOutput ? 1 : 0).map((item) => ({
			reference: item.payout?.reference ?? item.details?.reference,
			outcome: item.payout?.outcome ?? item.details?.outcome,
			message: item.message ?? item.payout?.message ?? '',
			transactionId: item.payout?.transactionId ?? null,
			onErrorOutput,
		}));
	return [...told(false), ...told(true)];
}
