import { NETWORKS } from '../../core/domain/chainAddress';
import { currenciesFor, type Currency, type CurrencyUse } from '../../core/domain/currencies';

/** The currencies of one place as a dropdown, by their plain codes. */
export const currencyChoices = (use: CurrencyUse) => currenciesFor(use).map(({ code }) => ({ name: code, value: code }));

/** The same for quotes, which name the minor unit: "NGN (Kobo)" is NGNKOBO. */
export const quoteCurrencyChoices = (use: 'quoteSource' | 'quoteTarget') =>
	currenciesFor(use).flatMap(({ code, minorName, quoteCode }: Currency) =>
		quoteCode === undefined ? [] : [{ name: `${code} (${minorName.charAt(0).toUpperCase()}${minorName.slice(1)})`, value: quoteCode }],
	);

/** Networks of Kenyan phone numbers; docs/interface.md#beneficiary-kes. */
export const KES_NETWORKS = [
	{ name: 'Airtel', value: 'airtel' },
	{ name: 'M-Pesa', value: 'mpesa' },
];

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
