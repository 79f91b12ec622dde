import type { JsonObject } from '../../core/domain/json';
import { refuse, type ItemStopped } from '../../core/service/failure';
import { dataObjects, type ServiceResponse } from '../../core/service/service';

/** The one output of a withdrawal: its transaction. If there are none or several, all go out as they came. */
export const paidOutput = ({ data }: ServiceResponse): JsonObject[] => dataObjects(data);

/** Stops the item of a read for something that Mavapay does not have. */
export function notFound(summary: string, description: string): ItemStopped {
	return refuse(summary, description, { cause: 'notFound', outcome: null, source: 'service' });
}
