/** One call of n8n's HTTP helper and its result, for tests of the helper's behaviour. */
import {
	NodeApiError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { createExecuteContext } from './executeContext';
import { startFaultServer, type Fault, type WireRequest } from './faultServer';
import { TOY_CREDENTIAL, TOY_KEY, toyCredential } from './toyCredential';

/** The options with which the connector calls n8n's HTTP helper. */
const SENDER_OPTIONS = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	json: true,
	timeout: 10_000,
} satisfies Partial<IHttpRequestOptions>;

/** The fields of an error. They are read one by one, because Node's error classes are different inside jest. */
interface ErrorFacts {
	name: unknown;
	code: unknown;
	message: unknown;
	syscall: unknown;
	/** `response.status`, if a response had begun. */
	status: unknown;
}

export interface Thrown {
	error: NodeApiError;
	/** `error.cause`, the HTTP client's error. */
	cause: ErrorFacts;
	/** `error.cause.cause`, Node's error. */
	root: ErrorFacts;
}

interface CallResult {
	returned?: IN8nHttpFullResponse;
	thrown?: Thrown;
	/** Requests that reached the server. */
	requests: WireRequest[];
}

/** n8n's real `this` of `execute()`, with the toy credential. */
export const toyContext = (key = TOY_KEY, abortSignal?: AbortSignal) =>
	createExecuteContext({
		credentialTypes: [toyCredential],
		credentials: { [TOY_CREDENTIAL]: { key } },
		...(abortSignal ? { abortSignal } : {}),
	});

/** Options of a POST like the connector's payments. Each call makes new ones: n8n's HTTP helper changes them. */
export const postTo = (url: string, more: Partial<IHttpRequestOptions> = {}): IHttpRequestOptions => ({
	...SENDER_OPTIONS,
	method: 'POST',
	url: `${url}/pay`,
	body: { amount: '100' },
	...more,
});

/** Calls n8n's HTTP helper with `self` as `this`. */
export async function call(
	self: IExecuteFunctions,
	options: IHttpRequestOptions,
): Promise<Omit<CallResult, 'requests'>> {
	try {
		const returned: IN8nHttpFullResponse = await self.helpers.httpRequestWithAuthentication.call(
			self,
			TOY_CREDENTIAL,
			options,
		);
		return { returned };
	} catch (error) {
		if (!(error instanceof NodeApiError)) throw error;
		return { thrown: { error, cause: factsOf(error.cause), root: factsOf(field(error.cause, 'cause')) } };
	}
}

/** Calls n8n's HTTP helper once against a server with this fault. */
export async function callFault(fault: Fault, more: Partial<IHttpRequestOptions> = {}): Promise<CallResult> {
	const server = await startFaultServer(fault);
	try {
		const result = await call(toyContext(), postTo(server.url, more));
		return { ...result, requests: server.requests };
	} finally {
		await server.close();
	}
}

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

const factsOf = (value: unknown): ErrorFacts => ({
	name: field(value, 'name'),
	code: field(value, 'code'),
	message: field(value, 'message'),
	syscall: field(value, 'syscall'),
	status: field(field(value, 'response'), 'status'),
});
