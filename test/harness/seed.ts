/**
 * Property tests use the same examples on every machine. PROPERTY_RUNS sets the number of examples (`npm run
 * test:long`); PROPERTY_SEED selects others, to search further.
 */
import * as fc from 'fast-check';

fc.configureGlobal({
	seed: Number(process.env.PROPERTY_SEED ?? 20_260_101),
	numRuns: Number(process.env.PROPERTY_RUNS ?? 300),
});
