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
 *
 * Before n8n 2.36 (and the last patches of 2.34 and 2.35) an item with details left on the success
 * output instead, unless it had that member. So it gets one for the error output, hidden from the
 * copy of the item that n8n makes on the way there.
 */
export function errorItem(node: INode, failure: Failure, itemIndex: number): INodeExecutionData {
	const { message, outcome, httpCode: status, reference, retryable } = failure;
	const item: INodeExecutionData = {
		json: toDataObject({
			error: message,
			message,
			details: { outcome, httpCode: status, reference, retryable },
		}),
		pairedItem: { item: itemIndex },
	};
	if (node.onError === 'continueErrorOutput') {
		const value = nodeError(node, failure, itemIndex);
		Object.defineProperty(item, 'error', { value, enumerable: false, writable: true, configurable: true });
	}
	return item;
}
