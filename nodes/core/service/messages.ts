/* Messages about Mavapay's responses and the network. Messages about payments are in payout/messages.ts. */
import { shouldRetryRead, type HttpResult } from '../http/httpResult';
import { withoutErrorCodes } from '../http/networkErrors';
import {
	isErrorBody,
	readCause,
	serviceMessage,
	shownMessage,
	type Classified,
	type ServiceCause,
} from '../http/outcome';
import { CAUSES, happened } from './causes';
import { quotedText } from '../domain/text';
import { refuse, type Failure } from './failure';

/** The cause of a failed write; `unreadable` if Mavapay accepted the request but its response couldn't be read. */
export function causeOf({ cause }: Classified): ServiceCause {
	return cause === 'accepted' ? 'unreadable' : cause;
}

/** How a write ended, in Mavapay's words or ours. It never contains a network error code, which n8n would react to. */
export function howItEnded({
	classified,
	httpCode,
	retryAfter,
}: {
	readonly classified: Classified;
	readonly httpCode: string | null;
	readonly retryAfter?: string | undefined;
}): string {
	const cause = causeOf(classified);
	if (httpCode === null) return `${happened(cause)}${cause === 'blockedByN8n' ? inQuotes(classified.message) : ''}.`;
	const ours = cause === 'redirect' || cause === 'unreadable' ? `${happened(cause)}. ` : '';
	return `${ours}${responded(httpCode, classified.message, retryAfter)}`;
}

function responded(httpCode: string, message: string | null, retryAfter?: string): string {
	const said =
		message === null ? `responded with HTTP ${httpCode} and no message` : `responded (${httpCode})${inQuotes(message)}`;
	return `Mavapay ${said}.${retryAfter === undefined ? '' : ` It asks to wait (Retry-After): ${quotedText(retryAfter)}.`}`;
}

function inQuotes(message: string | null): string {
	return message === null ? '' : `: "${withoutErrorCodes(message)}"`;
}

/** The failure of a read that got no usable response. */
export function readFailure(result: HttpResult): Failure {
	const cause = readCause(result);
	const refusedForGood =
		result.kind === 'refusedLocally' ||
		(result.kind === 'response' && isErrorBody(result.body, result.status) && result.status < 429);
	return refuse(happened(cause), `${readDetail(result)} ${CAUSES[cause].advice}`.trim(), {
		cause,
		httpCode: result.kind === 'response' ? String(result.status) : null,
		outcome: null,
		retryable: !refusedForGood || shouldRetryRead(result),
		source: 'service',
	}).failure;
}

function readDetail(result: HttpResult): string {
	if (result.kind === 'fault') return '';
	if (result.kind === 'refusedLocally') {
		const said = shownMessage(result.message);
		return said === null ? '' : `n8n says${inQuotes(said)}.`;
	}
	const message = shownMessage(serviceMessage(result.body));
	if (message === null && result.status >= 200 && result.status < 300) return '';
	return responded(String(result.status), message, result.retryAfter);
}
