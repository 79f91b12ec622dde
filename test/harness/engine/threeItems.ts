/** Three items, of which the second meets a fault: as a read, as a request that binds, as a payment. */
import { inspect } from 'node:util';
import type { INodeParameters, OnError } from 'n8n-workflow';
import { type Sandbox } from '../../../sandbox';
import type { FaultRule, LoggedRequest } from '../../../sandbox';
import type { RunNodeOptions, RunNodeResult } from './';
import { at, placed } from '../../cases/case';
import { toStablecoin } from '../../cases/withdrawal';
import { run } from './mavapay';

export type Effect = 'read' | 'write' | 'pay';

export const MODES: readonly OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** Input of the three items; the middle one is hit. */
export const ITEMS = ['1000000001', '1000000002', '1000000003'].map((id) => ({ id }));
export const HIT = '1000000002';

/** Makes the fault hit the middle item only. */
export const matchOf: Record<Effect, FaultRule['match']> = {
	read: { query: { accountNumber: HIT } },
	write: { bodyIncludes: HIT },
	pay: { bodyIncludes: HIT },
};

export const parametersOf = (effect: Effect, options: INodeParameters = {}): INodeParameters => {
	if (effect === 'read') {
		const bank = { __rl: true, mode: 'id', value: '000013' };
		return { resource: 'bank', operation: 'verifyAccount', bank, accountNumber: '={{ $json.id }}', options: {} };
	}
	const shared = { onUnknown: 'continue', ...options };
	if (effect === 'write') {
		const fields = { label: '={{ $json.id }}', network: 'trc20' };
		return { resource: 'stablecoinAddress', operation: 'generate', ...fields, options: shared };
	}
	return {
		...toStablecoin,
		customerReference: '={{ $json.id }}',
		...placed(shared),
	};
};

export const runFaulty = async (
	where: Pick<Sandbox, 'url' | 'keys'>,
	effect: Effect,
	onError: OnError,
	more: Partial<RunNodeOptions> & { options?: INodeParameters } = {},
): Promise<RunNodeResult> => {
	const { options, ...rest } = more;
	return await run(where, parametersOf(effect, options), { items: ITEMS, onError, ...rest });
};

/** Which item a request was for. */
export const itemOf = ({ query, rawBody }: LoggedRequest): number =>
	ITEMS.findIndex(({ id }) => query.accountNumber === id || rawBody.includes(id));

/** How often a request was sent for each item. */
export const timesSent = ({ requests }: Sandbox): number[] =>
	ITEMS.map((_, index) => requests.filter((request) => itemOf(request) === index).length);

/** How often each item was paid, failed payments included. */
export const timesPaid = ({ ledger }: Sandbox): number[] =>
	ITEMS.map(({ id }) => ledger.payouts({ customerReference: id }).length);

/** Everything n8n would store of an execution, as text. */
export const everything = (result: RunNodeResult): string =>
	inspect([result.execution.data, result.nodeError, result.hints], {
		depth: null,
		maxArrayLength: null,
		maxStringLength: null,
		breakLength: Infinity,
	});

/** Names that Node and HTTP clients give to faults; n8n takes a message that holds one for its own. */
export const FAULT_CODES =
	/\bE(CONN|TIMEDOUT|PIPE|AI_|NOTFOUND|PROTO|HOSTUN)|ERR_|socket hang up|stream has been|Axios|undefined|\[object/;

/** The facts of the failed item, wherever the mode puts them. */
export function failureOf(result: RunNodeResult, onError: OnError) {
	const place = onError === 'continueErrorOutput' ? result.errors : result.success;
	const failed = place.filter((item) => at(item.json, 'error') !== undefined);
	return { failed, good: result.success.filter((item) => at(item.json, 'error') === undefined) };
}
