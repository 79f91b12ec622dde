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
import { payee, withdrawal, type BenchService } from './service';

/** Where the service is and what can be read there. */
export type Place = Pick<BenchService, 'url' | 'key' | 'walletIds' | 'transactionIds'>;

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

export interface Contender {
	readonly name: string;
	run(task: Task, watch: Watch): Promise<void>;
}

const CREDENTIAL = 'mavapayApi';

/** Our node as n8n runs it. */
export function ours(type: INodeType, credential: ICredentialType, service: Place): Contender {
	return {
		name: 'ours',
		run: async (task, watch) =>
			await execute(watched(type, watch), 'n8n-nodes-mavapay.mavapay', task, task.parameters, { credential, service }),
	};
}

/**
 * n8n's helper called once per item, with the same credential and the same number in flight. It
 * takes its values from the items themselves and looks at no parameter: no node does less.
 */
export function bareHelper(credential: ICredentialType, service: Place): Contender {
	return {
		name: 'the helper',
		run: async (task, watch) =>
			await execute(watched(helperNode(task), watch), 'test.helper', task, {}, { credential, service }),
	};
}

/** The same, but its values come from its parameters, which n8n evaluates for every item: what any node does. */
export function readingHelper(type: INodeType, credential: ICredentialType, service: Place): Contender {
	return {
		name: 'a node that reads its parameters',
		run: async (task, watch) => {
			const reading: INodeType = {
				...helperNode(task, Object.keys(task.parameters)),
				description: type.description,
			};
			await execute(watched(reading, watch), 'n8n-nodes-mavapay.mavapay', task, task.parameters, {
				credential,
				service,
			});
		},
	};
}

async function execute(
	type: INodeType,
	typeName: string,
	task: Task,
	parameters: INodeParameters,
	{ credential, service }: { credential: ICredentialType; service: Place },
): Promise<void> {
	const { success, nodeError } = await runNode({
		type,
		typeName,
		parameters,
		items: task.items,
		credentialTypes: [credential],
		credentials: { [CREDENTIAL]: { deployment: 'custom', baseUrl: service.url, apiKey: service.key } },
	});
	if (nodeError !== undefined) throw new Error(`${typeName} failed: ${nodeError.message}`);
	if (success.length !== task.items.length) throw new Error(`${typeName} gave ${success.length} items`);
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

function helperNode(task: Task, parameters: readonly string[] = []): INodeType {
	return {
		description: plainDescription('test.helper', [CREDENTIAL]),
		async execute(this: IExecuteFunctions) {
			const input = this.getInputData();
			const output: INodeExecutionData[] = [];
			const queue = input.entries();
			const worker = async () => {
				for (const [item, { json }] of queue) {
					for (const name of parameters) this.getNodeParameter(name, item);
					const options = asOwn(task.request(json));
					const answer = await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, options);
					const data = Array.isArray(answer.data) ? answer.data[0] : answer.data;
					output[item] = { json: data, pairedItem: { item } };
				}
			};
			await Promise.all(Array.from({ length: task.inFlight }, worker));
			return [output];
		},
	};
}

/** Reads of one wallet, named by an expression; the helper sends all at once, as n8n's HTTP Request node does. */
export const walletReads = ({ url, walletIds }: Place, count: number): Task =>
	reads(`${url}/wallet`, walletIds, count, {
		resource: 'wallet',
		operation: 'get',
		walletId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	});

/** Reads of one transaction, in the same way. */
export const transactionReads = ({ url, transactionIds }: Place, count: number): Task =>
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

/**
 * Payouts to bank accounts whose names are known, so that one item is one request; all by expression, under references
 * and of amounts that no earlier run had: the same amount to the same account within a day would be refused as a repeat.
 */
export function bankPayouts(url: string, count: number, options: INodeParameters = {}): Task {
	runs += 1;
	const run = runs;
	const items = Array.from({ length: count }, (_, index) => ({
		index,
		reference: `SALARY-${run}-${index}`,
		...payee(index, run * count),
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
			body: withdrawal(Number(index), run * count),
			json: true,
		}),
	};
}

/** The same with the name enquiry and the expected name. */
export function protectedPayouts(url: string, count: number): Task {
	const task = bankPayouts(url, count);
	const { options, ...parameters } = task.parameters;
	return {
		...task,
		parameters: {
			...parameters,
			expectedAccountName: '={{ $json.accountName }}',
		},
	};
}

function pick(list: readonly string[], index: number): string {
	const found = list[index % list.length];
	if (found === undefined) throw new Error('The sandbox holds nothing to read');
	return found;
}
