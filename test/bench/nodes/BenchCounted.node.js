'use strict';

const { join } = require('node:path');

/** The built node, where n8n keeps installed packages. */
const INSTALLED = ['.n8n', 'nodes', 'node_modules', 'n8n-nodes-mavapay', 'dist', 'nodes', 'Mavapay', 'Mavapay.node.js'];
const STORE = [
	'checkProcessedAndRecord',
	'checkProcessedItemsAndRecord',
	'removeProcessed',
	'clearAllProcessedItems',
	'getProcessedDataCount',
];

/** Our node, counting its calls of n8n's store; the first item says how many of each there were. */
class BenchCounted {
	constructor() {
		const { Mavapay } = require(join(process.env.N8N_USER_FOLDER, ...INSTALLED));
		this.node = new Mavapay();
		const { inputs, outputs, properties, group, version } = this.node.description;
		const own = { displayName: 'Bench Counted', name: 'benchCounted', defaults: { name: 'Bench Counted' } };
		this.description = {
			...own,
			// n8n lets our nodes alone have our credential, and this one is none of them.
			credentials: [{ name: 'httpHeaderAuth', required: true }],
			inputs,
			outputs,
			properties: [...properties, { displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' }],
			group,
			version,
			description: 'Counts calls of the store',
		};
		const { node } = this;
		// n8n calls with its own `this`.
		this.execute = async function execute() {
			const calls = Object.fromEntries(STORE.map((name) => [name, 0]));
			const counting =
				(name) =>
				(...given) => {
					calls[name] += 1;
					return this.helpers[name](...given);
				};
			const counted = Object.fromEntries(STORE.map((name) => [name, counting(name)]));
			const key = await this.getCredentials('httpHeaderAuth');
			const credential = {
				deployment: 'custom',
				baseUrl: this.getNodeParameter('baseUrl', 0),
				authentication: 'apiKey',
				apiKey: key.value,
			};
			const sign = (type, options) =>
				this.helpers.httpRequest({ ...options, headers: { ...options.headers, [key.name]: key.value } });
			const context = Object.create(this, {
				getCredentials: { value: async () => credential },
				helpers: { value: { ...this.helpers, ...counted, httpRequestWithAuthentication: sign } },
			});
			const [items, ...rest] = await node.execute.call(context);
			const [first, ...others] = items;
			return [[{ ...first, json: { ...first.json, calls } }, ...others], ...rest];
		};
	}
}

module.exports = { BenchCounted };
