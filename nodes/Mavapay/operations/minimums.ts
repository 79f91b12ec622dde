/** Smallest amounts that the service documents, in the lowest unit; docs/interface.md#limits. */

/** A payout to a Nigerian bank account. */
export const MINIMUM_PAYOUT_KOBO = 200_000n;

/** A payout from naira to rand. */
export const MINIMUM_ZAR_CENTS_FROM_NGN = 5_000n;

/**
 * Other payouts in ZAR, and those in KES, start at the worth of 2 USD. What that is today is not known before
 * the request, so these are what it can't be below while a dollar costs 100 KES and 10 ZAR or more, which it
 * has for years.
 */
export const BELOW_TWO_USD = { KES: 20_000n, ZAR: 2_000n } as const;

/** A payout in bitcoin on chain. */
export const MINIMUM_ON_CHAIN_SATS = 6_000n;
