/** n8n's log has a line for each payment that a person has to check, and nothing else about payments. */
import type { INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../../sandbox';
import { placed } from '../../cases/case';
import { bankPayout } from '../../cases/withdrawal';
import { type RunNodeOptions } from '../../harness/engine';
import { callTool, json, run, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';
import { watchLog } from '../../harness/engine/mavapayTrigger';

const service = useSandbox();
let lines: string[] = [];
beforeEach(() => {
	lines = watchLog();
});
afterEach(() => jest.restoreAllMocks());

const pay = async (more: INodeParameters = {}, settings: Partial<RunNodeOptions> = {}) =>
	await run(service.sandbox, { ...bankPayout, ...more }, { onError: 'continueRegularOutput', ...settings });
const meets = (fault: FaultRule['fault']) => service.sandbox.faults.add({ match: { path: '/withdraw' }, fault });
const FAILED = { kind: 'status', status: 200, body: { status: 'ok', data: { id: 't-1', status: 'FAILED' } } } as const;
const PLACE = '"reference":"INV-1","executionId":"[^"]+","workflowId":"workflow-under-test"';
/** This package's lines; n8n itself also logs the error that ends a node. */
const ours = () => lines.filter((line) => line.startsWith('error Mavapay: '));
/** The lines contain no account number, name, amount or key. */
const expectNothingElse = () => {
	const { write, read, bearer } = service.sandbox.keys;
	for (const told of ['0123456789', 'OKAFOR', 'ADAEZE', '2500', '2,500', write, read, bearer])
		expect(ours().join('\n')).not.toContain(told);
};

test('a payment that is accepted, refused or invalid has no line, nor has one that may not run here', async () => {
	await pay();
	meets({ kind: 'status', status: 400, message: 'Insufficient balance' });
	await pay({ payoutReference: 'INV-2' });
	await pay({ payoutReference: 'INV-3', amount: 'all' });
	await pay({ payoutReference: 'INV-4', validateOnly: true });
	await pay({ payoutReference: 'INV-5' }, { workflowId: '' });
	expect(lines).toEqual([]);
});

test.each([
	['an unknown outcome', { kind: 'dropAfter' } as const, 'unknown'],
	['a failed transaction', FAILED, 'failed'],
])('%s has one line, with the claim that a person can settle', async (_, fault, outcome) => {
	meets(fault);
	const { success } = await pay();
	expect(lines).toHaveLength(1);
	expect(lines[0]).toMatch(
		new RegExp(`^error Mavapay: payment left open \\{"outcome":"${outcome}",${PLACE},"claim":"[\\w-]+"\\}$`),
	);
	expect(lines[0]).toContain(`"claim":"${String(Object(json(success)[0]?.details).claim)}"`);
	expectNothingElse();
});

test.each([
	['as given', 'Ada: a wrong list', 'Ada: a wrong list'],
	['in one line, cut', `Ada:\na wrong list${'.'.repeat(300)}`, `Ada: a wrong list${'.'.repeat(183)}`],
	['an expression that gives nothing', '={{ $json.reason }}', undefined],
	['a number', '={{ 42 }}', '42'],
])('a halt says why in its output and here, and halts whatever the reason is: %s', async (_, reason, kept) => {
	const { success } = await run(service.sandbox, { resource: 'payoutReference', operation: 'halt', reason });
	expect(success[0]?.json).toEqual({ halted: true, changed: true, reason: kept });
	expect(lines).toEqual([`error Mavapay: payouts halted ${JSON.stringify({ reason: kept ?? '' })}`]);
});

test('a payment refused by a halt says where to read who halted and why', async () => {
	await run(service.sandbox, { resource: 'payoutReference', operation: 'halt' });
	const { success } = await pay();
	expect(success[0]?.json.error).toContain("The execution that ran 'Payout Reference: Halt' says who did it and why.");
});

test('a key in the reference does not get into the log', async () => {
	meets({ kind: 'dropAfter' });
	await pay({ payoutReference: `INV-1 ${service.sandbox.keys.write}` });
	expect(lines).toHaveLength(1);
	expect(lines[0]).not.toContain(service.sandbox.keys.write);
});

test.each(['engine', 'connection'] as const)('as a tool on the %s path the line is the same', async (path) => {
	meets({ kind: 'dropAfter' });
	const parameters = { ...bankPayout, ...TOOL_LIMITS, allowedPayees: '000013:0123456789', ...placed({}) };
	await callTool(service.sandbox, path, parameters);
	expect(ours()).toEqual([
		expect.stringMatching(
			/^error Mavapay: payment left open \{"outcome":"unknown","reference":"agent [\d-]{10} …:… 250000 NGN","executionId":/,
		),
	]);
	expect(ours().join()).not.toMatch(/0123456789|OKAFOR/);
});
