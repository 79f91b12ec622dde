'use strict';

const { appendFileSync } = require('node:fs');

/** Adds to a count of the night, in the file that TALLY names: scripts/nights. Without one nothing is counted. */
exports.tally = (what, number) => {
	const { TALLY } = process.env;
	if (TALLY) appendFileSync(TALLY, `${JSON.stringify({ [what]: number })}\n`);
};
