/** The node as an AI agent's tool: a model's values for fields that only a person may fill in are refused. */
import type { INodeParameters } from 'n8n-workflow';
import { DEMO_ADDRESSES } from '../../../sandbox';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { createExecuteContext, plainDescription } from '../../harness/engine';
import { bankBeneficiary, BANKS, ENQUIRY } from '../../cases/bank';
import { at, byId, placed } from '../../cases/case';
import { bankPayout } from '../../cases/withdrawal';
import { callTool, run, sent, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const byModel = (name: string, type = 'string') => `={{ $fromAI('${name}', 'what to use', '${type}') }}`;

const bank = (more: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	maximumAmount: '500000',
	maximumTotal: '500000',
	allowedPayees: '000013:0123456789',
	paymentsPerDay: '10',
	...more,
	...placed(options),
});

/** Which fields a person has to type is tested in unit/operation/toolPolicy. */
describe.each(['engine', 'connection'] as const)('on the %s path', (path) => {
	const ask = async (parameters: INodeParameters, input: INodeParameters = {}) =>
		(await callTool(service.sandbox, path, parameters, [input])).join();

	test('amount and payee are for the model to choose, and the limits hold', async () => {
		const parameters = bank({
			amount: byModel('amount'),
			bank: byId(byModel('bank')),
			accountNumber: byModel('account'),
		});
		const said = await ask(parameters, { amount: '250000', bank: '000013', account: '0123456789' });
		expect(said).toContain('accepted');
		expect(sent(service.sandbox).slice(0, 2)).toEqual([ENQUIRY, BANKS]);
		expect(at(sent(service.sandbox)[2]?.body, 'beneficiary')).toEqual(bankBeneficiary);
	});

	test('all that a person has to type is named at once', async () => {
		const typed = { amountUnit: byModel('it'), maximumTotal: '={{ 500000 }}', maximumAmount: '5' };
		const said = await ask(bank(typed, { skipChecks: byModel('it') }), { it: 'minor' });
		for (const label of ['Amount Unit', 'Maximum Total', 'Skip Checks'])
			expect(said).toContain(`'${label}' must be typed into the node by a person when an AI agent uses the node`);
		expect(service.sandbox.requests).toEqual([]);
	});
});

describe.each(['resource', 'operation'])(
	'%s as an expression, which would be read for the first item alone',
	(name) => {
		const parameters: INodeParameters = { resource: 'wallet', operation: 'getAll', filters: {}, options: {} };
		const written = { ...parameters, [name]: `={{ $json.${name} }}` };
		const items = [
			{ resource: 'wallet', operation: 'getAll' },
			{ resource: 'wallet', operation: 'get' },
		];

		test('n8n does not read, and the node runs nothing', async () => {
			const { success } = await run(service.sandbox, written, { items, onError: 'continueRegularOutput' });
			const refused = expect.stringContaining(
				"This operation isn't available for the selected resource. Select both again.",
			);
			expect(success.map((item) => item.json.message)).toEqual([refused, refused]);
			expect(service.sandbox.requests).toEqual([]);
		});

		test('is refused by an n8n that would read it', async () => {
			const properties = ['resource', 'operation'].map((text) => ({
				displayName: text,
				name: text,
				type: 'string' as const,
				default: '',
			}));
			const type = { description: { ...plainDescription('test.node'), properties } };
			const context = createExecuteContext({ type, parameters: written, items });
			await expect(new Mavapay().execute.call(context)).rejects.toThrow(
				"'Resource' and 'Operation' can't be expressions",
			);
		});
	},
);

describe('a payee that the model spells in another way is the same payee', () => {
	const ask = async (parameters: INodeParameters, ...inputs: INodeParameters[]) =>
		await callTool(service.sandbox, 'engine', parameters, inputs);
	const payees = `000013:0123456789\n${DEMO_ADDRESSES.erc20}`;
	const caps = {
		...{ maximumAmount: '9000000', maximumTotal: '9000000' },
		...{ allowedPayees: payees, paymentsPerDay: '10' },
	};

	test('an account is paid once, whatever its bank is called', async () => {
		const parameters: INodeParameters = {
			...{ resource: 'quote', operation: 'createAndAccept', from: 'BTC', to: 'NGN', amount: '250000' },
			...{ amountIs: 'arrives', amountUnit: 'minor', sendTo: 'somebody', beneficiaryType: 'ngn' },
			...{ bank: byId('000013'), accountNumber: '0123456789', accountName: byModel('name'), bankName: byModel('bank') },
			...{ ...caps, options: {} },
		};
		const [first] = await ask(
			parameters,
			{ name: 'ADAEZE CHIOMA OKAFOR', bank: 'Guaranty Trust Bank' },
			{ name: 'ADAEZE CHIOMA OKAFOR', bank: 'GTB' },
		);
		expect(first).toContain('accepted');
		expect(sent(service.sandbox).filter(({ path }) => path.endsWith('/accept'))).toHaveLength(1);
	});
});
