import { isErrorBody, messageFor, serviceMessage, type Cause, type Ending } from '../domain/outcome';
import { faultCause } from '../domain/faults';
import type { Failure } from './failure';

const STATUS_ADVICE: ReadonlyMap<number, string> = new Map([
	[400, 'Check the values of this item.'],
	[401, 'Check the key in the credential, and that it belongs to the chosen deployment.'],
	[403, 'The key is known but may not do this: payouts need a key with the role WRITE.'],
	[404, 'Check the ID; it may belong to another account or deployment.'],
	[405, "Check the path of 'Base URL' in the credential."],
	[409, 'Look in Mavapay whether the same was done before.'],
	[422, 'Check the values of this item.'],
	[429, 'Mavapay receives too many requests from this key. Wait, or process fewer items at once.'],
]);

const FAULT_TEXT: ReadonlyMap<Cause, string> = new Map([
	['dns', "The host of the service was not found. Check 'Base URL' in the credential and the network."],
	['refused', "Nothing listens at the service's address. Check 'Base URL' in the credential, or try again later."],
	['unreachable', "The service's host could not be reached. Check the network, or try again later."],
	['tls', "No safe connection could be made: the certificate is not trusted or the address does not speak TLS. Check 'Base URL' in the credential."],
	['timeout', 'No answer came in time. Try again later.'],
	['reset', 'The connection was closed before the answer was complete. Try again later.'],
	['cancelled', 'The execution was cancelled before the answer came.'],
	['unreadable', 'The answer broke off or could not be read. Try again later.'],
]);

/**
 * How a request ended, in one or two sentences for people, with the next step. Never a Node error
 * code: n8n would replace the whole message by its own advice to retry.
 */
export function describeEnding(ending: Ending): string {
	if (ending.kind === 'refusedLocally') {
		return `n8n refused to send the request: "${messageFor(ending.message)}". Check the address in the credential and n8n's own limits on hosts.`;
	}
	if (ending.kind === 'fault') {
		const cause = faultCause(ending.code, ending.message);
		return FAULT_TEXT.get(cause) ?? 'The connection to the service broke. Try again later.';
	}
	return describeAnswer(ending.status, ending.body);
}

function describeAnswer(status: number, body: unknown): string {
	if (status >= 300 && status < 400) {
		return `The service answered ${status} and pointed to another address, which is not followed. Check 'Base URL' in the credential.`;
	}
	const advice = STATUS_ADVICE.get(status) ?? (status >= 500 ? 'Try again later.' : '');
	const said = serviceMessage(body);
	if (said !== '') {
		const code = status >= 200 && status < 300 ? '' : ` (${status})`;
		return `Mavapay answered${code}: "${messageFor(said)}". ${advice}`.trim();
	}
	if (status >= 200 && status < 300) {
		return "The answer is not one of Mavapay's interface: it may be a web page. Check 'Deployment' and 'Base URL' in the credential.";
	}
	return `The service answered ${status} without saying why. ${advice}`.trim();
}

/** Why a read got no good answer. A read moves no money, so it may be run again. */
export function readFailure(ending: Ending): Failure {
	const refusedForGood =
		ending.kind === 'refusedLocally' ||
		(ending.kind === 'answer' && isErrorBody(ending.body) && ending.status < 429);
	return {
		message: describeEnding(ending),
		httpCode: ending.kind === 'answer' ? String(ending.status) : null,
		outcome: null,
		reference: null,
		retryable: !refusedForGood,
		source: 'service',
	};
}
