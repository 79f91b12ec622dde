/** Accepts quotes that were made earlier, under every fault; the sandbox's ledger shows what was paid. */
import { describeMatrix } from './describeMatrix';
import { accept } from './scenarios';

describe.each([accept])('$name', (scenario) => describeMatrix(scenario));
