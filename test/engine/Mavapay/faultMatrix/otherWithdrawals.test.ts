/** Payments that have no test file of their own in this folder, under every fault; the ledger shows what was paid. */
import { describeMatrix } from './describeMatrix';
import { accept, SCENARIOS, swapAccept, swapQuote, toBankAccount } from './scenarios';

const elsewhere = [accept, swapAccept, swapQuote, toBankAccount];

describe.each(SCENARIOS.filter((scenario) => !elsewhere.includes(scenario)))('$name', (scenario) =>
	describeMatrix(scenario),
);
