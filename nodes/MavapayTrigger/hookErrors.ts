import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { nodeError } from '../core/n8n/errors';
import { ItemStopped, unexpected } from '../core/service/failure';

/** The n8n error for what stopped an activation. There is no item here that it could belong to. */
export function hookError(node: INode, thrown: unknown): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	return nodeError(node, thrown instanceof ItemStopped ? thrown.failure : unexpected(thrown));
}
