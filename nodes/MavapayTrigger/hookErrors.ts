import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { ItemStopped, unexpected, type Failure } from '../core/service/failure';

/** The n8n error for what stopped an activation. There is no item here that it could belong to. */
export function hookError(node: INode, thrown: unknown): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const failure: Failure = thrown instanceof ItemStopped ? thrown.failure : unexpected(thrown);
	const { message, httpCode, source } = failure;
	const error =
		source === 'input'
			? new NodeOperationError(node, message)
			: new NodeApiError(node, {}, { message, ...(httpCode === null ? {} : { httpCode }) });
	// Once more: n8n replaces messages in which it finds a Node error code by advice of its own.
	error.message = message;
	return error;
}
