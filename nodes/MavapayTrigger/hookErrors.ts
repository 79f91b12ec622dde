import { NodeApiError, NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { nodeError } from '../core/n8n/errors';
import { ItemStopped, unexpected } from '../core/service/failure';
import { withoutSecrets } from './shownText';

/** The n8n error for what stopped an activation. There is no item here that it could belong to. */
export async function hookError(context: IHookFunctions, thrown: unknown): Promise<NodeApiError | NodeOperationError> {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const failure = thrown instanceof ItemStopped ? thrown.failure : unexpected(thrown);
	return nodeError(context.getNode(), { ...failure, message: await withoutSecrets(context, failure.message) });
}
