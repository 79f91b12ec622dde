import { isObject, type JsonObject } from '../../core/domain/json';
import type { Answer } from '../../core/service/service';

/** The one output of a payment: the service's data; what is no object goes out under `data`. */
export function emitData({ data, message }: Answer): JsonObject[] {
	if (Array.isArray(data) && data.length === 1 && isPlain(data[0])) return [data[0]];
	if (isPlain(data)) return [data];
	return [{ ...(data === undefined ? {} : { data }), message }];
}

function isPlain(value: unknown): value is JsonObject {
	return isObject(value);
}
