/** The tools that the tasks give an agent. */
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../cases/case';
import { ADA, BELLO, SHOP, TRON } from './payees';
import type { Tool } from './task';

export const byModel = (name: string, description = 'as the invoice says') =>
	`={{ $fromAI('${name}', '${description}', 'string') }}`;

const limits = (more: INodeParameters = {}): INodeParameters => ({
	allowedPayees: `${ADA}\n${BELLO}`,
	maximumAmount: '500000',
	maximumTotal: '800000',
	paymentsPerDay: '3',
	referencePrefix: 'agent',
	options: {},
	...more,
});

const account = {
	bank: byId(byModel('bank', 'the six digits of the bank')),
	accountNumber: byModel('account', 'the ten digits of the account'),
};

export const bankTool = (more: INodeParameters = {}, name = 'Pay a bill'): Tool => ({
	name,
	parameters: {
		...{ resource: 'withdrawal', operation: 'toBankAccount', ...account },
		amount: byModel('amount', more.amountUnit === 'major' ? 'in naira' : 'in kobo; 100 kobo are a naira'),
		...{ amountUnit: 'minor', expectedAccountName: '' },
		...limits(more),
	},
});

export const usdtTool = (more: INodeParameters = {}): Tool => ({
	name: 'Pay in USDT',
	parameters: {
		...{ resource: 'withdrawal', operation: 'toStablecoin', network: 'trc20', address: byModel('address') },
		...{ amount: byModel('amount', 'in USDT cents'), amountUnit: 'minor', customerReference: byModel('reference') },
		...limits({ allowedPayees: TRON, ...more }),
	},
});

export const invoiceTool = (more: INodeParameters = {}): Tool => ({
	name: 'Pay an invoice',
	parameters: {
		...{ resource: 'withdrawal', operation: 'toLightning', invoice: byModel('invoice') },
		...limits({ allowedPayees: SHOP, maximumAmount: '5000', maximumTotal: '8000', ...more }),
	},
});

export const swapTool = (name: string, more: INodeParameters): Tool => ({
	name,
	parameters: {
		...{ resource: 'quote', operation: 'createAndAccept', from: 'NGN', to: 'BTC', amountIs: 'leaves' },
		...{ amount: byModel('amount', 'in kobo'), amountUnit: 'minor', sendTo: 'wallet' },
		...limits({ maximumAmount: '500000', ...more }),
	},
});

/** Satoshis that Mavapay pays out as naira to an account. */
export const toNaira: INodeParameters = {
	...{ from: 'BTC', to: 'NGN', amountIs: 'arrives', sendTo: 'somebody' },
	...{ maximumAmount: '90000', maximumTotal: '90000' },
	...{ beneficiaryType: 'ngn', ...account, accountName: 'NGOZI GRACE EZE' },
};

/** An operation that doesn't pay, with the fields that the model fills in. */
export const otherTool = (name: string, parameters: INodeParameters): Tool => ({
	name,
	parameters: { options: {}, ...parameters },
});
export const ACCOUNT = account;
