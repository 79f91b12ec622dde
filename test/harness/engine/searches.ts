/** The lists behind resource locators and option fields, called as n8n's editor calls them. */
import { LoadOptionsContext } from 'n8n-core';
import {
	UnexpectedError,
	Workflow,
	type ICredentialType,
	type INode,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
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
	/** Name of the method in `methods.listSearch` or `methods.loadOptions`. */
	method: string;
	credentialTypes?: ICredentialType[];
	credentials?: CredentialValues;
	/** What the person typed. */
	filter?: string;
	/** From the page before. */
	paginationToken?: string;
	/** The node's fields as they stand in the editor. */
	currentNodeParameters?: INodeParameters;
}

/** One page of a resource locator's list. */
export async function runListSearch(options: SearchOptions): Promise<INodeListSearchResult> {
	const search = options.type.methods?.listSearch?.[options.method];
	if (!search) throw new UnexpectedError(`The node has no list search '${options.method}'`);
	const context = loadOptionsContext(options);
	const result = await search.call(context, options.filter, options.paginationToken);
	/* n8n hands numbers on as text, whatever the type says. */
	const token: unknown = result.paginationToken;
	return typeof token === 'number' ? { ...result, paginationToken: String(token) } : result;
}

/** The options of a field with `loadOptionsMethod`. */
export async function runLoadOptions(options: SearchOptions): Promise<INodePropertyOptions[]> {
	const load = options.type.methods?.loadOptions?.[options.method];
	if (!load) throw new UnexpectedError(`The node has no load options '${options.method}'`);
	return await load.call(loadOptionsContext(options));
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
