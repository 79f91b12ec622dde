'use strict';

/**
 * The tests that mutation testing runs: those of the pure rules, of payouts, of quotes and of the one
 * sender, with few examples of each property, since they run again for every mutant.
 */
process.env.PROPERTY_RUNS ??= '30';
const { projects } = require('./jest.config.js');

const unit = projects.find(({ displayName }) => displayName === 'unit');

module.exports = {
	...unit,
	roots: ['<rootDir>/nodes', '<rootDir>/test'],
	testMatch: [
		'<rootDir>/test/unit/{domain,payout,quote,service}/**/*.test.ts',
		'<rootDir>/test/property/{bolt11,destinations,money,outcome,payoutRecord,payoutRunner}.test.ts',
	],
	setupFiles: [],
	setupFilesAfterEnv: ['<rootDir>/test/mutation/setup.js'],
	testSequencer: '<rootDir>/test/mutation/quickFirst.js',
	testTimeout: 120_000,
};
