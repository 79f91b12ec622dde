'use strict';

/**
 * Three projects: unit and property need nothing but the sources, engine runs n8n-core in process. The
 * tests of the harness and the facts of n8n's engine run with those that rest on them.
 * What runs a real n8n (test/n8n) is on node:test, which takes the ES modules of scripts/ as they are.
 */

/** ES modules that tests load; everything else of node_modules is left as it is, for speed. */
const esModules = [
	'@scure/base',
	'@noble/ed25519',
	'@noble/hashes',
	'@noble/secp256k1',
	'syllable',
	'flesch-kincaid',
].join('|');

const shared = {
	rootDir: __dirname,
	// Not the whole tree: the n8n of scripts/n8n alone is some hundred thousand files to look through.
	roots: ['credentials', 'nodes', 'sandbox', 'test'].map((folder) => `<rootDir>/${folder}`),
	testEnvironment: '<rootDir>/test/harness/jest/environment.js',
	transform: {
		'\\.(ts|m?js)$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
};

const project = (name, folders, setupFile) => ({
	...shared,
	displayName: name,
	testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
	setupFiles: [`<rootDir>/test/harness/${setupFile}`],
});

module.exports = {
	maxWorkers: 2,
	// A busy machine must not fail a test. The long run draws hundreds of thousands of examples in one.
	testTimeout: process.env.PROPERTY_RUNS ? 3_600_000 : 120_000,
	testSequencer: '<rootDir>/test/harness/jest/sequencer.js',
	reporters: ['default', '<rootDir>/test/harness/jest/reporter.js'],
	projects: [
		project('unit', ['unit'], 'seed.ts'),
		project('property', ['property'], 'seed.ts'),
		project('engine', ['engine', 'n8nFacts'], 'engine/environment.ts'),
	],
};
