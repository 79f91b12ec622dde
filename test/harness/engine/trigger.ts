/**
 * A webhook trigger without n8n's web server. Its webhook methods run on HookContext, its `webhook()` on WebhookContext
 * and its `execute()` in an execution. Static data is saved as n8n does.
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
	settings?: IWorkflowSettings;
	node?: Partial<INode>;
	/** The base URL of n8n's webhooks; `INSTANCE_URL` by default. */
	instanceUrl?: string;
}

export interface MethodOptions {
	/** Default `trigger`; n8n uses `manual` to start listening for a test event and `internal` to stop listening. */
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	/** Whether the test URL is used, which has separate static data. */
	isTest?: boolean;
}

export interface DeliveryOptions extends MethodOptions {
	/**
	 * What n8n does with an event before it responds, such as saving the execution. If this throws, n8n responds with a
	 * 500. Nothing by default.
	 */
	take?: ((items: INodeExecutionData[][]) => Promise<unknown> | void) | undefined;
	/** The HTTP response to use, for tests that close the connection. */
	response?: CapturedResponse;
}

export interface DeliveryResult {
	/** What `webhook()` returned; undefined when it threw. */
	returned: IWebhookResponseData | undefined;
	/** The error that `webhook()` threw; n8n turns it into a failed execution. */
	thrown: unknown;
	/** Whether n8n would start an execution, with data or as a failed one. */
	startsExecution: boolean;
	/** What the node wrote to the HTTP response, or what n8n wrote if the node left it to n8n. */
	response: CapturedResponse;
}

export type WebhookMethod = 'checkExists' | 'create' | 'delete';

export class TriggerHarness {
	/** The workflow's static data in the database, saved after each call that changed it. */
	staticData: IDataObject;
	/** Static data of the test listener. It is never saved; n8n passes it from `create` to `delete`. */
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

	/** Tries to activate once: calls `checkExists`, then `create` if needed. @returns whether it created a webhook */
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

	/** Runs the trigger's part of the execution that a delivery started, after n8n stored the execution. */
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

/** n8n's own response, after it has handled the event (its webhook-helpers, since 2.8). */
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
