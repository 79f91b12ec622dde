/** The surroundings n8n gives every execution, without its database, queue or web server. */
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	setGlobalState,
	UnexpectedError,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { TestCredentialsHelper } from './credentials';

// As n8n does with GENERIC_TIMEZONE when it starts.
setGlobalState({ defaultTimezone: 'UTC' });

/** Base address of the pretended instance; webhook URLs in tests begin with it. */
export const INSTANCE_URL = 'http://127.0.0.1:5678/';

const notInHarness = (what: string) => async (): Promise<never> => {
	throw new UnexpectedError(`${what} is not part of the engine tests`);
};

/** A stored workflow with only what is given; everything else as n8n stores a new one. */
export const workflowBase = (given: Partial<IWorkflowBase>): IWorkflowBase => ({
	id: 'workflow-under-test',
	name: 'Workflow under test',
	active: false,
	isArchived: false,
	activeVersionId: null,
	createdAt: new Date(0),
	updatedAt: new Date(0),
	nodes: [],
	connections: {},
	...given,
});

export interface AdditionalDataOptions {
	credentialsHelper: TestCredentialsHelper;
	mode: WorkflowExecuteMode;
	workflow: IWorkflowBase;
	executionId: string;
}

/** A fresh set for one execution; `hooks` is empty, tests may add handlers. */
export function createAdditionalData(
	options: AdditionalDataOptions,
): IWorkflowExecuteAdditionalData & { hooks: ExecutionLifecycleHooks } {
	const { credentialsHelper, mode, workflow, executionId } = options;
	return {
		credentialsHelper,
		executionId,
		workflowId: workflow.id,
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflow),
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		instanceBaseUrl: INSTANCE_URL,
		restApiUrl: `${INSTANCE_URL}rest`,
		formBaseUrl: `${INSTANCE_URL}form`,
		formTestBaseUrl: `${INSTANCE_URL}form-test`,
		formWaitingBaseUrl: `${INSTANCE_URL}form-waiting`,
		webhookBaseUrl: `${INSTANCE_URL}webhook`,
		webhookTestBaseUrl: `${INSTANCE_URL}webhook-test`,
		webhookWaitingBaseUrl: `${INSTANCE_URL}webhook-waiting`,
		mcpBaseUrl: `${INSTANCE_URL}mcp`,
		mcpTestBaseUrl: `${INSTANCE_URL}mcp-test`,
		executeWorkflow: notInHarness('Calling another workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notInHarness('A task runner'),
		logAiEvent: () => undefined,
	};
}
