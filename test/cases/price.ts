import { priceGet } from '../../nodes/Mavapay/operations/price/get';
import { answered, get, type Case } from './case';

export const priceCases: readonly Case[] = [
	{
		operation: priceGet,
		parameters: { pair: 'usdngn', options: {} },
		requests: [get('/price/ticker', { pair: 'usdngn' })],
		sandbox: {},
	},
	{
		operation: priceGet,
		name: 'in upper case',
		parameters: { pair: 'KESNGN', options: {} },
		requests: [get('/price/ticker', { pair: 'kesngn' })],
		sandbox: {},
	},
	...['usdghs', 'USDGHS'].map((pair): Case => ({
		operation: priceGet,
		name: `of ${pair}, which is none of the list, as it is`,
		parameters: { pair, options: {} },
		requests: [get('/price/ticker', { pair })],
		written: { replies: [answered({ ask: 1 })], items: [{ ask: 1 }] },
	})),
	...['BTCUSD', 'BtcUsd', ' btcusd '].map((pair): Case => ({
		operation: priceGet,
		name: `of ${pair}, in the case that is documented`,
		parameters: { pair, options: {} },
		requests: [get('/price/ticker', { pair: 'btcusd' })],
		written: { replies: [answered({ ask: 1 })], items: [{ ask: 1 }] },
	})),
];
