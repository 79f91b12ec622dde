'use strict';

/** jest's environment for Node, without the extra time and memory that jest needs for promises and modules. */
const hooks = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/*
 * jest-circus uses an `AsyncLocalStorage` to note which test or hook is running, so that it can tell concurrent tests
 * apart. On Node 20 and 22, this runs JavaScript for each promise that is created or continued, which doubles the time
 * of tests that mostly await. It also keeps one storage per test file in the worker. Here no tests are concurrent, so a
 * stack is enough.
 */

/** The part of `AsyncLocalStorage` that jest-circus uses, for callbacks that never run concurrently. */
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
// Defined instead of assigned: on Node 24 the property has only a getter.
Object.defineProperty(hooks, 'AsyncLocalStorage', { value: storages, configurable: true });

/*
 * jest compiles each module again for each test file. A compiled script can run in every context, so here a worker
 * compiles each module only once.
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
 * n8n-core checks its SSH connections every minute until its process ends. The interval keeps everything that its test
 * file has loaded (17 MB) in memory. A worker that must free 3 GB at its end takes too long and is killed. So each test
 * file's intervals are cleared.
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
