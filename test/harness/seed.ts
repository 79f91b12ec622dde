/**
 * Property tests draw the same examples on every machine. PROPERTY_RUNS raises their number
 * (`npm run test:long`); PROPERTY_SEED draws others, to look further.
 */
import * as fc from 'fast-check';

fc.configureGlobal({
	seed: Number(process.env.PROPERTY_SEED ?? 20_260_101),
	numRuns: Number(process.env.PROPERTY_RUNS ?? 300),
});
