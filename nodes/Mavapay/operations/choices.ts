/** Currencies a wallet can be filtered by; interface document 4.13. */
export const WALLET_CURRENCIES = ['BTC', 'KES', 'NGN', 'USD', 'USDT'].map((value) => ({
	name: value,
	value,
}));

/** Networks of USDT, in the lower case that requests use; interface document 4.1 and 4.8. */
export const STABLECOIN_NETWORKS = [
	{ name: 'ERC20 (Ethereum)', value: 'erc20' },
	{ name: 'Plasma', value: 'plasma' },
	{ name: 'Polygon', value: 'polygon' },
	{ name: 'Solana', value: 'solana' },
	{ name: 'TRC20 (Tron)', value: 'trc20' },
];

/** Stablecoins; interface document 4.1. */
export const STABLECOIN_CURRENCIES = [{ name: 'USDT', value: 'USDT' }];

/** Currencies of bank withdrawals and bank accounts; interface document 4.3 and 4.4. */
export const BANK_CURRENCIES = [{ name: 'NGN', value: 'NGN' }];
