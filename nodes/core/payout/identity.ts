import { createHash } from 'node:crypto';

import type { PaymentIdentity } from '../operation/operation';

/**
 * Two payments are the same one if and only if this text is the same for both; contract 5.3. A hash,
 * because n8n stores it, and a request that binds may hold a secret.
 */
export function identityHash(baseUrl: string, identity: PaymentIdentity): string {
	const { operation, destination, amountMinor, currency, quoteId } = identity;
	const canonical = JSON.stringify([baseUrl, operation, destination, amountMinor, currency, quoteId]);
	return createHash('sha256').update(canonical).digest('hex');
}
