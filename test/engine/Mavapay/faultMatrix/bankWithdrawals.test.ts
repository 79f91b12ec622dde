/** A withdrawal to a bank account, and every fault; the ledger judges. */
import { describeMatrix } from './describeMatrix';
import { toBankAccount } from './scenarios';

describe.each([toBankAccount])('$name', (scenario) => describeMatrix(scenario));
