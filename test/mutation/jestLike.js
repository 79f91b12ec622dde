'use strict';

/**
 * Lets Mocha run tests written for jest, only for mutation testing: jest loads every test file again for each of several
 * thousand mutants, which takes an hour. Mocha keeps the files loaded and takes minutes.
 * Our tests use no more of jest than `describe`, `it`, `each`, the hooks and `expect`.
 */
// In this unusual time zone, code that uses the machine's zone by mistake fails.
process.env.TZ = 'Asia/Kathmandu';
require('tsx/cjs');
// `.json` is tried last, so that importing `MavapayTrigger.node` finds the node, not its JSON file.
const { '.json': json } = require.extensions;
delete require.extensions['.json'];
require.extensions['.json'] = json;
const { expect } = require('expect');
const { bind } = require('jest-each');
const Mocha = require('mocha');

// Few examples of each property, since they run again for every mutant.
process.env.PROPERTY_RUNS ??= '30';
// The same random values on every day, so that runs can be compared.
process.env.PROPERTY_SEED ??= '20260101';
require('../harness/seed.ts');
const { configureGlobal, readConfigureGlobal } = require('fast-check');
// Looking for the smallest failing example would take minutes.
configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });

/** A unit test takes some milliseconds, and on a busy machine a second. */
const UNIT_TEST_MS = 10_000;

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

/** Limits tests of a mutant, which can wait for ever. Without a limit, Stryker waits for minutes and starts again. */
function limited(it) {
	return (title, run) =>
		it(title, function () {
			if (global.__stryker__?.activeMutant !== undefined) this.timeout(UNIT_TEST_MS);
			return run();
		});
}
