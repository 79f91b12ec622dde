'use strict';

/** Starts the longest test files first, so that none of them runs alone at the end. */
const Sequencer = require('@jest/test-sequencer').default;

/** Longest files first. jest knows run times only after a first run, and each CI run is a first run. */
const LONGEST = [/\/property\/payout/, /\/faultMatrix\//, /\/property\//, /\/engine\//, /\/n8nFacts\//, /./];

const rank = ({ path }) => LONGEST.findIndex((pattern) => pattern.test(path));

module.exports = class extends Sequencer {
	sort(tests) {
		return super.sort([...tests]).sort((one, other) => rank(one) - rank(other));
	}
};
