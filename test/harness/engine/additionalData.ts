/** What n8n gives to every execution, without n8n's database, queue or web server. */
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	setGlobalState,
	UnexpectedError,
	Workflow,
	type ICredentialType,
	type INode,
	type INodeType,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { credentialReferences, TestCredentialsHelper, type CredentialValues } from './credentials';
import { node as storedNode } from './node';
import { TestNodeTypes, type NodeTypeTable } from './nodeTypes';

// n8n sets this from GENERIC_TIMEZONE when it starts.
setGlobalState({ defaultTimezone: 'UTC' });

/** Base URL of the simulated n8n instance; webhook URLs in tests begin with it. */
export const INSTANCE_URL = 'http://127.0.0.1:5678/';

const notInHarness = (what: string) => async (): Promise<never> => {
	throw new UnexpectedError(`${what} is not part of the engine tests`);
};

/** A stored workflow with the given members; the others are as in a new workflow in n8n. */
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

export interface Surroundings {
	credentialTypes?: ICredentialType[] | undefined;
	/** Values by credential type. Nodes refer to them with `credentialReferences(values)`. */
	credentials?: CredentialValues | undefined;
	mode?: WorkflowExecuteMode;
	executionId?: string;
}

/** Loads a workflow as n8n does for an execution, with the additional data that n8n passes to the execution. */
export function loaded(stored: Partial<IWorkflowBase>, nodeTypes: NodeTypeTable, surroundings: Surroundings) {
	const base = workflowBase(stored);
	const workflow = new Workflow({ ...base, nodeTypes: new TestNodeTypes(nodeTypes) });
	return { workflow, additionalData: additionalDataOf(base, surroundings) };
}

interface LoneNode extends Surroundings {
	type: INodeType;
	typeName: string;
	settings?: Partial<INode>;
	workflow?: Partial<IWorkflowBase>;
}

/** Loads a workflow that contains only one node. */
export function loneNode(name: string, { type, typeName, settings, workflow: of, ...surroundings }: LoneNode) {
	const credentials = credentialReferences(surroundings.credentials ?? {});
	const stored = storedNode(name, typeName, { credentials, ...settings });
	const { workflow, additionalData } = loaded({ ...of, nodes: [stored] }, { [typeName]: type }, surroundings);
	return { workflow, node: workflow.getNode(name) ?? stored, additionalData };
}

/** The additional data of one execution. `hooks` is empty; tests can add handlers. */
function additionalDataOf(
	workflow: IWorkflowBase,
	{ credentialTypes = [], credentials = {}, mode = 'internal', executionId = '' }: Surroundings,
): IWorkflowExecuteAdditionalData & { hooks: ExecutionLifecycleHooks } {
	const credentialsHelper = new TestCredentialsHelper(credentialTypes, credentials);
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
