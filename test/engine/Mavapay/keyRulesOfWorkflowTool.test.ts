/**
 * The example workflow that pays, given to an AI agent as n8n's workflow tool. n8n runs it as a sub-workflow, which
 * can't see that a model filled in its inputs. The rules of the key still apply.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { json, openAccount, run, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { projectFolder } from '../../harness/sources';

const service = useSandbox();

interface Stored {
	readonly nodes: ReadonlyArray<{ readonly name: string; readonly parameters: INodeParameters }>;
}

const example: Stored = JSON.parse(readFileSync(join(projectFolder, 'examples/workflow-that-pays.json'), 'utf8'));
const parameters = example.nodes.find(({ name }) => name === 'Pay')?.parameters ?? {};

const ADA = { bankCode: '000013', accountNumber: '0123456789', accountName: 'ADAEZE CHIOMA OKAFOR' };
const THIEF = { bankCode: '000014', accountNumber: '6666666666', accountName: 'THIEF' };
const THE_ONE = 'the-workflow-that-pays';

/** Calls the tool once, as n8n does for a model. Returns the error's cause, or the outcome of the payment. */
async function called(rules: IDataObject, inputs: IDataObject, workflowId = THE_ONE): Promise<string> {
	const { success } = await run(service.sandbox, parameters, {
		...surroundings(service.sandbox, rules),
		items: [{ reference: 'INV-7', amount: '900000', supplier: String(inputs.accountName), ...inputs }],
		mode: 'integrated',
		calledBy: { workflowId: 'the agent' },
		workflowId,
		onError: 'continueRegularOutput',
	});
	const [item] = json(success);
	return String(at(item, 'payoutCause') || at(item, 'payoutOutcome'));
}
const paid = () => service.sandbox.ledger.payouts().length;

beforeEach(() => {
	openAccount(service.sandbox, THIEF.bankCode, THIEF.accountNumber, THIEF.accountName);
});

test('without rules it pays whomever the model names, so nothing but them can hold it', async () => {
	expect(await called({}, THIEF)).toBe('accepted');
	expect(paid()).toBe(1);
});

test.each<[string, IDataObject, IDataObject]>([
	['a payee', { allowedPayees: '000013:0123456789' }, THIEF],
	["a payee's cap", { allowedPayees: '000013:0123456789 max NGN 50000' }, ADA],
	['the most', { mostPerPayment: 'NGN 50000' }, ADA],
	['an amount to approve', { approvalAbove: 'NGN 50000' }, ADA],
	['a rule that cannot be read', { allowedPayees: 'Ada' }, ADA],
])('%s holds, under whatever reference', async (_, rules, inputs) => {
	for (const reference of ['INV-7', 'INV-7 (second try)', 'INV-7/3'])
		expect(await called(rules, { ...inputs, reference })).toBe('keyRule');
	expect(paid()).toBe(0);
	expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('whom and what the rules allow is paid, once under a reference', async () => {
	const rules = { allowedPayees: '000013:0123456789 max NGN 900000', allowedWorkflows: THE_ONE };
	expect([await called(rules, ADA), await called(rules, ADA)]).toEqual(['accepted', 'alreadyPaid']);
	expect(paid()).toBe(1);
});

test('a copy of it, and any other workflow that the agent is given, pay nothing', async () => {
	for (const workflowId of ['a-copy', 'another-workflow'])
		expect(await called({ allowedWorkflows: THE_ONE }, ADA, workflowId)).toBe('keyRule');
	expect(paid()).toBe(0);
});
