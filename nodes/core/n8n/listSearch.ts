import { NodeApiError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import { ItemStopped } from '../service/failure';
import type { ReadService } from '../service/service';
import { connect } from './connection';

type Search = (service: ReadService, filter?: string) => Promise<INodeListSearchResult>;

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Makes searches callable by n8n; a failure is shown in the list with the service's own words. */
export function listSearches<Name extends string>(searches: Record<Name, Search>): Record<string, ListSearch> {
	const entries = Object.entries<Search>(searches).map(([name, search]) => [name, callable(search)] as const);
	return Object.fromEntries(entries);
}

function callable(search: Search): ListSearch {
	return async function (this: ILoadOptionsFunctions, filter?: string) {
		try {
			const { service } = await connect(this);
			return await search(service, filter);
		} catch (error) {
			const message = error instanceof ItemStopped ? error.message : 'The list could not be loaded. Try again.';
			throw new NodeApiError(this.getNode(), {}, { message });
		}
	};
}
