/**
 * How well each part of the interface's description is known. What is not marked is documented by the
 * service; everything else says why it is there, and where docs/reference/interface.md speaks of it.
 */
import * as z from 'zod';

export type Known = 'documented' | 'inferred' | 'unknown';

/** A place where the interface, or what is unknown of it, is written down. */
export type Place = `docs/${'reference/interface' | 'why/questions'}.md#${string}`;

export interface Doubt {
	/** `inferred`: seen in clients or following from what is documented. `unknown`: nobody outside knows. */
	readonly known: Exclude<Known, 'documented'>;
	readonly because: string;
	readonly see: Place;
}

/** The parts of the description that are not documented. */
export const doubts = z.registry<Doubt>();

/** Values that show what a schema takes, where its type alone does not. */
export const examples = z.registry<{ readonly values: readonly unknown[] }>();

const marked = <T extends z.ZodType>(schema: T, doubt: Doubt): T => {
	// A copy: the same schema may stand elsewhere as documented.
	const own = schema.clone();
	const shown = examples.get(schema);
	if (shown) examples.add(own, shown);
	doubts.add(own, doubt);
	return own;
};

/** Not documented, but seen in clients of the live service, or following from what is documented. */
export const inferred = <T extends z.ZodType>(schema: T, because: string, see: Place): T =>
	marked(schema, { known: 'inferred', because, see });

/** Nobody outside knows: anything is right here. */
export const unknown = (because: string, see: Place): z.ZodUnknown =>
	marked(z.unknown(), { known: 'unknown', because, see });

/** A schema with values that show what it takes. */
export const showing = <T extends z.ZodType>(schema: T, ...values: readonly z.input<T>[]): T => {
	const own = schema.clone();
	examples.add(own, { values });
	return own;
};

/** Documented values, and beside them those that were only seen. */
export const oneOf = <const D extends readonly [string, ...string[]], const M extends readonly string[]>(
	documented: D,
	more?: { readonly values: M; readonly because: string; readonly see: Place },
) => (more ? z.union([z.enum(documented), inferred(z.enum(more.values), more.because, more.see)]) : z.enum(documented));
