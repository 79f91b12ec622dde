// What pays in n8n: our node, the bench's bare node and n8n's HTTP Request node, each in a workflow of its own behind
// the same webhook and the same payees.
import { createRequire } from 'node:module';
import { chained, node } from '../../../scripts/n8n/workflow.mjs';

const { BANK_CODE } = createRequire(import.meta.url)('../nodes/payees.js');

/** The nodes whose time counts as the time of the payments. */
const paying = ['Pay', 'One by One', 'Ask'];
const oursType = 'n8n-nodes-mavapay.mavapay';
const bareType = 'CUSTOM.benchBare';
const countedType = 'CUSTOM.benchCounted';
/** Our credential signs for our nodes alone: the others have the key as people give it to HTTP Request. */
const keyOf = (/** @type {string} */ type) => ({
	credentials: type === oursType ? { mavapayApi: {} } : { httpHeaderAuth: {} },
});

/** Its default settings: a payout reference, the name enquiry, and the name that is expected. @param {object} [options] */
export const payouts = (options = {}) => ({
	resource: 'withdrawal',
	operation: 'toBankAccount',
	amount: '={{ $json.amount }}',
	currency: 'NGN',
	bank: { __rl: true, mode: 'id', value: BANK_CODE },
	accountNumber: '={{ $json.accountNumber }}',
	expectedAccountName: '={{ $json.accountName }}',
	payoutReference: '={{ $json.reference }}',
	options,
});

/** @param {string} baseUrl @param {'payments' | 'requests' | 'store'} work @param {{atOnce?: number, looks?: number, records?: number}} [more] */
const bare = (baseUrl, work, more = {}) => ({
	...payouts(),
	baseUrl,
	amountUnit: 'minor',
	bankName: '={{ $json.bankName }}',
	work,
	...more,
});

/** @param {string} baseUrl @param {string} row the expression of the row that is paid */
const httpRequest = (baseUrl, row = '$json') => ({
	method: 'POST',
	url: `${baseUrl}/withdraw`,
	authentication: 'genericCredentialType',
	genericAuthType: 'httpHeaderAuth',
	sendBody: true,
	specifyBody: 'json',
	jsonBody:
		`={{ { amount: ${row}.amount, currency: "NGN", beneficiary: { bankCode: ${row}.bankCode, bankAccountNumber: ${row}.accountNumber, ` +
		`bankAccountName: ${row}.accountName, bankName: ${row}.bankName } } }}`,
	options: {},
});

/** A name enquiry for each payee. */
const names = {
	resource: 'bank',
	operation: 'verifyAccount',
	bank: { __rl: true, mode: 'id', value: BANK_CODE },
	accountNumber: '={{ $json.accountNumber }}',
	options: {},
};

const httpNames = (/** @type {string} */ baseUrl) => ({
	url: `${baseUrl}/bank/name-enquiry`,
	authentication: 'genericCredentialType',
	genericAuthType: 'httpHeaderAuth',
	sendQuery: true,
	queryParameters: {
		parameters: ['accountNumber', 'bankCode'].map((name) => ({ name, value: `={{ $json.${name} }}` })),
	},
	options: {},
});

/** The node that pays, in chains of connections behind the payees. @param {string} type @param {object} parameters */
const one = (type, parameters, typeVersion = 1) => ({
	nodes: [node('Pay', type, parameters, { typeVersion, ...keyOf(type) })],
	chains: [['Payees', 'Pay']],
});

/**
 * Every contender by name. `calls`: what our node asks of n8n's store for each payout, where that is known.
 *
 * @param {string} baseUrl the service's @param {{looks: number, records: number}} [calls]
 */
export function contendersOf(baseUrl, calls = { looks: 0, records: 0 }) {
	const http = one('n8n-nodes-base.httpRequest', httpRequest(baseUrl), 4.5);
	const asked = { typeVersion: 4.5, credentials: { httpHeaderAuth: {} } };
	const behindTheName = one('n8n-nodes-base.httpRequest', httpRequest(baseUrl, "$('Payees').item.json"), 4.5);
	return {
		oursOne: one(oursType, payouts()),
		oursTen: one(oursType, payouts({ payoutsInParallel: 10 })),
		counted: one(countedType, { ...payouts(), baseUrl }),
		barePayments: one(bareType, bare(baseUrl, 'payments')),
		bareRequests: one(bareType, bare(baseUrl, 'requests')),
		bareStoreTen: one(bareType, bare(baseUrl, 'store', { atOnce: 10, ...calls })),
		http,
		/** The same two requests for each payee as our node sends: the name, then the payment. */
		httpBoth: {
			nodes: [...behindTheName.nodes, node('Ask', 'n8n-nodes-base.httpRequest', httpNames(baseUrl), asked)],
			chains: [['Payees', 'Ask', 'Pay']],
		},
		oursNames: { ...one(oursType, names), sends: 'reads' },
		httpNames: { ...one('n8n-nodes-base.httpRequest', httpNames(baseUrl), 4.5), sends: 'reads' },
		httpLoop: {
			nodes: [
				...http.nodes,
				node('One by One', 'n8n-nodes-base.splitInBatches', { batchSize: 1, options: {} }, { typeVersion: 3 }),
			],
			chains: [
				['Payees', 'One by One'],
				['Pay', 'One by One'],
			],
			loop: { from: 'One by One', to: 'Pay' },
		},
	};
}

/** A contender with a CPU profile around it, written into the file. @param {string} file @param {Contender} contender */
export function profiled(file, { nodes }) {
	const profile = (/** @type {string} */ name) => node(name, 'CUSTOM.benchProfile', { file });
	return { nodes: [profile('Start'), ...nodes, profile('Stop')], chains: [['Payees', 'Start', 'Pay', 'Stop']] };
}

/**
 * @typedef {{nodes: ReturnType<typeof node>[], chains: string[][], loop?: {from: string, to: string}, sends?: 'payments' | 'reads'}} Contender
 *   `sends`: one of these for each payee; payments unless told otherwise
 *
 * The workflow around a contender: a webhook that answers when the last node has run.
 *
 * @param {string} name @param {Contender} contender @param {string} path the webhook's
 */
export function workflowOf(name, { nodes, chains, loop }, path) {
	const hook = { httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'noData', options: {} };
	const payees = {
		run: '={{ $json.body.run }}',
		count: '={{ $json.body.count }}',
		first: '={{ $json.body.first ?? 0 }}',
	};
	const connections = chained([['Webhook', 'Payees'], ...chains]);
	// The second output of Loop Over Items is the loop, the first what is done.
	if (loop) connections[loop.from] = { main: [[], [{ node: loop.to, type: 'main', index: 0 }]] };
	return {
		name,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Webhook', 'n8n-nodes-base.webhook', hook, { typeVersion: 2, webhookId: path }),
			node('Payees', 'CUSTOM.benchPayees', payees),
			...nodes,
		],
		connections,
	};
}

/**
 * What the paying nodes took and emitted, from the run data that n8n stores: from their first start to their last end.
 *
 * @param {import('../../../scripts/n8n/client.mjs').Execution} execution
 * @returns {{ms: number, items: Array<Record<string, any>>}}
 */
export function paidIn({ data }) {
	const { runData } = data.resultData;
	const runs = paying.flatMap((name) => runData[name] ?? []);
	const starts = runs.map((run) => run.startTime);
	const ends = runs.map((run) => run.startTime + run.executionTime);
	const items = (runData.Pay ?? []).flatMap((/** @type {any} */ run) => run.data?.main?.[0] ?? []);
	// A list of that length would be too long for the arguments of a call.
	const least = starts.reduce((one, other) => Math.min(one, other), Infinity);
	const most = ends.reduce((one, other) => Math.max(one, other), 0);
	return { ms: most - least, items: items.map((/** @type {any} */ { json }) => json) };
}
