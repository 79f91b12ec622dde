/**
 * Simulated worlds that are so small that all are played: every order of the database's statements and the requests,
 * with every fault, including a process that dies between any two of them. Each ends like a large world
 * (payoutWorlds.test.ts): no more faults, people follow the docs, and everything is paid once. By day, worlds of one
 * execution have one fault and worlds of two have none; `npm run test:long` plays one to three.
 */
import { Choices } from '../harness/payout/world/explorer';
import { KEYS } from '../harness/payout/world/keys';
import { item, PAY } from '../harness/payout/world/small';
import { ENDS, playCompletely, SHOWING, type Case } from '../harness/payout/world/smallCases';
import type { ExecutionSpec } from '../harness/payout/world/specs';

const BOTH = { ...ENDS, mortal: [0, 1] } as const;

const paying = (more: Partial<ExecutionSpec> = {}): ExecutionSpec => ({ ...PAY, runs: [[item('A')]], ...more });
const two = (one: Partial<ExecutionSpec> = {}, other: Partial<ExecutionSpec> = {}) => ({
	executions: [paying(one), paying({ process: 1, ...other })],
});

const WORLDS: readonly Case[] = [
	[
		"an item, with Retry On Fail and a person's Retry",
		{
			...ENDS,
			executions: [paying({ tries: 2, retried: true, stopOnFailure: true })],
			fates: [...ENDS.fates, 'refusedYetPaid', 'failed'],
		},
		1,
		3,
	],
	['an item of two executions at once', { ...BOTH, ...two() }, 0, 2],
	[
		'one reference for two payments of two executions',
		{ ...BOTH, ...two({}, { alreadyRecorded: 'skip', runs: [[item('A', { amount: 2n })]] }) },
		0,
		2,
	],
	[
		'one reference for two executions of two accounts',
		{
			...BOTH,
			...two({ key: KEYS.A }, { alreadyRecorded: 'skip', key: KEYS.B }),
			key: KEYS.A,
		},
		0,
		1,
	],
	['two items', { ...ENDS, executions: [paying({ runs: [[item('A'), item('B')]] })], references: ['A', 'B'] }, 1, 3],
	['two items that are over Maximum Total together', SHOWING.total, 1, 2],
	[
		'two items, in parallel',
		{ ...ENDS, executions: [paying({ runs: [[item('A'), item('B')]], payoutsInParallel: 2 })], references: ['A', 'B'] },
		0,
		2,
	],
	[
		'two items with one reference, in parallel',
		{ ...ENDS, executions: [paying({ runs: [[item('A'), item('A')]], payoutsInParallel: 2 })] },
		1,
		3,
	],
	[
		'a loop over two items that stops',
		{ ...ENDS, executions: [paying({ runs: [[item('A')], [item('B')]], onUnknown: 'stop' })], references: ['A', 'B'] },
		1,
		3,
	],
	[
		'two items of two executions in opposite order',
		{ ...BOTH, ...two({ runs: [[item('A'), item('B')]] }, { runs: [[item('B'), item('A')]] }), references: ['A', 'B'] },
		null,
		1,
	],
];

playCompletely(WORLDS);

test('each way is taken once', () => {
	const choices = new Choices();
	const taken: string[] = [];
	do {
		const first = choices.next(3);
		const second = first === 1 ? choices.next(2) : 0;
		taken.push(`${first}${second}${choices.next(2)}`);
	} while (choices.advance());
	expect(taken).toEqual(['000', '001', '100', '101', '110', '111', '200', '201']);
});
