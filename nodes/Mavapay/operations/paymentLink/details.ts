import { isJsonObject, type JsonObject } from '../../../core/domain/json';
import { dataObjects, type Answer } from '../../../core/service/service';

/** The `paymentLinkDetails` of an answer (docs/interface.md#payment-link-details), or the data as it came where they are missing. */
export function emitDetails({ data }: Answer): JsonObject[] {
	const details = isJsonObject(data) ? data.paymentLinkDetails : undefined;
	return isJsonObject(details) ? [details] : dataObjects(data);
}
