import { NodeApiError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import { redactor } from '../domain/redact';
import { ItemStopped } from '../service/failure';
import type { ReadService } from '../service/service';
import { connect } from './connection';

/** Fills the list of a resource locator. Throws ItemStopped if Mavapay gives no usable response. */
export type Search = (service: ReadService, filter?: string) => Promise<INodeListSearchResult>;

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Makes searches that n8n can call. If a search fails, the list shows Mavapay's message. */
export function listSearches<Name extends string>(searches: Record<Name, Search>): Record<string, ListSearch> {
	return Object.fromEntries(Object.entries<Search>(searches).map(([name, search]) => [name, callable(search)]));
}

function callable(search: Search): ListSearch {
	return async function (this: ILoadOptionsFunctions, filter?: string) {
		let secrets: readonly string[] = [];
		try {
			const connection = await connect(this);
			secrets = connection.secrets;
			return await search(connection.service, filter);
		} catch (error) {
			const said = error instanceof ItemStopped ? error.message : 'The list could not be loaded. Try again.';
			throw new NodeApiError(this.getNode(), {}, { message: redactor(secrets)(said) });
		}
	};
}
