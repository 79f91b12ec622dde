import { orderGet } from '../../nodes/Mavapay/operations/order/order';
import { orderGetAll } from '../../nodes/Mavapay/operations/order/order';
import { answered, byId, get, type Case } from './case';
import { makeQuote } from './quoteParts';

const order = {
	orderId: '43477-4306',
	quoteId: 'q-1',
	status: 'PAID',
	currency: 'NGN',
	paymentMethod: 'BANKTRANSFER',
	amount: '1000.00',
	createdAt: '2026-02-01T10:00:00.000Z',
	quotes: [{ id: 'q-1', customerReference: 'INV-1' }],
	transactions: [
		{ id: 't-1', type: 'WITHDRAWAL', metadata: { orderId: '43477-4306', bankAccountName: 'ADA OBI', more: [1] } },
	],
};

const olderOrder = {
	orderId: '43477-0001',
	status: 'EXPIRED',
	currency: 'BTC',
	paymentCollectionMethod: 'LIGHTNING',
	createdAt: '2026-01-01T10:00:00.000Z',
	quotes: [{ id: 'q-2', externalRef: 'INV-0' }],
};

export const orderCases: readonly Case[] = [
	{
		operation: orderGet,
		parameters: ({ orderId = '' }) => ({ orderId: byId(orderId), options: {} }),
		requests: ({ orderId = '' }) => [get('/order', { id: orderId })],
		sandbox: { arrange: makeQuote },
	},
	{
		operation: orderGetAll,
		name: 'some filters',
		parameters: {
			returnAll: false,
			limit: 5,
			filters: { status: 'PENDING', currency: 'BTC', paymentMethod: 'BANKTRANSFER', customerReference: 'order-17' },
			options: {},
		},
		requests: [get('/order/all')],
		sandbox: { arrange: makeQuote },
	},
	{
		operation: orderGetAll,
		name: 'all of them',
		parameters: { returnAll: true, filters: {}, options: {} },
		requests: [get('/order/all')],
		sandbox: { arrange: makeQuote },
	},
	{
		operation: orderGetAll,
		name: 'every filter at once',
		parameters: {
			returnAll: false,
			limit: 50,
			filters: {
				status: 'paid',
				currency: 'ngn',
				paymentMethod: 'BankTransfer',
				customerReference: 'INV-1',
				createdAfter: '2026-02-01T10:00:00Z',
				createdBefore: '2026-02-01T10:00:00Z',
			},
			options: {},
		},
		requests: [get('/order/all')],
		written: { replies: [answered([olderOrder, order])], items: [order] },
	},
];
