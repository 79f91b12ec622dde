/** Runs whole workflows on n8n-core, with real expressions and real HTTP. */
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionStatus,
	type IConnections,
	type ICredentialType,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type NodeConnectionType,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { asRunExecutionData } from './adapter';
import { loaded } from './additionalData';
import type { CredentialValues } from './credentials';
import type { NodeTypeTable } from './nodeTypes';
import { toyNodeTypes } from './toyNodes';

export interface WorkflowOptions {
	nodes: INode[];
	connections: IConnections;
	/** Node types by the name that workflows store. The toy nodes are always included. */
	nodeTypes: NodeTypeTable;
	credentialTypes?: ICredentialType[];
	/** Values by credential type. Nodes refer to them with `credentialReferences(values)`. */
	credentials?: CredentialValues;
	/** Default `trigger`, as an active workflow runs. */
	mode?: WorkflowExecuteMode;
	/** '' for a workflow that was never saved. */
	workflowId?: string;
	settings?: IWorkflowSettings;
	/** The workflow's static data, which its nodes change; n8n stores it after a run that no person started. */
	staticData?: IDataObject;
	/** A failed or cancelled execution to run again, as from n8n's list of executions. */
	retryOf?: WorkflowResult;
	/** With `retryOf`: whether to use the nodes given here ("retry with currently saved workflow"). */
	retryWithCurrent?: boolean;
	/** Whether the workflow is published. */
	active?: boolean;
	/** Data from the execution that called this workflow or from its evaluation, and this execution's own ID. */
	inherited?: Pick<IWorkflowExecuteAdditionalData, 'rootExecutionMode' | 'evaluationRunId' | 'executionId'>;
	/** The workflow that calls this one as a sub-workflow. The sub-workflow starts at its first node. */
	calledBy?: { workflowId: string };
	/** Runs one node in a workflow that contains only this node, as n8n's assistant does. */
	alone?: { node: string };
}

export interface WorkflowResult {
	status: ExecutionStatus;
	/** Why the execution failed, as stored. */
	error: IRunExecutionData['resultData']['error'];
	/** Everything n8n would store of the execution. */
	data: IRunExecutionData;
	/** Items that a node output in one of its runs; without `run`, in its last run. */
	items: (nodeName: string, output?: number, run?: number) => INodeExecutionData[];
	/** One run of a node; without `run`, its last run. */
	task: (nodeName: string, run?: number) => ITaskData | undefined;
	/** What `getContext('flow')` holds at the end. */
	flow: () => IDataObject;
}

export interface RunningWorkflow {
	/** Cancels the execution like a click on "Stop": requests in progress are aborted. */
	cancel: () => void;
	finished: Promise<WorkflowResult>;
}

let executions = 0;

/** Runs the workflow to the end. If the execution fails, the promise still resolves, with its result. */
export const runWorkflow = async (options: WorkflowOptions): Promise<WorkflowResult> =>
	await startWorkflow(options).finished;

/** @throws when n8n refuses to start, for example `WorkflowHasIssuesError`. */
export function startWorkflow(options: WorkflowOptions): RunningWorkflow {
	const { credentialTypes, credentials, retryOf } = options;
	const mode = retryOf ? 'retry' : (options.mode ?? 'trigger');
	executions += 1;
	const { workflow, additionalData } = loaded(
		{
			id: options.workflowId ?? 'workflow-under-test',
			active: options.active ?? false,
			nodes: copyOf(options.nodes),
			connections: options.connections,
			settings: { executionOrder: 'v1', ...options.settings },
			...(options.staticData && { staticData: options.staticData }),
		},
		{ ...toyNodeTypes, ...options.nodeTypes },
		{ credentialTypes, credentials, mode, executionId: String(executions) },
	);
	Object.assign(additionalData, options.inherited);

	const execution = retryOf
		? new WorkflowExecute(
				additionalData,
				mode,
				retryDataOf(retryOf.data, options.retryWithCurrent ? workflow : undefined),
			).processRunExecutionData(workflow)
		: options.alone !== undefined || options.calledBy !== undefined
			? new WorkflowExecute(additionalData, mode, startedAt(workflow, options)).processRunExecutionData(workflow)
			: new WorkflowExecute(additionalData, mode).run({ workflow });

	return { cancel: () => execution.cancel(), finished: execution.then(resultOf) };
}

/** Run data to start a workflow at one node, as n8n's services make it (`getRunData` and ExecuteNodeService). */
function startedAt(workflow: Workflow, { alone, calledBy, nodes }: WorkflowOptions): IRunExecutionData {
	const node = workflow.getNode(alone?.node ?? nodes[0]?.name ?? '');
	if (node === null) throw new Error('There is no such node.');
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] }, source: null }] },
		...(calledBy === undefined ? {} : { parentExecution: { executionId: '1', ...calledBy } }),
	});
}

/** Prepares a stored execution for another run as n8n does (its ExecutionService.retry). */
function retryDataOf(stored: IRunExecutionData, current?: Workflow): IRunExecutionData {
	const data = asRunExecutionData(copyOf(stored));
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
	}
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = current?.getNode(entry.node.name) ?? entry.node;
	}
	return data;
}

function resultOf(run: IRun): WorkflowResult {
	const { data } = run;
	const { runData } = data.resultData;
	const task = (nodeName: string, index = -1) => runData[nodeName]?.at(index);
	return {
		status: run.status,
		error: data.resultData.error,
		data,
		task,
		items: (nodeName, output = 0, index = -1) => task(nodeName, index)?.data?.main?.[output] ?? [],
		flow: () => data.executionData?.contextData.flow ?? {},
	};
}

/** A copy as the database returns it: without functions, undefined members and classes. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** A connection from an output of one node to the input of another. */
export type Line = [from: string, to: string, output?: number, type?: NodeConnectionType];

/** A workflow's connections as n8n stores them, from a list of lines. */
export function connect(...lines: Line[]): IConnections {
	const connections: IConnections = {};
	for (const [from, to, output = 0, type = 'main'] of lines) {
		const outputs = ((connections[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output] = [...(outputs[output] ?? []), { node: to, type, index: 0 }];
	}
	return connections;
}
