import * as z from 'zod/mini';

/**
 * Answers are described leniently (docs/interface.md#amounts): members that are not known pass, amounts come
 * as numbers or as numeric text, and sets of values stay open. Almost every member may be absent.
 */
export const maybeText = z.nullish(z.string());

export const maybeFlag = z.nullish(z.boolean());

/** An amount, rate or count: a number, or the same as text with two decimals. */
export const maybeNumber = z.nullish(z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]));

/** A decimal number that the service writes as text. */
export const maybeDecimal = z.nullish(z.union([z.string(), z.number()]));

/** An ISO 8601 time; kept as the text it is. */
export const maybeTime = z.nullish(z.string());
