/** 'Prepare' has the fields of each payment, so that a copy of it with another resource pays what was prepared. */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';
import { nameOf, sandboxCases, stored } from '../../cases';
import { asItem, scopeOf } from '../../harness/operations';

const { description } = new Mavapay();
/** The parameters as n8n gives them to the node, or, without defaults, as its editor stores them. */
const shown = (given: INodeParameters, withDefaults: boolean): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, given, withDefaults, false, { typeVersion: 1 }, description) ??
	{};

const payments = operations.filter(({ effect }) => effect === 'pay');

it('has every payment, under its own name', () => {
	const prepared = operations.filter(({ effect }) => effect === 'prepare');
	expect(prepared.map(nameOf)).toEqual(payments.map(({ operation }) => `prepare:${operation}`));
	expect(new Set(prepared.map(nameOf)).size).toBe(payments.length);
});

it.each(payments.map((payment) => [nameOf(payment), payment] as const))(
	'%s keeps all that Prepare was told, but for its own option',
	(name, { resource }) => {
		const [one] = sandboxCases.filter(
			({ operation }) => operation.effect === 'prepare' && name.endsWith(`:${operation.operation}`),
		);
		if (one === undefined) throw new Error('It has no case.');
		const told = { maximumTotal: '90000000', options: { skipChecks: true, allowRepeats: true } };
		const { resource: _prepare, ...fields } = shown({ ...stored(one), ...told }, false);
		expect(fields).toMatchObject(told);
		expect(shown({ ...fields, resource }, true)).toMatchObject({ ...fields, resource });
	},
);

it.each(['toBankAccount', 'createAndAccept'])(
	'%s is a dry run that skips none, whatever options are stored',
	(name) => {
		const [one] = sandboxCases.filter(({ operation }) => nameOf(operation) === `prepare:${name}`);
		if (one?.operation.effect !== 'prepare') throw new Error('It has no case.');
		const told = shown(stored(one), true);
		const skipping = asItem({ ...told, options: { ...Object(told.options), alreadyRecorded: 'skip' } });
		expect(one.operation.plan(skipping, scopeOf())).toMatchObject({
			value: { settings: { payout: { validateOnly: true, alreadyRecorded: 'stop', newPayees: 'allow' } } },
		});
	},
);
