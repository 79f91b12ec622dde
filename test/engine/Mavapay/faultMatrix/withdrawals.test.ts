/** Withdrawals times every fault times Retry On Fail times On Error; the ledger judges. */
import { describeMatrix } from './describeMatrix';
import { toBankAccount, toLightning, toStablecoin } from './scenarios';

describe.each([toBankAccount, toLightning, toStablecoin])('$name', (scenario) => describeMatrix(scenario));
