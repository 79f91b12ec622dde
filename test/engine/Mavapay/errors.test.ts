/** How an error looks to a person, to a workflow and to an AI agent: on n8n's engine, for one and the same failure. */
import { DEMO_ADDRESSES } from '../../../sandbox';
import { runTool, toldBy } from '../../harness/engine';
import { HIT, ITEMS, MODES, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { surroundings, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
beforeEach(() => void service.sandbox.faults.add({ match: { bodyIncludes: HIT }, fault: { kind: 'dropAfter' } }));

const HEADING = `May have been paid: 1.00 USDT to ${DEMO_ADDRESSES.trc20} on trc20`;
const DETAILS = { outcome: 'unknown', cause: 'reset', httpCode: null, retryable: false };
const FACTS = `(outcome: unknown, payout reference: '${HIT}')`;
const hit = { items: ITEMS.slice(1, 2) };

test('has a heading and a description for a person', async () => {
	const { nodeError } = await runFaulty(service.sandbox, 'pay', 'stopWorkflow', hit);
	expect(nodeError).toMatchObject({ message: HEADING, description: expect.stringContaining(FACTS) });
	expect(nodeError?.description).not.toContain(HEADING);
});

test.each(MODES.slice(1))('is one text with its facts for a workflow: %s', async (onError) => {
	const { success, errors } = await runFaulty(service.sandbox, 'pay', onError, hit);
	const [failed] = [...errors, ...success];
	expect(failed?.json).toMatchObject({ details: { ...DETAILS, reference: HIT } });
	const message = String(failed?.json.message);
	expect([message.startsWith(`${HEADING}. `), message.endsWith(FACTS)]).toEqual([true, true]);
	expect(failed?.json.error).toBe(message);
});

const asTool = { ...parametersOf('pay'), ...TOOL_LIMITS, customerReference: HIT, allowedPayees: DEMO_ADDRESSES.trc20 };
const call = async (path: 'engine' | 'connection', settings = {}) =>
	await runTool({
		...surroundings(service.sandbox),
		path,
		parameters: { ...asTool, options: {} },
		calls: [{ id: '1', input: {} }],
		settings,
	});

test.each(['engine', 'connection'] as const)(
	'is one text for an agent, which is told when not to call again: on the %s path',
	async (path) => {
		const [said = '', ...more] = toldBy(await call(path));
		expect(more).toEqual([]);
		expect(said).toContain("Don't call this tool again");
		// n8n adds an error's description to its message, but no text may appear twice.
		expect([said.split(HEADING).length, said.split('(outcome: ').length]).toEqual([2, 2]);
	},
);

test('is one text with its facts for an agent that gets items', async () => {
	const { answers } = await call('engine', { onError: 'continueRegularOutput' });
	const [item] = Object(answers[0]?.output);
	expect(item).toMatchObject({ message: expect.stringContaining("Don't call this tool again"), details: DETAILS });
});

test('an input that cannot be used has its first sentence for a heading', async () => {
	const { nodeError } = await runFaulty(service.sandbox, 'write', 'stopWorkflow', { items: [{ id: '' }] });
	expect(nodeError).toMatchObject({
		message: expect.stringMatching(/^'.*' is empty$/),
		description: expect.stringContaining('Nothing was sent for this item.'),
	});
});
