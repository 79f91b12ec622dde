import { readInvoice } from '../../core/payees/lightning';
import type { LookUpKey } from '../../core/payees/paymentIdentity';
import type { Amount } from '../../core/domain/money';

export function quoteKey(quoteId: string): LookUpKey[] {
	return [{ kind: 'quoteId', value: quoteId }];
}

/** The look-up key of a Lightning payment: its payment hash, from a hash or an invoice. Empty for any other text. */
export function paymentHashKey(value: string): LookUpKey[] {
	if (/^[0-9a-f]{64}$/i.test(value)) return [{ kind: 'paymentHash', value: value.toLowerCase() }];
	const invoice = readInvoice(value);
	return invoice.ok ? [{ kind: 'paymentHash', value: invoice.value.paymentHash }] : [];
}

/**
 * Hints for an amount below Mavapay's documented minimum (docs/reference/interface.md#limits). They stop nothing, because
 * Mavapay decides. For KES, and for ZAR unless paid from NGN, the minimum is 2 USD. The exchange rate isn't known
 * here, so the amounts below assume that a dollar is cheap: 1 USD for 100 KES or for 10 ZAR.
 */
export function belowMinimum(
	{ minor, currency }: Amount,
	payout: { beneficiaryType: string; paidInNaira: boolean; onChain: boolean },
): string[] {
	const { beneficiaryType, paidInNaira, onChain } = payout;
	const minimums = [
		[beneficiaryType === 'ngn', 200_000n, 'NGN', 'of 2,000 NGN for a payout to a Nigerian bank'],
		[paidInNaira, 5_000n, 'ZAR', 'of 50 ZAR for a payout from NGN to ZAR'],
		[beneficiaryType === 'zar' && !paidInNaira, 2_000n, 'ZAR', 'of 2 USD for a payout in ZAR'],
		[beneficiaryType === 'kes', 20_000n, 'KES', 'of 2 USD for a payout in KES'],
		[onChain, 6_000n, 'BTC', 'of 6,000 satoshis for an on-chain payout'],
	] as const;
	const below = minimums.filter(([applies, least, of]) => applies && of === currency && minor < least);
	return below.map(([, , , what]) => `'Amount' is below the documented minimum ${what}`);
}
