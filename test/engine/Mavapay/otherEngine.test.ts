/** n8n's Engine 2.0: operations that send or mark something are refused before any request. Others run. */
import { firstCases, stored, titleOf } from '../../cases';
import { saidBy } from '../../harness/engine';
import { arranged, json, run, surroundingsOf, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const inherited = { executionId: '019aa1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b' };
const named = /n8n's Engine 2\.0.*engineType.* from the workflow's settings.*019aa1b2/;

const runs = firstCases.map((one) => ({ title: titleOf(one), one }));
const isRefused = ({ one: { operation } }: (typeof runs)[number]) =>
	['pay', 'write', 'prepare'].includes(operation.effect) || operation.toolEffect === 'mark';

describe.each(runs.filter(isRefused))('$title', ({ one }) => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)('sends nothing (On Error: %s)', async (onError) => {
		const { sandbox } = service;
		const made = await arranged(one, sandbox);
		sandbox.clearRequests();
		const more = { ...surroundingsOf(one, sandbox), inherited, onError };
		const { nodeError, success } = await run(sandbox, stored(one, made), more);
		expect(sandbox.requests).toEqual([]);
		expect(saidBy(nodeError) ?? JSON.stringify(json(success))).toMatch(named);
		if (onError === 'continueRegularOutput') expect(success.length).toBeGreaterThan(0);
	});
});

describe.each(runs.filter((one) => !isRefused(one)))('$title', ({ one }) => {
	test('runs as anywhere', async () => {
		const { sandbox } = service;
		const made = await arranged(one, sandbox);
		const more = { ...surroundingsOf(one, sandbox), inherited };
		const { nodeError, success } = await run(sandbox, stored(one, made), more);
		expect(saidBy(nodeError)).toBeUndefined();
		expect(success.length).toBeGreaterThan(0);
	});
});
