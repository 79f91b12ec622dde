import { readInvoice } from '../../core/payees/lightning';
import type { LookUpKey } from '../../core/payees/paymentIdentity';
import type { Amount } from '../../core/domain/money';

export function quoteKey(quoteId: string): LookUpKey[] {
	return [{ kind: 'quoteId', value: quoteId }];
}

/** The key to look up a Lightning payment, from its invoice or payment hash; otherwise none. */
export function paymentHashKey(value: string): LookUpKey[] {
	if (/^[0-9a-f]{64}$/i.test(value)) return [{ kind: 'paymentHash', value: value.toLowerCase() }];
	const invoice = readInvoice(value);
	return invoice.ok ? [{ kind: 'paymentHash', value: invoice.value.paymentHash }] : [];
}

/**
 * Hints for an amount below Mavapay's documented minimum (docs/reference/interface.md#limits). Mavapay decides, so they
 * stop nothing. In KES, and in ZAR unless paid in NGN, the minimum is the equivalent of 2 USD, which isn't known before
 * the request. The one used here isn't higher as long as a dollar costs at least 100 KES and 10 ZAR.
 */
export function belowMinimum(
	{ minor, currency }: Amount,
	payout: { beneficiaryType: string; paidInNaira: boolean; onChain: boolean },
): string[] {
	const { beneficiaryType, paidInNaira, onChain } = payout;
	const minimums = [
		[beneficiaryType === 'ngn', 200_000n, 'NGN', 'of 2,000 NGN for a payout to a Nigerian bank'],
		[paidInNaira, 5_000n, 'ZAR', 'of 50 ZAR for a payout from NGN to ZAR'],
		[beneficiaryType === 'zar' && !paidInNaira, 2_000n, 'ZAR', 'for a payout in ZAR, the worth of 2 USD'],
		[beneficiaryType === 'kes', 20_000n, 'KES', 'for a payout in KES, the worth of 2 USD'],
		[onChain, 6_000n, 'BTC', 'of 6,000 satoshis for an on-chain payout'],
	] as const;
	const below = minimums.filter(([applies, least, of]) => applies && of === currency && minor < least);
	return below.map(([, , , what]) => `'Amount' is below the documented minimum ${what}`);
}
