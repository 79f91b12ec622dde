/** The approver's name in the examples comes from the answer to the request, and is empty without an answer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { connect, itemsSource, MANUAL_TRIGGER, node, runWorkflow } from '../../harness/engine';
import { json, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';
import { personOf } from '../../../sandbox/data/people';

const service = useSandbox();

const account = { bankCode: '000013', accountNumber: '0123456781' };
const row = {
	...account,
	amount: '2510.00',
	payee: 'Adaeze Foods',
	bank: account.bankCode,
	accountName: personOf(account.bankCode, account.accountNumber),
	reference: 'INV-1',
	approvedBy: 'CEO',
};
/** Questions that the example skips once it has an answer: their nodes exist, but were not executed. */
const UNASKED = [
	'Second decision',
	'Ask again, and a second person',
	'Ask what to leave out',
	'Ask the first what to leave out',
	'Ask the second what to leave out',
];
const nothingLeftOut = { 'Add the approval': { leftOut: '[]' } };
const settings = {
	approver: 'approver@example.com',
	secondPerson: 'deputy@example.com',
	mostPerPayoutNgn: '1000000',
	mostPerRunNgn: '2000000',
};

function parametersOf(example: string, name: string): INodeParameters {
	const path = join(__dirname, `../../../examples/${example}.json`);
	const { nodes }: { nodes: INode[] } = JSON.parse(readFileSync(path, 'utf8'));
	return nodes.find((one) => one.name === name)?.parameters ?? {};
}

/** The expression by which 'Add the approval' fills in the column that the paying node reads. */
function addedBy(example: string): unknown {
	const assignments = at(parametersOf(example, 'Add the approval'), 'assignments', 'assignments');
	return Array.isArray(assignments) ? assignments.find(({ name }) => name === 'approvedBy')?.value : undefined;
}

/** Runs an example's Prepare and Pay on answers keyed by node. Returns the approver, or why nobody was paid. */
async function approvedBy(
	example: string,
	answers: Readonly<Record<string, IDataObject>>,
	{ added, changed = {} }: { added?: unknown; changed?: INodeParameters } = {},
) {
	const { type, credentialTypes, credentials } = surroundings(service.sandbox);
	const sources = Object.entries({ Settings: settings, ...nothingLeftOut, ...answers, Rows: row });
	const names = sources.map(([name]) => name);
	const approval = added === undefined ? {} : { approvedBy: added };
	const pay = { ...parametersOf(example, 'Pay'), ...approval, ...changed, options: {} };
	const mavapay = (name: string, parameters: unknown) =>
		node(name, TYPE_NAME, {
			parameters: JSON.parse(JSON.stringify(parameters)),
			credentials: { mavapayApi: { id: 'mavapayApi', name: 'mavapayApi' } },
			onError: 'continueRegularOutput',
		});
	const chain = ['Start', ...names, 'Prepare', 'Pay'];
	const result = await runWorkflow({
		nodes: [
			node('Start', MANUAL_TRIGGER),
			...sources.map(([name]) => node(name, `test.${name}`)),
			...UNASKED.filter((name) => !(name in answers)).map((name) => node(name, 'test.Rows')),
			mavapay('Prepare', parametersOf(example, 'Prepare')),
			mavapay('Pay', pay),
		],
		connections: connect(...chain.slice(1).map((name, place): [string, string] => [chain[place] ?? '', name])),
		nodeTypes: {
			...Object.fromEntries(sources.map(([name, item]) => [`test.${name}`, itemsSource([item])])),
			[TYPE_NAME]: type,
		},
		credentialTypes,
		credentials,
	});
	const [paid] = json(result.items('Pay', 0));
	return at(paid, 'payout', 'approvedBy') ?? at(paid, 'message');
}

const NOBODY = /'Approved By' is an expression that gave nothing: nobody answered/;
const paid = () => service.sandbox.ledger.payouts({}).length;

test('payouts-with-approval says whom it asked, since a mail has no name, and pays nothing where nobody said so', async () => {
	const example = 'payouts-with-approval';
	const pays = { decision: "Pay all that isn't ticked", leftOut: '[]', approvedBy: 'asked a@example.com' };
	for (const decision of ['', 'Pay nothing', 'Ask first'])
		expect(await approvedBy(example, { Answer: { ...pays, decision } })).toMatch(NOBODY);
	expect(await approvedBy(example, { Answer: { ...pays, leftOut: '' } })).toMatch(
		/'Left Out' is an expression that gave/,
	);
	const changed = { amount: '={{ $json.amount * 2 }}' };
	expect(await approvedBy(example, { Answer: pays }, { changed })).toMatch(/^Not as approved/);
	expect(paid()).toBe(0);
	expect([await approvedBy(example, { Answer: pays }), paid()]).toEqual(['asked a@example.com', 1]);
});

const ada = { decision: 'approved', approverName: 'Ada', approverId: 'U1', leftOut: '[]' };
const obi = { ...ada, approverName: 'Obi', approverId: '22' };
const nobody = { ...ada, decision: 'no answer', approverName: '', approverId: '' };

test.each<[string, Record<string, IDataObject>, string | RegExp]>([
	['payouts-approved-in-slack', { Decision: nobody }, NOBODY],
	['payouts-approved-in-slack', { Decision: { ...ada, decision: 'not an approver' } }, NOBODY],
	['payouts-approved-in-slack', { Decision: ada }, 'Ada (U1)'],
	['payouts-with-two-approvers', { 'First decision': nobody }, NOBODY],
	['payouts-with-two-approvers', { 'First decision': ada }, 'Ada (U1)'],
	['payouts-with-two-approvers', { 'First decision': ada, 'Second decision': nobody }, NOBODY],
	['payouts-with-two-approvers', { 'First decision': nobody, 'Second decision': obi }, NOBODY],
	['payouts-with-two-approvers', { 'First decision': ada, 'Second decision': obi }, 'Ada (U1); Obi (22)'],
])('%s, with %j: %s', async (example, answers, said) => {
	expect(await approvedBy(example, answers, { added: addedBy(example) })).toEqual(
		typeof said === 'string' ? said : expect.stringMatching(said),
	);
	expect(paid()).toBe(typeof said === 'string' ? 1 : 0);
	expect(parametersOf(example, 'Pay').approvedBy).toBe('={{ $json.approvedBy }}');
});
