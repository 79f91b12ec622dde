import type { Amount } from '../../core/operation/operation';

/** What is paid out, for its smallest amount. */
interface Payout {
	readonly beneficiaryType: string;
	readonly paidInNaira: boolean;
	readonly onChain: boolean;
}

/**
 * The smallest amounts that Mavapay documents (docs/interface.md#limits); below them it warns and does not block.
 * Those in KES, and in ZAR unless they are paid in NGN, start at the worth of 2 USD. What that is today is not known
 * before the request, so these are what it can't be below while a dollar costs 100 KES and 10 ZAR or more, which it
 * has for years.
 */
const minimumsOf = ({ beneficiaryType, paidInNaira, onChain }: Payout) => [
	{
		applies: beneficiaryType === 'ngn',
		minor: 200_000n,
		currency: 'NGN',
		what: 'of 2,000 NGN for a payout to a Nigerian bank',
	},
	{ applies: paidInNaira, minor: 5_000n, currency: 'ZAR', what: 'of 50 ZAR for a payout from NGN to ZAR' },
	{
		applies: beneficiaryType === 'zar' && !paidInNaira,
		minor: 2_000n,
		currency: 'ZAR',
		what: 'for a payout in ZAR, the worth of 2 USD',
	},
	{
		applies: beneficiaryType === 'kes',
		minor: 20_000n,
		currency: 'KES',
		what: 'for a payout in KES, the worth of 2 USD',
	},
	{ applies: onChain, minor: 6_000n, currency: 'BTC', what: 'of 6,000 satoshis for an on-chain payout' },
];

/** Warnings for an amount below a documented minimum in its currency; the service decides. */
export function belowMinimum(amount: Amount, payout: Payout): string[] {
	const below = minimumsOf(payout).filter(
		({ applies, minor, currency }) => applies && currency === amount.currency && amount.minor < minor,
	);
	return below.map(({ what }) => `'Amount' is below the documented minimum ${what}`);
}
