/** Quotes that pay times every fault, at each of their requests, times Retry On Fail times On Error; the ledger judges. */
import { describeMatrix } from './describeMatrix';
import { accept, swapAccept, swapQuote } from './scenarios';

describe.each([accept, swapQuote, swapAccept])('$name', (scenario) => describeMatrix(scenario));
