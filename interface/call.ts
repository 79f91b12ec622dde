import * as z from 'zod';
import type { Known, Place } from './knowledge';

export type Method = 'GET' | 'POST' | 'PUT';

/** Everything that is known about one call of the service: one row of the description. */
export interface Call {
	readonly method: Method;
	/** Path below the service's base address, with `{name}` in place of a parameter. */
	readonly path: string;
	/** `open`: without a key. `key`: API key or bearer token. */
	readonly access: 'open' | 'key';
	/** How well the call itself is known; less certain parts of it are marked separately. */
	readonly known: Known;
	/** Place in docs/reference/interface.md that describes the call. */
	readonly see: Place;
	readonly query: z.ZodType;
	/** Undefined if no body is sent. */
	readonly body?: z.ZodType;
	/** The whole body of a successful answer. */
	readonly answer: z.ZodType;
	/** Operations of the node that output this answer's `data`, as `resource:operation`. */
	readonly outputOf: readonly string[];
}

export const noQuery = z.strictObject({});

/** Makes the row of a call. Unless `rest` says otherwise, the call is documented, needs a key and takes no query. */
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
