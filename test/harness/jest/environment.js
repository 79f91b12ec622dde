'use strict';

/**
 * jest's environment for Node, in which promises cost what they cost elsewhere.
 *
 * jest-circus notes in an `AsyncLocalStorage` which test or hook is running, so that it can tell tests apart that
 * run at the same time. On Node 20 and 22 a storage that was ever entered has JavaScript run for each promise that
 * is made or goes on, which doubles the time of tests that mostly await, and one of each test file stays in the
 * worker. Here no test runs beside another one, so a stack says the same.
 */
const hooks = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** What jest-circus uses of an `AsyncLocalStorage`, for callbacks of which none is entered beside another. */
class Stack {
	getStore() {
		return this.innermost;
	}

	run(store, callback) {
		const outer = this.innermost;
		const leave = () => {
			this.innermost = outer;
		};
		this.innermost = store;
		const running = callback();
		running.then(leave, leave);
		return running;
	}
}

const isForCircus = () => /[\\/]jest-circus[\\/]/.test(new Error().stack);

hooks.AsyncLocalStorage = new Proxy(hooks.AsyncLocalStorage, {
	construct: (storage, given, newTarget) =>
		isForCircus() ? new Stack() : Reflect.construct(storage, given, newTarget),
});

module.exports = TestEnvironment;
