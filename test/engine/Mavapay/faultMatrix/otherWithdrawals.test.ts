/** Withdrawals to Lightning and in stablecoins, and every fault; the ledger judges. */
import { describeMatrix } from './describeMatrix';
import { toLightning, toStablecoin } from './scenarios';

describe.each([toLightning, toStablecoin])('$name', (scenario) => describeMatrix(scenario));
