/**
 * Runs a node as an AI tool, in both of n8n's ways: the agent asks the engine to run the node (`engine`, newer), or
 * calls the node through its connection (`connection`, older).
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
import { credentialReferences } from './credentials';
import { plainDescription } from './executeContext';
import { node } from './node';
import { countTries } from './runNode';
import { connect, startWorkflow, type Line, type WorkflowOptions, type WorkflowResult } from './runWorkflow';
import { itemsSource, MANUAL_TRIGGER } from './toyNodes';

export interface ToolCall {
	id: string;
	/** Values that the model filled in; the node reads them with `$fromAI('name')`. */
	input: IDataObject;
	/** The name of the tool node; by default the first. */
	tool?: string;
}

interface ToolNode {
	name: string;
	parameters: INodeParameters;
	/** Settings of the tool node, such as `retryOnFail` or `onError`. */
	settings?: Partial<INode>;
}

interface AgentSurroundings extends Pick<
	WorkflowOptions,
	'active' | 'credentialTypes' | 'credentials' | 'inherited' | 'workflowId' | 'mode' | 'retryOf'
> {
	path: 'engine' | 'connection';
	/** The ordinary node type; it must be `usableAsTool`. */
	type: INodeType;
	/** The type name that workflows store, without the suffix `Tool`, which is added here. */
	typeName: string;
}

/** Returns the agent's next calls, given every answer so far; undefined to end. */
export type NextTurn = (answers: readonly ToolAnswer[]) => Promise<ToolCall[] | undefined>;

interface Agent {
	/** The agent's tools: nodes of the same type. */
	tools: ToolNode[];
	/** The calls of each turn, which are made at once, or a function that chooses them after each turn. */
	turns: ToolCall[][] | NextTurn;
}

export interface RunAgentOptions extends AgentSurroundings, Agent {
	/** A second agent, which runs after the first in the same execution. */
	second?: Agent | undefined;
	/** Whether the agent itself fails after its last turn, as if its model couldn't be reached. */
	failsAfterwards?: boolean;
}

export interface RunToolOptions extends AgentSurroundings, Omit<ToolNode, 'name'> {
	calls: ToolCall[];
}

export interface ToolAnswer {
	id: string;
	/** What the agent gets: the JSON of the items, or the text that n8n makes of it. */
	output: unknown;
	/** The error's text if the call failed. */
	error: string | undefined;
}

export interface RunToolResult {
	answers: ToolAnswer[];
	tries: number;
	execution: WorkflowResult;
}

/** The text that the agent gets for each call: the error or the output. */
export const toldBy = ({ answers }: RunToolResult): string[] =>
	answers.map(({ output, error }) => error ?? (typeof output === 'string' ? output : JSON.stringify(output)));

/** Runs one tool. With `engine` all calls are made at once, with `connection` one after the other. */
export async function runTool({
	calls,
	parameters,
	settings = {},
	...surroundings
}: RunToolOptions): Promise<RunToolResult> {
	const turns = surroundings.path === 'engine' ? [calls] : calls.map((call) => [call]);
	return await runAgent({ ...surroundings, tools: [{ name: 'Tool under test', parameters, settings }], turns });
}

/** The reason that a model gives for a call, in tests about something else. */
export const REASON = 'The person asked me to';

const withReason = (call: ToolCall): ToolCall => ({ ...call, input: { Reason: REASON, ...call.input } });

function nextTurnOf({ turns }: Agent): NextTurn {
	if (typeof turns === 'function') return turns;
	const left = turns.map((turn) => turn.map(withReason));
	return async () => await Promise.resolve(left.shift());
}

/** Runs an agent with tools. Its calls usually come from a list in the test instead of a model. */
export async function runAgent(options: RunAgentOptions): Promise<RunToolResult> {
	const { path, tools, second, failsAfterwards = false, ...surroundings } = options;
	const counted = countTries(options.type);
	const answers: ToolAnswer[] = [];
	const typeName = `${options.typeName}Tool`;
	const nodeOf = ({ name, parameters, settings = {} }: ToolNode) =>
		node(name, typeName, { parameters, credentials: credentialReferences(options.credentials ?? {}), ...settings });
	const toolsOf = (agent: string, own: ToolNode[]) =>
		own.map(({ name }): Line => [name, agent, 0, NodeConnectionTypes.AiTool]);
	const typeOf = (agent: Agent, fails: boolean) =>
		(path === 'engine' ? engineAgent : connectionAgent)(agent, answers, fails);
	const execution = await startWorkflow({
		...surroundings,
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node('Items', 'test.items'),
			node('Agent', 'test.agent'),
			...(second === undefined ? [] : [node('Second agent', 'test.secondAgent')]),
			...[...tools, ...(second?.tools ?? [])].map(nodeOf),
		],
		connections: connect(
			['Start', 'Items'],
			['Items', 'Agent'],
			...toolsOf('Agent', tools),
			...(second === undefined
				? []
				: [['Agent', 'Second agent'] satisfies Line, ...toolsOf('Second agent', second.tools)]),
		),
		nodeTypes: {
			'test.items': itemsSource([{}]),
			'test.agent': typeOf(options, failsAfterwards),
			...(second === undefined ? {} : { 'test.secondAgent': typeOf(second, false) }),
			[typeName]: asTool(counted.type),
		},
	}).finished;
	return { answers, tries: counted.tries(), execution };
}

/** Turns a node type into a tool as n8n does (its convertNodeToAiTool). */
export function asTool(type: INodeType): INodeType {
	const { usableAsTool, ...description } = type.description;
	if (!usableAsTool) throw new UserError('Node cannot be used as a tool');
	const hasOwn = description.properties.some(({ name }) => name === 'toolDescription');
	const toolDescription = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string' as const,
		default: description.description,
	};
	return Object.create(type, {
		description: {
			value: {
				...description,
				name: `${description.name}Tool`,
				displayName: `${description.displayName} Tool`,
				inputs: [],
				outputs: [NodeConnectionTypes.AiTool],
				properties: [...(hasOwn ? [] : [toolDescription]), ...description.properties],
			},
		},
	});
}

const agentDescription = {
	...plainDescription('test.agent'),
	inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
};

function end(context: IExecuteFunctions, fails: boolean): INodeExecutionData[][] {
	if (fails) throw new Error('The model could not be reached.');
	return [context.getInputData()];
}

/** An agent that hands the calls of a turn to the engine, and is resumed with their results. */
function engineAgent(agent: Agent, answers: ToolAnswer[], fails: boolean): INodeType {
	const next = nextTurnOf(agent);
	return {
		description: agentDescription,
		async execute(this: IExecuteFunctions, response?: EngineResponse) {
			for (const { action, data } of response?.actionResponses ?? []) {
				const items: INodeExecutionData[] = data.data?.[NodeConnectionTypes.AiTool]?.[0] ?? [];
				const output = items.map(({ json }) => json);
				answers.push({ id: action.id, output, error: data.error?.message });
			}
			const turn = await next(answers);
			if (turn === undefined) return end(this, fails);
			return {
				metadata: {},
				actions: turn.map(({ id, input, tool }) => ({
					actionType: 'ExecutionNodeAction' as const,
					nodeName: tool ?? agent.tools[0]?.name ?? '',
					input,
					type: NodeConnectionTypes.AiTool,
					id,
					metadata: {},
				})),
			};
		},
	};
}

interface ConnectedTool {
	name: string;
	description: string;
	invoke: (input: IDataObject) => Promise<unknown>;
}

const isConnectedTool = (value: unknown): value is ConnectedTool =>
	typeof value === 'object' && value !== null && 'invoke' in value;

/** An agent that calls its tools as LangChain does. */
const connectionAgent = (agent: Agent, answers: ToolAnswer[], fails: boolean): INodeType => ({
	description: agentDescription,
	async execute(this: IExecuteFunctions) {
		const connected = await connectedTools(this);
		const call = async ({ id, input, tool }: ToolCall) => {
			const place = tool === undefined ? 0 : agent.tools.findIndex(({ name }) => name === tool);
			try {
				answers.push({ id, output: await connected[place]?.invoke(input), error: undefined });
			} catch (error) {
				answers.push({ id, output: undefined, error: error instanceof Error ? error.message : String(error) });
			}
		};
		const next = nextTurnOf(agent);
		for (let turn = await next(answers); turn !== undefined; turn = await next(answers))
			await Promise.all(turn.map(call));
		return end(this, fails);
	},
});

/** The agent's tools, in the order in which they were connected. */
async function connectedTools(context: IExecuteFunctions): Promise<ConnectedTool[]> {
	const connected: unknown = await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	const tools: unknown[] = Array.isArray(connected) ? connected : [connected];
	if (tools.length === 0 || !tools.every(isConnectedTool)) throw new Error('No tool is connected to the agent.');
	return tools.filter(isConnectedTool);
}

/** What n8n tells a model about its tools: their names and descriptions. */
export async function toldToModel(
	options: Omit<RunAgentOptions, 'path' | 'turns'>,
): Promise<Array<{ name: string; description: string }>> {
	const told: Array<{ name: string; description: string }> = [];
	const typeName = `${options.typeName}Tool`;
	await startWorkflow({
		...options,
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node('Agent', 'test.agent'),
			...options.tools.map(({ name, parameters }) => node(name, typeName, { parameters })),
		],
		connections: connect(
			['Start', 'Agent'],
			...options.tools.map(({ name }): Line => [name, 'Agent', 0, NodeConnectionTypes.AiTool]),
		),
		nodeTypes: {
			'test.agent': {
				description: agentDescription,
				async execute(this: IExecuteFunctions) {
					for (const { name, description } of await connectedTools(this)) told.push({ name, description });
					return [this.getInputData()];
				},
			},
			[typeName]: asTool(options.type),
		},
	}).finished;
	return told;
}
