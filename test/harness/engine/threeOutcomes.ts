/** What happened to the three items of `threeItems.ts`. */
import { inspect } from 'node:util';
import type { OnError } from 'n8n-workflow';
import type { LoggedRequest, Sandbox } from '../../../sandbox';
import { at } from '../../cases/case';
import type { RunNodeResult } from './';
import { ITEMS } from './threeItems';

/** The index of the item that a request was sent for; -1 if there is none. */
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

/** Texts that error messages must not contain: Node's error codes (n8n replaces such messages) and `undefined`. */
export const FAULT_CODES =
	/\bE(CONN|TIMEDOUT|PIPE|AI_|NOTFOUND|PROTO|HOSTUN)|ERR_|socket hang up|stream has been|Axios|undefined|\[object/;

/** The failed and the good items. *On Error* decides on which output the failed one is. */
export function failureOf(result: RunNodeResult, onError: OnError) {
	const place = onError === 'continueErrorOutput' ? result.errors : result.success;
	const failed = place.filter((item) => at(item.json, 'error') !== undefined);
	return { failed, good: result.success.filter((item) => at(item.json, 'error') === undefined) };
}
