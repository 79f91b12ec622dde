import * as z from 'zod';
import type { Known, Place } from './knowledge';

export type Method = 'GET' | 'POST' | 'PUT';

/** One row: everything that is known about one call of the service. */
export interface Call {
	readonly method: Method;
	/** Path below the service's base address, with `{name}` in place of a parameter. */
	readonly path: string;
	/** `open`: without a key. `key`: API key or bearer token. */
	readonly access: 'open' | 'key';
	/** How well the call itself is known; parts of it that are known less well have a mark of their own. */
	readonly known: Known;
	/** Where docs/reference/interface.md describes it. */
	readonly see: Place;
	readonly query: z.ZodType;
	/** Undefined: no body is sent. */
	readonly body?: z.ZodType;
	/** The whole body of a success. */
	readonly answer: z.ZodType;
	/** Operations of the node whose output is this answer's `data`, as `resource:operation`. */
	readonly outputOf: readonly string[];
}

export const noQuery = z.strictObject({});

/** One row; unless `rest` says otherwise, the call is documented, wants a key and takes no query. */
export const row = (method: Method, path: string, see: Place, rest: Pick<Call, 'answer'> & Partial<Call>): Call => ({
	method,
	path,
	see,
	access: 'key',
	known: 'documented',
	query: noQuery,
	outputOf: [],
	...rest,
});

/** The name of a row, such as `POST /quote`. */
export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
	`${method} ${path}`;
