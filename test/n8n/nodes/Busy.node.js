'use strict';

/**
 * Load for tests: keeps the database connections of its process in use, with so many queries at a time that all other
 * queries must wait in the connection pool. The database makes these queries slow: `keepPoolsBusy` in ../busyPools.mjs
 * adds a trigger that delays rows of nodes whose ID starts with `busy`.
 */
class Busy {
	constructor() {
		this.description = {
			displayName: 'Busy',
			name: 'busy',
			group: ['transform'],
			version: 1,
			description: 'Keeps the database connections of its process busy',
			defaults: { name: 'Busy' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [
				{ displayName: 'At a Time', name: 'atATime', type: 'number', default: 6 },
				{
					displayName: 'Until',
					name: 'until',
					type: 'string',
					default: '',
					description: 'An address that answers as long as it is to go on',
				},
			],
		};
	}

	async execute() {
		const atATime = this.getNodeParameter('atATime', 0);
		const url = this.getNodeParameter('until', 0);
		let goesOn = true;
		let queries = 0;
		const ask = async () => {
			while (goesOn) {
				await new Promise((settle) => setTimeout(settle, 200));
				goesOn = await this.helpers.httpRequest({ url }).then(
					() => true,
					() => false,
				);
			}
		};
		const write = async (_, number) => {
			while (goesOn) {
				queries += 1;
				// Always the same value, so that the row doesn't grow. While the database is down, try again after a pause.
				await this.helpers
					.checkProcessedAndRecord([String(number)], 'node', { mode: 'entries' })
					.catch(() => new Promise((settle) => setTimeout(settle, 100)));
			}
		};
		await Promise.all([ask(), ...Array.from({ length: atATime }, write)]);
		return [[{ json: { queries } }]];
	}
}

module.exports = { Busy };
