/** The ways in which a payment request can end. */
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
/** Makes transaction IDs unique: an ID that was answered before gets a number after it. */
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

/** The service's answer that it refuses the payment. */
export const rejected = ending({
	outcome: 'rejected',
	cause: 'insufficientFunds',
	httpCode: '400',
	message: 'Insufficient balance',
});
/** The connection was refused, so no answer came. */
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

/** The error of a failed read before the payment. The read can be tried again. */
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
