/** The nodes that are compared on n8n's engine: our node, and nodes that only call n8n's request helper. */
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

/** The same work for every contender: our node's parameters, and the requests that result from them. */
export interface Task {
	readonly items: IDataObject[];
	/** Parameters of our node. */
	readonly parameters: INodeParameters;
	readonly inFlight: number;
	request(item: IDataObject): IHttpRequestOptions;
}

/** Measures only `execute`: what n8n does before and after is the same for all contenders. */
export type Watch = (execute: () => Promise<INodeExecutionData[][]>) => Promise<INodeExecutionData[][]>;

/** Runs a task; throws if an item fails. */
export type Contender = (task: Task, watch: Watch) => Promise<void>;

const CREDENTIAL = 'mavapayApi';
const TYPE_NAME = 'n8n-nodes-mavapay.mavapay';

/**
 * `ours`: our node as n8n runs it. `helper`: a node that calls n8n's request helper once for each item, with the same
 * credential and as many requests in flight, and that takes its values from the items: no node can do less. `reading`:
 * like `helper`, but n8n evaluates the parameters for each item, which any node needs.
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

/** Reads a wallet for each item; its ID is an expression. The helper sends all requests at once, like HTTP Request. */
export const walletReads = ({ url, walletIds }: BenchService, count: number): Task =>
	reads(`${url}/wallet`, walletIds, count, {
		resource: 'wallet',
		operation: 'get',
		walletId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	});

/** Reads a transaction for each item, in the same way as `walletReads`. */
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
/** The number of items in all runs so far. */
let paidBefore = 0;

/**
 * Payouts to bank accounts with known names, so that each item needs one request. All values are expressions. No earlier
 * run had these references and amounts: a repeat would be refused, even with an empty record, because the wallet's list
 * shows the earlier payout.
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
