'use strict';

/** The suites on a real n8n (`npm run test:n8n`): one at a time, each starts and stops its own. */

const [unit] = require('./jest.config.js').projects;

module.exports = {
	...unit,
	displayName: 'n8n',
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	setupFiles: [],
	maxWorkers: 1,
	testTimeout: 600_000,
};
