/** Like payoutSmallWorlds.test.ts: every order in which people act during executions, without checking Mavapay. */
import { item, PAY } from '../harness/payout/world/small';
import { ENDS, playCompletely, SHOWING, type Case } from '../harness/payout/world/smallCases';
import type { ExecutionSpec } from '../harness/payout/world/specs';

const paying = (more: Partial<ExecutionSpec> = {}): ExecutionSpec => ({ ...PAY, runs: [[item('A')]], ...more });
const two = (one: Partial<ExecutionSpec> = {}, other: Partial<ExecutionSpec> = {}) => ({
	executions: [paying(one), paying({ process: 1, ...other })],
});

const WORLDS: readonly Case[] = [
	[
		'a person who releases it at any moment, of two executions',
		{ ...ENDS, mortal: [], ...two(), deeds: ['release'], hasty: true },
		null,
		1,
	],
	[
		'a person who releases it at any moment, and a Retry',
		{ ...ENDS, executions: [paying({ retried: true })], deeds: ['release'], hasty: true },
		0,
		2,
	],
	[
		'a person who marks it as paid at any moment, of two executions',
		{ ...ENDS, mortal: [], ...two(), deeds: ['markPaid'], hasty: true, references: [] },
		null,
		1,
	],
	[
		'a person who marks it as paid at any moment, and a Retry',
		{ ...ENDS, executions: [paying({ retried: true })], deeds: ['markPaid'], hasty: true, references: [] },
		0,
		1,
	],
	['a person who releases it at any moment, but not early, while it may still arrive', SHOWING.early, 1, 1],
	['a person who sees it paid at any moment and marks it, though it then comes out as refused', SHOWING.refused, 1, 1],
	[
		'a person who halts at any moment',
		{
			...ENDS,
			executions: [paying({ runs: [[item('A'), item('B')]], payoutsInParallel: 2 })],
			deeds: ['halt'],
			references: ['A', 'B'],
		},
		0,
		1,
	],
];

playCompletely(WORLDS);
