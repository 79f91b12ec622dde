/** Runs the action node on n8n's engine against a sandbox. */
import { ServerResponse } from 'node:http';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node.ts';
import { digestOf } from '../../../nodes/core/domain/json';
import { keptResponses, knownAccounts, PUBLIC } from '../../../nodes/core/n8n/connection';
import { authenticationHeaders, readDeployment } from '../../../nodes/core/service/deployments';
import { startSandbox, type FaultRule, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { at, type Case, type Made, type Sent } from '../../cases/case';
import {
	MemoryDeduplicator,
	runNode,
	runTool,
	toldBy,
	useDeduplication,
	type RunNodeOptions,
	type RunToolOptions,
} from './';

export const TYPE_NAME = 'n8n-nodes-mavapay.mavapay';

type Where = Pick<Sandbox, 'url' | 'keys'>;

/** A credential for the sandbox, or for another address with the sandbox's key. */
export const credentialOf = ({ url, keys }: Where, more: IDataObject = {}) => ({
	deployment: 'custom',
	baseUrl: url,
	authentication: 'apiKey',
	apiKey: keys.write,
	...more,
});

/** Credential fields with a bearer token. The node counts it as a key for real money, but the sandbox accepts it. */
export const realKey = ({ keys }: Pick<Where, 'keys'>): IDataObject => ({
	authentication: 'bearerToken',
	accessToken: keys.bearer,
	apiKey: '',
});

/** One node object for all runs of a test file, as in n8n: making its description takes longer than a run. */
export const mavapayType = new Mavapay();

/** Makes this process know the account of a credential's key, so that it doesn't ask Mavapay. */
function know(credential: IDataObject, account = 'the account under test'): void {
	const [deployment, headers] = [readDeployment(credential), authenticationHeaders(credential)];
	if (!deployment.ok || !headers.ok) return;
	const key = digestOf([deployment.value.baseUrl, headers.value], 'hex');
	if (!knownAccounts.has(key)) knownAccounts.set(key, Promise.resolve(account));
}

/**
 * What a run needs in addition to its parameters; `more` changes the credential. The key's account is known, as in a
 * process that has paid before.
 */
export const surroundings = (where: Where, more: IDataObject = {}) => {
	const credential = credentialOf(where, more);
	know(credential);
	return { ...unknownKey(where, more), credentials: { mavapayApi: credential } };
};

/** What a run needs in a process that doesn't know the key yet and asks Mavapay for its account. */
export const unknownKey = (where: Where, more: IDataObject = {}) => {
	// Otherwise, requests that need no credential would go to the live service.
	Object.assign(PUBLIC, credentialOf(where, { apiKey: '' }));
	return {
		type: mavapayType,
		typeName: TYPE_NAME,
		credentialTypes: [new MavapayApi()],
		credentials: { mavapayApi: credentialOf(where, more) },
	};
};

/** What a run needs for a test case, with the case's credential and input items. */
export const surroundingsOf = ({ items, credential }: Case, where: Where, more: IDataObject = {}) => ({
	...surroundings(where, { ...more, ...credential }),
	...(items === undefined ? {} : { items: [...items] }),
});

/** Runs the node with the parameters as they would be stored. */
export const run = async (where: Where, parameters: INodeParameters, more: Partial<RunNodeOptions> = {}) =>
	await runNode({ ...surroundings(where), parameters, ...more });

/** Does what a person does about a reference: gets the claim from Check, then releases it or marks it as paid. */
export async function settle(
	where: Where,
	operation: 'release' | 'markPaid',
	reference: string,
	more: INodeParameters = {},
): ReturnType<typeof run> {
	const about = { resource: 'payoutReference', reference };
	const [found] = (await run(where, { ...about, operation: 'check' })).success;
	const claim = String(found?.json.claim);
	return await run(where, { ...about, operation, claim, ...more });
}

/**
 * Starts a sandbox for a test file, on the real clock, because the node compares expiry times with its own. Before each
 * test the sandbox is reset, the payout record is empty, and the process knows no bank list and no account.
 */
export function useSandbox(options: SandboxOptions = {}): { sandbox: Sandbox; store: MemoryDeduplicator } {
	const held: { sandbox?: Sandbox; store?: MemoryDeduplicator } = {};
	beforeAll(async () => {
		held.sandbox = await startSandbox({ now: 'real', ...options });
	});
	beforeEach(async () => {
		held.sandbox?.reset();
		keptResponses.clear();
		knownAccounts.clear();
		held.store = new MemoryDeduplicator();
		await useDeduplication(held.store);
	});
	afterAll(async () => {
		await held.sandbox?.close();
		await useDeduplication(undefined);
	});
	const started = <T>(value: T | undefined): T => {
		if (value === undefined) throw new Error('The sandbox starts before the first test.');
		return value;
	};
	return {
		get sandbox() {
			return started(held.sandbox);
		},
		get store() {
			return started(held.store);
		},
	};
}

/** Makes the sandbox answer with this data at a path from now on. */
export const answers = ({ faults }: Sandbox, path: string, data: unknown, { of = {}, ...more }: Answered = {}): void =>
	void faults.add({
		match: { path, ...of },
		fault: { kind: 'status', status: 200, body: JSON.parse(JSON.stringify({ status: 'ok', data, ...more })) },
	});

/** `of`: the requests that get the answer. All other members are added to the answer. */
interface Answered {
	readonly of?: Omit<FaultRule['match'], 'path'>;
	readonly [member: string]: unknown;
}

/** Opens a bank account, or gives an existing one this name. */
export const openAccount = (sandbox: Sandbox, bankCode: string, accountNumber: string, accountName: string) =>
	sandbox.addBankAccount({ bankCode, accountNumber, accountName, state: 'open' });

/** Creates what a test case needs in the sandbox. */
export const arranged = async ({ sandbox: needs }: Case, sandbox: Sandbox): Promise<Made> =>
	(await needs?.arrange?.(sandbox, async (parameters) => await run(sandbox, parameters))) ?? {};

/** Whether a request lists the wallet's withdrawals, as the node does with each payment. */
const isWitness = ({ path, query }: { path: string; query: Record<string, unknown> }) =>
	path === '/transactions' && query.type === 'WITHDRAWAL' && 'startDate' in query && !('endDate' in query);

/** The query of each list of the wallet's withdrawals that was read with a payment. */
export const witnessed = ({ requests }: Pick<Sandbox, 'requests'>) =>
	requests.filter(isWitness).map(({ query }) => query);

/** The requests in order, without lists of withdrawals. A bank list just before a name enquiry is moved after it. */
export const sent = ({ requests }: Sandbox): Sent[] => {
	const others = requests.filter((request) => !isWitness(request));
	const seen = others.map(({ method, path, query, body }) => ({ method, path, query: { ...query }, body }));
	for (let place = 1; place < seen.length; place++) {
		const [one, next] = [seen[place - 1], seen[place]];
		if (one?.path !== '/bank/bankcode' || next?.path !== '/bank/name-enquiry') continue;
		seen.splice(place - 1, 2, next, one);
	}
	return seen;
};

export const json = (items: INodeExecutionData[]): IDataObject[] => items.map((item) => item.json);

/** The limits that a person sets for an AI tool's payments, in minor units. */
export const TOOL_LIMITS = {
	...{ referencePrefix: 'agent', maximumAmount: '500000', maximumTotal: '900000', paymentsPerDay: '9' },
} as const;

/** Calls the tool in one chat, once for each input from the model. Returns what the agent gets for each call. */
export async function callTool(
	where: Where,
	path: RunToolOptions['path'],
	parameters: INodeParameters,
	inputs: readonly IDataObject[] = [{}],
	{ credential = {}, ...more }: Partial<RunToolOptions> & { credential?: IDataObject } = {},
): Promise<string[]> {
	const calls = inputs.map((input, place) => ({ id: String(place), input }));
	return toldBy(await runTool({ ...surroundings(where, credential), path, parameters, calls, ...more }));
}

/** The outcome of an item's payment, whether it was paid or failed. */
export const outcomeOf = (item: unknown) => at(item, 'payout', 'outcome') ?? at(item, 'details', 'outcome');

/** The `cause` in an item's error; without an error, the outcome of the item's payment. */
export const endOf = (item: unknown) => at(item, 'details', 'cause') ?? at(item, 'payout', 'outcome');

/** The output of 'Payout: Summarize' for these items. */
export const summaryOf = async (where: Where, items: IDataObject[]): Promise<IDataObject> =>
	json((await run(where, { resource: 'payout', operation: 'summarize', simplify: false }, { items })).success)[0] ?? {};

/** Collects the bodies that this process's servers send from now on, parsed, without the lists of withdrawals. */
export function recordAnswers(): unknown[] {
	const answers: unknown[] = [];
	const end = ServerResponse.prototype.end;
	jest.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (
		this: ServerResponse,
		...args: Parameters<ServerResponse['end']>
	) {
		const [chunk]: unknown[] = args;
		const { pathname = '', searchParams = new URLSearchParams() } = new URL(this.req.url ?? '', 'http://sandbox');
		const asked = { path: pathname.replace(/^.*(?=\/transactions$)/, ''), query: Object.fromEntries(searchParams) };
		if (Buffer.isBuffer(chunk) && chunk.length > 0 && !isWitness(asked))
			answers.push(JSON.parse(chunk.toString('utf8')));
		return end.apply(this, args);
	});
	return answers;
}
