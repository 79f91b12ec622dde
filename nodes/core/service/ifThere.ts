import type { JsonObject } from '../domain/json';
import { ItemStopped } from './failure';
import { dataObjects, type ServiceResponse } from './service';

/**
 * The records of a look-up: none where Mavapay itself says that there are none, with a 404 or in words. Throws
 * ItemStopped for any other failure: a 404 without an error body of Mavapay's may come from anywhere, and neither "API
 * key not found" nor a path that is gone is an answer.
 */
export async function ifThere(asked: Promise<ServiceResponse>): Promise<JsonObject[]> {
	return await asked.then(
		({ data }) => dataObjects(data),
		(error: unknown) => (isNotThere(error) ? [] : Promise.reject(error)),
	);
}

/** Words for a missing path: "Cannot GET /api/v1/transaction", "Route GET:/transaction not found". */
const NO_ROUTE = /\b(cannot get|route|path|endpoint)\b/i;

function isNotThere(error: unknown): boolean {
	if (!(error instanceof ItemStopped) || error.failure.retryable) return false;
	const { httpCode, description } = error.failure;
	if (NO_ROUTE.test(description)) return false;
	return httpCode === '404' || (httpCode !== '401' && httpCode !== '403' && /not found/i.test(description));
}
