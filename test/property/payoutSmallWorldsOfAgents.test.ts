/** Like payoutSmallWorlds.test.ts: calls of AI tools, in every order and with every fault. */
import { PAY } from '../harness/payout/world/small';
import { ENDS, playCompletely, type Case } from '../harness/payout/world/smallCases';
import type { AgentSpec, ToolCall } from '../harness/payout/world/specs';

const agent = (turns: ReadonlyArray<readonly ToolCall[]>, more: Partial<AgentSpec> = {}) => ({
	agents: [{ ...PAY, memoryless: false, payoutsInParallel: 2, turns, ...more }],
	references: [],
});
const call = (callId: string | null, node = 0, amount = 1n): ToolCall => ({
	node,
	callId,
	destination: 'shop',
	amount,
});

const other = (callId: string): ToolCall => ({ ...call(callId), destination: 'bank' });

const WORLDS: readonly Case[] = [
	// With one fault, each of these has 10,000 to 100,000 worlds, so they are played at night.
	['two tool calls of one payment at once', { ...ENDS, ...agent([[call('1'), call('2')]]) }, null, 2],
	['two tool calls of one payment at once, without ids', { ...ENDS, ...agent([[call(null), call(null)]]) }, 0, 2],
	['two tool nodes and one payee', { ...ENDS, ...agent([[call('1'), call('2', 1, 2n)], [call('3', 1)]]) }, null, 1],
	[
		'two tool calls of two payments on a day that has room for one',
		{ ...ENDS, ...agent([[call('1'), other('2')]], { memoryless: true, mostPerDay: 1 }) },
		0,
		2,
	],
	[
		'three tool calls, two of them at once, on a day that has room for two',
		{
			...ENDS,
			fates: ['refused', 'lostPaid'],
			...agent([[call('1'), other('2')], [call('3', 0, 3n)]], { memoryless: true, mostPerDay: 2 }),
		},
		null,
		1,
	],
	[
		'two tool calls of one payment that share no memory',
		{ ...ENDS, ...agent([[call('1'), call('1')]], { memoryless: true }) },
		0,
		2,
	],
];

playCompletely(WORLDS);
