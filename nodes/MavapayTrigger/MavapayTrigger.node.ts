import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { passOn } from './deduplicate';
import { hookError } from './log';
import { isRegistered, register, unregister } from './registration';
import { triggerProperties } from './settings';
import { receive } from './webhook';

export class MavapayTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mavapay Trigger',
		name: 'mavapayTrigger',
		icon: { light: 'file:../../icons/mavapay.svg', dark: 'file:../../icons/mavapay.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{[].concat($parameter["events"]).join(", ").replace("*", "Any Event").replace("payment.received", "Payment Received").replace("payment.sent", "Payment Sent").replace("payment_link.settled", "Payment Link Settled")}}',
		description: 'Starts a workflow when a Mavapay payment is received, sent or settled',
		eventTriggerDescription: 'Waiting for Mavapay to send a payment event',
		activationMessage:
			"Payment events of your Mavapay account now start this workflow. If 'Registration' is Manual, set the webhook at Mavapay yourself.",
		defaults: { name: 'Mavapay Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mavapayApi', required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: 'OK', path: 'webhook' },
		],
		triggerPanel: {
			header: 'Receive payment events from Mavapay',
			executionsHelp: {
				inactive:
					"A test replaces the account's only webhook for up to two minutes. If one is set, first turn on 'Replace Webhook While Testing'.",
				active:
					"This workflow uses the account's only webhook; its events show in the executions list. To receive a test event too, turn on 'Replace Webhook While Testing'.",
			},
			activationHint: 'Activate (publish) the workflow to receive every event of the account.',
		},
		properties: triggerProperties(),
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await withN8nErrors(this, isRegistered);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await withN8nErrors(this, register);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				await withN8nErrors(this, unregister);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Runs first in every execution started by an event, with the event as its input. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passOn(this);
	}
}

async function withN8nErrors<T>(context: IHookFunctions, hook: (context: IHookFunctions) => Promise<T>): Promise<T> {
	return await hook(context).catch(async (error: unknown) => {
		throw await hookError(context, error);
	});
}
