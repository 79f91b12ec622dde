import { readInvoice } from '../../core/domain/payees/lightning';
import type { LookUpKey } from '../../core/domain/payees/paymentIdentity';

/** The key under which the acceptance of a quote is looked up later. */
export function quoteKey(quoteId: string): LookUpKey[] {
	return [{ kind: 'quoteId', value: quoteId }];
}

/** The key under which a Lightning payment is looked up, from its invoice or payment hash; else none. */
export function paymentHashKey(value: string): LookUpKey[] {
	if (/^[0-9a-f]{64}$/i.test(value)) return [{ kind: 'paymentHash', value: value.toLowerCase() }];
	const invoice = readInvoice(value);
	return invoice.ok ? [{ kind: 'paymentHash', value: invoice.value.paymentHash }] : [];
}
