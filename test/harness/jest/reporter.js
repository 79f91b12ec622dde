'use strict';

const { relative } = require('node:path');

const SILENCE_MS = 20_000;

const secondsSince = (time) => Math.round((Date.now() - time) / 1000);

/** Lists the test files that are running if none has ended for 20 s. */
module.exports = class {
	constructor({ rootDir }) {
		this.rootDir = rootDir;
		/** The start time of each running test file, in milliseconds. */
		this.running = new Map();
	}

	onRunStart() {
		this.timer = setInterval(() => this.tell(), SILENCE_MS);
	}

	onTestFileStart({ path }) {
		this.running.set(path, Date.now());
	}

	onTestFileResult({ path }) {
		this.running.delete(path);
		this.timer.refresh();
	}

	onRunComplete() {
		clearInterval(this.timer);
	}

	tell() {
		const files = [...this.running].map(
			([path, since]) => `${relative(this.rootDir, path)} (${secondsSince(since)} s)`,
		);
		if (files.length > 0) process.stderr.write(`still running: ${files.join(', ')}\n`);
	}
};
