import type {
	DeduplicationMode,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { HttpResult } from '../http/httpResult';
import { isObject, parseLossless, type JsonObject } from '../domain/json';
import { orUndefined } from '../domain/result';
import type { InputItem } from '../operation/operation';
import { asOwn, type Deployment } from '../service/deployments';
import type { ServiceRequest, Transport } from '../service/service';

/* The only file with type casts. They correct n8n's types where these are too loose or too narrow. */

export type N8nContext = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IWebhookFunctions;

export function toDataObject(object: JsonObject): IDataObject {
	return object as IDataObject;
}

export function inputItems(context: IExecuteFunctions): InputItem[] {
	return context.getInputData().map(({ json }, index) => ({ index, json: json as JsonObject }));
}

type Rules = NonNullable<ICredentialTestRequest['rules']>;

/** The rules of a credential test. n8n accepts both kinds of rules in one list, although its type allows only one. */
export function testRules(...rules: ReadonlyArray<Rules[number]>): Rules {
	return rules as Rules;
}

/** The node's own parameters as written, with expressions unresolved. */
export function writtenParameters(context: N8nContext): Record<string, unknown> {
	return context.getNode().parameters as Record<string, unknown>;
}

/** A parameter of an item; undefined if it is missing or its expression fails. */
export function parameterOf(context: IExecuteFunctions, index: number, name: string): unknown {
	return orUndefined(() => context.getNodeParameter(name, index, undefined));
}

/** A mode of n8n's deduplication store, which accepts any text although its type lists three. */
export function deduplicationMode(name: string): DeduplicationMode {
	return name as DeduplicationMode;
}

/** Whether an AI agent runs the node as its tool; n8n then gives the node's type another name. */
export function isToolNode({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** The object that n8n keeps for all nodes of an execution, through all attempts and loops. */
export function flowMemory(context: IExecuteFunctions): Record<string, unknown> {
	return context.getContext('flow') as Record<string, unknown>;
}

/** For a sub-workflow, the mode of the outermost execution; null if n8n doesn't say. */
export function rootModeOf(context: IExecuteFunctions): string | null {
	const { additionalData } = context as unknown as Record<string, unknown>;
	return isObject(additionalData) ? textIn(additionalData.rootExecutionMode) : null;
}

/** Facts that decide whether the record of payouts outlives this run. n8n's types declare some facts as protected. */
export function runPlace(context: IExecuteFunctions) {
	const { runExecutionData } = context as unknown as Record<string, unknown>;
	const { id, active } = context.getWorkflow();
	const mode: string = context.getMode();
	const asTool = isToolNode(context.getNode());
	const parent = isObject(runExecutionData) ? runExecutionData.parentExecution : undefined;
	const evaluation: unknown = context.getWorkflowDataProxy(0).$evaluation;
	return {
		/** Empty for a workflow that was never saved. */
		workflowId: id ?? '',
		/** Empty outside of any execution. */
		executionId: context.getExecutionId() ?? '',
		mode,
		rootMode: rootModeOf(context),
		parentWorkflowId: isObject(parent) ? textIn(parent.workflowId) : null,
		/** Whether another execution started this one, as a sub-workflow or error workflow. Also true in a retry. */
		hasParent: isObject(parent),
		active,
		/** Whether an evaluation runs the workflow. In n8n 2.0, always false for a sub-workflow. */
		inEvaluation: isObject(evaluation),
		asTool,
		/** For a tool: whether it was called. For any other node: whether a node is connected before it. */
		reached: asTool ? isCalled(context) : context.getParentNodes(context.getNode().name).length > 0,
	};
}

/** Whether an agent or client called the tool. n8n 2.0 has no `isToolExecution`; there, a called tool has a source. */
function isCalled(context: IExecuteFunctions): boolean {
	if ('isToolExecution' in context && context.isToolExecution()) return true;
	const { source } = context.getExecuteData();
	return Object.values(source ?? {}).some((inputs) => inputs.some((input) => input !== null));
}

/** The node object of a context; null if missing. n8n types it as protected, and `getNode()` gives only a copy. */
export function ownNode(context: IExecuteFunctions): { id: string } | null {
	const { node } = context as unknown as { node?: unknown };
	return isObject(node) && typeof node.id === 'string' ? (node as { id: string }) : null;
}

/** Makes a context whose cancel signal also fires at a deadline. n8n's helper gives that signal to every request. */
function contextUnder(context: N8nContext, timeoutMs: number, cancel: AbortSignal | null) {
	const deadline = AbortSignal.timeout(timeoutMs);
	const signal = cancel === null ? deadline : AbortSignal.any([deadline, cancel]);
	const sender = Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as IExecuteFunctions;
	return { deadline, sender, endsMs: performance.now() + timeoutMs, reads: 0 };
}

type UnderDeadline = ReturnType<typeof contextUnder>;

/**
 * Whether one more read can share this deadline, which may differ from the read's own by 1/30 of the time-out, such as
 * 1 s in 30 s. Making a new deadline is a read's largest cost in this node. At most ten reads share one, since Node.js
 * warns if a signal has more listeners (`events.defaultMaxListeners`).
 */
const takesOneMore = ({ endsMs, reads }: UnderDeadline, timeoutMs: number) =>
	reads < 10 && Math.abs(performance.now() + timeoutMs - endsMs) < timeoutMs / 30;

/**
 * Makes the function that sends one request with n8n's helper, which handles proxy, host policy and credential. Three of
 * n8n's behaviours are switched off: a second attempt after a 401, following redirects (even of POST bodies), and
 * throwing on an error status. A `guarded` request, such as a payment, continues if the execution is cancelled, because
 * its outcome would otherwise be lost.
 */
export function n8nTransport(
	context: N8nContext,
	deployment: Deployment,
	credential: ICredentialDataDecryptedObject,
): Transport {
	// With the decrypted data, n8n doesn't decrypt the credential again for each request.
	const credentialsDecrypted = { id: '', name: '', type: 'mavapayApi', data: credential };
	let ofReads: UnderDeadline | null = null;
	return async (request, { timeoutMs, guarded }) => {
		const cancel = cancelSignalOf(context);
		if (cancel?.aborted === true && !guarded) return { kind: 'fault', code: 'ERR_CANCELED', message: 'Cancelled' };
		const shared = !guarded && ofReads !== null && takesOneMore(ofReads, timeoutMs) ? ofReads : null;
		const under = shared ?? contextUnder(context, timeoutMs, guarded ? null : cancel);
		if (!guarded) ofReads = under;
		under.reads++;
		const { deadline, sender } = under;
		try {
			const response: unknown = await sender.helpers.httpRequestWithAuthentication.call(
				sender,
				'mavapayApi',
				asOwn(httpRequestOptions(request, deployment, timeoutMs)),
				{ credentialsDecrypted },
			);
			return httpResultOf(response);
		} catch (error) {
			if (deadline.aborted) return { kind: 'fault', code: 'ECONNABORTED', message: 'The deadline passed' };
			return faultResult(error);
		}
	};
}

/** The credential as stored, with unresolved expressions; null if n8n can't provide it. */
export async function storedCredential(context: IExecuteFunctions): Promise<ICredentialDataDecryptedObject | null> {
	const { additionalData } = context as unknown as { additionalData?: IWorkflowExecuteAdditionalData };
	const details = context.getNode().credentials?.mavapayApi;
	if (additionalData === undefined || details === undefined) return null;
	const { credentialsHelper: helper } = additionalData;
	try {
		return await helper.getDecrypted(additionalData, details, 'mavapayApi', context.getMode(), undefined, true);
	} catch {
		return null;
	}
}

export function cancelSignalOf(context: N8nContext): AbortSignal | null {
	return 'getExecutionCancelSignal' in context ? (context.getExecutionCancelSignal() ?? null) : null;
}

/** Makes new options for every request, since n8n writes the key and the signal into them. */
function httpRequestOptions(
	{ method, path, query, body }: ServiceRequest,
	{ baseUrl }: Deployment,
	timeoutMs: number,
): IHttpRequestOptions {
	return {
		method,
		url: `${baseUrl}${path}`,
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		qs: Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== undefined)),
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
	};
}

function httpResultOf(response: unknown): HttpResult {
	if (!isObject(response) || typeof response.statusCode !== 'number')
		return { kind: 'fault', code: null, message: 'n8n gave a response without a status' };
	const retryAfter = isObject(response.headers) ? response.headers['retry-after'] : undefined;
	return {
		kind: 'response',
		status: response.statusCode,
		body: parsed(response.body),
		...(typeof retryAfter === 'string' ? { retryAfter } : {}),
	};
}

function parsed(body: unknown): unknown {
	const read = typeof body === 'string' ? orUndefined(() => parseLossless(body)) : undefined;
	return read === undefined ? body : read;
}

/** Names of the errors with which n8n refuses a request before it opens a connection. */
const LOCAL_REFUSALS = ['SsrfBlockedIpError', 'SsrfBlockedHostnameError', 'UserError', 'NodeOperationError'];

function faultResult(error: unknown): HttpResult {
	const thrown = isObject(error) ? error : {};
	const cause = isObject(thrown.cause) ? thrown.cause : {};
	const response = isObject(cause.response) ? cause.response : {};
	const code = textIn(cause.code) ?? textIn(thrown.httpCode);
	const message = textIn(cause.message) ?? textIn(thrown.message) ?? 'No further details are known';
	const names = [cause.name, cause.constructor.name];
	if (code === null && LOCAL_REFUSALS.some((refusal) => names.includes(refusal)))
		return { kind: 'refusedLocally', message };
	// With a status, there was a response: a 400 has the code ERR_BAD_REQUEST, too.
	const unsent = response.status === undefined && (code === 'ERR_INVALID_URL' || code === 'ERR_BAD_REQUEST');
	if (unsent) return { kind: 'refusedLocally', message };
	// Whether the failed system call was the one that opens a connection.
	const isConnecting = isObject(cause.cause) && cause.cause.syscall === 'connect';
	return {
		kind: 'fault',
		code,
		phase: isConnecting ? 'connect' : 'unknown',
		message,
		...(typeof response.status === 'number' ? { httpStatus: response.status } : {}),
	};
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
