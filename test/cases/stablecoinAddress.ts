import { stablecoinAddressGenerate } from '../../nodes/Mavapay/operations/stablecoinAddress/stablecoinAddress';
import { stablecoinAddressGetAll } from '../../nodes/Mavapay/operations/stablecoinAddress/stablecoinAddress';
import type { Sandbox } from '../../sandbox';
import { answered, ask, get, lastData, money, post, type Case, type Made } from './case';

const PATH = '/collections/stablecoin';
const usdt = (minor: string) => money(minor, 'USDT');
const depositAddress = {
	id: 's-1',
	address: '0xabc',
	currency: 'USDT',
	network: 'ERC20',
	memo: null,
	minAmount: '1',
	maxAmount: '0',
};
const generated = { id: 's-1', address: '0xabc', network: 'ERC20', minAmount: '5', maxAmount: '20000' };

async function makeAddress(sandbox: Sandbox): Promise<Made> {
	await ask(sandbox, 'POST', `${PATH}/generate-address`, { label: 'c-1', network: 'trc20', currency: 'USDT' });
	return {};
}

/** Deposit limits of the sandbox's addresses: at least 1 USDT, no maximum. */
const withLimits = (answers: unknown[]) =>
	lastData(answers).map((address) => ({ ...address, limits: { minimum: usdt('100'), maximum: null } }));

export const stablecoinAddressCases: readonly Case[] = [
	{
		operation: stablecoinAddressGenerate,
		name: 'on solana',
		parameters: { label: 'customer-1042', network: 'solana', options: {} },
		requests: [post(`${PATH}/generate-address`, { label: 'customer-1042', currency: 'USDT', network: 'solana' })],
		sandbox: { output: withLimits },
	},
	{
		operation: stablecoinAddressGenerate,
		name: 'its network in upper case in the answer, with limits',
		parameters: { label: 'customer-1042', network: 'erc20', options: {} },
		requests: [post(`${PATH}/generate-address`, { label: 'customer-1042', currency: 'USDT', network: 'erc20' })],
		written: {
			replies: [answered(generated)],
			items: [{ ...generated, limits: { minimum: usdt('500'), maximum: usdt('2000000') } }],
		},
	},
	{
		operation: stablecoinAddressGetAll,
		name: 'with limits that cannot be taken for cents',
		parameters: { options: {} },
		requests: [get(`${PATH}/addresses`, { currency: 'USDT' })],
		written: {
			replies: [answered([depositAddress, { ...depositAddress, minAmount: '2.50', maxAmount: 10000 }])],
			items: [
				{ ...depositAddress, limits: { minimum: usdt('100'), maximum: null } },
				{
					...depositAddress,
					minAmount: '2.50',
					maxAmount: 10000,
					limits: { minimum: usdt('250'), maximum: usdt('1000000') },
				},
			],
		},
		sandbox: { arrange: makeAddress, output: withLimits },
	},
];
