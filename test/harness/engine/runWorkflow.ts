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
	/** By stored type name; the toy nodes are there already. */
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
	/** Run this failed or cancelled execution again, as n8n's list of executions does. */
	retryOf?: WorkflowResult;
	/** With `retryOf`: take the nodes given here ("retry with currently saved workflow"). */
	retryWithCurrent?: boolean;
	/** Whether the workflow is published. */
	active?: boolean;
	/** What n8n hands on from the execution that called this workflow, or from the evaluation that it belongs to; its own ID. */
	inherited?: Pick<IWorkflowExecuteAdditionalData, 'rootExecutionMode' | 'evaluationRunId' | 'executionId'>;
	/** The workflow that calls this one as a sub-workflow: it starts with its first node. */
	calledBy?: { workflowId: string };
	/** Runs one node in a workflow without any other, as n8n's assistant does. */
	alone?: { node: string };
}

export interface WorkflowResult {
	status: ExecutionStatus;
	/** Why the execution failed, as stored. */
	error: IRunExecutionData['resultData']['error'];
	/** Everything n8n would store of the execution. */
	data: IRunExecutionData;
	/** Items a node gave out; without `run` those of its last run. */
	items: (nodeName: string, output?: number, run?: number) => INodeExecutionData[];
	/** One run of a node; without `run` the last. */
	task: (nodeName: string, run?: number) => ITaskData | undefined;
	/** What `getContext('flow')` holds at the end. */
	flow: () => IDataObject;
}

export interface RunningWorkflow {
	/** As a person's click on "Stop": aborts what is in flight. */
	cancel: () => void;
	finished: Promise<WorkflowResult>;
}

let executions = 0;

/** Runs to the end; a failed execution is a result, not a rejection. */
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

/** What n8n's services make of a node to start at (its `getRunData` and ExecuteNodeService). */
function startedAt(workflow: Workflow, { alone, calledBy, nodes }: WorkflowOptions): IRunExecutionData {
	const node = workflow.getNode(alone?.node ?? nodes[0]?.name ?? '');
	if (node === null) throw new Error('There is no such node.');
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] }, source: null }] },
		...(calledBy === undefined ? {} : { parentExecution: { executionId: '1', ...calledBy } }),
	});
}

/** What n8n makes of a stored execution before it runs it again (its ExecutionService.retry). */
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

/** As the database gives it back: functions, undefined and classes are gone. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** One line from an output of a node to another node's input. */
export type Line = [from: string, to: string, output?: number, type?: NodeConnectionType];

/** Connections as stored, from a list of lines. */
export function connect(...lines: Line[]): IConnections {
	const connections: IConnections = {};
	for (const [from, to, output = 0, type = 'main'] of lines) {
		const outputs = ((connections[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output] = [...(outputs[output] ?? []), { node: to, type, index: 0 }];
	}
	return connections;
}
