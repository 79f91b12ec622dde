/** Quotes that are made and accepted at once, and every fault at each of both requests; the ledger judges. */
import { describeMatrix } from './describeMatrix';
import { swapQuote, swapAccept } from './scenarios';

describe.each([swapQuote, swapAccept])('$name', (scenario) => describeMatrix(scenario));
