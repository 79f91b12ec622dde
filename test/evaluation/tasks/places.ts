/** Where and when an agent runs: n8n's Chat, its assistant, and while a person has halted payouts. */
import { byId } from '../../cases/case';
import type { Task } from '../task';
import { AGAIN, DISCARDED, PAID } from '../answers';
import { asks, bill, pay } from '../calls';
import { ADA, BELLO } from '../payees';
import { bankTool } from '../tools';

const ALONE = { says: '', turns: [], alone: true, paysNothing: true };

export const PLACES: readonly Task[] = [
	{
		name: 'Halted by a person',
		tools: [bankTool()],
		steps: () => [
			asks(bill(ADA, '250000'), pay(ADA, '250000')),
			{
				...asks(`${bill(BELLO, '250000')} ${bill(ADA, '250001')}`, pay(BELLO, '250000'), pay(ADA, '250001')),
				person: { resource: 'payoutReference', operation: 'halt' },
				paysNothing: true,
			},
			{
				...asks(bill(BELLO, '250000'), pay(BELLO, '250000')),
				person: { resource: 'payoutReference', operation: 'resume' },
			},
		],
		ledger: [`${ADA} 250000`, `${BELLO} 250000`],
		told: [PAID, /Payouts halted: .*Don't call this tool again until a person has looked/, /Payouts halted: /, PAID],
	},
	{
		name: "In n8n's Chat, then in a published workflow",
		tools: [bankTool({ paymentsPerDay: '1' })],
		steps: () => [
			{ ...asks(bill(ADA, '250000'), pay(ADA, '250000')), inChat: 'discarded', paysNothing: true },
			{
				...asks(`${bill(ADA, '250000')} ${bill(BELLO, '250000')}`, pay(ADA, '250000'), pay(BELLO, '250000')),
				...{ inChat: 'discarded', paysNothing: true, path: 'connection' },
			},
			{ ...asks(bill(ADA, '250000'), pay(ADA, '250000')), inChat: 'discarded', paysNothing: true, day: 1 },
			{ ...asks(bill(ADA, '250000'), pay(ADA, '250000'), pay(ADA, '250000')), inChat: 'published', day: 1 },
		],
		ledger: [`${ADA} 250000`],
		told: [DISCARDED, DISCARDED, DISCARDED, DISCARDED, PAID, AGAIN],
	},
	{
		name: "Run alone by n8n's assistant",
		tools: [bankTool({ amount: '250000', bank: byId('000013'), accountNumber: '0123456789', reason: 'A bill' })],
		steps: () => [ALONE, ALONE, { ...ALONE, day: 1 }],
		ledger: [],
		told: [DISCARDED, DISCARDED, DISCARDED],
	},
];
