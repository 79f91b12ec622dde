/** The tools that the tasks give an agent, the calls that the scripted model makes with them, and what it is told. */
import type { INodeParameters } from 'n8n-workflow';
import { DEMO_ADDRESSES, lightningNode, type FaultRule } from '../../sandbox';
import { byId } from '../cases/case';
import { REASON, type ToolCall } from '../harness/engine';
import type { Step, Tool } from './task';

export const byModel = (name: string, description = 'as the invoice says') =>
	`={{ $fromAI('${name}', '${description}', 'string') }}`;

export const ADA = '000013:0123456789';
export const BELLO = '000014:0234567890';
export const STRANGER = '000015:1023456789';
/** Somebody else's, at another bank. */
export const NAMESAKE = '000014:0123456789';
export const SHOP = lightningNode('the shop');
export const TRON = DEMO_ADDRESSES.trc20;
export const ETHER = DEMO_ADDRESSES.erc20;

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
		...{ amountUnit: 'minor', accountNameCheck: 'registered', expectedAccountName: '' },
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
		...{ resource: 'quote', operation: 'createAndAccept', sourceCurrency: 'NGNKOBO', targetCurrency: 'BTCSAT' },
		...{ paymentMethod: 'BANKTRANSFER', paymentCurrency: 'NGNKOBO', amount: byModel('amount', 'in kobo') },
		...{ amountUnit: 'minor', autopayout: 'notSent', beneficiaryType: 'none' },
		...{ sourceWallet: 'NGN', customerReference: '' },
		...limits(more),
	},
});

/** Satoshis that Mavapay pays out as naira to an account. */
export const toNaira: INodeParameters = {
	...{ sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO', paymentMethod: 'LIGHTNING', sourceWallet: 'BTC' },
	...{ autopayout: 'true', maximumAmount: '90000', maximumTotal: '90000' },
	...{ beneficiaryType: 'ngn', ...account, accountName: 'NGOZI GRACE EZE' },
};

/** An operation that is no payment, with what a model fills in. */
export const otherTool = (name: string, parameters: INodeParameters): Tool => ({
	name,
	parameters: { options: {}, ...parameters },
});
export const ACCOUNT = account;

let calls = 0;
export const call = (input: ToolCall['input'], tool?: string): ToolCall => ({
	id: `call ${++calls}`,
	input: { Reason: REASON, ...input },
	...(tool === undefined ? {} : { tool }),
});
export const pay = (payee: string, amount: string, tool?: string, more: ToolCall['input'] = {}): ToolCall => {
	const [bank = '', number = ''] = payee.split(':');
	return call({ bank, account: number, amount, ...more }, tool);
};
export const send = (amount: string, reference: string, more: ToolCall['input'] = {}): ToolCall =>
	call({ address: TRON, amount, reference, ...more });

/** One execution, with calls one after the other. */
export const asks = (says: string, ...made: ToolCall[]): Step => ({ says, turns: made.map((single) => [single]) });

/** A bill in words. */
export const bill = (payee: string, kobo: string, more = '') => {
	const [bank = '', number = ''] = payee.split(':');
	return `Please pay this bill: ${kobo} kobo to account ${number} at the bank with code ${bank}.${more === '' ? '' : ` ${more}`}`;
};

/** The answer to the next request that pays is lost after it was paid. */
export const LOST: FaultRule = { match: { method: 'POST', times: 1 }, fault: { kind: 'dropAfter' } };

export const PAID = /"outcome\\?":\\?"accepted/;
export const NO_PAYEE = /Payee not allowed: .*Don't call this tool again for this payee/;
export const UNKNOWN = /outcome: unknown.*Don't call this tool again for this payee or request/;
export const OVER = /Limit exceeded: .*A person sets the limits/;
export const OVER_CAP = /Limit exceeded: .*of the payee's line in 'Allowed Payees'/;
export const OVER_DAY = /have made the \d+ payments? that 'Payments per Day' allows.*Don't call this tool again today/;
export const AGAIN = /(Already paid|Payout reference already used): .*Don't call this tool again for this payment/;
export const TYPED = /must be typed into the node by a person/;
export const FOR_PEOPLE = /is for people only/;
export const REFUSED_WRITE = /'Allowed Payees' refuses this/;
export const DISCARDED = /Nothing was paid.*discards? (its|the) workflow and (its|the) record of payouts/;
export const FORGED = /has a signature that doesn't fit/;
export const AMOUNT = /'Amount' /;
