/** Withdrawals times every fault times Retry On Fail times On Error; the ledger judges. */
import { describeMatrix } from './matrixRun';
import { toBankAccount, toLightning, toStablecoin } from './matrixWays';

describe.each([toBankAccount, toLightning, toStablecoin])('$name', (way) => describeMatrix(way));
