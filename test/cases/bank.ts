import { bankGetAll } from '../../nodes/Mavapay/operations/bank/bank';
import { bankVerifyAccount } from '../../nodes/Mavapay/operations/bank/bank';
import { answered, at, byId, get, type Case } from './case';

/** Somebody's account that the sandbox knows, as withdrawals, quotes and payment links send it. */
export const bankBeneficiary = {
	bankCode: '000013',
	bankAccountNumber: '0123456789',
	bankAccountName: 'ADAEZE CHIOMA OKAFOR',
	bankName: 'Guaranty Trust Bank',
};

export const BANKS = get('/bank/bankcode', { country: 'NG' });
export const ENQUIRY = get('/bank/name-enquiry', { accountNumber: '0123456789', bankCode: '000013' });

export const bankCases: readonly Case[] = [
	{
		operation: bankGetAll,
		name: 'all Nigerian banks',
		parameters: { country: 'NG', returnAll: true, options: {} },
		requests: [BANKS],
		sandbox: {},
	},
	{
		operation: bankGetAll,
		name: 'South African banks, limited',
		parameters: { country: 'ZA', returnAll: false, limit: 2, options: {} },
		requests: [get('/bank/bankcode', { country: 'ZA' })],
		sandbox: {
			output: (answers) => [0, 1].map((place) => ({ bankName: at(answers[0], 'data', place), nipBankCode: null })),
		},
	},
	{
		operation: bankVerifyAccount,
		name: 'a name enquiry',
		parameters: { bank: byId('000013'), accountNumber: '0123456789', options: {} },
		requests: [ENQUIRY],
		sandbox: {},
	},
	{
		operation: bankVerifyAccount,
		name: 'a name enquiry for a number that the check refuses, checks skipped',
		parameters: { bank: '100004', accountNumber: '12-34', options: { skipChecks: true } },
		requests: [get('/bank/name-enquiry', { accountNumber: '12-34', bankCode: '100004' })],
		written: {
			replies: [answered({ accountName: 'ADA OBI', accountNumber: '12-34' })],
			items: [{ accountName: 'ADA OBI', accountNumber: '12-34' }],
		},
	},
];
