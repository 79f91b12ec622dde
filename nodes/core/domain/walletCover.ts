import type { Json } from './json';
import type { Amount } from './money';

/** A wallet against what is to be paid from it, in minor units of its currency. */
export interface WalletCover {
	readonly currency: string;
	readonly balance: bigint;
	readonly needed: bigint;
	/** The fees to expect; null where none are known. */
	readonly fees: bigint | null;
}

/** The amount that a wallet lacks for payments and fees together; 0 where it has enough. */
export function shortOf({ balance, needed, fees }: WalletCover): bigint {
	const missing = needed + (fees ?? 0n) - balance;
	return missing > 0n ? missing : 0n;
}

/** As an output shows it, in minor units as text. */
export const shownCover = (cover: WalletCover): Json => ({
	currency: cover.currency,
	balance: String(cover.balance),
	needed: String(cover.needed),
	fees: cover.fees?.toString() ?? null,
	short: String(shortOf(cover)),
});

/** Sums by currency, in minor units. */
export function currencySums(amounts: readonly Amount[]): Map<string, bigint> {
	const sums = new Map<string, bigint>();
	for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
	return sums;
}
