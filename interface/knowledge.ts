/**
 * How well each part of the interface's description is known. Unmarked parts are documented by the service; the others
 * say why they are included, and where our documents discuss them.
 */
import * as z from 'zod';

export type Known = 'documented' | 'inferred' | 'unknown';

/** A place in our documents that describes the interface, or an open question about it. */
export type Place = `docs/${'reference/interface' | 'why/questions'}.md#${string}`;

export interface Doubt {
	/** `inferred`: seen in clients, or follows from the documentation. `unknown`: nobody outside Mavapay knows. */
	readonly known: Exclude<Known, 'documented'>;
	readonly because: string;
	readonly see: Place;
}

/** The parts of the description that are not documented. */
export const doubts = z.registry<Doubt>();

/** Example values of schemas whose type alone doesn't show what they accept. */
export const examples = z.registry<{ readonly values: readonly unknown[] }>();

const marked = <T extends z.ZodType>(schema: T, doubt: Doubt): T => {
	// Only a copy is marked, because the same schema may be documented in another place.
	const own = schema.clone();
	const shown = examples.get(schema);
	if (shown) examples.add(own, shown);
	doubts.add(own, doubt);
	return own;
};

/** Marks a part as undocumented, but seen in clients of the live service or implied by the documentation. */
export const inferred = <T extends z.ZodType>(schema: T, because: string, see: Place): T =>
	marked(schema, { known: 'inferred', because, see });

/** A part that nobody outside Mavapay knows; any value is accepted. */
export const unknown = (because: string, see: Place): z.ZodUnknown =>
	marked(z.unknown(), { known: 'unknown', because, see });

/** A schema with example values. */
export const showing = <T extends z.ZodType>(schema: T, ...values: readonly z.input<T>[]): T => {
	const own = schema.clone();
	examples.add(own, { values });
	return own;
};

/** An enum of documented values and, if given, of values that are only inferred. */
export const oneOf = <const D extends readonly [string, ...string[]], const M extends readonly string[]>(
	documented: D,
	more?: { readonly values: M; readonly because: string; readonly see: Place },
) => (more ? z.union([z.enum(documented), inferred(z.enum(more.values), more.because, more.see)]) : z.enum(documented));
