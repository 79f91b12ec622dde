/**
 * n8n-core's own `this` of `execute()`, outside a workflow run: for tests of one function that
 * takes an `IExecuteFunctions`.
 */
import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type INodeCredentials,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { asExecuteFunctions } from './adapter';
import { createAdditionalData, workflowBase } from './additionalData';
import { TestCredentialsHelper, type CredentialValues } from './credentials';
import { node as stored } from './node';
import { TestNodeTypes } from './nodeTypes';

export interface ExecuteContextOptions {
	credentialTypes?: ICredentialType[];
	credentials?: CredentialValues;
	/** Default: a node type without properties that may use every credential given. */
	type?: INodeType;
	typeName?: string;
	parameters?: INodeParameters;
	items?: IDataObject[];
	abortSignal?: AbortSignal;
}

/** A real `ExecuteContext` of n8n-core with the node and credentials described. */
export function createExecuteContext(options: ExecuteContextOptions = {}): IExecuteFunctions {
	const { credentialTypes = [], credentials = {}, typeName = 'test.node' } = options;
	const type = options.type ?? { description: plainDescription(typeName, Object.keys(credentials)) };
	const node = stored('Node under test', typeName, {
		parameters: options.parameters ?? {},
		credentials: credentialReferences(credentials),
	});
	const base = workflowBase({ nodes: [node] });
	const workflow = new Workflow({ ...base, nodeTypes: new TestNodeTypes({ [typeName]: type }) });
	const additionalData = createAdditionalData({
		credentialsHelper: new TestCredentialsHelper(credentialTypes, credentials),
		mode: 'internal',
		workflow: base,
		executionId: '1',
	});
	const items = (options.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } }));
	const data = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createRunExecutionData(),
		0,
		items,
		data,
		{ node, data, source: null },
		[],
		options.abortSignal,
	);
	return asExecuteFunctions(context);
}

/** How a stored node names its credentials. */
export const credentialReferences = (values: CredentialValues): INodeCredentials =>
	Object.fromEntries(Object.keys(values).map((name) => [name, { id: name, name }]));

/** The least description n8n takes. */
export const plainDescription = (name: string, credentialNames: string[] = []): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: '',
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	credentials: credentialNames.map((credential) => ({ name: credential })),
	properties: [],
});
