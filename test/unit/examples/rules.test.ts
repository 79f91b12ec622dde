/** All examples hold the rules of rules.ts; each rule is first shown to catch what it is there for. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { at } from '../../cases/case';
import * as rules from './rules';

const folder = join(__dirname, '../../../examples');
const examples = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file): [string, rules.Example] => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))]);

const planted = (type: string, parameters: INode['parameters'], more: Partial<INode> = {}): rules.Example => ({
	nodes: [{ id: '1', name: 'Planted', type, typeVersion: 1, position: [0, 0], parameters, ...more }],
	connections: {},
});
const mail = (subject: string, text: string) => planted('n8n-nodes-base.emailSend', { subject, text });
const agent = planted('@n8n/n8n-nodes-langchain.agent', {});
const mavapay = 'n8n-nodes-mavapay.mavapay';
const keyed = (name: string) => ({ credentials: { mavapayApi: { id: '', name } } });

const each: Array<[keyof typeof rules, rules.Example]> = [
	['openForms', planted('n8n-nodes-base.formTrigger', {})],
	['openForms', planted('n8n-nodes-base.formTrigger', { authentication: 'basicAuth' })],
	['deadEnds', planted('n8n-nodes-base.if', {})],
	['deadEnds', { ...planted(mavapay, {}, { onError: 'continueErrorOutput' }) }],
	['silentSwitches', planted('n8n-nodes-base.switch', { rules: { values: [] }, options: {} })],
	['wrongRoles', planted(mavapay, { resource: 'payout', operation: 'prepare' }, keyed('Mavapay (WRITE key)'))],
	['wrongRoles', planted(mavapay, { resource: 'withdrawal', operation: 'toLightning' }, keyed('Mavapay (READ key)'))],
	['subjectsThatDeny', mail('Not swapped', '={{ $json.error }}')],
	['wordsOfTheModel', { nodes: [...agent.nodes, ...mail('The bill', '={{ $json.output }}').nodes], connections: {} }],
	['askedOnce', planted('n8n-nodes-base.emailSend', { operation: 'sendAndWait' })],
	['untoldFailures', planted('n8n-nodes-base.emailSend', { operation: 'sendAndWait' })],
	['typedText', mail('=New: {{ $json.supplier }}', 'Nothing')],
	['typedText', mail('New', '={{ JSON.stringify($json.supplier) }}\nRegistered to: {{ $json.accountName }}')],
];

test.each(each)('%s catches a planted example', (rule, example) => {
	const problems = rules[rule](example);
	expect(problems).not.toEqual([]);
});

test('waits are added up, and one without an end has none', () => {
	const wait = (values: { resumeAmount: number; resumeUnit: string } | undefined) =>
		planted('n8n-nodes-base.emailSend', { operation: 'sendAndWait', options: { limitWaitTime: { values } } });
	expect(rules.daysOfWaiting(wait({ resumeAmount: 36, resumeUnit: 'hours' }))).toBe(1.5);
	expect(rules.daysOfWaiting(wait(undefined))).toBe(Infinity);
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
		// n8n takes the newest table whose name contains the one that is asked for.
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
});

describe.each(examples)('%s', (_, example) => {
	test.each([...new Set(each.map(([rule]) => rule))])('holds %s', (rule) => {
		expect(rules[rule](example)).toEqual([]);
	});

	test('waits no longer than four days, within the five that an approval lasts', () => {
		expect(rules.daysOfWaiting(example)).toBeLessThanOrEqual(4);
	});
});
