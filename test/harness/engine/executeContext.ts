/**
 * n8n-core's `this` of `execute()` outside a workflow run, for tests of one function that takes an `IExecuteFunctions`.
 */
import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { asExecuteFunctions } from './adapter';
import { loneNode } from './additionalData';
import type { CredentialValues } from './credentials';

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
export const createExecuteContext = (options: ExecuteContextOptions = {}): IExecuteFunctions =>
	asExecuteFunctions(executeContext(options));

export function executeContext(options: ExecuteContextOptions): ExecuteContext {
	const { credentialTypes, credentials = {}, typeName = 'test.node', parameters = {} } = options;
	const type = options.type ?? { description: plainDescription(typeName, Object.keys(credentials)) };
	const { workflow, node, additionalData } = loneNode('Node under test', {
		...{ type, typeName, credentialTypes, credentials, executionId: '1' },
		settings: { parameters },
	});
	const items = (options.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } }));
	const data = { main: [items] };
	return new ExecuteContext(
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
}

/** The smallest description that n8n accepts. */
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
