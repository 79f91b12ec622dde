/** Smallest amounts that the service documents, in the lowest unit; docs/interface.md#limits. */

/** A payout to a Nigerian bank account. */
export const MINIMUM_PAYOUT_KOBO = 200_000n;

/** A payout from naira to rand. Others in ZAR, and those in KES, start at the worth of 2 USD, whatever that is today. */
export const MINIMUM_ZAR_CENTS_FROM_NGN = 5_000n;

/** A payout in bitcoin on chain. */
export const MINIMUM_ON_CHAIN_SATS = 6_000n;
