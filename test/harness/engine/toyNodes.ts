/** Small stand-ins for the nodes of n8n-nodes-base that workflows of the engine tests need. */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	ITriggerResponse,
} from 'n8n-workflow';
import { plainDescription } from './executeContext';

export const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
export const NO_OP = 'n8n-nodes-base.noOp';
export const LOOP = 'n8n-nodes-base.splitInBatches';

/** Starts the workflow with one empty item, in manual and in other executions. */
export const manualTrigger: INodeType = {
	description: { ...plainDescription(MANUAL_TRIGGER), group: ['trigger'], inputs: [] },
	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return {
			manualTriggerFunction: async () => this.emit([this.helpers.returnJsonArray([{}])]),
		};
	},
};

export const noOp: INodeType = {
	description: plainDescription(NO_OP),
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** Outputs `items` instead of its input, like a node that reads a file or a table. */
export const itemsSource = (items: IDataObject[] | INodeExecutionData[]): INodeType => ({
	description: plainDescription('test.items'),
	async execute() {
		return [items.map((item) => ({ ...asItem(item), pairedItem: { item: 0 } }))];
	},
});

/** Runs a function of the test, which watches, waits or fails in the middle of a workflow. */
export const custom = (
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
	description: Partial<INodeTypeDescription> = {},
): INodeType => ({ description: { ...plainDescription('test.custom'), ...description }, execute });

/**
 * Loop Over Items: its first output is used once, when the loop is done, and its second output for each batch. It keeps
 * its position in the node context, as n8n's node does.
 */
export const loopOverItems: INodeType = {
	description: {
		...plainDescription(LOOP),
		version: 3,
		outputs: ['main', 'main'],
		outputNames: ['done', 'loop'],
		properties: [{ displayName: 'Batch Size', name: 'batchSize', type: 'number', default: 1 }],
	},
	async execute(this: IExecuteFunctions) {
		const input = this.getInputData();
		const context = this.getContext('node');
		const size = Number(this.getNodeParameter('batchSize', 0, 1));
		const first = !Array.isArray(context.waiting);
		const waiting: INodeExecutionData[] = first ? [...input] : itemsOf(context.waiting);
		const processed: INodeExecutionData[] = first ? [] : [...itemsOf(context.processed), ...input];
		const batch = waiting.splice(0, size);
		context.waiting = waiting.map((item) => ({ ...item }));
		context.processed = processed.map((item) => ({ ...item }));
		return batch.length === 0 ? [processed, []] : [[], batch];
	},
};

const asItem = (item: IDataObject | INodeExecutionData): INodeExecutionData => (isItem(item) ? item : { json: item });

const isItem = (value: object): value is INodeExecutionData =>
	'json' in value && typeof value.json === 'object' && value.json !== null;

function itemsOf(stored: unknown): INodeExecutionData[] {
	return Array.isArray(stored) ? stored.filter(isItem) : [];
}

/** Node types that every workflow of the engine tests can use. */
export const toyNodeTypes = {
	[MANUAL_TRIGGER]: manualTrigger,
	[NO_OP]: noOp,
	[LOOP]: loopOverItems,
};
