import * as z from 'zod';

/**
 * Answers are described leniently (docs/interface.md#amounts): members that are not known pass, amounts come
 * as numbers or as numeric text, and sets of values stay open. Almost every member may be absent.
 */
export const text = z.string().nullish();
export const flag = z.boolean().nullish();

/** An amount, rate or count: a number, or the same as text with two decimals. */
export const numeric = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).nullish();

/** A decimal number that the service writes as text. */
export const decimalText = z.union([z.string(), z.number()]).nullish();

/** An ISO 8601 time; kept as the text it is. */
export const time = z.string().nullish();
