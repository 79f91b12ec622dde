/** All examples follow the rules of this folder. First, each rule is shown to catch what it exists for. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { at } from '../../cases/case';
import type { Example } from './example';
import * as structure from './rules';
import * as books from './rulesOfBooks';
import * as mails from './rulesOfMails';

const { daysOfWaiting, ...rest } = structure;
const { asksByItself, ...otherBooks } = books;
const rules = { ...rest, ...otherBooks, ...mails };

const folder = join(__dirname, '../../../examples');
const examples = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file): [string, Example] => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))]);

const planted = (type: string, parameters: INode['parameters'], more: Partial<INode> = {}): Example => ({
	nodes: [{ id: '1', name: 'Planted', type, typeVersion: 1, position: [0, 0], parameters, ...more }],
	connections: {},
});
const mail = (subject: string, text: string) => planted('n8n-nodes-base.emailSend', { subject, text });
const agent = planted('@n8n/n8n-nodes-langchain.agent', {});
const mavapay = 'n8n-nodes-mavapay.mavapay';
const keyed = (name: string) => ({ credentials: { mavapayApi: { id: '', name } } });

const slack = 'n8n-nodes-base.slack';
const payout = planted(mavapay, { resource: 'withdrawal', operation: 'toBankAccount' });
/** Connects the nodes in a row, each under its own name. */
const inRow = (...planted: Example[]): Example => {
	const nodes = planted.flatMap((one) => one.nodes).map((node, index) => ({ ...node, name: `Planted ${index}` }));
	return {
		nodes,
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name }, index) => [`Planted ${index}`, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
		),
	};
};
const together = (...all: Example[]): Example => ({
	nodes: all.flatMap(({ nodes }) => nodes),
	connections: Object.assign({}, ...all.map(({ connections }) => connections)),
});
const question = (toEmail: string) => planted('n8n-nodes-base.emailSend', { operation: 'sendAndWait', toEmail });
const approved = { approvalDigest: '={{ $json.approvalDigest }}', approvedBy: '={{ $json.approvedBy }}' };
const form = (fieldLabel: string) =>
	planted('n8n-nodes-base.formTrigger', { formFields: { values: [{ fieldLabel }] } });

const trigger = planted('n8n-nodes-mavapay.mavapayTrigger', {});
const getNew = planted(mavapay, { resource: 'transaction', operation: 'getNew' });
const prepare = planted(mavapay, { resource: 'prepare' });
const dataTable = 'n8n-nodes-base.dataTable';
const sheets = 'n8n-nodes-base.googleSheets';
const keys = (...names: string[]) => ({ filters: { conditions: names.map((keyName) => ({ keyName })) } });
const itself = planted('n8n-nodes-base.executeWorkflow', { workflowId: { value: '={{ $workflow.id }}' } });

const each: Array<[keyof typeof rules, Example]> = [
	['openForms', planted('n8n-nodes-base.formTrigger', {})],
	['openForms', planted('n8n-nodes-base.formTrigger', { authentication: 'basicAuth' })],
	['openForms', planted('n8n-nodes-base.formTrigger', { authentication: 'n8nUserAuth' })],
	['openForms', planted('n8n-nodes-base.wait', { resume: 'form' })],
	['openForms', planted('n8n-nodes-base.wait', { resume: 'webhook', incomingAuthentication: 'basicAuth' })],
	['openForms', together(planted('n8n-nodes-base.webhook', {}), payout)],
	['openForms', together(planted('@n8n/n8n-nodes-langchain.chatTrigger', { public: true }), payout)],
	['deadEnds', planted('n8n-nodes-base.if', {})],
	['deadEnds', { ...planted(mavapay, {}, { onError: 'continueErrorOutput' }) }],
	['silentSwitches', planted('n8n-nodes-base.switch', { rules: { values: [] }, options: {} })],
	['wrongRoles', planted(mavapay, { resource: 'prepare' }, keyed('Mavapay (WRITE key)'))],
	['wrongRoles', planted(mavapay, { resource: 'withdrawal', operation: 'toLightning' }, keyed('Mavapay (READ key)'))],
	...[
		['bankAccount', 'create'],
		['webhook', 'set'],
		['webhook', 'sendTest'],
		['paymentLink', 'refresh'],
	].map(([resource, operation]): [keyof typeof rules, Example] => [
		'wrongRoles',
		planted(mavapay, { resource, operation }, keyed('Mavapay (READ key)')),
	]),
	[
		'comparedNames',
		planted(dataTable, { filters: { conditions: [{ keyValue: "={{ $json.name.normalize('NFKC') }}" }] } }),
	],
	['subjectsThatDeny', mail('Not swapped', '={{ $json.error }}')],
	[
		'subjectsThatQuote',
		mail('={{ $json.workflow.name }}: {{ ($json.execution ?? $json.trigger).error.message }}', 'Told'),
	],
	['wordsOfTheModel', { nodes: [...agent.nodes, ...mail('The bill', '={{ $json.output }}').nodes], connections: {} }],
	['askedOnce', planted('n8n-nodes-base.emailSend', { operation: 'sendAndWait' })],
	['askedOnce', inRow(question('one@example.com'), planted('n8n-nodes-base.if', {}), question('one@example.com'))],
	[
		'brokenLines',
		planted('n8n-nodes-base.slackHitlTool', { message: '={{ JSON.stringify(String($tool.parameters.Reason)) }}' }),
	],
	[
		'brokenLines',
		planted('n8n-nodes-base.emailSendHitlTool', {
			message: "={{ JSON.stringify(String($tool.parameters.Reason).replace(/[\\s\\\\]+/g, ' ')) }}",
		}),
	],
	[
		'amountsOfNothing',
		together(
			planted('n8n-nodes-mavapay.mavapayTrigger', {}),
			planted('n8n-nodes-base.set', { value: '={{ $json.amount ? Number($json.amount.major) : null }}' }),
		),
	],
	['otherZones', { ...payout, settings: { timezone: 'America/New_York' } }],
	['untoldPayments', payout],
	['untoldPayments', inRow(payout, planted(slack, { operation: 'sendAndWait' }))],
	[
		'untoldPayments',
		inRow(planted('n8n-nodes-base.executeWorkflowTrigger', {}), payout, planted('n8n-nodes-base.set', {})),
	],
	['untoldPayments', planted('n8n-nodes-base.executeWorkflow', { workflowId: { value: 'another' } })],
	['untoldFailures', payout],
	['untoldFailures', together(payout, planted('n8n-nodes-base.errorTrigger', {}))],
	['emptyLists', inRow(planted('n8n-nodes-base.extractFromFile', { operation: 'csv' }), payout)],
	['emptyLists', inRow(planted('n8n-nodes-base.dataTable', { operation: 'get', returnAll: true }), payout)],
	['keptMarks', planted('n8n-nodes-base.extractFromFile', { operation: 'csv', options: { headerRow: true } })],
	[
		'unsaidLinks',
		together(
			planted('n8n-nodes-base.emailSendHitlTool', {}),
			planted('n8n-nodes-base.stickyNote', { content: 'A note' }),
		),
	],
	['digestsOfRows', planted(mavapay, approved)],
	['unnamedApprovals', planted(mavapay, { ...payout.nodes[0]?.parameters, ...approved })],
	[
		'unnamedApprovals',
		inRow(
			planted(mavapay, { ...payout.nodes[0]?.parameters, ...approved, options: { includeInputFields: true } }),
			planted(mavapay, { resource: 'payout', operation: 'summarize' }),
		),
	],
	['untoldFailures', planted('n8n-nodes-base.emailSend', { operation: 'sendAndWait' })],
	['doubledBookings', inRow(trigger, planted(dataTable, { operation: 'insert' }))],
	['doubledBookings', inRow(trigger, planted(dataTable, { operation: 'upsert', ...keys('event', 'transactionId') }))],
	['doubledBookings', inRow(getNew, planted(sheets, { operation: 'append' }))],
	[
		'doubledBookings',
		inRow(getNew, planted(sheets, { operation: 'appendOrUpdate', columns: { matchingColumns: ['transactionId'] } })),
	],
	['depositsWithoutNet', inRow(trigger, planted(dataTable, { operation: 'upsert' }))],
	['depositsWithoutNet', together(inRow(trigger, planted('n8n-nodes-base.hubspot', { operation: 'update' })), getNew)],
	['overwrittenDeals', planted('n8n-nodes-base.hubspot', { operation: 'update', updateFields: { amount: '1' } })],
	['listsOfNobody', inRow(trigger, planted('n8n-nodes-base.pipedrive', { operation: 'update' }))],
	['fixedLookBacks', planted(mavapay, { resource: 'transaction', operation: 'getNew', options: { lookBack: 48 } })],
	['unmappedSuppliers', planted(mavapay, { resource: 'prepare', supplier: '' })],
	[
		'unmappedSuppliers',
		together(
			planted(mavapay, { resource: 'prepare', supplier: '={{ $json.payee }}' }),
			planted(mavapay, { ...approved, supplier: '={{ $json.name }}' }),
		),
	],
	['changedPayeesPaid', planted(mavapay, { resource: 'withdrawal', newPayees: 'refuseChanged' })],
	['changedPayeesPaid', planted(mavapay, { resource: 'withdrawal', supplier: '={{ $json.payee }}' })],
	['outputByHand', planted('n8n-nodes-base.set', { value: '={{ $json.payout ? 1 : 2 }}' })],
	['outputByHand', planted('n8n-nodes-base.set', { value: '={{ $json.details?.outcome }}' })],
	['filesByHand', inRow(planted('n8n-nodes-base.extractFromFile', { operation: 'xlsx' }), prepare)],
	['filesByHand', inRow(planted(sheets, { operation: 'read' }), prepare)],
	['limitsOfOneFile', planted('n8n-nodes-base.if', { value: "={{ $('Settings').first().json.secondAboveNgn }}" })],
	[
		'limitsOfOneFile',
		together(
			planted(dataTable, { operation: 'get', dataTableId: 'mavapay_approvals' }),
			planted('n8n-nodes-base.if', { value: "={{ $json.secondAboveNgn }} {{ $('Planted') }}" }),
		),
	],
	['formsOfLists', together(form('File'), payout)],
	['formsOfLists', inRow(planted('n8n-nodes-base.executeWorkflowTrigger', {}), payout)],
	['startsBesideItself', together(inRow(planted('n8n-nodes-base.scheduleTrigger', {}), payout), itself)],
	['unquotedNames', mail('=Payout {{ $json.reference }}', 'Nothing')],
	['unquotedNames', mail('Paid', '={{ $json.supplier }} {{ JSON.stringify($json.reference) }}')],
	['linksOfOthers', mail('Paid', '={{ JSON.stringify($json.reference) }}')],
	['linksOfOthers', planted(slack, { message: "={{ JSON.stringify($json.payee.replace(/[<>]/g, ' ')) }}" })],
	['longMessages', planted(slack, { operation: 'sendAndWait', message: "={{ $('Summarize').first().json.text }}" })],
	['scatteredAddresses', planted('n8n-nodes-base.emailSend', { toEmail: 'accounts@example.com' })],
	['scatteredAddresses', planted('n8n-nodes-base.emailSend', { toEmail: '={{ $json.to }}' })],
	['longNotes', planted('n8n-nodes-base.stickyNote', { content: '## Pay\nPays.' })],
	['longNotes', planted('n8n-nodes-base.stickyNote', { content: `# Pay\n${'Pays. '.repeat(100)}` })],
	['settingsAlone', planted('n8n-nodes-base.set', {}, { name: 'Settings' })],
	['unsaidKeys', planted(mavapay, {}, keyed('Mavapay (READ key)'))],
	['unsaidKeys', planted(mavapay, {}, { ...keyed('Mavapay (READ key)'), notes: 'WRITE key', notesInFlow: true })],
	['unsaidKeys', planted(mavapay, {}, { ...keyed('Mavapay (READ key)'), notes: 'READ key' })],
	['typedText', mail('=New: {{ $json.supplier }}', 'Nothing')],
	['typedText', mail('New', '={{ JSON.stringify($json.supplier) }}\nRegistered to: {{ $json.accountName }}')],
	['typedText', together(form('Name of it'), mail("={{ $json['Name of it'] }}", 'Nothing'))],
	['typedText', together(form('Month'), mail('=Paid: {{ $json.Month }}', 'Nothing'))],
	['typedText', planted('n8n-nodes-base.emailSendHitlTool', { message: '=Pay {{ $tool.parameters.amount }}' })],
	['typedText', planted('n8n-nodes-base.telegramHitlTool', { message: '={{ $tool.parameters }}' })],
	['typedText', planted(slack, { operation: 'sendAndWait', message: '=Confirm {{ $json.supplier }}' })],
];

test.each(each)('%s catches a planted example', (rule, example) => {
	const problems = rules[rule](example);
	expect(problems).not.toEqual([]);
});

test('waits are added up, and one without an end has none', () => {
	const wait = (values: { resumeAmount: number; resumeUnit: string } | undefined) =>
		planted('n8n-nodes-base.emailSend', { operation: 'sendAndWait', options: { limitWaitTime: { values } } });
	expect(daysOfWaiting(wait({ resumeAmount: 36, resumeUnit: 'hours' }))).toBe(1.5);
	expect(daysOfWaiting(wait(undefined))).toBe(Infinity);
	expect(daysOfWaiting(planted('n8n-nodes-base.slackHitlTool', {}))).toBe(Infinity);
});

test('the workflow that pays for others pays ten at a time', () => {
	const [, { nodes }] = examples.find(([file]) => file === 'workflow-that-pays.json') ?? ['', { nodes: [] }];
	expect(nodes.map(({ parameters }) => at(parameters, 'options', 'payoutsInParallel'))).toContain(10);
});

test.each([
	'payouts-with-approval',
	'payouts-approved-in-slack',
	'payouts-with-two-approvers',
	'payroll-with-error-mail',
])('%s asks Mavapay about a lost answer, and mails a link that fills in the form', (name) => {
	const found = examples.filter(([file]) => file === `${name}.json`);
	expect(found.map(([, example]) => asksByItself(example))).toEqual([true]);
});

describe('tables of the examples', () => {
	test('have one set of columns each, also where two examples make one of the same name, and no name is within another', () => {
		const made = examples.flatMap(([file, { nodes }]) =>
			nodes
				.filter(({ parameters }) => parameters.resource === 'table' && parameters.operation === 'create')
				.map(({ parameters }) => ({
					file,
					table: parameters.tableName,
					columns: JSON.stringify(at(parameters, 'columns', 'column')),
				})),
		);
		const names = [...new Set(made.map(({ table }) => String(table)))];
		// n8n takes the newest table whose name contains the searched name, so no name may contain another.
		const within = names.filter((name) => names.some((longer) => longer !== name && longer.includes(name)));
		const others = made.filter(({ table, columns }) =>
			made.some((one) => one.table === table && one.columns !== columns),
		);
		expect(made.length).toBeGreaterThan(5);
		expect(within).toEqual([]);
		expect(others.map(({ file, table }) => `${file}: ${String(table)}`)).toEqual([]);
	});
});

describe('pictures of the examples', () => {
	const list = readFileSync(join(folder, 'README.md'), 'utf8');
	test.each(examples)('%s has one, small enough, and its place in the list', (file) => {
		const name = file.slice(0, -'.json'.length);
		expect(statSync(join(folder, '../docs/images/examples', `${name}.png`)).size).toBeLessThanOrEqual(80_000);
		expect(list).toContain(`\`${file}\``);
		expect(list).toContain(`../docs/images/examples/${name}.png`);
	});

	test('stand on 23 pages at most', () => {
		expect(list.match(/^## .*\.json/gm)?.length).toBeLessThanOrEqual(23);
	});
});

describe.each(examples)('%s', (_, example) => {
	test.each([...new Set(each.map(([rule]) => rule))])('holds %s', (rule) => {
		expect(rules[rule](example)).toEqual([]);
	});

	test('waits no longer than four days, within the five that an approval lasts', () => {
		expect(daysOfWaiting(example)).toBeLessThanOrEqual(4);
	});
});

/** Cases that people reported and that only an example can prevent. */
describe('cases of the field', () => {
	const nodesOf = (name: string) => examples.find(([file]) => file === `${name}.json`)?.[1].nodes ?? [];
	const parametersOf = (name: string, node: string) => nodesOf(name).find((one) => one.name === node)?.parameters;

	test('14: scheduled-payouts drops rows without any value in front of what pays', () => {
		const [condition] = [at(parametersOf('scheduled-payouts', 'Rows with a value'), 'conditions', 'conditions')].flat();
		expect(at(condition, 'leftValue')).toBe(
			"={{ Object.values($json).some((value) => String(value ?? '').trim() !== '') }}",
		);
		expect(examples.find(([file]) => file === 'scheduled-payouts.json')?.[1].connections.Payees?.main).toEqual([
			[expect.objectContaining({ node: 'Rows with a value' })],
		]);
	});

	test('a file with what came of a run never takes the place of an earlier one', () => {
		const written = examples.flatMap(([file, { nodes }]) =>
			nodes
				.filter(({ parameters }) => parameters.operation === 'write' && at(parameters, 'options', 'append') !== true)
				.map(({ parameters }) => [file, String(parameters.fileName), JSON.stringify(nodes)] as const),
		);
		expect(written.map(([file]) => file)).toEqual(['scheduled-payouts.json']);
		for (const [, name, nodes] of written) {
			const [, setting = ''] = /json\.(\w+)/.exec(name) ?? [];
			expect(nodes).toMatch(new RegExp(`"name":"${setting}","value":"=[^"]*\\{\\{ \\$execution\\.id \\}\\}`));
		}
	});

	test('30: payouts-with-approval has no heading of a file in an expression', () => {
		const written = JSON.stringify(nodesOf('payouts-with-approval').map(({ parameters }) => parameters));
		expect(written).not.toMatch(/bank_code|Beneficiary Name|account_number|beneficiary_name|Bank Name/);
	});
});
