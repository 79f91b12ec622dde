import { ItemStopped } from '../../core/service/failure';

/** Stops the item of a read for which the service has no record. */
export function notFound(summary: string, description: string): ItemStopped {
	return new ItemStopped({
		summary,
		description,
		cause: 'notFound',
		httpCode: null,
		outcome: null,
		reference: null,
		retryable: false,
		source: 'service',
	});
}
