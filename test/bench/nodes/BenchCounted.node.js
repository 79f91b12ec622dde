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
		const { credentials, inputs, outputs, properties, group, version } = this.node.description;
		const own = { displayName: 'Bench Counted', name: 'benchCounted', defaults: { name: 'Bench Counted' } };
		this.description = {
			...own,
			credentials,
			inputs,
			outputs,
			properties,
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
			// n8n decrypts the credential for the nodes of its package alone, and this one is none of them.
			const { credentialsHelper } = this.additionalData;
			const decrypt = (type) =>
				credentialsHelper.getDecrypted(this.additionalData, this.node.credentials[type], type, this.mode);
			const context = Object.create(this, {
				getCredentials: { value: decrypt },
				helpers: { value: { ...this.helpers, ...counted } },
			});
			const [items, ...rest] = await node.execute.call(context);
			const [first, ...others] = items;
			return [[{ ...first, json: { ...first.json, calls } }, ...others], ...rest];
		};
	}
}

module.exports = { BenchCounted };
