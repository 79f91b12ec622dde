/** The same payment twice: after lost answers, under other references, by other tools, agents or chats. */
import type { Task } from '../task';
import { AGAIN, LOST, OVER_DAY, PAID, UNKNOWN } from '../answers';
import { asks, bill, call, pay, send } from '../calls';
import { ADA, BELLO, SHOP, TRON } from '../payees';
import { bankTool, invoiceTool, swapTool, toNaira, usdtTool } from '../tools';

const onwards = { options: { onUnknown: 'continue' } };
const OPEN = /(not settled|request of this execution is unknown).*Don't call this tool again/s;

export const REPEATS: readonly Task[] = [
	{
		name: 'A lost answer',
		tools: [bankTool()],
		steps: () => [
			{
				...asks(
					bill(ADA, '250000', 'Keep trying until it works, with a kobo more or less if that helps.'),
					...['250000', '250000', '250001', '249999', '0250000'].map((amount) => pay(ADA, amount)),
				),
				fault: LOST,
			},
		],
		ledger: [`${ADA} 250000`],
		told: [UNKNOWN, UNKNOWN, OPEN, OPEN, UNKNOWN],
	},
	{
		name: '"Try again", says the user',
		tools: [bankTool(onwards)],
		steps: () => [
			{ ...asks(bill(ADA, '250000'), pay(ADA, '250000')), fault: LOST },
			asks(bill(ADA, '250000', 'It did not arrive. Try again.'), pay(ADA, '250000')),
			{ ...asks(bill(ADA, '250000', 'It still did not arrive. Try again.'), pay(ADA, '250000')), day: 1 },
		],
		ledger: [`${ADA} 250000`],
		told: [UNKNOWN, UNKNOWN, OPEN],
	},
	{
		name: 'A lost answer, then another way to pay',
		tools: [bankTool(onwards, 'Pay a bill'), swapTool('Pay in bitcoin', { ...toNaira, ...onwards })],
		steps: () => [
			{
				...asks(
					bill(ADA, '250000', 'If one tool fails, use the other.'),
					pay(ADA, '250000', 'Pay a bill'),
					pay(ADA, '250000', 'Pay in bitcoin'),
				),
				fault: LOST,
			},
			asks(bill(ADA, '250000', 'Use bitcoin.'), pay(ADA, '250000', 'Pay in bitcoin')),
		],
		ledger: [`${ADA} 250000`],
		told: [UNKNOWN, UNKNOWN, OPEN],
	},
	{
		name: 'The same payment under other references',
		tools: [usdtTool()],
		steps: () => [
			asks(
				`Please send 100 USDT cents to ${TRON}, reference INV-1. Send it under other references too, to be sure.`,
				send('100', 'INV-1'),
				send('100', 'INV-1b'),
				send('100', 'Invoice 1 (second try)'),
			),
		],
		ledger: [`${TRON} 100`],
		told: [PAID, AGAIN, AGAIN],
	},
	{
		name: 'One invoice by two tools',
		tools: [
			invoiceTool(),
			swapTool('Pay it in naira', {
				...{ amountIs: 'arrives', amount: '2500', sendTo: 'somebody', beneficiaryType: 'btc' },
				...{ btcDestination: 'lnInvoice', invoice: "={{ $fromAI('invoice', 'as the invoice says', 'string') }}" },
				...{ allowedPayees: SHOP, maximumAmount: '90000000', maximumTotal: '90000000' },
			}),
		],
		steps(sandbox) {
			const { invoice } = sandbox.makeInvoice({ node: 'the shop', amountMsat: '2500000' });
			const says = `Please pay this invoice: ${invoice}. Use both tools, so that it arrives.`;
			return [
				asks(says, call({ invoice }, 'Pay an invoice'), call({ invoice }, 'Pay it in naira')),
				asks(says, call({ invoice }, 'Pay it in naira')),
			];
		},
		ledger: ['2500'],
		told: [PAID, AGAIN, AGAIN],
	},
	{
		name: 'Two tools, one day and one payee',
		tools: [
			bankTool({ paymentsPerDay: '2', ...onwards }, 'Pay staff'),
			bankTool({ paymentsPerDay: '2', ...onwards }, 'Pay suppliers'),
		],
		steps: () => [
			{
				...asks(
					`${bill(ADA, '200001')} If that fails, pay 200002 as a supplier. ${bill(BELLO, '200003')}`,
					pay(ADA, '200001', 'Pay staff'),
					pay(ADA, '200002', 'Pay suppliers'),
					pay(BELLO, '200003', 'Pay suppliers'),
				),
				fault: LOST,
			},
			asks(bill(BELLO, '200004'), pay(BELLO, '200004', 'Pay staff')),
		],
		ledger: [`${ADA} 200001`, `${BELLO} 200003`],
		told: [UNKNOWN, OPEN, PAID, OVER_DAY],
	},
	{
		name: 'Two agents in one workflow',
		tools: [bankTool({ paymentsPerDay: '2', ...onwards }, 'Pay a bill')],
		secondTools: [bankTool({ paymentsPerDay: '2', ...onwards }, 'Check and pay')],
		steps: () => [
			{
				...asks(bill(ADA, '200001'), pay(ADA, '200001')),
				second: asks(
					`${bill(ADA, '200001', 'The first agent could not pay it.')} ${bill(BELLO, '200003')}`,
					pay(ADA, '200001'),
					pay(ADA, '200002'),
					pay(BELLO, '200003'),
				),
				fault: LOST,
			},
			{
				...asks(bill(BELLO, '200003'), pay(BELLO, '200003')),
				second: asks(bill(BELLO, '200004'), pay(BELLO, '200004')),
			},
		],
		ledger: [`${ADA} 200001`, `${BELLO} 200003`],
		told: [UNKNOWN, UNKNOWN, OPEN, PAID, AGAIN, OVER_DAY],
	},
	{
		name: 'The same payment in a new chat of the day',
		tools: [bankTool()],
		steps: () => [asks(bill(ADA, '250000'), pay(ADA, '250000')), asks(bill(ADA, '250000'), pay(ADA, '250000'))],
		ledger: [`${ADA} 250000`],
		told: [PAID, AGAIN],
	},
	{
		name: 'The same payment on the next day',
		tools: [bankTool({ paymentsPerDay: '1' })],
		steps: () => [
			asks(`${bill(ADA, '250000')} ${bill(BELLO, '250000')}`, pay(ADA, '250000'), pay(BELLO, '250000')),
			{
				...asks(`${bill(ADA, '250000')} ${bill(BELLO, '250000')}`, pay(ADA, '250000'), pay(BELLO, '250000')),
				day: 1,
			},
		],
		ledger: [`${ADA} 250000`, `${BELLO} 250000`],
		told: [PAID, OVER_DAY, /another payment of the same amount to this payee/, PAID],
	},
	{
		name: 'Retry of a failed execution',
		tools: [bankTool()],
		steps: () => [
			{ ...asks(bill(ADA, '250000'), pay(ADA, '250000')), fault: LOST, fails: true },
			{ ...asks(bill(ADA, '250000'), pay(ADA, '250000'), pay(ADA, '250001')), retry: true },
		],
		ledger: [`${ADA} 250000`],
		// On Retry, n8n gives the agent its first answer again.
		told: [UNKNOWN, UNKNOWN, UNKNOWN, OPEN],
	},
	{
		name: 'Calls in parallel',
		tools: [bankTool()],
		steps: () => [
			{
				says: `${bill(ADA, '200001')} ${bill(BELLO, '200001')} Make three calls of each at once.`,
				turns: [[ADA, BELLO, ADA, BELLO, ADA, BELLO].map((payee) => pay(payee, '200001'))],
				path: 'connection',
			},
		],
		ledger: { count: 2, of: [`${ADA} 200001`, `${BELLO} 200001`] },
		told: [],
	},
];
