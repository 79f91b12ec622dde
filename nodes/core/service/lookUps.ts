import * as z from 'zod/mini';

import type { JsonObject } from '../domain/json';
import { ItemStopped } from './failure';
import { maybeText, maybeTime, oneOrMany } from './schema';
import { dataObjects, get, type ReadService, type ServiceResponse } from './service';

/** Members of a transaction that affect decisions; the rest is read leniently. docs/reference/interface.md#transaction */
export const decidingTransaction = z.looseObject({
	id: z.string(),
	hash: maybeText,
	type: maybeText,
	status: maybeText,
	currency: maybeText,
	createdAt: maybeTime,
});

/** Looks up transactions by ID, hash or order; empty if Mavapay has none. Throws ItemStopped as `ifThere` does. */
export async function lookUpTransactions(service: ReadService, by: Record<string, string>): Promise<JsonObject[]> {
	return await ifThere(service.read(get('/transaction', by), oneOrMany(decidingTransaction)));
}

/**
 * The records of a look-up; empty if Mavapay itself says that there are none, by a 404 or in words. Throws ItemStopped
 * for any other failure, including a 404 without Mavapay's error body, "API key not found", or an unknown path.
 */
export async function ifThere(asked: Promise<ServiceResponse>): Promise<JsonObject[]> {
	return await asked.then(
		({ data }) => dataObjects(data),
		(error: unknown) => (isNotThere(error) ? [] : Promise.reject(error)),
	);
}

/** Matches messages about an unknown path: "Cannot GET /api/v1/transaction", "Route GET:/transaction not found". */
const NO_ROUTE = /\b(cannot get|route|path|endpoint)\b/i;

function isNotThere(error: unknown): boolean {
	if (!(error instanceof ItemStopped) || error.failure.retryable) return false;
	const { httpCode, description } = error.failure;
	if (NO_ROUTE.test(description)) return false;
	return httpCode === '404' || (httpCode !== '401' && httpCode !== '403' && /not found/i.test(description));
}
