import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { hookError } from './hookErrors';
import { triggerProperties } from './properties';
import { receive } from './receive';
import { isRegistered, register, unregister } from './registration';

export class MavapayTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mavapay Trigger',
		name: 'mavapayTrigger',
		icon: { light: 'file:../../icons/mavapay.svg', dark: 'file:../../icons/mavapay.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{[].concat($parameter["events"]).join(", ")}}',
		description: 'Starts the workflow when Mavapay has received, sent or settled a payment',
		eventTriggerDescription: 'Waiting for Mavapay to send a payment event',
		activationMessage:
			'Payment events of your Mavapay account now start this workflow. The account has one webhook, and this workflow holds it.',
		defaults: { name: 'Mavapay Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mavapayApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'OK',
				path: 'webhook',
			},
		],
		triggerPanel: {
			header: 'Receive payment events from Mavapay',
			executionsHelp: {
				inactive:
					"<b>A Mavapay account has one webhook.</b> If it is set, listening for a test event would take its place, and stops with a message instead. The option 'Take Slot While Testing' allows it: the webhook is then replaced for at most two minutes and put back.<br><br><b>When you are done,</b> activate the workflow. Events then come to the production URL, and executions show up in the executions list.",
				active:
					"<b>This workflow receives live events.</b> They show up in the executions list, not here.<br><br><b>A Mavapay account has one webhook,</b> and this workflow holds it, so listening for a test event stops with a message. The option 'Take Slot While Testing' allows it: live events then go to the editor for at most two minutes.",
			},
			activationHint: 'Activate the workflow to receive every event of the account.',
		},
		properties: triggerProperties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				try {
					return await isRegistered(this);
				} catch (error) {
					throw hookError(this.getNode(), error);
				}
			},
			async create(this: IHookFunctions): Promise<boolean> {
				try {
					await register(this);
				} catch (error) {
					throw hookError(this.getNode(), error);
				}
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				try {
					await unregister(this);
				} catch (error) {
					throw hookError(this.getNode(), error);
				}
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
