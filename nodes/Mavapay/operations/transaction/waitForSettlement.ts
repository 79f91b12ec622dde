import * as z from 'zod/mini';

import { timeOf } from '../../../core/domain/dateTime';
import { typeOf } from '../../../core/domain/transaction';
import { codeOf, type JsonObject } from '../../../core/domain/json';
import { defineRead } from '../../../core/operation/define';
import { inTheirWords, strictChoice, wholeNumber } from '../../../core/operation/fields';
import { ItemStopped } from '../../../core/service/failure';
import { ifThere } from '../../../core/service/lookUps';
import { maybeText, oneOrMany } from '../../../core/service/schema';
import type { ReadService, ServiceRequest } from '../../../core/service/service';
import { goesOn, lookUpFields, lookUpRequest, SIMPLE_TRANSACTION } from './transaction';

/** The end of a wait, with the transaction that decided it; null if none was seen. */
interface SettlementEnd {
	readonly settlement: 'success' | 'failed' | 'timeout';
	readonly transaction: JsonObject | null;
}

/**
 * Reads a request's transactions until they are settled, for at most `timeoutMs`. It keeps waiting while there are none,
 * and after a temporary fault. If no read succeeded, it throws the last fault. A cancelled execution ends the wait.
 *
 * @param type the types that count: `any`, or `payment` for all but money received for an instant payout
 */
async function waitForSettlement(
	service: ReadService,
	request: ServiceRequest,
	type: string,
	{ timeoutMs, pollMs }: Readonly<Record<'timeoutMs' | 'pollMs', number>>,
): Promise<SettlementEnd> {
	const { clock } = service;
	const deadline = clock.now() + timeoutMs;
	let last: SettlementEnd | null = null;
	for (;;) {
		const look = await lookOnce(service, request);
		if (!(look instanceof ItemStopped)) {
			last = endOf(look.filter((one) => counts(one, type)));
			if (last.settlement !== 'timeout') return last;
		}
		const left = deadline - clock.now();
		if (left > 0 && !clock.cancelled()) {
			await clock.sleep(Math.min(pollMs, left));
			if (!clock.cancelled()) continue;
		}
		if (last !== null) return last;
		if (look instanceof ItemStopped) throw look;
	}
}

/** The transactions as they are now, or a temporary fault; throws any other fault. */
async function lookOnce(service: ReadService, request: ServiceRequest): Promise<JsonObject[] | ItemStopped> {
	const form = oneOrMany(z.looseObject({ status: maybeText, type: maybeText }));
	return await ifThere(service.read(request, form)).catch((error: unknown) => {
		if (!(error instanceof ItemStopped)) throw error;
		// Any 404, even from a proxy, counts as no transactions yet, since reading again does no harm.
		if (error.failure.httpCode === '404') return [];
		return error.failure.retryable ? error : Promise.reject(error);
	});
}

function counts(transaction: JsonObject, wanted: string): boolean {
	if (wanted === 'payment') return !goesOn(transaction);
	return wanted === 'any' || typeOf(transaction.type) === wanted;
}

/** The types that count by default. An order or a hash also finds the money received for an instant payout. */
const USUAL_TYPES: Readonly<Record<string, string>> = { orderId: 'WITHDRAWAL', hash: 'payment' };

/**
 * The state of a wait: failed if a transaction is FAILED, success if there are some and all are SUCCESS, otherwise
 * open. It names the deciding transaction: the failed one, the last to succeed, or the first open one.
 */
function endOf(transactions: readonly JsonObject[]): SettlementEnd {
	const failed = transactions.find(({ status }) => codeOf(status) === 'FAILED');
	if (failed !== undefined) return { settlement: 'failed', transaction: failed };
	const open = transactions.find(({ status }) => codeOf(status) !== 'SUCCESS');
	if (open !== undefined) return { settlement: 'timeout', transaction: open };
	const latest = [...transactions].sort((a, b) => changedAt(a) - changedAt(b)).at(-1) ?? null;
	return { settlement: latest === null ? 'timeout' : 'success', transaction: latest };
}

const changedAt = ({ updatedAt, createdAt }: JsonObject) => timeOf(updatedAt) ?? timeOf(createdAt) ?? 0;

const TIMEOUT_SECONDS = 120;

const POLL_SECONDS = 3;

export const transactionWaitForSettlement = defineRead('transaction', 'waitForSettlement', {
	action: 'Wait for transaction to settle',
	description:
		"Wait until a transaction succeeds or fails, and output it with 'settlement': success, failed or timeout",
	simplified: SIMPLE_TRANSACTION,
	fields: {
		...lookUpFields,
		transactionType: strictChoice('Transaction Type', {
			description:
				'Which transactions count. Automatic: for an order, only withdrawals; for a hash, all but the deposit of an automatic payout; for an ID, all.',
			default: 'automatic',
			choices: inTheirWords('any', 'automatic', 'DEPOSIT', 'WITHDRAWAL'),
		}),
	},
	options: {
		pollInterval: wholeNumber('Poll Interval', {
			description: 'How often to check, in seconds',
			default: POLL_SECONDS,
			min: 1,
			max: 600,
		}),
		timeout: wholeNumber('Timeout', {
			description: "How long to wait, in seconds. After that, 'settlement' is 'timeout'; the node does not fail.",
			default: TIMEOUT_SECONDS,
			min: 1,
			max: 86_400,
		}),
	},
	collect: async (input, service) => {
		const type = input.transactionType === 'automatic' ? (USUAL_TYPES[input.lookUpBy] ?? 'any') : input.transactionType;
		const end = await waitForSettlement(service, lookUpRequest(input), type, {
			timeoutMs: (input.options.timeout ?? TIMEOUT_SECONDS) * 1000,
			pollMs: (input.options.pollInterval ?? POLL_SECONDS) * 1000,
		});
		const transaction = end.transaction ?? { [input.lookUpBy]: input.value };
		return [{ ...transaction, settlement: end.settlement }];
	},
});
