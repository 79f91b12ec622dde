// Parts of workflows that several contestants (ways to pay) share.
import { node } from '../../n8n/workflow.mjs';

/**
 * A contestant: one way to pay in n8n.
 *
 * @typedef {object} Contestant
 * @property {string} name the head of its column
 * @property {string} service the name of the service that it pays with: `services/index.mjs`
 * @property {string[]} credentials the types of its credentials
 * @property {RegExp} [asks] matches an error of its paying node that says that the payment may have been made
 * @property {(given: Given) => object} [receives] its own trigger for events of the service; without one, n8n's Webhook
 * @property {(given: Given) => Part} build the nodes after 'Rows', whose items are `Row`s; 'Pay' is the one that pays
 *
 * @typedef {object} Given
 * @property {object} pay settings that an accident needs in the node that pays, such as Retry On Fail
 * @property {object} credentials for the nodes of the contestant
 * @property {string} url the service's address, for nodes that take one
 * @property {string} table the ID of a data table with the column `reference`
 * @property {boolean} toBank whether Mavapay pays naira to `account`s; otherwise USDT
 *
 * @typedef {object} Part
 * @property {object[]} nodes
 * @property {Array<[from: string, to: string, output?: number]>} lines connections of the nodes, starting at 'Rows'
 *
 * @typedef {{reference: string, payee: string, amount: string, minor: string}} Row `amount` such as `2000.00`; `minor` in cents
 */

/** The bank account of payees paid in naira, without the account number, which is a row's `payee`. */
export const account = { bankCode: '000013', bankName: 'Guaranty Trust Bank', bankAccountName: 'ADAEZE CHIOMA OKAFOR' };

/** The current row, for later nodes of the loop. */
export const rowInWork = "$('Each').first().json";

/** Takes one row at a time: a failure then touches no other row. Output 1 is the row. */
export const oneAtATime = () => node('Each', 'n8n-nodes-base.splitInBatches', { options: {} }, { typeVersion: 3 });

/**
 * An HTTP Request node that pays through Mavapay's API.
 *
 * @param {Given} given @param {string} row the expression of the row
 */
export const httpPays = ({ pay, credentials, url, toBank }, row) => {
	const beneficiary = `{ ...${JSON.stringify(account)}, bankAccountNumber: ${row}.payee }`;
	const bank = `{ amount: ${row}.minor, currency: 'NGN', beneficiary: ${beneficiary} }`;
	const stablecoin = `{ amount: ${row}.minor, network: 'erc20', currency: 'USDT', address: ${row}.payee, customerReference: ${row}.reference }`;
	return node(
		'Pay',
		'n8n-nodes-base.httpRequest',
		{
			method: 'POST',
			url: `${url}${toBank ? '/withdraw' : '/withdraw/stablecoin'}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ ${toBank ? bank : stablecoin} }}`,
			options: {},
		},
		{ typeVersion: 4.2, credentials, ...pay },
	);
};

/**
 * The connections of a guard that looks a row up before paying, and writes it down afterwards: only new rows are paid.
 *
 * @type {Part['lines']}
 */
export const looksThenWrites = [
	['Rows', 'Each'],
	['Each', 'Look', 1],
	['Look', 'New'],
	['New', 'Pay'],
	['New', 'Each', 1],
	['Pay', 'Write down'],
	['Write down', 'Each'],
];

/** A node that sends items to its first output if they meet the condition, otherwise to its second. @param {string} name @param {string} condition an expression */
export const decides = (name, condition) =>
	node(
		name,
		'n8n-nodes-base.if',
		{
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: name,
						leftValue: `={{ ${condition} }}`,
						rightValue: '',
						operator: { type: 'boolean', operation: 'true', singleValue: true },
					},
				],
			},
			options: {},
		},
		{ typeVersion: 2.2 },
	);
