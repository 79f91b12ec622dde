/** The action node on n8n's engine, in front of a sandbox. */
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

/** Fields of a credential for real money, which the sandbox takes, too: a bearer token is never a key of the sandbox. */
export const realKey = ({ keys }: Pick<Where, 'keys'>): IDataObject => ({
	authentication: 'bearerToken',
	accessToken: keys.bearer,
	apiKey: '',
});

/** One for all runs of a test file, as in n8n: its description takes longer to make than a run. */
export const mavapayType = new Mavapay();

/** The account that this process takes a key to be of, which it asks for only once. */
function know(credential: IDataObject, account = 'the account under test'): void {
	const [deployment, headers] = [readDeployment(credential), authenticationHeaders(credential)];
	if (!deployment.ok || !headers.ok) return;
	const key = digestOf([deployment.value.baseUrl, headers.value], 'hex');
	if (!knownAccounts.has(key)) knownAccounts.set(key, Promise.resolve(account));
}

/**
 * What the harness needs besides the parameters; `more` changes the credential. Its account is known, as to a process
 * that has paid before.
 */
export const surroundings = (where: Where, more: IDataObject = {}) => {
	const credential = credentialOf(where, more);
	know(credential);
	return { ...unknownKey(where, more), credentials: { mavapayApi: credential } };
};

/** The same in a process that meets the key for the first time, and asks Mavapay for its account. */
export const unknownKey = (where: Where, more: IDataObject = {}) => {
	// What needs no credential asks live otherwise.
	Object.assign(PUBLIC, credentialOf(where, { apiKey: '' }));
	return {
		type: mavapayType,
		typeName: TYPE_NAME,
		credentialTypes: [new MavapayApi()],
		credentials: { mavapayApi: credentialOf(where, more) },
	};
};

/** The same for a case, with its input items. */
export const surroundingsOf = ({ items, credential }: Case, where: Where, more: IDataObject = {}) => ({
	...surroundings(where, { ...more, ...credential }),
	...(items === undefined ? {} : { items: [...items] }),
});

/** Runs the node with the parameters as they would be stored. */
export const run = async (where: Where, parameters: INodeParameters, more: Partial<RunNodeOptions> = {}) =>
	await runNode({ ...surroundings(where), parameters, ...more });

/** What a person does about a reference: takes the claim that Check gives, and releases it or marks it as paid. */
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
 * A sandbox for a test file, as it was at the start before each test, with an empty record of payout
 * references, in a process that knows no bank list yet. It runs on the real clock, because the node compares expiries with its own.
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

/** What Mavapay answers at a path from now on, whatever is there. */
export const answers = ({ faults }: Sandbox, path: string, data: unknown, { of = {}, ...more }: Answered = {}): void =>
	void faults.add({
		match: { path, ...of },
		fault: { kind: 'status', status: 200, body: JSON.parse(JSON.stringify({ status: 'ok', data, ...more })) },
	});

/** `of`: the requests that are answered so; what else the answer has beside its data. */
interface Answered {
	readonly of?: Omit<FaultRule['match'], 'path'>;
	readonly [member: string]: unknown;
}

/** Gives an account to somebody, or to somebody else. */
export const openAccount = (sandbox: Sandbox, bankCode: string, accountNumber: string, accountName: string) =>
	sandbox.addBankAccount({ bankCode, accountNumber, accountName, state: 'open' });

/** Makes what a case needs in the sandbox. */
export const arranged = async ({ sandbox: needs }: Case, sandbox: Sandbox): Promise<Made> =>
	(await needs?.arrange?.(sandbox, async (parameters) => await run(sandbox, parameters))) ?? {};

/** Whether a request reads the wallet's list beside a payment. */
const isWitness = ({ path, query }: { path: string; query: Record<string, unknown> }) =>
	path === '/transactions' && query.type === 'WITHDRAWAL' && 'startDate' in query && !('endDate' in query);

/** The lists of the wallet's withdrawals that were read beside payments, each by what it asks for. */
export const witnessed = ({ requests }: Pick<Sandbox, 'requests'>) =>
	requests.filter(isWitness).map(({ query }) => query);

/** The requests in the order they came, without the wallet's lists; a name enquiry and the bank list, asked for at once, in that order. */
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

/** What a person types into a payment as an AI tool, in minor units, besides whom it may pay. */
export const TOOL_LIMITS = {
	...{ referencePrefix: 'agent', maximumAmount: '500000', maximumTotal: '900000', paymentsPerDay: '9' },
} as const;

/** What an agent is told of its calls in one chat, one for each input that its model filled in. */
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

/** What became of the payment of an item, paid or not. */
export const outcomeOf = (item: unknown) => at(item, 'payout', 'outcome') ?? at(item, 'details', 'outcome');

/** Why an item wasn't paid; the outcome of one that was. */
export const endOf = (item: unknown) => at(item, 'details', 'cause') ?? at(item, 'payout', 'outcome');

/** The item of 'Payout: Summarize' on these. */
export const summaryOf = async (where: Where, items: IDataObject[]): Promise<IDataObject> =>
	json((await run(where, { resource: 'payout', operation: 'summarize', simplify: false }, { items })).success)[0] ?? {};

/** Collects every body the servers of this process answer with from now on, parsed, in order. */
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
