import { readInvoice } from '../../core/domain/payees/lightning';
import type { LookUpKey } from '../../core/operation/operation';

/** What the acceptance of a quote can be found by. */
export function quoteKey(quoteId: string): LookUpKey[] {
	return [{ kind: 'quoteId', value: quoteId }];
}

/** The same for the payment hash of a Lightning invoice, or one that was given. */
export function paymentHashKey(value: string): LookUpKey[] {
	if (/^[0-9a-f]{64}$/i.test(value)) return [{ kind: 'paymentHash', value: value.toLowerCase() }];
	const invoice = readInvoice(value);
	return invoice.ok ? [{ kind: 'paymentHash', value: invoice.value.paymentHash }] : [];
}
