'use strict';

/** jest's environment for Node, in which neither promises nor modules cost more than they do elsewhere. */
const hooks = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/*
 * jest-circus notes in an `AsyncLocalStorage` which test or hook is running, so that it can tell tests apart that
 * run at the same time. On Node 20 and 22 a storage that was ever entered has JavaScript run for each promise that
 * is made or goes on, which doubles the time of tests that mostly await, and one of each test file stays in the
 * worker. Here no test runs beside another one, so a stack says the same.
 */

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

const storages = new Proxy(hooks.AsyncLocalStorage, {
	construct: (storage, given, newTarget) =>
		isForCircus() ? new Stack() : Reflect.construct(storage, given, newTarget),
});
// Defined and not set: on Node 24 it has a getter alone.
Object.defineProperty(hooks, 'AsyncLocalStorage', { value: storages, configurable: true });

/*
 * jest compiles each module anew for each test file. A script that was compiled once runs in every context, so a
 * worker compiles each module once.
 */
const scripts = new Map();
const { compileFunction } = vm;

vm.compileFunction = (code, parameters, options) => {
	if (options?.parsingContext === undefined) return compileFunction(code, parameters, options);
	const { filename, parsingContext } = options;
	const names = parameters.join();
	let known = scripts.get(filename);
	if (known?.code !== code || known.names !== names) {
		const script = new vm.Script(`(function (${names}) {\n${code}\n})`, { filename, lineOffset: -1 });
		known = { code, names, script };
		scripts.set(filename, known);
	}
	return known.script.runInContext(parsingContext);
};

/*
 * n8n-core looks after its SSH connections every minute, as long as its process lives. Such an interval holds all
 * that its test file has loaded, 17 MB, and a worker that has to give back 3 GB at its end is killed for taking too
 * long.
 */
module.exports = class extends TestEnvironment {
	async setup() {
		await super.setup();
		const { setInterval } = this.global;
		this.intervals = new Set();
		this.global.setInterval = (...given) => {
			const interval = setInterval(...given);
			this.intervals.add(interval);
			return interval;
		};
	}

	async teardown() {
		this.intervals.forEach(clearInterval);
		await super.teardown();
	}
};
