/**
 * The only casts of the harness. Each stands where n8n's own code casts too, or where its types
 * ask for more of an object than the engine uses.
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

/** n8n fills credential defaults with the function that fills node parameters. */
export const asParameters = (
	values: ICredentialDataDecryptedObject | IDataObject | NodeParameterValueType,
): INodeParameters => values as unknown as INodeParameters;

export const asCredentialValues = (
	values: INodeParameters | NodeParameterValueType | null,
): ICredentialDataDecryptedObject => values as unknown as ICredentialDataDecryptedObject;

/** n8n-core hands its context to nodes with the same cast (`nodeType.execute.call(context)`). */
export const asExecuteFunctions = (context: ExecuteContext): IExecuteFunctions =>
	context as unknown as IExecuteFunctions;

export const asLoadOptionsFunctions = (context: LoadOptionsContext): ILoadOptionsFunctions =>
	context as unknown as ILoadOptionsFunctions;

export const asHookFunctions = (context: HookContext): IHookFunctions => context as unknown as IHookFunctions;

export const asWebhookFunctions = (context: WebhookContext): IWebhookFunctions =>
	context as unknown as IWebhookFunctions;

/** Run data that went through JSON is what the database gives back. */
export const asRunExecutionData = (stored: unknown): IRunExecutionData => stored as IRunExecutionData;
