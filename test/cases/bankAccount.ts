import { bankAccountCreate } from '../../nodes/Mavapay/operations/bankAccount/bankAccount';
import { bankAccountGetAll } from '../../nodes/Mavapay/operations/bankAccount/bankAccount';
import type { Sandbox } from '../../sandbox';
import { BANKS, bankBeneficiary } from './bank';
import { answered, ask, byId, get, inList, post, type Case, type Made } from './case';

const MADE = { walletId: 'w-1' };
const account = { ...bankBeneficiary, currency: 'NGN', walletId: 'w-1' };

const walletOf = (sandbox: Sandbox): Made => ({ walletId: sandbox.wallets.of('NGN').id });

async function makeBankAccount(sandbox: Sandbox): Promise<Made> {
	const made = walletOf(sandbox);
	await ask(sandbox, 'POST', '/bankaccount', { ...bankBeneficiary, currency: 'NGN', ...made });
	return made;
}

const parameters = ({ walletId = '' }: Made) => ({
	bank: byId('000013'),
	accountNumber: '0123456789',
	accountName: 'ADAEZE CHIOMA OKAFOR',
	walletId: byId(walletId),
	bankName: '',
	options: {},
});

export const bankAccountCases: readonly Case[] = [
	{
		operation: bankAccountCreate,
		name: "with the bank list's name",
		parameters,
		requests: ({ walletId }) => [BANKS, post('/bankaccount', { ...account, walletId })],
		sandbox: { arrange: walletOf },
	},
	{
		operation: bankAccountCreate,
		name: 'with a name of its bank given, chosen from lists',
		parameters: {
			...parameters(MADE),
			bank: inList('000013'),
			walletId: inList('w-1'),
			bankName: 'GTB',
			options: { timeout: 30 },
		},
		requests: [post('/bankaccount', { ...account, bankName: 'GTB' })],
		written: { replies: [answered({ ...account, bankName: 'GTB' })], items: [{ ...account, bankName: 'GTB' }] },
	},
	{
		operation: bankAccountGetAll,
		name: 'all of them',
		parameters: { filters: {}, options: {} },
		requests: [get('/bankaccount', { currency: 'NGN' })],
		sandbox: { arrange: makeBankAccount },
	},
	{
		operation: bankAccountGetAll,
		name: 'of a wallet',
		parameters: ({ walletId = '' }) => ({ filters: { walletId: byId(walletId) }, options: {} }),
		requests: ({ walletId = '' }) => [get('/bankaccount', { walletId, currency: 'NGN' })],
		sandbox: { arrange: makeBankAccount },
	},
	{
		operation: bankAccountGetAll,
		name: 'the wallet added as a filter but not chosen',
		parameters: { filters: { walletId: inList('') }, options: {} },
		requests: [get('/bankaccount', { currency: 'NGN' })],
		written: { replies: [answered([account])], items: [account] },
	},
];
