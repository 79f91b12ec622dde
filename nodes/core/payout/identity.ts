import { createHash } from 'node:crypto';

import type { PaymentIdentity } from '../operation/operation';

/**
 * Two payments are the same one if and only if this text is the same for both. A hash, because n8n
 * stores it, and a request that creates something may hold a secret.
 */
export function identityHash(baseUrl: string, identity: PaymentIdentity): string {
	const { operation, destination, amountMinor, currency, quoteId } = identity;
	const canonical = JSON.stringify([baseUrl, operation, destination, amountMinor, currency, quoteId]);
	return createHash('sha256').update(canonical).digest('hex');
}

/** The same of who is paid, whatever the amount. */
export function destinationHash(baseUrl: string, { operation, destination, quoteId }: PaymentIdentity): string {
	return createHash('sha256').update(JSON.stringify([baseUrl, operation, destination, quoteId])).digest('hex');
}
