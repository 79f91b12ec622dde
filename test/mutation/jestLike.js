'use strict';

/**
 * Lets Mocha run tests written for jest, for mutation testing alone: jest loads every test file anew for
 * each of some thousand mutants, which takes an hour; Mocha keeps them loaded and takes minutes.
 * Our tests use no more of jest than `describe`, `it`, `each`, the hooks and `expect`.
 */
// Whatever reads the machine's clock by mistake shows.
process.env.TZ = 'Asia/Kathmandu';
require('tsx/cjs');
// `MavapayTrigger.node` is the node, as everywhere else, and not the JSON file beside it.
const { '.json': json } = require.extensions;
delete require.extensions['.json'];
require.extensions['.json'] = json;
const { expect } = require('expect');
const { bind } = require('jest-each');
const Mocha = require('mocha');

// Few examples of each property, since they run again for every mutant.
process.env.PROPERTY_RUNS ??= '30';
// The same worlds on every day, so that runs can be compared.
process.env.PROPERTY_SEED ??= '20260101';
require('../harness/seed.ts');
const { configureGlobal, readConfigureGlobal } = require('fast-check');
// To look for the smallest failing example would take minutes.
configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });

/** A unit test takes some milliseconds. */
const UNIT_TEST_MS = 20_000;

const { bdd } = Mocha.interfaces;
Mocha.interfaces.bdd = (suite) => {
	bdd(suite);
	suite.on('pre-require', (context, file) => {
		const { describe, it: endless, before, after } = context;
		const it = /[\\/]unit[\\/]/.test(file) ? limited(endless) : endless;
		const each = bind((title, run) => it(title, run));
		Object.assign(it, { each });
		Object.assign(describe, { each: bind((title, run) => describe(title, run)) });
		Object.assign(context, { expect, it, test: it, beforeAll: before, afterAll: after });
	});
};

/** With a mutant, a test may wait for something that never comes; Stryker would wait for minutes, and start anew. */
function limited(it) {
	return (title, run) =>
		it(title, function () {
			this.timeout(UNIT_TEST_MS);
			return run();
		});
}
