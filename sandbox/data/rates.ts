import { ASSUMED } from '../assumptions';
import type { Currency } from '../state/types';

/** The price of one bitcoin in the lowest unit of each currency. All rates come from this table. */
const UNITS_PER_BITCOIN: Record<Currency, bigint> = {
	BTC: 100_000_000n,
	USD: 10_000_000n,
	USDT: 10_000_000n,
	NGN: 15_000_000_000n,
	KES: 1_290_000_000n,
	ZAR: 180_000_000n,
	GHS: 120_000_000n,
};

/** The unit codes of quote requests (docs/reference/interface.md#post-quote), each with its currency. */
export const UNIT_CODES: Record<string, Currency> = {
	BTCSAT: 'BTC',
	NGNKOBO: 'NGN',
	KESCENT: 'KES',
	ZARCENT: 'ZAR',
	GHSPESEWA: 'GHS',
};

/** Converts lowest units exactly, rounding the result up or down. */
export function convert(amount: bigint, from: Currency, to: Currency, round: 'up' | 'down' = 'down'): bigint {
	const numerator = amount * UNITS_PER_BITCOIN[to];
	const denominator = UNITS_PER_BITCOIN[from];
	return (numerator + (round === 'up' ? denominator - 1n : 0n)) / denominator;
}

const DECIMALS: Record<Currency, number> = { BTC: 8, USD: 2, USDT: 2, NGN: 2, KES: 2, ZAR: 2, GHS: 2 };

/** Price of one whole unit of `base` in whole units of `quote`, for display only. */
export function displayRate(base: Currency, quote: Currency): number {
	const scale = 10n ** 12n;
	const exact = convert(10n ** BigInt(DECIMALS[base]) * scale, base, quote);
	return Number(exact) / 10 ** (12 + DECIMALS[quote]);
}

/** `exchangeRate` of a quote: the price of one BTC in the target currency (docs/reference/interface.md#quote). */
export function exchangeRate(target: Currency): number {
	return displayRate('BTC', target);
}

/** Pairs of the ticker (docs/reference/interface.md#get-price-ticker). */
export const TICKER_PAIRS: Record<string, readonly [Currency, Currency]> = {
	USDNGN: ['USD', 'NGN'],
	BTCUSD: ['BTC', 'USD'],
	USDKES: ['USD', 'KES'],
	USDZAR: ['USD', 'ZAR'],
	ZARNGN: ['ZAR', 'NGN'],
	KESNGN: ['KES', 'NGN'],
};

/** The service's share of a quote, at least one unit. */
export function quoteFee(amount: bigint): bigint {
	const fee = (amount * ASSUMED.quoteFeePerTenThousand.value + 9_999n) / 10_000n;
	return fee > 0n ? fee : 1n;
}

/** Routing fee that the service expects for a Lightning payment of `sats`: 0.1 %, at least one satoshi. */
export function routingFee(sats: bigint): bigint {
	const fee = sats / 1_000n;
	return fee > 0n ? fee : 1n;
}
