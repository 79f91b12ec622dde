'use strict';

/**
 * jest's environment for Node, which leaves nothing of a test file behind in the worker.
 *
 * jest-circus loads anew for every file and makes an `AsyncLocalStorage` each time. On Node 20 and 22 a
 * storage that was ever entered stays in a list of the process, which every new promise walks through:
 * after 45 files, tests that do little but await run five times slower than alone.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

const entered = new Set();

for (const method of ['run', 'enterWith']) {
	const real = AsyncLocalStorage.prototype[method];
	AsyncLocalStorage.prototype[method] = function (...given) {
		entered.add(this);
		return Reflect.apply(real, this, given);
	};
}

module.exports = class extends TestEnvironment {
	async teardown() {
		await super.teardown();
		for (const storage of entered) storage.disable();
		entered.clear();
	}
};
