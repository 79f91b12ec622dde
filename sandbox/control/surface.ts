import { parseJson } from '../http/body';
import { errorAnswer, Router, type Answer } from '../http/routing';
import { ServiceError, type JsonObject } from '../state/types';
import type { World } from '../world';
import { CONTROL_ROUTES, type ControlRoute } from './routes';

const router = new Router<ControlRoute>(CONTROL_ROUTES);

export interface ControlRequest {
	method: string;
	/** The path below /_sandbox; `/` for the surface itself. */
	path: string;
	query: Record<string, string>;
	rawBody: string | null;
}

function help(): JsonObject {
	const lines = CONTROL_ROUTES.map((one) => [`${one.method} /_sandbox${one.path}`, one.help]);
	return Object.fromEntries(lines);
}

async function run(world: World, request: ControlRequest): Promise<Answer> {
	if (request.path === '/' && request.method === 'GET') return { status: 200, body: help() };
	const found = router.find(request.method, request.path);
	if (found.kind === 'unknown') return errorAnswer(404, 'The sandbox has no such control');
	if (found.kind === 'wrongMethod') return errorAnswer(405, 'Method not allowed');
	const parsed = parseJson(request.rawBody ?? '');
	if (!parsed.ok || request.rawBody === null) return errorAnswer(400, 'Invalid request body');
	const { params } = found;
	const { query } = request;
	const result = await found.route.run({ world, params, query, body: parsed.value ?? {} });
	const object = typeof result === 'object' && result !== null ? result : { result };
	return { status: 200, body: object };
}

/** Answers one request to the control surface; errors have the same shape as the service's. */
export async function answerControl(world: World, request: ControlRequest): Promise<Answer> {
	try {
		return await run(world, request);
	} catch (error) {
		if (error instanceof ServiceError) return errorAnswer(error.status, error.message);
		if (error instanceof URIError) return errorAnswer(400, 'Bad request');
		throw error;
	}
}
