import { NodeApiError, NodeOperationError, type INode, type INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../service/failure';
import { toDataObject } from './adapter';

/**
 * The n8n error for a failure. The message is set once more after construction, because n8n
 * replaces messages in which it finds a Node error code by its own advice to retry. Without an item
 * where none is concerned, as while a trigger is activated.
 */
export function nodeError(node: INode, failure: Failure, itemIndex?: number): NodeApiError | NodeOperationError {
	const { message, httpCode, source } = failure;
	const place = itemIndex === undefined ? {} : { itemIndex };
	const error =
		source === 'input'
			? new NodeOperationError(node, message, place)
			: new NodeApiError(node, {}, { message, ...place, ...(httpCode === null ? {} : { httpCode }) });
	error.message = message;
	return error;
}

/**
 * An item that did not go through, for the two Continue modes. n8n takes items with exactly these
 * keys to the error output; a member `error` on the item itself would cost the details.
 */
export function errorItem(failure: Failure, itemIndex: number): INodeExecutionData {
	const { message, outcome, httpCode: status, reference, retryable } = failure;
	return {
		json: toDataObject({
			error: message,
			message,
			details: { outcome, httpCode: status, reference, retryable },
		}),
		pairedItem: { item: itemIndex },
	};
}
