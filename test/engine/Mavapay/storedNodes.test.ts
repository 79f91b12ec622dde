/**
 * A stored node that lost parameters must not pay more. n8n stores no value that equals its default, so a node without
 * its resource, operation or another choice would become a different node. The sandbox's ledger shows what was paid.
 */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';
import { DEMO_ADDRESSES, lightningNode } from '../../../sandbox';
import { DEMO_NODE } from '../../../sandbox/demo';
import { firstCases, stored, type SandboxCase } from '../../cases';
import { asTool, node, runNode, runTool, saidBy, toldBy } from '../../harness/engine';
import { createExecuteContext } from '../../harness/engine/executeContext';
import { arranged, surroundingsOf, TOOL_LIMITS, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

type Form = 'node' | 'tool';
const DESCRIPTIONS = { node: new Mavapay().description, tool: asTool(new Mavapay()).description };

/** The parameters as n8n's editor saves them: those that differ from their defaults. */
function saved(parameters: INodeParameters, form: Form): INodeParameters {
	const { properties, ...description } = DESCRIPTIONS[form];
	const of = node('Node', form === 'node' ? TYPE_NAME : `${TYPE_NAME}Tool`);
	return NodeHelpers.getNodeParameters(properties, parameters, false, false, of, { ...description, properties }) ?? {};
}

const paid = () => service.sandbox.ledger.payouts().length + service.sandbox.ledger.find({ kind: 'swapOut' }).length;

/** What a person also types if the payment is an AI tool: the payees, and limits above every case's amount. */
const OF_TOOL = {
	...TOOL_LIMITS,
	...{ maximumAmount: '900000000', maximumTotal: '900000000' },
	allowedPayees: [
		'000013:0123456789\n+254712345678\n+233241234567\nCapitec Bank:1352900000',
		...[...Object.values(DEMO_ADDRESSES), lightningNode(DEMO_NODE)],
	].join('\n'),
};

type Change = (whole: INodeParameters) => INodeParameters;
const whole: Change = (parameters) => parameters;
const less =
	(lost: string): Change =>
	(parameters) =>
		Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== lost));

let runs = 0;

/** Stores a case's parameters and `more`, changes them and runs the node. Returns what the node paid and said. */
async function ran(one: SandboxCase, form: Form, change: Change, more: INodeParameters = {}) {
	const { sandbox } = service;
	sandbox.reset();
	const given = { ...stored(one, await arranged(one, sandbox)), ...(form === 'tool' ? OF_TOOL : {}), ...more };
	const parameters = change(saved(given, form));
	const before = paid();
	const where = { ...surroundingsOf(one, sandbox), parameters, workflowId: `workflow ${runs++}` };
	const said =
		form === 'tool'
			? runTool({ ...where, path: 'engine', calls: [{ id: '1', input: {} }] }).then((run) => toldBy(run).join())
			: runNode(where).then(({ nodeError }) => saidBy(nodeError) ?? '');
	// n8n itself refuses to start a node whose required parameter is empty.
	const text = await said.catch(String);
	return { names: Object.keys(parameters), paid: paid() - before, said: text };
}

const casesOf = (pay: boolean) =>
	firstCases
		.filter(({ operation }) => (operation.effect === 'pay') === pay)
		.map((one) => [`${one.operation.resource}: ${one.operation.operation}`, one] as const);
const payments = casesOf(true);
const inForms = payments.flatMap(([title, one]) =>
	one.operation.toolEffect === 'refused'
		? [[title, 'node', one] as const]
		: [[title, 'node', one] as const, [title, 'tool', one] as const],
);

/** Which of these parameters a node can lose and still pay. */
async function payingLess(names: readonly string[], one: SandboxCase, form: Form, more: INodeParameters = {}) {
	const paying = [];
	for (const name of names) if ((await ran(one, form, less(name), more)).paid > 0) paying.push(name);
	return paying;
}

test('every operation is looked at', () => {
	expect(operations.filter((one) => !firstCases.some(({ operation }) => operation === one))).toEqual([]);
});

test.each(casesOf(false))('%s pays nothing, nor less any member', async (_, one) => {
	const { names, paid } = await ran(one, 'node', whole);
	expect(paid).toBe(0);
	expect(await payingLess(names, one, 'node')).toEqual([]);
	expect(await payingLess(['resource', 'operation'], one, 'tool')).toEqual([]);
});

test.each(inForms)('%s as a %s pays nothing in a dry run, nor less any other member', async (_, form, one) => {
	const { names, paid } = await ran(one, form, whole, { validateOnly: true });
	expect(paid).toBe(0);
	const others = names.filter((name) => name !== 'validateOnly');
	expect(await payingLess(others, one, form, { validateOnly: true })).toEqual([]);
});

/** Each payment's choices without a default, because another choice makes another payment. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
	accept: ['sourceWallet'],
	createAndAccept: ['amountIs', 'amountUnit', 'from', 'to'],
	toBankAccount: ['amountUnit'],
	toGhana: ['amountUnit', 'sourceWallet'],
	toKenya: ['amountUnit', 'kesNetwork', 'sourceWallet'],
	toLightning: [],
	toSouthAfrica: ['amountUnit', 'sourceWallet'],
	toStablecoin: ['amountUnit'],
};
const choicesOf = ({ operation }: SandboxCase) => CHOICES[operation.operation] ?? [];

test.each(inForms)(
	'%s as a %s pays, and nothing less its resource, its operation, a choice or a required field',
	async (_, form, one) => {
		const { names, paid, said } = await ran(one, form, whole);
		expect([paid > 0, said]).toEqual([true, form === 'node' ? '' : said]);
		const required = names.filter((name) => {
			const { required = false, typedAsTool = false } = one.operation.fields[name] ?? {};
			return required || (form === 'tool' && typedAsTool);
		});
		const needed = new Set(['resource', 'operation', ...choicesOf(one), ...required]);
		expect(await payingLess([...needed], one, form)).toEqual([]);
	},
);

test.each(payments.flatMap(([title, one]) => choicesOf(one).map((name) => [title, name, one] as const)))(
	'%s: an expression for %s that gives nothing is refused by name',
	async (_, name, one) => {
		const { paid, said } = await ran(one, 'node', whole, { [name]: '={{ $json.missing }}' });
		expect(paid).toBe(0);
		expect(said).toContain(`'${one.operation.fields[name]?.label}' has no value`);
	},
);

test('a node without an operation says so, too, where n8n runs it', async () => {
	const context = createExecuteContext({ type: new Mavapay(), parameters: { resource: 'withdrawal' } });
	await expect(new Mavapay().execute.call(context)).rejects.toThrow("'Operation' is empty");
});
