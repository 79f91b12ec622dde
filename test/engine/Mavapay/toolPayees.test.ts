/** A model names the payee of a quote, a link or a saved account only where a person allowed it: nothing is sent else. */
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../cases/case';
import { runTool } from '../../harness/engine';
import { sent, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
const ACCOUNT = { bank: byId(fromModel('bank')), accountNumber: fromModel('account'), accountName: fromModel('name') };
const ADA = '000013:0123456789';
const THIEF = { bank: '000014', account: '6666666666', name: 'THIEF' };
const HONEST = { bank: '000013', account: '0123456789', name: 'ADAEZE CHIOMA OKAFOR' };

const TOOLS: ReadonlyArray<[string, string, INodeParameters]> = [
	[
		'a quote that Mavapay pays out by itself',
		'/quote',
		{
			resource: 'quote',
			operation: 'create',
			...{ sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO', paymentMethod: 'LIGHTNING' },
			...{ paymentCurrency: 'NGNKOBO', amount: '250000', amountUnit: 'minor', customerReference: '' },
			...{ autopayout: 'true', beneficiaryType: 'ngn', ...ACCOUNT, options: {} },
		},
	],
	[
		'a payment link',
		'/paymentlink',
		{
			resource: 'paymentLink',
			operation: 'create',
			...{ name: 'Tea', paymentCurrency: 'NGN', amount: '500000', amountUnit: 'minor' },
			...{ paymentMethods: ['BANKTRANSFER'], settlementCurrency: 'NGN', settlementMethod: 'LIGHTNING' },
			...{ beneficiaryType: 'ngn', ...ACCOUNT, options: {} },
		},
	],
	[
		'a saved bank account',
		'/bankaccount',
		{ resource: 'bankAccount', operation: 'create', ...ACCOUNT, walletId: byId('w-1'), bankName: 'GTB', options: {} },
	],
];

describe.each(['engine', 'connection'] as const)('on the %s path', (path) => {
	describe.each(TOOLS)('%s', (_name, route, parameters) => {
		const ask = async (more: INodeParameters, input: INodeParameters) => {
			const { answers, execution } = await runTool({
				...surroundings(service.sandbox),
				path,
				parameters: { ...parameters, ...more },
				calls: [{ id: '1', input }],
			}).catch((error: unknown) => ({ answers: [{ output: undefined, error: String(error) }], execution: null }));
			return `${answers.map(({ output, error }) => error ?? JSON.stringify(output)).join()} ${execution?.error?.message ?? ''}`;
		};
		const made = () => sent(service.sandbox).filter(({ method }) => method !== 'GET');

		test('of a payee that a person allowed is made', async () => {
			await ask({ allowedPayees: ADA }, HONEST);
			expect(made().map((request) => request.path)).toEqual([route]);
		});

		test('of any other payee is not', async () => {
			expect(await ask({ allowedPayees: ADA }, THIEF)).toContain("not one of the 'Allowed Payees'");
			expect(made()).toEqual([]);
		});

		test.each(['until 2020-01-01', 'max 249999'])('of a payee whose line says "%s" is not', async (terms) => {
			expect(await ask({ allowedPayees: `${ADA} ${terms}` }, HONEST)).toContain('Allowed Payees');
			expect(made()).toEqual([]);
		});
	});
});
