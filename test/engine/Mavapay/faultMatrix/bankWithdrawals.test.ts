/** Withdraws to bank accounts, under every fault; the sandbox's ledger shows what was paid. */
import { describeMatrix } from './describeMatrix';
import { toBankAccount } from './scenarios';

describe.each([toBankAccount])('$name', (scenario) => describeMatrix(scenario));
