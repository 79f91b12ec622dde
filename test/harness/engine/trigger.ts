/**
 * A webhook trigger without n8n's web server: its webhook methods on HookContext, its `webhook()` on
 * WebhookContext, with static data as the database keeps it, and its `execute()` in an execution.
 */
import { HookContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	UnexpectedError,
	type ICredentialType,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type ITaskData,
	type IWebhookData,
	type IWebhookResponseData,
	type IWorkflowSettings,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { asHookFunctions, asWebhookFunctions } from './adapter';
import { loneNode } from './additionalData';
import type { CredentialValues } from './credentials';
import { copyOf } from './runWorkflow';
import { CapturedResponse, webhookRequest, type Delivery } from './webhookExchange';

export interface TriggerOptions {
	type: INodeType;
	typeName: string;
	parameters?: INodeParameters;
	credentialTypes?: ICredentialType[];
	credentials?: CredentialValues;
	webhookId?: string;
	workflowId?: string;
	/** The workflow's static data as stored before. */
	staticData?: IDataObject;
	/** Settings of the workflow. */
	settings?: IWorkflowSettings;
	/** Settings of the node. */
	node?: Partial<INode>;
	/** Where n8n's webhooks are; default `INSTANCE_URL`. */
	instanceUrl?: string;
}

export interface MethodOptions {
	/** Default `trigger`; n8n uses `manual` to listen for a test event and `internal` to end that. */
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	/** Whether it is about the test URL, with static data of its own. */
	isTest?: boolean;
}

export interface DeliveryOptions extends MethodOptions {
	/**
	 * What n8n does with an event before it answers, such as saving the execution; where it throws, n8n
	 * answers with a 500. Nothing by default.
	 */
	take?: ((items: INodeExecutionData[][]) => Promise<unknown> | void) | undefined;
	/** The response of the exchange, for tests that hang up. */
	response?: CapturedResponse;
}

export interface DeliveryResult {
	/** What `webhook()` returned; undefined when it threw. */
	returned: IWebhookResponseData | undefined;
	/** What it threw; n8n makes a failed execution of it. */
	thrown: unknown;
	/** Whether n8n would start an execution: with data, or failed. */
	startsExecution: boolean;
	/** What the node itself wrote to the response, or n8n in its place. */
	response: CapturedResponse;
}

export type WebhookMethod = 'checkExists' | 'create' | 'delete';

export class TriggerHarness {
	/** As the database has it: saved after each call that changed it. */
	staticData: IDataObject;
	/** Of the test listener, never saved; n8n hands it from `create` to `delete`. */
	testStaticData: IDataObject = {};

	constructor(private readonly options: TriggerOptions) {
		this.staticData = copyOf(options.staticData ?? {});
	}

	/** Runs one webhook method; a method the node lacks does nothing, as in n8n. */
	async run(method: WebhookMethod, options: MethodOptions = {}): Promise<boolean | undefined> {
		const { mode = 'trigger', activation = 'activate', isTest = false } = options;
		const { workflow, node, additionalData, webhookData } = this.prepare(mode, isTest);
		const hook = this.options.type.webhookMethods?.[webhookData.webhookDescription.name]?.[method];
		if (!hook) return undefined;
		const context = new HookContext(workflow, node, additionalData, mode, activation, webhookData);
		try {
			return await hook.call(asHookFunctions(context));
		} finally {
			this.keep(workflow, isTest);
		}
	}

	/** One try of activation: looks first, creates when there is nothing. @returns whether it created. */
	async activate(options: MethodOptions = {}): Promise<boolean> {
		if (await this.run('checkExists', options)) return false;
		await this.run('create', options);
		return true;
	}

	async deactivate(options: MethodOptions = {}): Promise<void> {
		await this.run('delete', { activation: 'update', ...options });
	}

	/** Hands one request to `webhook()`; each delivery works on its own copy of static data. */
	async deliver(delivery: Delivery, options: DeliveryOptions = {}): Promise<DeliveryResult> {
		const { mode = 'webhook', isTest = false, response = new CapturedResponse() } = options;
		const { workflow, node, additionalData, webhookData } = this.prepare(mode, isTest);
		additionalData.httpRequest = webhookRequest(delivery);
		additionalData.httpResponse = response;
		const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
		const { webhook } = this.options.type;
		if (!webhook) throw new UnexpectedError('The node has no webhook method');
		try {
			const returned = await webhook.call(asWebhookFunctions(context));
			await answer(returned, webhookData.webhookDescription.responseData, { take: options.take, response });
			return {
				returned,
				thrown: undefined,
				startsExecution: returned.workflowData !== undefined,
				response,
			};
		} catch (thrown) {
			return { returned: undefined, thrown, startsExecution: true, response };
		} finally {
			this.keep(workflow, isTest);
		}
	}

	/** Runs the execution that a delivery started, after it was stored; the trigger's own part of it. */
	async execute(items: INodeExecutionData[][], mode: WorkflowExecuteMode = 'webhook'): Promise<ITaskData> {
		const { workflow, node, additionalData } = this.prepare(mode, false);
		const entry = { node, data: { main: copyOf(items) }, source: null };
		const data = createRunExecutionData({ executionData: { nodeExecutionStack: [entry] } });
		const run = await new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
		const task = run.data.resultData.runData[node.name]?.[0];
		if (!task) throw new UnexpectedError('The trigger did not run');
		return task;
	}

	private prepare(mode: WorkflowExecuteMode, isTest: boolean) {
		const { type, typeName, credentialTypes, credentials, parameters = {} } = this.options;
		const { webhookId = 'webhook-id-of-the-test', workflowId = 'workflow-under-test' } = this.options;
		const description = type.description.webhooks?.[0];
		if (!description) throw new UnexpectedError('The node type declares no webhook');
		const { workflow, node, additionalData } = loneNode('Trigger', {
			...{ type, typeName, credentialTypes, credentials, mode },
			settings: { parameters, webhookId, ...this.options.node },
			workflow: {
				id: workflowId,
				active: !isTest,
				settings: this.options.settings ?? {},
				staticData: copyOf(isTest ? this.testStaticData : this.staticData),
			},
		});
		const { instanceUrl } = this.options;
		if (instanceUrl !== undefined) {
			additionalData.webhookBaseUrl = `${instanceUrl}webhook`;
			additionalData.webhookTestBaseUrl = `${instanceUrl}webhook-test`;
		}
		const webhookData: IWebhookData = {
			httpMethod: 'POST',
			node: node.name,
			path: webhookId,
			webhookDescription: description,
			workflowId,
			workflowExecuteAdditionalData: additionalData,
			webhookId,
			isTest,
		};
		return { workflow, node, additionalData, webhookData };
	}

	private keep(workflow: Workflow, isTest: boolean): void {
		if (workflow.staticData.__dataChanged !== true) return;
		if (isTest) this.testStaticData = copyOf(workflow.staticData);
		else this.staticData = copyOf(workflow.staticData);
	}
}

/** n8n's own answer, which follows what it does with the event (its webhook-helpers, since 2.8). */
async function answer(
	{ workflowData, noWebhookResponse }: IWebhookResponseData,
	responseData: unknown,
	{ take, response }: { take: DeliveryOptions['take']; response: CapturedResponse },
): Promise<void> {
	if (noWebhookResponse === true || workflowData === undefined) return;
	const items = workflowData.map((output) => output ?? []);
	try {
		await take?.(items);
		response.status(200).send(responseData);
	} catch {
		response.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
	}
}
