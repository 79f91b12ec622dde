/** What is measured, on n8n's engine: our node, and n8n's request helper with nothing around it. */
import { placed } from '../../cases/case';
import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { plainDescription, runNode } from '../../harness/engine';
import { asOwn } from '../../../nodes/core/service/deployments';
import { loadCredential, loadNode, type Built } from '../built';
import { payee, withdrawal, type BenchService } from './service';

/** The same work for every contender: what our node is told, and the requests that come of it. */
export interface Task {
	readonly items: IDataObject[];
	/** Parameters of our node. */
	readonly parameters: INodeParameters;
	/** Requests in flight. */
	readonly inFlight: number;
	request(item: IDataObject): IHttpRequestOptions;
}

/** Called around `execute` alone: what n8n does before and after is the same for all. */
export type Watch = (execute: () => Promise<INodeExecutionData[][]>) => Promise<INodeExecutionData[][]>;

/** Runs a task; throws where an item fails. */
export type Contender = (task: Task, watch: Watch) => Promise<void>;

const CREDENTIAL = 'mavapayApi';
const TYPE_NAME = 'n8n-nodes-mavapay.mavapay';

/**
 * `ours`: our node as n8n runs it. `helper`: n8n's helper called once per item, with the same credential and the same
 * number in flight; it takes its values from the items themselves, and no node does less. `reading`: the same, but n8n
 * evaluates its parameters for every item, which any node needs.
 */
export function contendersOf(built: Built, service: BenchService) {
	const type = loadNode(built);
	const credential = loadCredential(built);
	const helper = (task: Task, parameters: readonly string[]): INodeType => ({
		description: { ...plainDescription(TYPE_NAME, [CREDENTIAL]), properties: type.description.properties },
		execute: async function (this: IExecuteFunctions) {
			return await askedByHelper(this, task, parameters);
		},
	});
	const contender =
		(nodeFor: (task: Task) => INodeType): Contender =>
		async (task, watch) =>
			await execute(watched(nodeFor(task), watch), task, { credential, service });
	return {
		ours: contender(() => type),
		helper: contender((task) => helper(task, [])),
		reading: contender((task) => helper(task, Object.keys(task.parameters))),
	};
}

async function execute(
	type: INodeType,
	task: Task,
	{ credential, service }: { credential: ICredentialType; service: BenchService },
): Promise<void> {
	const { success, nodeError } = await runNode({
		type,
		typeName: TYPE_NAME,
		parameters: task.parameters,
		items: task.items,
		credentialTypes: [credential],
		credentials: { [CREDENTIAL]: { deployment: 'custom', baseUrl: service.url, apiKey: service.key } },
	});
	if (nodeError !== undefined) throw new Error(`It failed: ${nodeError.message}`);
	if (success.length !== task.items.length) throw new Error(`It gave ${success.length} items`);
}

function watched(type: INodeType, watch: Watch): INodeType {
	const watching: INodeType['execute'] = async function (this: IExecuteFunctions) {
		return await watch(async () => {
			const output = await type.execute?.call(this);
			if (!Array.isArray(output)) throw new Error('The node gave no items');
			return output;
		});
	};
	const node: INodeType = Object.create(type, { execute: { value: watching } });
	return node;
}

async function askedByHelper(context: IExecuteFunctions, task: Task, parameters: readonly string[]) {
	const output: INodeExecutionData[] = [];
	const queue = context.getInputData().entries();
	const worker = async () => {
		for (const [item, { json }] of queue) {
			for (const name of parameters) context.getNodeParameter(name, item);
			const options = asOwn(task.request(json));
			const answer = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options);
			const data = Array.isArray(answer.data) ? answer.data[0] : answer.data;
			output[item] = { json: data, pairedItem: { item } };
		}
	};
	await Promise.all(Array.from({ length: task.inFlight }, worker));
	return [output];
}

/** Reads of one wallet, named by an expression; the helper sends all at once, as n8n's HTTP Request node does. */
export const walletReads = ({ url, walletIds }: BenchService, count: number): Task =>
	reads(`${url}/wallet`, walletIds, count, {
		resource: 'wallet',
		operation: 'get',
		walletId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	});

/** Reads of one transaction, in the same way. */
export const transactionReads = ({ url, transactionIds }: BenchService, count: number): Task =>
	reads(`${url}/transaction`, transactionIds, count, {
		resource: 'transaction',
		operation: 'get',
		lookUpBy: 'id',
		value: '={{ $json.id }}',
	});

const reads = (url: string, ids: readonly string[], count: number, parameters: INodeParameters): Task => ({
	items: Array.from({ length: count }, (_, index) => ({ id: pick(ids, index) })),
	parameters,
	inFlight: count,
	request: ({ id }) => ({ method: 'GET', url, qs: { id }, json: true }),
});

let runs = 0;
/** Items of all earlier runs. */
let paidBefore = 0;

/**
 * Payouts to bank accounts whose names are known, so that one item is one request; all by expression, under references
 * and of amounts that no earlier run had: the same amount to the same account within a day would be refused as a repeat,
 * also from an empty record, since the wallet's list shows the earlier one.
 */
export function bankPayouts(url: string, count: number, options: INodeParameters = {}): Task {
	runs += 1;
	const run = runs;
	const more = (paidBefore += count);
	const items = Array.from({ length: count }, (_, index) => ({
		index,
		reference: `SALARY-${run}-${index}`,
		...payee(index, more),
	}));
	return {
		items,
		parameters: {
			resource: 'withdrawal',
			operation: 'toBankAccount',
			amount: '={{ $json.amount }}',
			amountUnit: 'minor',
			bank: { __rl: true, mode: 'id', value: '={{ $json.bankCode }}' },
			accountNumber: '={{ $json.accountNumber }}',
			payoutReference: '={{ $json.reference }}',
			...placed({
				withoutNameEnquiry: true,
				accountName: '={{ $json.accountName }}',
				bankName: '={{ $json.bankName }}',
				...options,
			}),
		},
		inFlight: 1,
		request: ({ index }) => ({
			method: 'POST',
			url: `${url}/withdraw`,
			body: withdrawal(Number(index), more),
			json: true,
		}),
	};
}

function pick(list: readonly string[], index: number): string {
	const found = list[index % list.length];
	if (found === undefined) throw new Error('The sandbox holds nothing to read');
	return found;
}
