import { NETWORKS } from '../../core/domain/address';

/** A dropdown whose options are called what they are sent as. */
const named = <const V extends string>(...values: V[]) => values.map((value) => ({ name: value, value }));

/** Currencies a wallet can be filtered by; interface document 4.13. */
export const WALLET_CURRENCIES = named('BTC', 'KES', 'NGN', 'USD', 'USDT');

/** Currencies of orders and transactions; interface document 2.1. */
export const TRANSACTION_CURRENCIES = named('BTC', 'GHS', 'KES', 'NGN', 'USDT', 'ZAR');

/** Currencies of a payment link; service-facts 3.2: plain codes there. */
export const LINK_CURRENCIES = named('BTC', 'NGN', 'ZAR');

/** Currencies of bank withdrawals and bank accounts; interface document 4.3 and 4.4. */
export const FIAT_CURRENCIES = named('NGN');

/** Stablecoins; interface document 4.1 and 4.8. */
export const STABLECOINS = named('USDT');

/** Currencies that the pay-in simulation takes; service-facts 3.4. */
export const SIMULATED_CURRENCIES = named('BTC', 'NGN');

/** Currencies of a quote, in their lowest unit; interface document 4.7. */
export const TARGET_CURRENCIES = [
	{ name: 'BTC (Satoshi)', value: 'BTCSAT' },
	{ name: 'GHS (Pesewa)', value: 'GHSPESEWA' },
	{ name: 'KES (Cent)', value: 'KESCENT' },
	{ name: 'NGN (Kobo)', value: 'NGNKOBO' },
	{ name: 'ZAR (Cent)', value: 'ZARCENT' },
];

/** Interface document 4.7. */
export const SOURCE_CURRENCIES = TARGET_CURRENCIES.filter(
	({ value }) => value === 'BTCSAT' || value === 'NGNKOBO',
);

/** How a quote, an order or a payment link is paid; interface document 2.3. */
export const PAYMENT_METHODS = [
	{ name: 'Bank Transfer', value: 'BANKTRANSFER' },
	{ name: 'Lightning', value: 'LIGHTNING' },
];

/** Networks of USDT, in the lower case that requests use; interface document 4.1 and 4.8. */
export const USDT_NETWORKS = NETWORKS.map(({ name, value }) => ({ name, value }));

/** Countries with a bank list; interface document 4.15. */
export const BANK_COUNTRIES = [
	{ name: 'Nigeria', value: 'NG' },
	{ name: 'South Africa', value: 'ZA' },
];

/** Pairs of the price ticker; service-facts 2.10. */
export const PAIRS = [
	{ name: 'BTC/USD', value: 'BTCUSD' },
	{ name: 'KES/NGN', value: 'KESNGN' },
	{ name: 'USD/KES', value: 'USDKES' },
	{ name: 'USD/NGN', value: 'USDNGN' },
	{ name: 'USD/ZAR', value: 'USDZAR' },
	{ name: 'ZAR/NGN', value: 'ZARNGN' },
];

/** Interface document 2.1. */
export const TRANSACTION_STATUSES = [
	{ name: 'Failed', value: 'FAILED' },
	{ name: 'Pending', value: 'PENDING' },
	{ name: 'Success', value: 'SUCCESS' },
];

/** Interface document 2.1. */
export const TRANSACTION_TYPES = [
	{ name: 'Deposit', value: 'DEPOSIT' },
	{ name: 'Withdrawal', value: 'WITHDRAWAL' },
];

/** An open set; service-facts 2.1. */
export const ORDER_STATUSES = [
	{ name: 'Expired', value: 'EXPIRED' },
	{ name: 'Failed', value: 'FAILED' },
	{ name: 'Inactive', value: 'INACTIVE' },
	{ name: 'Paid', value: 'PAID' },
	{ name: 'Pending', value: 'PENDING' },
	{ name: 'Success', value: 'SUCCESS' },
];

/** Speeds of an on-chain delivery; service-facts 2.4. */
export const SPEEDS = [
	{ name: 'Fast', value: 'fast' },
	{ name: 'Medium', value: 'medium' },
	{ name: 'Slow', value: 'slow' },
];
