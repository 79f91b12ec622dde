/** The lists behind resource locators, called as n8n's editor calls them. */
import { LoadOptionsContext } from 'n8n-core';
import {
	UnexpectedError,
	Workflow,
	type ICredentialType,
	type INode,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { asLoadOptionsFunctions } from './adapter';
import { createAdditionalData, workflowBase } from './additionalData';
import { TestCredentialsHelper, type CredentialValues } from './credentials';
import { credentialReferences } from './executeContext';
import { TestNodeTypes } from './nodeTypes';

export interface SearchOptions {
	type: INodeType;
	typeName?: string;
	/** Name of the method in `methods.listSearch`. */
	method: string;
	credentialTypes?: ICredentialType[];
	credentials?: CredentialValues;
	/** What the person typed. */
	filter?: string;
	/** The node's fields as they stand in the editor. */
	currentNodeParameters?: INodeParameters;
}

/** One page of a resource locator's list. */
export async function runListSearch(options: SearchOptions): Promise<INodeListSearchResult> {
	const search = options.type.methods?.listSearch?.[options.method];
	if (!search) throw new UnexpectedError(`The node has no list search '${options.method}'`);
	const context = loadOptionsContext(options);
	return await search.call(context, options.filter);
}

function loadOptionsContext(options: SearchOptions) {
	const { typeName = 'test.node', credentialTypes = [], credentials = {} } = options;
	const parameters = options.currentNodeParameters ?? {};
	const version = options.type.description.version;
	const node: INode = {
		id: 'uuid-1234',
		name: 'Temp-Node',
		type: typeName,
		typeVersion: Array.isArray(version) ? Math.max(...version) : version,
		position: [0, 0],
		parameters,
		credentials: credentialReferences(credentials),
	};
	const base = workflowBase({ id: '', nodes: [node] });
	const workflow = new Workflow({
		...base,
		nodeTypes: new TestNodeTypes({ [typeName]: options.type }),
	});
	const additionalData = createAdditionalData({
		credentialsHelper: new TestCredentialsHelper(credentialTypes, credentials),
		mode: 'internal',
		workflow: base,
		executionId: '',
	});
	additionalData.currentNodeParameters = parameters;
	const temporary = workflow.getNode(node.name) ?? node;
	return asLoadOptionsFunctions(new LoadOptionsContext(workflow, temporary, additionalData, ''));
}
