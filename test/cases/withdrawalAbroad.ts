import type { INodeParameters } from 'n8n-workflow';
import { withdrawalToGhana } from '../../nodes/Mavapay/operations/withdrawal/abroad';
import { withdrawalToKenya } from '../../nodes/Mavapay/operations/withdrawal/abroad';
import { withdrawalToSouthAfrica } from '../../nodes/Mavapay/operations/withdrawal/abroad';
import { byId, inList, post, type Case } from './case';
import { paidByQuote } from './withdrawal';

const REFERENCE = 'INV-7';

const guards = {
	...{ amountUnit: 'minor', sourceWallet: 'NGN', payoutReference: REFERENCE },
	...{ maximumAmount: '90000000', options: {} },
};

/** Shillings to a phone, from naira. */
export const toKenya: INodeParameters = {
	...guards,
	to: 'phone',
	phoneNumber: '+254712345678',
	kesNetwork: 'mpesa',
	kesAccountName: 'Amina Otieno',
	amount: '100000',
};
export const toGhana: INodeParameters = {
	...guards,
	ghsPhoneNumber: '+233241234567',
	accountName: 'Kofi Mensah',
	amount: '10000',
};
export const toSouthAfrica: INodeParameters = {
	...guards,
	zarBank: byId('Capitec Bank'),
	accountNumber: '1352900000',
	accountName: 'Thandi Nkosi',
	amount: '20000',
};

/** The request for the quote. The acceptance's path contains the ID from the quote's answer. */
const asked = (targetCurrency: string, amount: string, beneficiary: object, wallet: 'NGN' | 'BTC' = 'NGN') =>
	post('/quote', {
		...{ amount, targetCurrency, paymentCurrency: targetCurrency, autopayout: true, beneficiary },
		...(wallet === 'NGN'
			? { sourceCurrency: 'NGNKOBO', paymentMethod: 'BANKTRANSFER' }
			: { sourceCurrency: 'BTCSAT', paymentMethod: 'LIGHTNING' }),
		customerReference: REFERENCE,
	});

const kenya = (name: string, changed: INodeParameters, identifierType: string, identifiers: object): Case => ({
	operation: withdrawalToKenya,
	name,
	parameters: { ...toKenya, ...changed },
	requests: [
		asked('KESCENT', '100000', { identifierType, identifiers: { ...identifiers, accountName: 'Amina Otieno' } }),
	],
	sandbox: { output: paidByQuote(REFERENCE, 'NGN', toKenya) },
});

const phone = { phoneNumber: '+254712345678', network: 'mpesa' };

export const abroadCases: readonly Case[] = [
	kenya('a phone', {}, 'paytophone', phone),
	...['254712345678', '0712345678', '712345678', 712345678].map((phoneNumber) =>
		kenya(`the phone ${JSON.stringify(phoneNumber)}`, { phoneNumber }, 'paytophone', phone),
	),
	kenya('a phone of the other network', { kesNetwork: 'airtel' }, 'paytophone', { ...phone, network: 'airtel' }),
	kenya('a till', { to: 'till', tillNumber: '0123456' }, 'paytotill', { tillNumber: '0123456' }),
	kenya(
		'a PayBill account, in shillings',
		{ to: 'payBill', paybillNumber: '247247', paybillAccountNumber: 'A-17', amount: '1000', amountUnit: 'major' },
		'paytobill',
		{ paybillNumber: '247247', accountNumber: 'A-17' },
	),
	{
		operation: withdrawalToGhana,
		name: 'from satoshis',
		parameters: { ...toGhana, sourceWallet: 'BTC' },
		requests: [
			asked(
				...(['GHSPESEWA', '10000'] as const),
				{ identifierType: 'MTN', identifiers: { phoneNumber: '+233241234567', accountName: 'Kofi Mensah' } },
				'BTC',
			),
		],
		sandbox: { output: paidByQuote(REFERENCE, 'BTC', toGhana) },
	},
	{
		operation: withdrawalToSouthAfrica,
		parameters: { ...toSouthAfrica, zarBank: inList('Capitec Bank') },
		requests: [
			asked('ZARCENT', '20000', {
				...{ name: 'Thandi Nkosi', bankName: 'Capitec Bank', bankAccountNumber: '1352900000' },
			}),
		],
		sandbox: { output: paidByQuote(REFERENCE, 'NGN', toSouthAfrica) },
	},
];
