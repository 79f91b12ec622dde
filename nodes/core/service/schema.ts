import * as z from 'zod/mini';

/*
 * Mavapay's data is described leniently (docs/reference/interface.md#amounts): members that are not known pass, amounts come
 * as numbers or as numeric text, and sets of values stay open. Almost every member may be absent.
 */
export const maybeText = z.nullish(z.string());
export const maybeFlag = z.nullish(z.boolean());

/** An amount, rate or count: a number, or one as text with two decimals. */
export const maybeNumber = z.nullish(
	z.union([z.number(), z.string().check(z.refine((text) => /^-?\d+(\.\d+)?$/.test(text)))]),
);

/** Text, or a number where Mavapay leaves out the quotation marks: a decimal number, digits of an account or a bank. */
export const maybeTextOrNumber = z.nullish(z.union([z.string(), z.number()]));

/** An ISO 8601 time, kept as text. */
export const maybeTime = z.nullish(z.string());

/** One thing, or a list of them, where Mavapay sends either. */
export const oneOrMany = <S extends z.ZodMiniType>(schema: S) => z.nullish(z.union([schema, z.array(schema)]));

/** One record or a list of them, of any form. Anything else fails, so that it can't be taken for fewer records or none. */
export const objectOrMany = oneOrMany(z.looseObject({}));

/** The form of a value from outside. Schemas only check: none of them changes the value. */
export type Schema<T = unknown> = z.ZodMiniType<T, T>;

/** Whether a value has the form. The value itself is not changed: unknown members and their order are kept. */
export function fits<V, T>(value: V, schema: Schema<T>): value is V & T {
	return schema.safeParse(value).success;
}

/** The members in which a value differs from the form, each once, by their paths; empty where it fits. */
export function differencesOf(value: unknown, schema: Schema): string[] {
	const { error } = schema.safeParse(value);
	return [...new Set(error?.issues.map((issue) => placeOf(issue).join('.') || 'data'))];
}

/** The path of an issue, with `[]` for a list's entries; in a union, the longest of its alternatives' paths. */
function placeOf(issue: z.core.$ZodIssue): string[] {
	const inner = issue.code === 'invalid_union' ? issue.errors.flat().map(placeOf) : [];
	const [deepest = []] = inner.sort((a, b) => b.length - a.length);
	return [...issue.path.map((part) => (typeof part === 'number' ? '[]' : String(part))), ...deepest];
}
