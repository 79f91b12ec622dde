/**
 * Property tests draw the same examples on every machine. PROPERTY_RUNS raises their number
 * (`npm run test:long`); PROPERTY_SEED draws others, to look further.
 */
import * as fc from 'fast-check';

/** Examples of this test file. The environment adds them to the count of the night when the file has ended. */
const played = { examples: 0 };
Object.assign(globalThis, { played });

fc.configureGlobal({
	seed: Number(process.env.PROPERTY_SEED ?? 20_260_101),
	numRuns: Number(process.env.PROPERTY_RUNS ?? 300),
	...(process.env.TALLY && { beforeEach: () => void (played.examples += 1) }),
});
