/**
 * A node as an AI tool, on both of n8n's paths: the agent asks the engine to run the node
 * (`engine`, newer), or calls it through its connection (`connection`, older).
 */
import {
	NodeConnectionTypes,
	UserError,
	type EngineResponse,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { credentialReferences, plainDescription } from './executeContext';
import { countTries } from './runNode';
import { connect, node, startWorkflow, type WorkflowOptions, type WorkflowResult } from './runWorkflow';
import { itemsSource, MANUAL_TRIGGER } from './toyNodes';

export interface ToolCall {
	id: string;
	/** What the model filled in, read by `$fromAI('name')`. */
	input: IDataObject;
}

export interface RunToolOptions
	extends Pick<WorkflowOptions, 'credentialTypes' | 'credentials' | 'workflowId' | 'mode' | 'cancelWhen'> {
	path: 'engine' | 'connection';
	/** The ordinary node type; it must be `usableAsTool`. */
	type: INodeType;
	/** Its stored name without the suffix `Tool`, which is added here. */
	typeName: string;
	parameters: INodeParameters;
	calls: ToolCall[];
	/** The agent's own input item. */
	agentItem?: IDataObject;
	/** Settings of the tool node, such as `retryOnFail` or `onError`. */
	settings?: Partial<INode>;
}

export interface ToolAnswer {
	id: string;
	/** What the agent is given: the items' json, or the text n8n makes of them. */
	output: unknown;
	/** The error text, where the call failed. */
	error: string | undefined;
}

export interface RunToolResult {
	answers: ToolAnswer[];
	tries: number;
	execution: WorkflowResult;
}

export const TOOL_NAME = 'Tool under test';

export async function runTool(options: RunToolOptions): Promise<RunToolResult> {
	const { path, calls, agentItem = {}, settings = {}, ...surroundings } = options;
	const counted = countTries(options.type);
	const answers: ToolAnswer[] = [];
	const typeName = `${options.typeName}Tool`;
	const execution = await startWorkflow({
		...surroundings,
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node('Items', 'test.items'),
			node('Agent', 'test.agent'),
			node(TOOL_NAME, typeName, {
				parameters: options.parameters,
				credentials: credentialReferences(options.credentials ?? {}),
				...settings,
			}),
		],
		connections: connect(
			['Start', 'Items'],
			['Items', 'Agent'],
			[TOOL_NAME, 'Agent', 0, NodeConnectionTypes.AiTool],
		),
		nodeTypes: {
			'test.items': itemsSource([agentItem]),
			'test.agent': path === 'engine' ? engineAgent(calls, answers) : connectionAgent(calls, answers),
			[typeName]: asTool(counted.type),
		},
	}).finished;
	return { answers, tries: counted.tries(), execution };
}

/** What n8n makes of a node type when it is used as a tool (its convertNodeToAiTool). */
export function asTool(type: INodeType): INodeType {
	const { usableAsTool, ...description } = type.description;
	if (!usableAsTool) throw new UserError('Node cannot be used as a tool');
	return Object.create(type, {
		description: {
			value: {
				...description,
				name: `${description.name}Tool`,
				displayName: `${description.displayName} Tool`,
				inputs: [],
				outputs: [NodeConnectionTypes.AiTool],
				properties: [
					{
						displayName: 'Description',
						name: 'toolDescription',
						type: 'string',
						default: description.description,
					},
					...description.properties,
				],
			},
		},
	});
}

const agentDescription = {
	...plainDescription('test.agent'),
	inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
};

/** Hands all calls to the engine and is resumed with what came of them. */
const engineAgent = (calls: ToolCall[], answers: ToolAnswer[]): INodeType => ({
	description: agentDescription,
	async execute(this: IExecuteFunctions, response?: EngineResponse) {
		const results = response?.actionResponses ?? [];
		if (results.length === 0) {
			return {
				metadata: {},
				actions: calls.map(({ id, input }) => ({
					actionType: 'ExecutionNodeAction' as const,
					nodeName: TOOL_NAME,
					input,
					type: NodeConnectionTypes.AiTool,
					id,
					metadata: {},
				})),
			};
		}
		for (const { action, data } of results) {
			const items: INodeExecutionData[] = data.data?.[NodeConnectionTypes.AiTool]?.[0] ?? [];
			const output = items.map(({ json }) => json);
			answers.push({ id: action.id, output, error: data.error?.message });
		}
		return [this.getInputData()];
	},
});

interface ConnectedTool {
	invoke: (input: IDataObject) => Promise<unknown>;
}

const isConnectedTool = (value: unknown): value is ConnectedTool =>
	typeof value === 'object' && value !== null && 'invoke' in value;

/** Calls the tool as LangChain does, one call after the other. */
const connectionAgent = (calls: ToolCall[], answers: ToolAnswer[]): INodeType => ({
	description: agentDescription,
	async execute(this: IExecuteFunctions) {
		const connected: unknown = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
		const tool: unknown = Array.isArray(connected) ? connected[0] : connected;
		if (!isConnectedTool(tool)) throw new Error('No tool is connected to the agent.');
		for (const { id, input } of calls) {
			try {
				answers.push({ id, output: await tool.invoke(input), error: undefined });
			} catch (error) {
				answers.push({ id, output: undefined, error: error instanceof Error ? error.message : String(error) });
			}
		}
		return [this.getInputData()];
	},
});
