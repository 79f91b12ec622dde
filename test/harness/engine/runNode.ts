/** Runs one node in a small workflow: Start -> Items -> node under test -> Success and Errors. */
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	NodeExecutionHint,
	OnError,
} from 'n8n-workflow';
import { credentialReferences } from './credentials';
import { node } from './node';
import { connect, startWorkflow, type WorkflowOptions, type WorkflowResult } from './runWorkflow';
import { itemsSource, MANUAL_TRIGGER, NO_OP } from './toyNodes';

const NAME = 'Node under test';

type Surroundings = Pick<
	WorkflowOptions,
	| 'credentialTypes'
	| 'credentials'
	| 'mode'
	| 'active'
	| 'calledBy'
	| 'inherited'
	| 'workflowId'
	| 'settings'
	| 'staticData'
	| 'retryWithCurrent'
>;

export interface RunNodeOptions extends Surroundings {
	type: INodeType;
	/** The name workflows store, such as `n8n-nodes-mavapay.mavapay`. */
	typeName: string;
	parameters: INodeParameters;
	/** Default: one empty item. */
	items?: IDataObject[] | INodeExecutionData[];
	onError?: OnError;
	executeOnce?: boolean;
	retryOnFail?: boolean;
	/** n8n accepts 2 to 5. */
	maxTries?: number;
	/** The result of an earlier `runNode` to retry, as from n8n's list of executions. */
	retryOf?: RunNodeResult;
}

export interface RunNodeResult {
	/** Items on the first output. */
	success: INodeExecutionData[];
	/** Items on the error output (only with `continueErrorOutput`). */
	errors: INodeExecutionData[];
	/** The node's own error, as stored; undefined if the node succeeded. */
	nodeError: NonNullable<WorkflowResult['error']> | undefined;
	/** How often `execute` ran in this execution. */
	tries: number;
	hints: NodeExecutionHint[];
	status: WorkflowResult['status'];
	execution: WorkflowResult;
}

/** What n8n shows of an error: its heading and, below it, its description. Undefined if there is no error. */
export function saidBy(error: RunNodeResult['nodeError']): string | undefined {
	if (error === undefined) return undefined;
	const { message, description } = error;
	return typeof description === 'string' && description !== '' ? `${message}. ${description}` : message;
}

/** Runs the node once over all items, to the end of the execution. */
export const runNode = async (options: RunNodeOptions): Promise<RunNodeResult> => await startNode(options).finished;

/** Starts the node once over all items. The execution can be cancelled. */
export function startNode(options: RunNodeOptions): {
	cancel: () => void;
	finished: Promise<RunNodeResult>;
} {
	const counted = countTries(options.type);
	const { type, typeName, parameters, items, retryOf, ...rest } = options;
	const { onError, executeOnce, retryOnFail, maxTries } = options;
	const settings: Partial<INode> = {
		parameters,
		typeVersion: latestVersion(type),
		credentials: credentialReferences(options.credentials ?? {}),
		// In milliseconds; n8n treats 0 as 1,000.
		waitBetweenTries: 1,
		...(onError === undefined ? {} : { onError }),
		...(executeOnce === undefined ? {} : { executeOnce }),
		...(retryOnFail === undefined ? {} : { retryOnFail }),
		...(maxTries === undefined ? {} : { maxTries }),
	};
	const running = startWorkflow({
		...rest,
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node('Items', 'test.items'),
			node(NAME, typeName, settings),
			node('Success', NO_OP),
			node('Errors', NO_OP, { position: [0, 100] }),
		],
		connections: connect(['Start', 'Items'], ['Items', NAME], [NAME, 'Success'], [NAME, 'Errors', 1]),
		nodeTypes: { 'test.items': itemsSource(items ?? [{}]), [typeName]: counted.type },
		...(retryOf ? { retryOf: retryOf.execution } : {}),
	});
	return {
		cancel: running.cancel,
		finished: running.finished.then((execution) => {
			const task = execution.task(NAME);
			return {
				success: execution.items(NAME, 0),
				errors: execution.items(NAME, 1),
				nodeError: task?.error,
				tries: counted.tries(),
				hints: task?.hints ?? [],
				status: execution.status,
				execution,
			};
		}),
	};
}

/** Wraps a node type to count how often n8n runs it. */
export function countTries(type: INodeType): { type: INodeType; tries: () => number } {
	let tries = 0;
	const execute: INodeType['execute'] = async function (this: IExecuteFunctions, response) {
		tries += 1;
		if (!type.execute) throw new Error('The node under test has no execute method.');
		return await type.execute.call(this, response);
	};
	const counting: INodeType = Object.create(type, { execute: { value: execute } });
	return { type: counting, tries: () => tries };
}

const latestVersion = ({ description }: INodeType) =>
	Array.isArray(description.version) ? Math.max(...description.version) : description.version;
