import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { executeOperations } from '../core/n8n/execute';
import { listSearches } from '../core/n8n/listSearch';
import { operationProperties, resourceProperty, SUBTITLE } from '../core/operation/properties';
import { searches } from './methods/searches';
import { operations, resourceLabels } from './operations';

/** Names of the operations for which n8n hides the credential field. No other operation may have such a name. */
const offline = operations.flatMap((one) => (one.effect === 'custom' && one.offline ? one.operation : []));
const hide = { operation: offline, resource: ['price'] };

export class Mavapay implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mavapay',
		name: 'mavapay',
		icon: { light: 'file:../../icons/mavapay.svg', dark: 'file:../../icons/mavapay.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Pay out to banks, Lightning and USDT, convert money and look up payments with Mavapay',
		defaults: { name: 'Mavapay' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Give each payment a 'Payout Reference' that stays the same in every run, such as an invoice number: it keeps a payment from being made twice. 'Prepare' lists payments for a person to approve, and pays nothing",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-mavapay.mavapayTrigger',
					relationHint: 'Starts a workflow when money comes in or a payout ends',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mavapayApi', required: true, displayOptions: { hide } }],
		sensitiveOutputFields: ['account.apiKey', 'account.webhook.secret'],
		properties: [resourceProperty(operations, resourceLabels, 'wallet'), ...operationProperties(operations)],
	};

	methods = { listSearch: listSearches(searches) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperations(this, operations);
	}
}
