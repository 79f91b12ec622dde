/** Loads the lists of resource locators as n8n's editor does. */
import { LoadOptionsContext } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialType,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { asLoadOptionsFunctions } from './adapter';
import { loneNode } from './additionalData';
import type { CredentialValues } from './credentials';

export interface SearchOptions {
	type: INodeType;
	typeName?: string;
	/** Name of the method in `methods.listSearch`. */
	method: string;
	credentialTypes?: ICredentialType[];
	credentials?: CredentialValues;
	/** What the person typed. */
	filter?: string;
	/** The values of the node's fields in the editor. */
	currentNodeParameters?: INodeParameters;
}

/** One page of a resource locator's list. */
export async function runListSearch(options: SearchOptions): Promise<INodeListSearchResult> {
	const search = options.type.methods?.listSearch?.[options.method];
	if (!search) throw new UnexpectedError(`The node has no list search '${options.method}'`);
	const context = loadOptionsContext(options);
	return await search.call(context, options.filter);
}

function loadOptionsContext({ type, typeName = 'test.node', ...options }: SearchOptions) {
	const { credentialTypes, credentials, currentNodeParameters: parameters = {} } = options;
	const { version } = type.description;
	const typeVersion = Array.isArray(version) ? Math.max(...version) : version;
	const { workflow, node, additionalData } = loneNode('Temp-Node', {
		...{ type, typeName, credentialTypes, credentials },
		settings: { id: 'uuid-1234', typeVersion, parameters },
		workflow: { id: '' },
	});
	additionalData.currentNodeParameters = parameters;
	return asLoadOptionsFunctions(new LoadOptionsContext(workflow, node, additionalData, ''));
}
