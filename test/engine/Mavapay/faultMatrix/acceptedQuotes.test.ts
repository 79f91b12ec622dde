/** The acceptance of a quote that was made before, and every fault; the ledger judges. */
import { describeMatrix } from './describeMatrix';
import { accept } from './scenarios';

describe.each([accept])('$name', (scenario) => describeMatrix(scenario));
