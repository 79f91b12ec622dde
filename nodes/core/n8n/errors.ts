import { NodeApiError, NodeOperationError, type INode, type INodeExecutionData } from 'n8n-workflow';

import { CAUSES } from '../service/causes';
import { agentText, descriptionOf, headingOf, wholeText, type Failure } from '../service/failure';
import { isToolNode, toDataObject } from './adapter';

type N8nError = NodeApiError | NodeOperationError;

/**
 * The n8n error for a failure, with heading and description. n8n always gives an AI agent an error's message, but not
 * always its description. So for a tool, the message contains everything.
 */
export function nodeError(node: INode, failure: Failure, itemIndex: number): N8nError {
	if (isToolNode(node)) return errorOf(node, failure, { message: agentText(failure) }, { itemIndex });
	const texts = { message: headingOf(failure), description: descriptionOf(failure) };
	const error = errorOf(node, failure, texts, isNamed(failure) ? {} : { itemIndex });
	// The editor prefers `descriptionTemplate` and shows it as HTML, so `description` stays plain text.
	if (texts.description.includes('\n')) error.context.descriptionTemplate = inHtml(texts.description);
	return error;
}

/** Whether the heading names the payment. Otherwise the error gets an index, and the editor adds "[item 0]". */
const isNamed = ({ cause, outcome, reference }: Failure) =>
	(outcome ?? reference) !== null && CAUSES[cause].ofInput !== true;

const inHtml = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

/** The n8n error with everything in its message, for places without a description, such as a trigger's activation. */
export function errorInOneText(node: INode, failure: Failure, place: { readonly itemIndex?: number } = {}): N8nError {
	return errorOf(node, failure, { message: wholeText(failure) }, place);
}

/** Makes an n8n error. Its texts are set again, since n8n replaces some with advice to retry, or adds descriptions. */
function errorOf(
	node: INode,
	{ httpCode, source }: Failure,
	texts: { readonly message: string; readonly description?: string },
	place: { readonly itemIndex?: number },
): N8nError {
	const error =
		source === 'input'
			? new NodeOperationError(node, texts.message, { ...texts, ...place })
			: new NodeApiError(node, {}, { ...texts, ...place, ...(httpCode === null ? {} : { httpCode }) });
	error.message = texts.message;
	error.description = texts.description;
	return error;
}

/**
 * An item that failed, for the two Continue modes. n8n sends items whose `json` has exactly these keys to the error
 * output. If the item had a member `error` next to `json`, n8n would drop the details.
 *
 * But before n8n 2.36 (and the last patches of 2.34 and 2.35), an item without that `error` went to the success output.
 * So for the error output, the item has an `error` that isn't enumerable: n8n sees it, but its copy of the item lacks it.
 */
export function errorItem(node: INode, failure: Failure, itemIndex: number): INodeExecutionData {
	const { outcome, cause, httpCode, reference, claim = null, approvedBy, retryable } = failure;
	const text = isToolNode(node) ? agentText(failure) : wholeText(failure);
	const item: INodeExecutionData = {
		json: toDataObject({
			error: text,
			message: text,
			details: { outcome, cause, httpCode, reference, claim, ...(approvedBy && { approvedBy }), retryable },
		}),
		pairedItem: { item: itemIndex },
	};
	if (node.onError === 'continueErrorOutput') {
		const value = errorInOneText(node, failure, { itemIndex });
		Object.defineProperty(item, 'error', { value, enumerable: false, writable: true, configurable: true });
	}
	return item;
}
