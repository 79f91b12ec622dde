/** Swaps with quotes that are made and accepted in one step; each of the two requests meets every fault. */
import { describeMatrix } from './describeMatrix';
import { swapQuote, swapAccept } from './scenarios';

describe.each([swapQuote, swapAccept])('$name', (scenario) => describeMatrix(scenario));
