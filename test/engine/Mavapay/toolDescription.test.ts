/** What n8n tells a model about the node as a tool. */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';
import { bankBeneficiary } from '../../cases/bank';
import { ask } from '../../cases/case';
import { asTool, node, toldToModel } from '../../harness/engine';
import { run, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const told = async (parameters: INodeParameters): Promise<string> => {
	const [tool] = await toldToModel({ ...surroundings(service.sandbox), tools: [{ name: 'Tool', parameters }] });
	return tool?.description ?? '';
};

test.each(operations.map((operation) => [`${operation.resource}: ${operation.operation}`, operation] as const))(
	'%s: what it does, and what it does to money',
	async (_, { resource, operation, action, effect, toolEffect }) => {
		const text = await told({ resource, operation });
		const isForPeople = text === "It is for people only: an AI agent's call is refused.";
		expect(isForPeople).toBe(toolEffect === 'refused');
		// The description that n8n generates begins like this.
		expect(text.startsWith(`${action} in Mavapay. `)).toBe(!isForPeople);
		const words =
			effect === 'pay'
				? /A payment can't be undone\./
				: effect === 'write'
					? /takes effect immediately, and no money moves/
					: operation === 'getNew'
						? /no money moves\. .* each event once/
						: /only reads: no money moves/;
		expect(words.test(text)).toBe(!isForPeople);
		// A call that can move money or create something must not be repeated if its outcome is unknown.
		expect(/outcome is unknown.*don't call it again/.test(text)).toBe(
			!isForPeople && (effect === 'pay' || effect === 'write'),
		);
		expect(text.length).toBeLessThan(1024);
	},
);

test('what a read marks as passed on is gone for the workflow, so nothing says that it may be called again', async () => {
	await ask(service.sandbox, 'POST', '/withdraw', { amount: '250000', currency: 'NGN', beneficiary: bankBeneficiary });
	const getNew = { resource: 'transaction', operation: 'getNew', options: {} };
	const counts = [];
	for (const typeName of [`${TYPE_NAME}Tool`, `${TYPE_NAME}Tool`, TYPE_NAME])
		counts.push((await run(service.sandbox, getNew, { typeName, workflowId: 'W1' })).success.length);
	expect(counts).toEqual([1, 0, 0]);
	expect(await told(getNew)).not.toMatch(/may be called again/);
});

test('what a person wrote instead', async () => {
	expect(await told({ resource: 'withdrawal', operation: 'toBankAccount', toolDescription: 'Pays the cleaner' })).toBe(
		'Pays the cleaner',
	);
});

test('the preset follows the operation, as the editor changes it', () => {
	const { properties, ...description } = asTool(new Mavapay()).description;
	const tool = node('Tool', `${TYPE_NAME}Tool`);
	const read = (parameters: INodeParameters, presets: boolean) =>
		NodeHelpers.getNodeParameters(properties, parameters, presets, false, tool, { ...description, properties }) ?? {};
	const before = read({ resource: 'withdrawal', operation: 'toBankAccount' }, true);
	expect(before.toolDescription).toMatch(/^Withdraw to bank account/);
	// The editor keeps values that differ from their presets, changes the operation, and fills in the presets again.
	const after = read({ ...read(before, false), operation: 'toLightning' }, true);
	expect(after.toolDescription).toMatch(/^Withdraw to lightning invoice/);
	const changed = read(
		{ ...read({ ...before, toolDescription: 'Pays the cleaner' }, false), operation: 'toLightning' },
		true,
	);
	expect(changed.toolDescription).toBe('Pays the cleaner');
});

test('the editor offers the model nothing that a person has to type', () => {
	const limits = asTool(new Mavapay()).description.properties.filter(
		({ name, displayOptions }) =>
			['allowedPayees', 'maximumAmount', 'maximumTotal', 'paymentsPerDay', 'referencePrefix'].includes(name) &&
			displayOptions?.show?.['@tool']?.includes(true),
	);
	expect(limits.length).toBeGreaterThan(5);
	expect(limits.filter(({ noDataExpression, required }) => noDataExpression !== true || required !== true)).toEqual([]);
});

test('no tool, no such parameter', () => {
	const { properties, ...description } = new Mavapay().description;
	const parameters = NodeHelpers.getNodeParameters(
		properties,
		{ resource: 'withdrawal', operation: 'toBankAccount' },
		true,
		false,
		node('Node', TYPE_NAME),
		{ ...description, properties },
	);
	for (const name of ['toolDescription', 'allowedPayees', 'paymentsPerDay'])
		expect(parameters).not.toHaveProperty(name);
});
