/**
 * Mutation testing of the rules that money rests on: `npm run test:mutation`.
 * One group of files alone: `npm run test:mutation -- --mutate 'nodes/core/record/record.ts'`.
 *
 * docs/why/mutation.md says what is not mutated, and why what survives does.
 */
export default {
	testRunner: 'mocha',
	plugins: ['@stryker-mutator/mocha-runner'],
	mochaOptions: {
		'no-config': true,
		'no-package': true,
		require: ['./test/mutation/jestLike.js'],
		// The unit tests alone: with properties, worlds and n8n's engine a score can only be higher, and takes hours.
		spec: [
			'test/unit/{books,domain,events,http,payees,payout,record,service,MavapayTrigger,Mavapay/operations/quote}/**/*.test.ts',
		],
	},
	coverageAnalysis: 'perTest',
	mutate: [
		'nodes/core/{domain,http,payees,events,books}/**/*.ts',
		'nodes/core/payout/**/*.ts',
		'nodes/core/record/*.ts',
		'nodes/core/n8n/whereItRuns.ts',
		'nodes/core/service/{account,readPace,service}.ts',
		'nodes/Mavapay/operations/quote/priceGuard.ts',
	],
	// A mutant of code that runs while a module loads needs every test of every file: hours, for tables.
	ignoreStatic: true,
	concurrency: 2,
	// Wide, because a busy machine must not count as a killed mutant.
	timeoutMS: 20_000,
	timeoutFactor: 4,
	incremental: true,
	incrementalFile: '.cache/stryker-incremental.json',
	tempDirName: '.cache/stryker',
	ignorePatterns: [
		'/*',
		'!/docs',
		'!/interface',
		'!/nodes',
		'!/sandbox',
		'!/scripts',
		'/scripts/*',
		'!/scripts/lib',
		'!/scripts/generate',
		'!/test',
		'!/package.json',
		'!/tsconfig.json',
	],
	reporters: ['progress-append-only', 'clear-text', 'html'],
	clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: 'reports/mutation/index.html' },
	allowEmpty: false,
	thresholds: { high: 97, low: 95, break: 95 },
};
