'use strict';

const { payee } = require('./payees.js');

const text = (displayName, name) => ({ displayName, name, type: 'string', default: '' });

/** Emits payees with references that no earlier run used. Its time isn't counted as time of the payments. */
class BenchPayees {
	constructor() {
		this.description = {
			displayName: 'Bench Payees',
			name: 'benchPayees',
			group: ['input'],
			version: 1,
			description: 'Emits payees',
			defaults: { name: 'Bench Payees' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [text('Run', 'run'), text('Count', 'count'), text('First', 'first')],
		};
	}

	async execute() {
		const run = this.getNodeParameter('run', 0);
		const count = Number(this.getNodeParameter('count', 0));
		const first = Number(this.getNodeParameter('first', 0));
		return [
			Array.from({ length: count }, (_, index) => ({
				json: { reference: `SALARY-${run}-${index}`, ...payee(first + index, run) },
				pairedItem: { item: 0 },
			})),
		];
	}
}

module.exports = { BenchPayees };
