import { isJsonObject, type JsonObject } from '../../core/domain/json';
import { refuse, type ItemStopped } from '../../core/service/failure';
import type { ServiceResponse } from '../../core/service/service';

/** The one output of a payment: the service's data; what is no object goes out under `data`. */
export function outputData({ data, message }: ServiceResponse): JsonObject[] {
	const [only, ...others] = [data].flat();
	if (isJsonObject(only) && others.length === 0) return [only];
	return [{ ...(data === undefined ? {} : { data }), message }];
}

/** Stops the item of a read for which the service has no record. */
export function notFound(summary: string, description: string): ItemStopped {
	return refuse(summary, description, { cause: 'notFound', outcome: null, source: 'service' });
}
