import type { z } from 'zod';
import { parsed } from '../state/beneficiaries';
import type { Service } from '../state/service';
import type { Json, JsonObject } from '../state/types';

export interface Answer {
	status: number;
	body: JsonObject | Json[];
	headers?: Record<string, string>;
}

/** Who can call: `key` needs any credential, `write` one that can write, `open` none. */
export type Access = 'open' | 'key' | 'write';

/** A request after reading: its path parameters, query and parsed body. */
export interface RawCall {
	params: Record<string, string>;
	query: Record<string, string>;
	/** Parsed JSON; an empty object if there was no body. */
	body: unknown;
}

export interface Route {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The path below the base, with `{name}` for parameters. */
	path: string;
	access: Access;
	query: z.ZodType;
	body: z.ZodType;
	answer: (service: Service, call: RawCall) => Answer | Promise<Answer>;
}

interface Call<Q, B> {
	params: Record<string, string>;
	query: Q;
	body: B;
	service: Service;
}

interface RouteSpec<Q, B> {
	method: 'GET' | 'POST' | 'PUT';
	path: string;
	access: Access;
	query: z.ZodType<Q>;
	body: z.ZodType<B>;
	handle: (call: Call<Q, B>) => Answer | Promise<Answer>;
}

/** Declares a route: its query and body are checked against their schemas before `handle` runs. */
export function route<Q, B>(spec: RouteSpec<Q, B>): Route {
	return {
		...spec,
		answer: (service, call) =>
			spec.handle({
				service,
				params: call.params,
				query: parsed(spec.query, call.query),
				body: parsed(spec.body, call.body),
			}),
	};
}

/** The body of a success; its `status` is the word that the quirk `statusWord` sets. */
export function ok(service: Service, data: Json, message?: string): Answer {
	const status = service.quirks.statusWord;
	return { status: 200, body: message === undefined ? { status, data } : { status, message, data } };
}

/** The service's error body (docs/reference/interface.md#errors). */
export function errorAnswer(status: number, message: string): Answer {
	return { status, body: { status: 'error', message } };
}

interface Compiled<R> {
	route: R;
	segments: string[];
}

export type Found<R> =
	| { kind: 'route'; route: R; params: Record<string, string> }
	| { kind: 'wrongMethod'; allowed: string[] }
	| { kind: 'unknown' };

/** Finds the route of a path. Case matters, and a path with a trailing slash differs from one without it. */
export class Router<R extends { method: string; path: string }> {
	private readonly fixed = new Map<string, R[]>();
	private readonly patterns: Compiled<R>[] = [];

	constructor(readonly routes: readonly R[]) {
		for (const one of routes) {
			if (one.path.includes('{')) this.patterns.push({ route: one, segments: one.path.split('/') });
			else this.fixed.set(one.path, [...(this.fixed.get(one.path) ?? []), one]);
		}
	}

	find(method: string, path: string): Found<R> {
		const fixed = this.fixed.get(path) ?? [];
		const candidates = fixed.map((one) => ({ route: one, params: {} }));
		const matching = fixed.length > 0 ? candidates : this.matchPatterns(path);
		const match = matching.find((one) => one.route.method === method);
		if (match) return { kind: 'route', ...match };
		if (matching.length === 0) return { kind: 'unknown' };
		return { kind: 'wrongMethod', allowed: matching.map((one) => one.route.method) };
	}

	private matchPatterns(path: string): { route: R; params: Record<string, string> }[] {
		const parts = path.split('/');
		return this.patterns.flatMap(({ route: one, segments }) => {
			if (segments.length !== parts.length) return [];
			const params: Record<string, string> = {};
			for (const [index, segment] of segments.entries()) {
				const part = parts[index] ?? '';
				if (!segment.startsWith('{')) {
					if (segment !== part) return [];
				} else if (part === '') return [];
				else params[segment.slice(1, -1)] = decodeURIComponent(part);
			}
			return [{ route: one, params }];
		});
	}
}
