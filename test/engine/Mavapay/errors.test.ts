/** How an error looks to a person, to a workflow and to an AI agent: on n8n's engine, for one and the same failure. */
import type { INodeParameters } from 'n8n-workflow';
import { DEMO_ADDRESSES, type Fault } from '../../../sandbox';
import { runTool } from '../../harness/engine';
import { HIT, ITEMS, MODES, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { at } from '../../cases/case';
import { surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const PAYMENT = `1.00 USDT to ${DEMO_ADDRESSES.trc20} on trc20`;

interface Case {
	readonly name: string;
	readonly fault: Partial<Fault> & Pick<Fault, 'kind'>;
	readonly heading: string;
	readonly description: RegExp;
	readonly details: object;
	/** What an agent is told besides. */
	readonly advice: RegExp;
}

const CASES: readonly Case[] = [
	{
		name: 'a lost response',
		fault: { kind: 'dropAfter' },
		heading: `May have been paid: ${PAYMENT}`,
		description:
			/^Don't pay it again yet\. The connection closed before Mavapay's response was complete\. In this same workflow:\n1\. /,
		details: { outcome: 'unknown', cause: 'reset', httpCode: null, retryable: false },
		advice: / Don't call this tool again for this payee or request: a person has to look first\.$/,
	},
	{
		name: 'a refusal',
		fault: { kind: 'status', status: 400, message: 'Insufficient balance' },
		heading: `Insufficient funds: ${PAYMENT}`,
		description:
			/^Nothing was paid\. Mavapay responded \(400\): "Insufficient balance"\. Fund the wallet that pays, then run it again\./,
		details: { outcome: 'rejected', cause: 'insufficientFunds', httpCode: '400', retryable: false },
		advice: /\)$/,
	},
	{
		name: 'a transaction that failed',
		fault: { kind: 'status', status: 200, body: { status: 'ok', data: { id: 'T', status: 'FAILED' } } },
		heading: `Failed: ${PAYMENT}`,
		description: /^Mavapay accepted it and reported transaction T as FAILED\. It won't be sent again automatically\./,
		details: { outcome: 'failed', cause: 'transactionFailed', httpCode: '200', retryable: false },
		advice: / Don't call this tool again for this payee or request: a person has to look first\.$/,
	},
];

const FACTS = (reference: string) =>
	expect.stringMatching(new RegExp(`\\(outcome: [a-z]+, payout reference: '${reference}'\\)`));

describe.each(CASES)('$name', ({ fault, heading, description, details, advice }) => {
	const meet = () =>
		service.sandbox.faults.add({ match: { bodyIncludes: HIT }, fault: Object.assign({}, fault) as Fault });
	const text = new RegExp(
		`^${heading}\\. ${description.source.slice(1)}.*\\(outcome: [a-z]+, payout reference: '${HIT}'\\)$`,
		's',
	);

	test('has a heading and a description for a person', async () => {
		meet();
		const { nodeError } = await runFaulty(service.sandbox, 'pay', 'stopWorkflow', { items: ITEMS.slice(1, 2) });
		expect(heading.length).toBeLessThan(100);
		expect(nodeError).toMatchObject({
			message: heading,
			description: expect.stringMatching(description),
		});
		expect(nodeError?.description).toEqual(FACTS(HIT));
	});

	test.each(MODES.slice(1))('is one text with its facts for a workflow: %s', async (onError) => {
		meet();
		const { success, errors } = await runFaulty(service.sandbox, 'pay', onError, { items: ITEMS.slice(1, 2) });
		const [failed] = [...errors, ...success];
		expect(failed?.json).toMatchObject({
			message: expect.stringMatching(text),
			details: { ...details, reference: HIT },
		});
		expect(failed?.json.error).toBe(failed?.json.message);
	});

	const asTool = (): INodeParameters => ({
		...parametersOf('pay'),
		customerReference: HIT,
		referencePrefix: 'agent',
		maximumAmount: '500',
		maximumTotal: '500',
		allowedPayees: DEMO_ADDRESSES.trc20,
		paymentsPerDay: '5',
		options: {},
	});

	test.each(['engine', 'connection'] as const)(
		'is one text for an agent, which is told when not to call again: on the %s path',
		async (path) => {
			meet();
			const { answers } = await runTool({
				...surroundings(service.sandbox),
				path,
				parameters: asTool(),
				calls: [{ id: '1', input: {} }],
			});
			const said = answers.map(({ output, error }) => error ?? String(output));
			expect(said).toHaveLength(1);
			expect(said[0]).toContain(heading);
			expect(said[0]).toMatch(new RegExp(description.source.slice(1)));
			expect(said[0]).toEqual(FACTS('agent .*'));
			expect(said[0]).toMatch(advice);
			// Not a second time behind it, as n8n adds descriptions.
			expect(said[0]?.split(heading)).toHaveLength(2);
			expect(said[0]?.split('(outcome: ')).toHaveLength(2);
		},
	);

	test('is one text with its facts for an agent that gets items', async () => {
		meet();
		const settings = { onError: 'continueRegularOutput' as const };
		const { answers } = await runTool({
			...surroundings(service.sandbox),
			path: 'engine',
			parameters: asTool(),
			calls: [{ id: '1', input: {} }],
			settings,
		});
		expect(at(answers[0]?.output, 0, 'message')).toMatch(advice);
		expect(at(answers[0]?.output, 0, 'details')).toMatchObject(details);
	});
});

test('an input that cannot be used has its first sentence for a heading', async () => {
	const { nodeError } = await runFaulty(service.sandbox, 'write', 'stopWorkflow', { items: [{ id: '' }] });
	expect(nodeError).toMatchObject({
		message: expect.stringMatching(/^'.*' is empty$/),
		description: expect.stringContaining('Nothing was sent for it.'),
	});
});
