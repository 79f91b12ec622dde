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
		subtitle: '={{[].concat($parameter["events"]).join(", ").replace("*", "any event")}}',
		description: 'Starts the workflow when Mavapay has received, sent or settled a payment',
		eventTriggerDescription: 'Waiting for Mavapay to send a payment event',
		activationMessage:
			"Payment events of your Mavapay account now start this workflow. An account has only one webhook: this workflow holds it. With 'Registration' set to Manual, you set it yourself.",
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
					"<b>A Mavapay account has only one webhook.</b> If one is set, listening for a test event would replace it, so it stops with a message. Turn on the option 'Replace Webhook While Testing' to allow this. The webhook is restored after one event or two minutes.<br><br><b>When you're done,</b> activate (publish) the workflow. Events are then sent to the production URL, and their executions show up in the executions list.",
				active:
					"<b>This workflow receives live events.</b> They show up in the executions list, not here.<br><br><b>A Mavapay account has only one webhook,</b> and this workflow holds it, so listening for a test event stops with a message. Turn on the option 'Replace Webhook While Testing' to allow this. Live events are then sent to the editor, until one arrives or two minutes have passed.",
			},
			activationHint: 'Activate (publish) the workflow to receive every event of the account.',
		},
		properties: triggerProperties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				try {
					return await isRegistered(this);
				} catch (error) {
					throw await hookError(this, error);
				}
			},
			async create(this: IHookFunctions): Promise<boolean> {
				try {
					await register(this);
				} catch (error) {
					throw await hookError(this, error);
				}
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				try {
					await unregister(this);
				} catch (error) {
					throw await hookError(this, error);
				}
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Runs first in every execution that an event starts, with the event as its input. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passOn(this);
	}
}
