import { simulationPayIn } from '../../nodes/Mavapay/operations/simulation/payIn';
import { answered, post, type Case } from './case';
import { makeQuote } from './quoteParts';

export const simulationCases: readonly Case[] = [
	{
		operation: simulationPayIn,
		name: 'in naira',
		parameters: ({ quoteId = '' }) => ({
			currency: 'NGN',
			lookUpBy: 'quoteId',
			value: quoteId,
			amount: '500000',
			options: {},
		}),
		requests: ({ quoteId = '' }) => [post('/simulation/pay-in', { currency: 'NGN', quoteId, amount: 500_000 })],
		sandbox: { arrange: makeQuote, output: (answers) => answers.slice(-1) },
	},
	{
		operation: simulationPayIn,
		name: 'over Lightning, without amount',
		parameters: { currency: 'BTC', lookUpBy: 'orderId', value: '43477-4306', amount: '', options: {} },
		requests: [post('/simulation/pay-in', { currency: 'BTC', orderId: '43477-4306' })],
		written: { replies: [answered({ note: 'done' })], items: [{ note: 'done' }] },
	},
];
