'use strict';

/**
 * Keeps the database connections of the process it runs in busy, as other work of a worker does: queries of its own,
 * so many at a time that each of everybody's has to wait in the pool. What makes them slow is the database: rows of
 * nodes whose id starts with `busy` take a while there (`keepPoolsBusy` in ../busyPools.mjs).
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
				// One value again and again: the row does not grow. A database that is down for a moment is waited for.
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
