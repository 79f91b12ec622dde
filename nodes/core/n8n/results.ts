import type { JsonObject } from '../domain/json';
import type { Failure } from '../service/failure';

/** What became of one item. */
export type ItemResult =
	| { readonly index: number; readonly outputs: JsonObject[] }
	| { readonly index: number; readonly failure: Failure };

/** What a run of the node gave: a result per item, and warnings for the user. */
export interface RunResult {
	readonly results: readonly ItemResult[];
	readonly hints: readonly string[];
}

/** One item, with the plan its operation made of it or the reason why there is none. */
export type Planned<P> =
	| { readonly index: number; readonly plan: P }
	| { readonly index: number; readonly failure: Failure };
