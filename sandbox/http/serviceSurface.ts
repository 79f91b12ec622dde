import { ASSUMED } from '../assumptions';
import { DOCUMENTED } from '../messages';
import type { IncomingHttpHeaders } from 'node:http';
import { SERVICE_ROUTES } from '../routes/index';
import type { Service } from '../state/service';
import { ServiceError } from '../state/types';
import { parseJson } from './body';
import { errorAnswer, Router, type Access, type Answer, type Route } from './routing';

const { value: said } = ASSUMED.messages;

/** Path prefix of the service (docs/reference/interface.md#hosts). */
export const BASE_PATH = '/api/v1';

const router = new Router<Route>(SERVICE_ROUTES);

/** `write`: may call everything. `read`: may only make calls that read. null: has no valid credential. */
type Role = 'write' | 'read' | null;

/** The role of a request's API key or, without a key, of its bearer token (docs/reference/interface.md#authentication). */
function roleOf(service: Service, headers: IncomingHttpHeaders): Role {
	const { keys } = service;
	const key = headers['x-api-key'];
	if (key !== undefined) {
		if (key === keys.write) return 'write';
		return key === keys.read ? 'read' : null;
	}
	return headers.authorization === `Bearer ${keys.bearer}` ? 'write' : null;
}

function refuse(access: Access, role: Role): Answer | null {
	if (access === 'open') return null;
	if (role === null) return errorAnswer(401, DOCUMENTED.invalidKey);
	if (access === 'write' && role === 'read') {
		return errorAnswer(403, said.readOnlyKey);
	}
	return null;
}

export interface ServiceRequest {
	method: string;
	/** The path below the base. */
	path: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** The body as it came; null if it is larger than the service accepts. */
	rawBody: string | null;
}

function bodyOf(request: ServiceRequest): unknown {
	if (request.rawBody === null) throw new ServiceError(413, said.tooLarge);
	const parsed = parseJson(request.rawBody);
	if (!parsed.ok) throw new ServiceError(400, said.notJson);
	if (parsed.value === undefined) return {};
	const type = request.headers['content-type'] ?? '';
	if (!/^application\/json\b/i.test(type)) {
		throw new ServiceError(400, said.notJsonType);
	}
	return parsed.value;
}

function answer(service: Service, request: ServiceRequest): Answer | Promise<Answer> {
	const found = router.find(request.method, request.path);
	if (found.kind === 'unknown') return errorAnswer(404, said.unknownPath(request.method, request.path));
	if (found.kind === 'wrongMethod') {
		const headers = { Allow: found.allowed.join(', ') };
		return { ...errorAnswer(405, said.wrongMethod), headers };
	}
	const refused = refuse(found.route.access, roleOf(service, request.headers));
	if (refused) return refused;
	const { params } = found;
	return found.route.answer(service, { params, query: request.query, body: bodyOf(request) });
}

function answerTo(error: unknown): Answer {
	if (error instanceof ServiceError) return errorAnswer(error.status, error.message);
	return errorAnswer(error instanceof URIError ? 400 : 500, said.broken);
}

/**
 * The answer to a request, even if handling it fails. State changes only before the first `await`, as long as
 * `service.requestNumber` is the number of this request.
 */
async function settled(service: Service, request: ServiceRequest, number: number): Promise<Answer> {
	service.requestNumber = number;
	try {
		const given = answer(service, request);
		service.requestNumber = 0;
		return await given;
	} catch (error) {
		service.requestNumber = 0;
		return answerTo(error);
	}
}

/** Answers one request to the service. Never rejects: what is refused gets the service's error body. */
export async function answerService(service: Service, request: ServiceRequest, number: number): Promise<Answer> {
	const given = await settled(service, request, number);
	const asOk = service.quirks.errorsAs200 && given.status >= 400;
	return asOk ? { ...given, status: 200 } : given;
}
