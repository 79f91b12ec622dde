/** A node like those of payment services, small: one POST per item. For tests of the harness. */
import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeType,
} from 'n8n-workflow';
import { plainDescription } from './executeContext';
import { TOY_CREDENTIAL } from './toyCredential';

export const TOY_NODE = 'n8n-nodes-toy.toy';

/** Posts each item's `amount`; knows what it has already posted in this execution. */
export const toyNode: INodeType = {
	description: {
		...plainDescription(TOY_NODE, [TOY_CREDENTIAL]),
		description: 'Pays',
		usableAsTool: true,
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Amount', name: 'amount', type: 'string', default: '' },
		],
	},
	methods: {
		listSearch: {
			async searchWallets(
				this: ILoadOptionsFunctions,
				filter?: string,
				paginationToken?: string,
			): Promise<INodeListSearchResult> {
				const url = String(this.getCurrentNodeParameter('url'));
				const wallets: IDataObject[] = await this.helpers.httpRequestWithAuthentication.call(this, TOY_CREDENTIAL, {
					url,
					qs: { filter, page: paginationToken },
				});
				const results = wallets.map(({ id }) => ({ name: String(id), value: String(id) }));
				return { results, paginationToken: '2' };
			},
		},
		loadOptions: {
			async loadSide(this: ILoadOptionsFunctions) {
				return [{ name: String(this.getNodeParameter('amount')), value: 'x' }];
			},
		},
	},
	async execute(this: IExecuteFunctions) {
		const out: INodeExecutionData[] = [];
		const context = this.getContext('node');
		const paid: unknown[] = Array.isArray(context.paid) ? context.paid : [];
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			const amount = String(this.getNodeParameter('amount', itemIndex));
			const pairedItem = { item: itemIndex };
			if (paid.includes(amount)) {
				out.push({ json: { amount, replayed: true }, pairedItem });
				continue;
			}
			const url = String(this.getNodeParameter('url', itemIndex));
			try {
				const answer: IDataObject = await this.helpers.httpRequestWithAuthentication.call(this, TOY_CREDENTIAL, {
					method: 'POST',
					url,
					body: { amount },
					json: true,
				});
				paid.push(amount);
				context.paid = paid;
				out.push({ json: { amount, ...answer }, pairedItem });
			} catch (error) {
				if (!this.continueOnFail()) throw error;
				const failure =
					error instanceof NodeApiError
						? error
						: new NodeOperationError(this.getNode(), 'The payment failed', { itemIndex });
				out.push({ json: { amount }, error: failure, pairedItem });
			}
		}
		this.addExecutionHints({ message: `Paid ${paid.length}` });
		return [out];
	},
};
