// The contenders in n8n: our node and n8n's HTTP Request node, each in its own workflow after the same webhook and the
// same payees.
import { createRequire } from 'node:module';
import { chained, node } from '../../../scripts/n8n/workflow.mjs';

const { BANK_CODE } = createRequire(import.meta.url)('../nodes/payees.js');

/** The nodes whose time counts as the time of the payments. */
const paying = ['Pay', 'One by One', 'Ask'];
const oursType = 'n8n-nodes-mavapay.mavapay';
const httpType = 'n8n-nodes-base.httpRequest';
const credentialOf = { [oursType]: { mavapayApi: {} }, [httpType]: { httpHeaderAuth: {} } };

/** Our node with its default settings: payout reference, name enquiry and expected name. @param {object} [options] */
const payouts = (options = {}) => ({
	resource: 'withdrawal',
	operation: 'toBankAccount',
	amount: '={{ $json.amount }}',
	amountUnit: 'minor',
	currency: 'NGN',
	bank: { __rl: true, mode: 'id', value: BANK_CODE },
	accountNumber: '={{ $json.accountNumber }}',
	expectedAccountName: '={{ $json.accountName }}',
	payoutReference: '={{ $json.reference }}',
	options,
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

/** A contender of one node, which pays after the node with the payees. @param {oursType | httpType} type @param {object} parameters */
const one = (type, parameters, typeVersion = 1) => ({
	nodes: [node('Pay', type, parameters, { typeVersion, credentials: credentialOf[type] })],
	chains: [['Payees', 'Pay']],
});

/** Every contender by name. @param {string} baseUrl the service's */
export function contendersOf(baseUrl) {
	const http = one(httpType, httpRequest(baseUrl), 4.5);
	const asked = { typeVersion: 4.5, credentials: credentialOf[httpType] };
	const afterTheName = one(httpType, httpRequest(baseUrl, "$('Payees').item.json"), 4.5);
	return {
		oursOne: one(oursType, payouts()),
		oursTen: one(oursType, payouts({ payoutsInParallel: 10 })),
		http,
		/** For each payee, the two requests that our node sends: the name enquiry, then the payment. */
		httpBoth: {
			nodes: [...afterTheName.nodes, node('Ask', httpType, httpNames(baseUrl), asked)],
			chains: [['Payees', 'Ask', 'Pay']],
		},
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

/**
 * @typedef {{nodes: ReturnType<typeof node>[], chains: string[][], loop?: {from: string, to: string}}} Contender
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
	// The first output of Loop Over Items is for the end of the loop, the second one for the loop itself.
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
 * How long the paying nodes took, from their first start to their last end, and the items that they output. Both are
 * read from the run data that n8n stores.
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
	// `Math.min(...starts)` could have too many arguments for one call.
	const least = starts.reduce((one, other) => Math.min(one, other), Infinity);
	const most = ends.reduce((one, other) => Math.max(one, other), 0);
	return { ms: most - least, items: items.map((/** @type {any} */ { json }) => json) };
}
