'use strict';

const { writeFile } = require('node:fs/promises');
const { Session } = require('node:inspector/promises');

const EVERY_US = 200;
let session = null;

/** Passes its items on. The first of two starts a CPU profile of n8n's process, the second ends and writes it. */
class BenchProfile {
	constructor() {
		this.description = {
			displayName: 'Bench Profile',
			name: 'benchProfile',
			group: ['transform'],
			version: 1,
			description: 'Starts a CPU profile, or ends it',
			defaults: { name: 'Bench Profile' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [{ displayName: 'File', name: 'file', type: 'string', default: '' }],
		};
	}

	async execute() {
		const items = this.getInputData();
		if (session === null) {
			session = new Session();
			session.connect();
			await session.post('Profiler.enable');
			await session.post('Profiler.setSamplingInterval', { interval: EVERY_US });
			await session.post('Profiler.start');
			return [items];
		}
		const { profile } = await session.post('Profiler.stop');
		session.disconnect();
		session = null;
		await writeFile(this.getNodeParameter('file', 0), JSON.stringify(profile));
		return [items];
	}
}

module.exports = { BenchProfile };
