/**
 * The harness's only type casts. Each is used where n8n's own code casts too, or where n8n's types require more members
 * than the engine uses.
 */
import type { ExecuteContext, HookContext, LoadOptionsContext, WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeParameters,
	IRunExecutionData,
	IWebhookFunctions,
	NodeParameterValueType,
} from 'n8n-workflow';

/** Request options as generic authentication sees them: groups (headers, qs, …) of values. */
export const asRequestFields = (options: IHttpRequestOptions): Record<string, Record<string, unknown> | undefined> =>
	options as unknown as Record<string, Record<string, unknown> | undefined>;

/** Casts credential values to node parameters: n8n fills in defaults for both with one function. */
export const asParameters = (
	values: ICredentialDataDecryptedObject | IDataObject | NodeParameterValueType,
): INodeParameters => values as unknown as INodeParameters;

export const asCredentialValues = (
	values: INodeParameters | NodeParameterValueType | null,
): ICredentialDataDecryptedObject => values as unknown as ICredentialDataDecryptedObject;

/** The cast with which n8n-core passes its context to nodes (`nodeType.execute.call(context)`). */
export const asExecuteFunctions = (context: ExecuteContext): IExecuteFunctions =>
	context as unknown as IExecuteFunctions;

export const asLoadOptionsFunctions = (context: LoadOptionsContext): ILoadOptionsFunctions =>
	context as unknown as ILoadOptionsFunctions;

export const asHookFunctions = (context: HookContext): IHookFunctions => context as unknown as IHookFunctions;

export const asWebhookFunctions = (context: WebhookContext): IWebhookFunctions =>
	context as unknown as IWebhookFunctions;

/** Casts run data that went through JSON, as data from the database does. */
export const asRunExecutionData = (stored: unknown): IRunExecutionData => stored as IRunExecutionData;
