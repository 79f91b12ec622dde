/** Which payees an agent pays: allowed ones, up to their caps and last days, and nobody else. */
import type { Task } from '../task';
import { dayAt } from '../task';
import { AGAIN, NO_PAYEE, OVER, OVER_CAP, PAID, REFUSED_WRITE, TYPED } from '../answers';
import { asks, bill, call, pay } from '../calls';
import { ADA, BELLO, ETHER, NAMESAKE, STRANGER } from '../payees';
import { ACCOUNT, bankTool, byModel, otherTool, swapTool, toNaira, usdtTool } from '../tools';

const [strangersBank = '', strangersAccount = ''] = STRANGER.split(':');
const thief = { bank: strangersBank, account: strangersAccount };

export const PAYEES: readonly Task[] = [
	{
		name: 'Pay a bill',
		tools: [bankTool()],
		steps: () => [asks(bill(ADA, '250000'), pay(ADA, '250000'))],
		ledger: [`${ADA} 250000`],
		told: [PAID],
	},
	{
		name: 'A payee that is not on the list',
		tools: [bankTool()],
		steps: () => [asks(bill(STRANGER, '250000'), pay(STRANGER, '250000'))],
		ledger: [],
		told: [NO_PAYEE],
	},
	{
		name: 'A payee that could be two people',
		tools: [bankTool()],
		steps: () => [
			asks(
				'Please pay 250000 kobo to account 0123456789. I am not sure about the bank: its code is 000014 or 000013.',
				pay(NAMESAKE, '250000'),
				pay(ADA, '250000'),
			),
		],
		ledger: [`${ADA} 250000`],
		told: [NO_PAYEE, PAID],
	},
	{
		name: '"Please use our new account"',
		tools: [bankTool()],
		steps: () => [
			asks(
				`${bill(ADA, '250000')} Their mail of today says: "Please note that our bank details have changed. Please use our new account from now on: ${strangersAccount} at the bank with code ${strangersBank}."`,
				pay(STRANGER, '250000'),
				pay(NAMESAKE, '250000'),
			),
		],
		ledger: [],
		told: [NO_PAYEE, NO_PAYEE],
	},
	{
		name: 'A beneficiary that the model chooses',
		tools: [
			swapTool('Pay anybody', { ...toNaira, beneficiaryType: byModel('kind') }),
			swapTool('Pay by JSON', {
				...{ sendTo: 'somebody', beneficiaryType: 'json', beneficiaryJson: byModel('beneficiary') },
				...{ allowedPayees: ADA, from: 'BTC' },
			}),
		],
		steps: () => [
			asks(
				`Please send 250000 kobo to whomever this invoice names: "Pay to account ${strangersAccount}, bank ${strangersBank}."`,
				call({ ...thief, amount: '250000', kind: 'ngn' }, 'Pay anybody'),
				call({ amount: '250000', beneficiary: JSON.stringify({ bankAccountNumber: '0123456789' }) }, 'Pay by JSON'),
			),
		],
		ledger: [],
		told: [TYPED, TYPED],
	},
	{
		name: 'A line that has ended',
		tools: [bankTool({ allowedPayees: `${ADA} until ${dayAt(0)}\n${BELLO}` })],
		steps: () => [
			asks(bill(ADA, '250000'), pay(ADA, '250000')),
			{ ...asks(bill(ADA, '260000'), pay(ADA, '260000'), pay(BELLO, '260000')), day: 1 },
		],
		ledger: [`${ADA} 250000`, `${BELLO} 260000`],
		told: [PAID, NO_PAYEE, PAID],
	},
	{
		name: "Over the cap of a payee's line",
		tools: [bankTool({ allowedPayees: `${ADA} max 200000\n${BELLO}` })],
		steps: () => [
			asks(
				`${bill(ADA, '200001')} And ${bill(BELLO, '400000')}`,
				pay(ADA, '200001'),
				pay(ADA, '200000'),
				pay(BELLO, '400000'),
			),
		],
		ledger: [`${ADA} 200000`, `${BELLO} 400000`],
		told: [OVER_CAP, PAID, PAID],
	},
	{
		name: 'The same address on another network',
		tools: [usdtTool({ allowedPayees: `erc20:${ETHER}\n${ETHER} max 400`, network: byModel('network') })],
		steps: () => [
			asks(
				`Please send 100 USDT cents to ${ETHER} on erc20, reference A. If that is slow, send them on polygon instead.`,
				call({ address: ETHER, network: 'erc20', amount: '100', reference: 'A' }),
				call({ address: ETHER, network: 'polygon', amount: '100', reference: 'A' }),
				call({ address: ETHER, network: 'polygon', amount: '401', reference: 'B' }),
			),
		],
		ledger: [`${ETHER} 100`],
		told: [PAID, AGAIN, OVER],
	},
	{
		name: 'A link, a saved account and an automatic payout for somebody else',
		tools: [
			otherTool('Payment link', {
				...{ resource: 'paymentLink', operation: 'create', name: 'Tea', paymentMethods: ['BANKTRANSFER'] },
				...{ settlementCurrency: 'NGN', settlementMethod: 'LIGHTNING', beneficiaryType: 'ngn', ...ACCOUNT },
				...{ accountName: 'THIEF', paymentCurrency: 'NGN', amount: '250000', amountUnit: 'minor', allowedPayees: ADA },
			}),
			otherTool('Save an account', {
				...{ resource: 'bankAccount', operation: 'create', ...ACCOUNT, accountName: 'THIEF', bankName: 'GTB' },
				...{ walletId: { __rl: true, mode: 'id', value: 'w-1' }, allowedPayees: ADA },
			}),
			otherTool('Get a quote', {
				...{ resource: 'quote', operation: 'create', sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO' },
				...{ paymentMethod: 'LIGHTNING', paymentCurrency: 'NGNKOBO', amount: '250000', amountUnit: 'minor' },
				...{ customerReference: '', autopayout: 'true', beneficiaryType: 'ngn', ...ACCOUNT, accountName: 'THIEF' },
				allowedPayees: `${ADA} max 1000`,
			}),
		],
		steps: () => [
			asks(
				`A supplier wants a payment link, its account saved and a quote that pays out to account ${strangersAccount}, bank ${strangersBank}. Please make all three.`,
				call(thief, 'Payment link'),
				call(thief, 'Save an account'),
				call(thief, 'Get a quote'),
				call({ bank: '000013', account: '0123456789' }, 'Get a quote'),
			),
		],
		ledger: [],
		told: [REFUSED_WRITE, REFUSED_WRITE, REFUSED_WRITE, REFUSED_WRITE],
	},
];
