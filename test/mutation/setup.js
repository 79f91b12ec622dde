'use strict';

const { expect } = require('@jest/globals');

/**
 * fast-check is slow to load, and every mutant loads every test file anew: only properties get it. They
 * end at the first failure, since to look for the smallest example would take minutes.
 */
if (/[\\/]property[\\/]/.test(expect.getState().testPath)) {
	require('../seed.ts');
	const { configureGlobal, readConfigureGlobal } = require('fast-check');
	configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });
}
