import * as z from 'zod/mini';

/*
 * Schemas for Mavapay's data, which are lenient (docs/reference/interface.md#amounts): unknown members and values pass,
 * amounts are numbers or numeric text, and almost every member may be missing.
 */
export const maybeText = z.nullish(z.string());
export const maybeFlag = z.nullish(z.boolean());

/** An amount, rate or count, as a number or as text. */
export const maybeNumber = z.nullish(
	z.union([z.number(), z.string().check(z.refine((text) => /^-?\d+(\.\d+)?$/.test(text)))]),
);

/** Text that Mavapay may send as a number: a decimal number, or the digits of an account or bank. */
export const maybeTextOrNumber = z.nullish(z.union([z.string(), z.number()]));

/** One of the given texts. */
export const oneOf = <T extends string>(...texts: readonly T[]) =>
	z.custom<T>((value) => texts.some((text) => text === value));

/** An ISO 8601 time, kept as text. */
export const maybeTime = z.nullish(z.string());

/** One value or a list of values, for a member that Mavapay sends in either form. */
export const oneOrMany = <S extends z.ZodMiniType>(schema: S) => z.nullish(z.union([schema, z.array(schema)]));

/** One record or a list of them, in any form. Anything else fails, so that no record is overlooked. */
export const objectOrMany = oneOrMany(z.looseObject({}));

/** A schema for a value from outside. Schemas only check; they never change the value. */
export type Schema<T = unknown> = z.ZodMiniType<T, T>;

/** Whether a value fits a schema. The value isn't changed: unknown members and their order are kept. */
export function fits<V, T>(value: V, schema: Schema<T>): value is V & T {
	return schema.safeParse(value).success;
}

/** The paths at which a value doesn't fit a schema, each once; empty if it fits. */
export function differencesOf(value: unknown, schema: Schema): string[] {
	const { error } = schema.safeParse(value);
	return [...new Set(error?.issues.map((issue) => placeOf(issue).join('.') || 'data'))];
}

/** The path of an issue, with `[]` for list entries; for a union, the longest path among its alternatives. */
function placeOf(issue: z.core.$ZodIssue): string[] {
	const inner = issue.code === 'invalid_union' ? issue.errors.flat().map(placeOf) : [];
	const [deepest = []] = inner.sort((a, b) => b.length - a.length);
	return [...issue.path.map((part) => (typeof part === 'number' ? '[]' : String(part))), ...deepest];
}
