/** Payments are refused where n8n discards the workflow with its record of payouts. The ledger shows what was paid. */
import type { INodeParameters } from 'n8n-workflow';
import { DEMO_ADDRESSES } from '../../../sandbox';
import {
	asTool,
	credentialReferences,
	node,
	runNode,
	runTool,
	runWorkflow,
	saidBy,
	type RunNodeOptions,
	type RunToolOptions,
	type WorkflowOptions,
} from '../../harness/engine';
import { realKey, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

afterEach(() => jest.restoreAllMocks());

const PAYMENT: INodeParameters = {
	resource: 'withdrawal',
	operation: 'toStablecoin',
	network: 'trc20',
	address: DEMO_ADDRESSES.trc20,
	amount: '300',
	amountUnit: 'minor',
	customerReference: 'INV-1',
	options: {},
};
const REFERENCED: INodeParameters = { ...PAYMENT, payoutReference: 'INV-1' };
/** Parameters of an AI tool that a person typed, or that n8n's assistant made up. */
const TOOL: INodeParameters = {
	...PAYMENT,
	referencePrefix: 'agent',
	allowedPayees: DEMO_ADDRESSES.trc20,
	maximumAmount: '500',
	maximumTotal: '500',
	paymentsPerDay: '1',
	reason: 'A bill',
};

const paid = () => service.sandbox.ledger.payouts().length;

async function byAgent(more: Partial<RunToolOptions> = {}): Promise<string> {
	const { answers } = await runTool({
		...surroundings(service.sandbox),
		path: 'engine',
		parameters: TOOL,
		calls: [{ id: `call ${paid()}`, input: {} }],
		...more,
	});
	const [{ output, error } = { output: undefined, error: undefined }] = answers;
	return error ?? JSON.stringify(output);
}

async function byNode(more: Partial<RunNodeOptions> = {}): Promise<string> {
	const result = await runNode({ ...surroundings(service.sandbox), parameters: REFERENCED, ...more });
	return saidBy(result.nodeError) ?? JSON.stringify(result.success.map(({ json }) => json));
}

/** On the connection path, an agent gets the items as a text, in which quotes are escaped. */
const PAID = /"outcome\\?":\\?"accepted/;
const PATHS = ['engine', 'connection'] as const;

describe("n8n's Chat: a workflow of its own for every message, deleted afterwards", () => {
	test.each(PATHS)('a tool pays nothing, however often it is asked (%s path)', async (path) => {
		for (const message of ['Pay the bill', 'Did you pay? Pay it', 'Pay it', 'Try again']) {
			expect(await byAgent({ path, mode: 'chat', workflowId: `Chat, ${message}` })).toMatch(
				/Nothing was sent or changed.*\(Execution mode: chat\)/,
			);
		}
		expect(service.sandbox.requests).toEqual([]);
	});

	test('a published workflow, as clients of its MCP access run it in this mode, pays once', async () => {
		expect(await byAgent({ mode: 'chat', active: true })).toMatch(PAID);
		expect(await byAgent({ mode: 'chat', active: true })).toMatch(/Already paid/);
		expect(paid()).toBe(1);
	});

	test('a sub-workflow pays where it is saved, and not where it is defined in its caller', async () => {
		const called = (workflowId: string, rootExecutionMode?: 'chat' | 'webhook') =>
			byNode({
				mode: 'integrated',
				workflowId: 'sub',
				calledBy: { workflowId },
				...(rootExecutionMode === undefined ? {} : { inherited: { rootExecutionMode } }),
			});
		for (const mode of ['chat', undefined] as const)
			expect(await called('sub', mode)).toMatch(/\(Execution mode: integrated\)/);
		expect(paid()).toBe(0);
		expect(await called('caller', 'chat')).toMatch(PAID);
		expect(await called('sub', 'webhook')).toMatch(/Already paid/);
	});
});

describe("n8n's assistant: one node in a workflow that is discarded", () => {
	async function alone(parameters: INodeParameters, tool: boolean, workflowId: string): Promise<string> {
		const { type, ...rest } = surroundings(service.sandbox);
		const typeName = tool ? `${TYPE_NAME}Tool` : TYPE_NAME;
		const credentials = credentialReferences(rest.credentials);
		const options: WorkflowOptions = {
			...rest,
			nodes: [node('Node', typeName, { parameters, credentials })],
			connections: {},
			nodeTypes: { [typeName]: tool ? asTool(type) : type },
			mode: 'manual',
			workflowId,
			alone: { node: 'Node' },
		};
		return saidBy((await runWorkflow(options)).error) ?? 'no error';
	}

	test.each([
		['the node', false, REFERENCED],
		['its form as a tool', true, TOOL],
	] as const)('%s pays nothing', async (_name, tool, parameters) => {
		for (const time of ['first', 'second'])
			expect(await alone(parameters, tool, `Execute node, ${time}`)).toMatch(/\(Execution mode: manual\)/);
		expect(service.sandbox.requests).toEqual([]);
	});
});

describe('an evaluation', () => {
	const inSubWorkflow = { mode: 'integrated', inherited: { evaluationRunId: 'run' } } as const;
	const RUNS: ReadonlyArray<readonly [string, (credentials: Pick<RunNodeOptions, 'credentials'>) => Promise<string>]> =
		[
			['an agent', async (credentials) => await byAgent({ ...credentials, mode: 'evaluation' })],
			['a node', async (credentials) => await byNode({ ...credentials, mode: 'evaluation' })],
			['a sub-workflow', async (credentials) => await byNode({ ...credentials, ...inSubWorkflow })],
		];

	test.each(RUNS)('%s pays nothing with a real key, though its address is of this machine', async (_name, start) => {
		const real = surroundings(service.sandbox, realKey(service.sandbox));
		expect(await start(real)).toMatch(/Nothing was sent or changed.*\(Execution mode: /);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each(RUNS)('%s pays with a key of the sandbox', async (_name, start) => {
		expect(await start({})).toMatch(PAID);
		expect(paid()).toBe(1);
	});
});

describe('a dry run refuses what the payment would be refused for', () => {
	const prepare: INodeParameters = { ...REFERENCED, resource: 'prepare', operation: 'toStablecoin' };

	test.each([
		['Validate Only', { ...REFERENCED, validateOnly: true }],
		['Prepare', prepare],
	])('%s', async (_name, parameters) => {
		const said = await byNode({ parameters, mode: 'chat', onError: 'continueRegularOutput' });
		expect(said).toContain('(Execution mode: chat)');
		const allowed = await byNode({ parameters, onError: 'continueRegularOutput' });
		expect(allowed).toMatch(/"request":\{"method":"POST"|"approvalDigest":/);
		expect(paid()).toBe(0);
	});

	test('Validate Only of a tool', async () => {
		const parameters = { ...TOOL, validateOnly: true };
		expect(await byAgent({ parameters, mode: 'chat' })).toContain('(Execution mode: chat)');
		expect(await byAgent({ parameters })).toMatch(/"request":\{"method":"POST"/);
		expect(paid()).toBe(0);
	});
});

/** Two of n8n's modes; unit/n8n/whereItRuns tests all modes. */
test.each(['retry', 'webhook'] as const)("mode '%s' pays, as a node and on both of an agent's paths", async (mode) => {
	expect(await byNode({ mode })).toMatch(PAID);
	for (const path of PATHS) {
		const workflowId = `By ${path}`;
		expect(await byAgent({ mode, path, workflowId })).toMatch(PAID);
	}
	expect(paid()).toBe(3);
});

test("mode 'internal' pays nothing", async () => {
	for (const start of [byNode, byAgent])
		expect(await start({ mode: 'internal' })).toContain('(Execution mode: internal)');
	expect(service.sandbox.requests).toEqual([]);
});

describe('what settles, frees or resumes payouts', () => {
	const onRecord = (operation: string, more: INodeParameters = {}): INodeParameters => ({
		resource: 'payoutReference',
		operation,
		reference: 'INV-1',
		options: {},
		...more,
	});
	const look = {
		lookUpBy: 'payee',
		value: DEMO_ADDRESSES.trc20,
		amount: '300',
		amountUnit: 'minor',
		currency: 'USDT',
		sentAfter: '2020-01-01',
	};
	/** Makes a payment whose outcome stays unknown, and returns its claim. */
	async function unknownClaim(): Promise<string> {
		service.sandbox.faults.add({ match: { path: '/withdraw/stablecoin' }, fault: { kind: 'dropAfter' } });
		const said = await byNode({ onError: 'continueRegularOutput' });
		return /"claim":"([^"]+)"/.exec(said)?.[1] ?? 'none';
	}
	const state = async () => /"state":"(\w+)"/.exec(await byNode({ parameters: onRecord('check') }))?.[1];
	const RUNS: ReadonlyArray<readonly [string, Partial<RunNodeOptions>]> = [
		['a sub-workflow', { mode: 'integrated', calledBy: { workflowId: 'caller' } }],
		['a sub-workflow whose caller is not told', { mode: 'integrated' }],
		["n8n's Retry of one", { mode: 'retry', calledBy: { workflowId: 'caller' } }],
		['one that is told another mode', { mode: 'webhook', calledBy: { workflowId: 'caller' } }],
	];

	test.each(RUNS)('changes nothing in %s', async (_name, place) => {
		const claim = await unknownClaim();
		const refused = [
			onRecord('release', { claim, options: { releaseEarly: true } }),
			onRecord('markPaid', { claim }),
			onRecord('resolve', { ...look, options: { updateRecord: true } }),
			onRecord('resume'),
			onRecord('changeAccount'),
		];
		for (const parameters of refused)
			expect(await byNode({ parameters, ...place })).toMatch(/^Nothing was changed: a sub-workflow can't settle/);
		expect(await state()).toBe('unknown');
	});

	test('what only reads, and the stop button, run in a sub-workflow, too', async () => {
		await unknownClaim();
		const place = { mode: 'integrated', calledBy: { workflowId: 'caller' } } as const;
		expect(await byNode({ parameters: onRecord('check'), ...place })).toMatch(/"state":"unknown"/);
		expect(await byNode({ parameters: onRecord('resolve', look), ...place })).toMatch(/"resolution":/);
		expect(await byNode({ parameters: onRecord('halt'), ...place })).toMatch(/"halted":true/);
		expect(await byNode({ parameters: onRecord('resume') })).toMatch(/"changed":true/);
	});

	test('runs in an error workflow, whose parent is the execution that failed', async () => {
		const claim = await unknownClaim();
		const parameters = onRecord('release', { claim, options: { releaseEarly: true } });
		expect(await byNode({ parameters, mode: 'error', calledBy: { workflowId: 'caller' } })).toMatch(/"released":true/);
		expect(await state()).toBe('free');
	});
});
