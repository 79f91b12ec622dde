import { ItemStopped } from '../../core/service/failure';

/** Stops the item of a read for which the service has no record. */
export function notFound(message: string): ItemStopped {
	return new ItemStopped({
		message,
		httpCode: null,
		outcome: null,
		reference: null,
		retryable: false,
		source: 'service',
	});
}
