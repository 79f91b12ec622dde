import type { JsonObject } from '../../core/domain/json';
import { ItemStopped } from '../../core/service/failure';
import { dataObjects, type ServiceResponse } from '../../core/service/service';

/** The result of a look-up: none for a 404, and for a 400 that says so. Throws ItemStopped for any other failure. */
export async function ifThere(asked: Promise<ServiceResponse>): Promise<JsonObject[]> {
	return await asked.then(
		({ data }) => dataObjects(data),
		(error: unknown) => (isNotThere(error) ? [] : Promise.reject(error)),
	);
}

function isNotThere(error: unknown): boolean {
	if (!(error instanceof ItemStopped)) return false;
	const { httpCode, description } = error.failure;
	return httpCode === '404' || (httpCode === '400' && /not found/i.test(description));
}
