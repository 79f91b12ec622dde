'use strict';

const { randomBytes } = require('node:crypto');

const text = (displayName, name, more = {}) => ({ displayName, name, type: 'string', default: '', ...more });
const number = (displayName, name, value) => ({ displayName, name, type: 'number', default: value });

/** What our node is told about each payee; read here as well, because n8n evaluates it for any node. */
const READ = ['amount', 'amountUnit', 'bank', 'accountNumber', 'expectedAccountName', 'payoutReference', 'bankName'];
const MARK = 'bench';
const ENTRIES = { mode: 'entries' };

/**
 * The least that pays: it reads the parameters and sends what `work` says, with so many items at a time. It checks,
 * compares and remembers nothing. `payments`: the payments alone; `requests`: the name enquiry and then the payment;
 * `store`: these, and as many calls of n8n's store for each payout as our node makes, each for a context of its own.
 */
class BenchBare {
	constructor() {
		this.description = {
			displayName: 'Bench Bare',
			name: 'benchBare',
			group: ['transform'],
			version: 1,
			description: 'Sends the payments and nothing else',
			defaults: { name: 'Bench Bare' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'httpHeaderAuth', required: true }],
			properties: [
				text('Base URL', 'baseUrl'),
				text('Work', 'work', { default: 'payments' }),
				number('Payees at a Time', 'atOnce', 1),
				number('Looks', 'looks', 0),
				number('Records', 'records', 0),
				...READ.filter((name) => name !== 'bank').map((name) => text(name, name)),
				{
					displayName: 'Bank',
					name: 'bank',
					type: 'resourceLocator',
					default: { mode: 'id', value: '' },
					modes: [text('By ID', 'id')],
				},
			],
		};
	}

	async execute() {
		const baseUrl = this.getNodeParameter('baseUrl', 0);
		const work = this.getNodeParameter('work', 0);
		const calls =
			work === 'store'
				? { looks: this.getNodeParameter('looks', 0), records: this.getNodeParameter('records', 0) }
				: { looks: 0, records: 0 };
		const ask = async (options) =>
			await this.helpers.httpRequestWithAuthentication.call(this, 'httpHeaderAuth', { json: true, ...options });
		const output = [];
		const queue = this.getInputData().keys();
		const worker = async () => {
			for (const item of queue) {
				const read = Object.fromEntries(READ.map((name) => [name, this.getNodeParameter(name, item, '')]));
				const bankCode = read.bank.value;
				const qs = { accountNumber: read.accountNumber, bankCode };
				if (work !== 'payments') await ask({ method: 'GET', url: `${baseUrl}/bank/name-enquiry`, qs });
				// As the claim before the payment, and what is written about it afterwards.
				const before = Math.ceil(calls.records / 2);
				await useStore(this, { looks: calls.looks, records: before });
				const beneficiary = {
					bankCode,
					bankAccountNumber: read.accountNumber,
					bankAccountName: read.expectedAccountName,
					bankName: read.bankName,
				};
				const body = { amount: read.amount, currency: 'NGN', beneficiary };
				const answer = await ask({ method: 'POST', url: `${baseUrl}/withdraw`, body });
				await useStore(this, { looks: 0, records: calls.records - before });
				output[item] = { json: answer.data, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: this.getNodeParameter('atOnce', 0) }, worker));
		return [output];
	}
}

/** Looks for rows that are not there, and inserts rows, one call after the other. */
async function useStore(context, { looks, records }) {
	const { helpers } = context;
	for (let n = 0; n < looks; n++) {
		await within(context.node, newKey(), () => helpers.getProcessedDataCount('node', ENTRIES));
	}
	for (let n = 0; n < records; n++) {
		await within(context.node, newKey(), () => helpers.checkProcessedAndRecord([MARK], 'node', ENTRIES));
	}
}

const newKey = () => `bench:1:${randomBytes(32).toString('base64url')}:0`;

/** n8n reads the node's id before it waits for anything: for one call, the context is one of our own. */
function within(node, key, call) {
	const own = node.id;
	node.id = key;
	try {
		return call();
	} finally {
		node.id = own;
	}
}

module.exports = { BenchBare };
