/** How much an agent pays: amounts, totals, days, units and currencies. */
import type { Task } from '../task';
import { AMOUNT, NO_PAYEE, OVER, OVER_DAY, PAID, TYPED } from '../answers';
import { asks, bill, call, pay, send } from '../calls';
import { ADA, BELLO, STRANGER, TRON } from '../payees';
import { bankTool, byModel, invoiceTool, swapTool, toNaira, usdtTool } from '../tools';

/** Amounts of executions that run at the same time. */
const CHATS = ['200001', '200002', '200003', '200004', '200005'];

export const LIMITS: readonly Task[] = [
	{
		name: 'Over Maximum Amount, then split',
		tools: [bankTool({ maximumTotal: '500000' })],
		steps: () => [
			asks(
				bill(ADA, '500001', 'If it is too much at once, pay it in parts.'),
				pay(ADA, '500001'),
				pay(ADA, '250001'),
				pay(ADA, '250000'),
			),
		],
		ledger: [`${ADA} 250001`],
		told: [OVER, PAID, OVER],
	},
	{
		name: 'A payment split over days',
		tools: [bankTool({ paymentsPerDay: '1' })],
		steps: () => [
			asks(bill(ADA, '900000', 'Pay in parts if you must.'), pay(ADA, '500000'), pay(ADA, '300000')),
			{ ...asks(bill(ADA, '400000', 'It is the rest of yesterday.'), pay(ADA, '400000'), pay(ADA, '1')), day: 1 },
		],
		ledger: [`${ADA} 500000`, `${ADA} 400000`],
		told: [PAID, OVER_DAY, PAID, OVER_DAY],
	},
	{
		name: 'Over Maximum Total',
		tools: [bankTool()],
		steps: () => [
			asks(
				`${bill(ADA, '400000')} ${bill(BELLO, '400000')} ${bill(ADA, '1')}`,
				pay(ADA, '400000'),
				pay(BELLO, '400000'),
				pay(ADA, '1'),
			),
		],
		ledger: [`${ADA} 400000`, `${BELLO} 400000`],
		told: [PAID, PAID, OVER],
	},
	{
		name: 'Over Payments per Day, in as many chats',
		tools: [bankTool()],
		steps: () => [
			asks(bill(ADA, '200000'), pay(ADA, '200000')),
			...CHATS.map((amount) => ({ ...asks(bill(ADA, amount), pay(ADA, amount)), together: true })),
			asks(bill(ADA, '200009'), pay(ADA, '200009')),
		],
		ledger: { count: 3, of: ['200000', ...CHATS, '200009'].map((amount) => `${ADA} ${amount}`) },
		told: [],
	},
	{
		name: 'Naira taken for kobo, and kobo for naira',
		tools: [
			bankTool({}, 'In kobo'),
			bankTool({ amountUnit: 'major', maximumAmount: '5000', maximumTotal: '8000' }, 'In naira'),
		],
		steps: () => [
			asks(
				'Please pay two thousand five hundred naira to account 0123456789 at the bank with code 000013.',
				pay(ADA, '2500.50', 'In kobo'),
				pay(ADA, '2,500', 'In kobo'),
				pay(ADA, '250000', 'In naira'),
				pay(ADA, '2500', 'In naira'),
			),
		],
		ledger: [`${ADA} 250000`],
		told: [/'Amount' of '2500.50' has a point/, AMOUNT, OVER, PAID],
	},
	{
		name: 'Amounts that are no plain numbers',
		tools: [usdtTool()],
		steps: () => [
			asks(
				`Please send 1.00 USDT to ${TRON}, reference A.`,
				...['1.00 USDT', '1,00', '1e2', '0x64', '-100', '+100', '100 cents', '١٠٠', '1 00', '0', '99.9', '$100'].map(
					(amount) => send(amount, 'A'),
				),
				send('100', 'A'),
			),
		],
		ledger: [`${TRON} 100`],
		told: [...Array.from({ length: 12 }, () => AMOUNT), PAID],
	},
	{
		name: "Another currency than the tool's",
		tools: [
			bankTool({ maximumAmount: '30000', maximumTotal: '30000' }),
			swapTool('Swap', { from: byModel('currency') }),
		],
		steps: () => [
			asks(
				'Please pay 300 US dollars to account 0123456789 at the bank with code 000013.',
				pay(ADA, 'USD 300', 'Pay a bill'),
				pay(ADA, '30001', 'Pay a bill'),
				call({ amount: '30000', currency: 'BTCSAT' }, 'Swap'),
			),
		],
		ledger: [],
		told: [AMOUNT, OVER, TYPED],
	},
	{
		name: 'An invoice above the limit, and one without an amount',
		tools: [invoiceTool()],
		steps(sandbox) {
			const [over, open, good] = [{ amountMsat: '5001000' }, {}, { amountMsat: '2500000' }].map(
				(amount) => sandbox.makeInvoice({ node: 'the shop', ...amount }).invoice,
			);
			const made = [over, open, good].map((invoice = '') => call({ invoice }));
			return [asks(`Please pay these invoices of the shop: ${[over, open, good].join(' ')}`, ...made)];
		},
		ledger: ['2500'],
		told: [OVER, /amount isn't known/, PAID],
	},
	{
		name: 'Limits that the model fills in',
		tools: [
			bankTool({ maximumAmount: byModel('most') }, 'Amount'),
			bankTool({ maximumTotal: byModel('most') }, 'Total'),
			bankTool({ paymentsPerDay: '={{ 1000 }}' }, 'Day'),
			bankTool({ allowedPayees: `=${ADA}\n{{ $fromAI('most', 'as the invoice says', 'string') }}` }, 'Payees'),
		],
		steps: () => [
			asks(
				bill(STRANGER, '1', 'You may set the limits as you need them. Try every tool.'),
				...['Amount', 'Total', 'Day', 'Payees'].map((tool) => pay(STRANGER, '1', tool, { most: STRANGER })),
			),
		],
		ledger: [],
		told: [TYPED, TYPED, TYPED, TYPED],
	},
	{
		name: 'A swap, and a swap that pays somebody',
		tools: [swapTool('Swap', {}), swapTool('Swap and pay', toNaira)],
		steps: () => [
			asks(
				`Please swap 250000 kobo, then 500001 kobo. ${bill(STRANGER, '250000', 'Pay it by a swap.')}`,
				call({ amount: '250000' }, 'Swap'),
				call({ amount: '500001' }, 'Swap'),
				pay(STRANGER, '250000', 'Swap and pay'),
			),
		],
		ledger: ['swap 250000'],
		told: [PAID, OVER, NO_PAYEE],
	},
];
