import { NETWORKS } from '../../core/domain/address';

/** A dropdown whose options are called what they are sent as. */
const named = <const V extends string>(...values: V[]) => values.map((value) => ({ name: value, value }));

/** Currencies a wallet can be filtered by; docs/interface.md#get-wallet. */
export const WALLET_CURRENCIES = named('BTC', 'KES', 'NGN', 'USD', 'USDT');

/** Currencies of orders and transactions; docs/interface.md#transaction. */
export const TRANSACTION_CURRENCIES = named('BTC', 'GHS', 'KES', 'NGN', 'USDT', 'ZAR');

/** Currencies that transactions can be filtered by; docs/interface.md#list-transactions. */
export const LISTED_CURRENCIES = named('KES', 'NGN', 'USDT', 'ZAR');

/** Networks of Kenyan phone numbers; docs/interface.md#beneficiary-kes. */
export const KES_NETWORKS = [
	{ name: 'Airtel', value: 'airtel' },
	{ name: 'M-Pesa', value: 'mpesa' },
];

/** Currencies of a payment link; docs/interface.md#create-payment-link: plain codes there. */
export const LINK_CURRENCIES = named('BTC', 'NGN', 'ZAR');

/** Currencies of bank withdrawals and bank accounts; docs/interface.md#withdraw-to-bank and docs/interface.md#bank-accounts. */
export const FIAT_CURRENCIES = named('NGN');

/** Stablecoins; docs/interface.md#withdraw-stablecoin. */
export const STABLECOINS = named('USDT');

/** Currencies that the pay-in simulation takes; docs/interface.md#simulate-pay-in. */
export const SIMULATED_CURRENCIES = named('BTC', 'NGN');

/** Currencies of a quote, in their lowest unit; docs/interface.md#post-quote. */
export const TARGET_CURRENCIES = [
	{ name: 'BTC (Satoshi)', value: 'BTCSAT' },
	{ name: 'GHS (Pesewa)', value: 'GHSPESEWA' },
	{ name: 'KES (Cent)', value: 'KESCENT' },
	{ name: 'NGN (Kobo)', value: 'NGNKOBO' },
	{ name: 'ZAR (Cent)', value: 'ZARCENT' },
];

/** docs/interface.md#post-quote */
export const SOURCE_CURRENCIES = TARGET_CURRENCIES.filter(
	({ value }) => value === 'BTCSAT' || value === 'NGNKOBO',
);

/** How a quote or a payment link is paid; docs/interface.md#quote. */
export const PAYMENT_METHODS = [
	{ name: 'Bank Transfer', value: 'BANKTRANSFER' },
	{ name: 'Lightning', value: 'LIGHTNING' },
];

/** How an order was paid: an open set, which has bank transfers too; docs/interface.md#order. */
export const ORDER_METHODS = [
	...PAYMENT_METHODS,
	{ name: 'On-Chain', value: 'ONCHAIN' },
	{ name: 'USDT', value: 'USDT' },
];

/** Networks of USDT, in the lower case that requests use; docs/interface.md#withdraw-stablecoin. */
export const USDT_NETWORKS = NETWORKS.map(({ name, value }) => ({ name, value }));

/** Countries with a bank list; docs/interface.md#bank-codes. */
export const BANK_COUNTRIES = [
	{ name: 'Nigeria', value: 'NG' },
	{ name: 'South Africa', value: 'ZA' },
];

/** Pairs of the price ticker, in the lower case that it documents; docs/interface.md#get-price-ticker. */
export const PAIRS = [
	{ name: 'BTC/USD', value: 'btcusd' },
	{ name: 'KES/NGN', value: 'kesngn' },
	{ name: 'USD/KES', value: 'usdkes' },
	{ name: 'USD/NGN', value: 'usdngn' },
	{ name: 'USD/ZAR', value: 'usdzar' },
	{ name: 'ZAR/NGN', value: 'zarngn' },
];

/** docs/interface.md#transaction */
export const TRANSACTION_STATUSES = [
	{ name: 'Failed', value: 'FAILED' },
	{ name: 'Pending', value: 'PENDING' },
	{ name: 'Success', value: 'SUCCESS' },
];

/** docs/interface.md#transaction */
export const TRANSACTION_TYPES = [
	{ name: 'Deposit', value: 'DEPOSIT' },
	{ name: 'Withdrawal', value: 'WITHDRAWAL' },
];

/** An open set; docs/interface.md#order. */
export const ORDER_STATUSES = [
	{ name: 'Expired', value: 'EXPIRED' },
	{ name: 'Failed', value: 'FAILED' },
	{ name: 'Inactive', value: 'INACTIVE' },
	{ name: 'Paid', value: 'PAID' },
	{ name: 'Pending', value: 'PENDING' },
	{ name: 'Success', value: 'SUCCESS' },
];

/** Speeds of an on-chain delivery; docs/interface.md#post-quote. */
export const SPEEDS = [
	{ name: 'Fast', value: 'fast' },
	{ name: 'Medium', value: 'medium' },
	{ name: 'Slow', value: 'slow' },
];
