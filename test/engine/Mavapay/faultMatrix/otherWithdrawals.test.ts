/** All payments but those with a file of their own beside this one, and every fault; the ledger judges. */
import { describeMatrix } from './describeMatrix';
import { accept, SCENARIOS, swapAccept, swapQuote, toBankAccount } from './scenarios';

const elsewhere = [accept, swapAccept, swapQuote, toBankAccount];

describe.each(SCENARIOS.filter((scenario) => !elsewhere.includes(scenario)))('$name', (scenario) =>
	describeMatrix(scenario),
);
