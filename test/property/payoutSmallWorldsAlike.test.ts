/** Like payoutSmallWorlds.test.ts: two equal payments under two references, in every order and with every fault. */
import { item, PAY } from '../harness/payout/world/small';
import { ENDS, playCompletely, type Case } from '../harness/payout/world/smallCases';
import type { ExecutionSpec, ItemSpec } from '../harness/payout/world/specs';

const alike = (reference: string, more: Partial<ItemSpec> = {}) =>
	item(reference, { destination: 'one payee', isLike: true, ...more });

const paying = (reference: string, more: Partial<ItemSpec> = {}, process = 0): ExecutionSpec => ({
	...PAY,
	process,
	runs: [[alike(reference, more)]],
});

const BOTH = { ...ENDS, mortal: [0, 1], references: ['A', 'B'], isAlike: true } as const;

const WORLDS: readonly Case[] = [
	['two payments alike of two executions at once', { ...BOTH, executions: [paying('A'), paying('B', {}, 1)] }, 0, 1],
	[
		'two payments alike of two executions at once, of which one may repeat',
		{ ...BOTH, executions: [paying('A'), paying('B', { allowRepeats: true }, 1)] },
		null,
		1,
	],
	[
		'two payments alike, one after the other',
		{ ...BOTH, mortal: [0], executions: [{ ...PAY, runs: [[alike('A'), alike('B')]] }] },
		1,
		2,
	],
	[
		"a payment alike, released by a claim of Check after whatever befell it, beside a person's Retry",
		{ ...BOTH, mortal: [0], references: ['A'], executions: [{ ...paying('A'), retried: true }] },
		1,
		2,
	],
];

playCompletely(WORLDS);
