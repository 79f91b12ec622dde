/** How a request that pays may end. */
import { isJsonObject, type Json } from '../../../nodes/core/domain/json';
import type { Classified } from '../../../nodes/core/http/outcome';
import { ItemStopped } from '../../../nodes/core/service/failure';
import type { ServiceResponse, SendResult } from '../../../nodes/core/service/service';

type Said = Pick<Classified, 'outcome' | 'cause'> & Partial<SendResult> & { message?: string; retryable?: boolean };

export function ending({ outcome, cause, message = 'as simulated', retryable = false, ...rest }: Said): SendResult {
	return { classified: { outcome, cause, message, retryable }, httpCode: null, response: null, ...rest };
}

export function answerWith(data: Json): ServiceResponse {
	return { data, message: null, body: { status: 'ok', data } };
}

export const accepted = (id = 'tx-1') =>
	ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200', response: answerWith({ id, status: 'PENDING' }) });
/** Gives a transaction's ID that was answered before a number behind it. */
export function withOwnTransactions(): (result: SendResult) => SendResult {
	const answered = new Map<string, number>();
	return (result) => {
		const { data } = result.response ?? {};
		if (!isJsonObject(data) || typeof data.id !== 'string') return result;
		const times = (answered.get(data.id) ?? 0) + 1;
		answered.set(data.id, times);
		return times === 1 ? result : { ...result, response: answerWith({ ...data, id: `${data.id}-${times}` }) };
	};
}

/** An answer that refuses. */
export const rejected = ending({
	outcome: 'rejected',
	cause: 'insufficientFunds',
	httpCode: '400',
	message: 'Insufficient balance',
});
/** Nobody was there to answer. */
export const unreachable = ending({
	outcome: 'rejected',
	cause: 'connectionRefused',
	message: 'connect ECONNREFUSED 10.0.0.1',
	retryable: true,
});
export const tooMany = (retryAfter?: string) =>
	ending({
		outcome: 'rejected',
		cause: 'rateLimited',
		httpCode: '429',
		message: 'Too many requests',
		...(retryAfter === undefined ? {} : { retryAfter }),
	});
export const lost = ending({ outcome: 'unknown', cause: 'timeout', message: 'connect ETIMEDOUT 10.0.0.1' });
export const failed = (id = 'tx-9') =>
	ending({
		outcome: 'failed',
		cause: 'transactionFailed',
		httpCode: '200',
		response: answerWith({ id, status: 'FAILED' }),
	});

/** A read before the payment that failed, and may be tried again. */
export const failedRead = (summary: string, description: string) =>
	new ItemStopped({
		summary,
		description,
		cause: 'serverError',
		httpCode: '503',
		outcome: null,
		reference: null,
		retryable: true,
		source: 'service',
	});
