/**
 * Sample values for a description. Together they show every alternative of every part: each value of an enum, each form
 * of a union, present and absent, null and not null.
 */
import * as z from 'zod';
import { examples } from './knowledge';

/** The alternative forms of a part: their number, and each form by its index. */
interface Forms {
	readonly count: number;
	readonly at: (index: number) => unknown;
}

/** Marks a member that is left out. */
const ABSENT = Symbol('absent');

const listed = (values: readonly unknown[]): Forms => ({
	count: values.length,
	at: (index) => values[index % values.length],
});

/** The forms of a union: all forms of its first option, then all forms of the next. */
function oneAfterOther(parts: readonly Forms[]): Forms {
	const count = parts.reduce((sum, part) => sum + part.count, 0);
	return {
		count,
		at: (index) => {
			let rest = index % count;
			for (const part of parts) {
				if (rest < part.count) return part.at(rest);
				rest -= part.count;
			}
			return undefined;
		},
	};
}

/** The forms of an object, as many as its most varied member has; members with fewer forms repeat their own. */
function sideBySide(members: ReadonlyArray<readonly [string, Forms]>): Forms {
	return {
		count: Math.max(1, ...members.map(([, forms]) => forms.count)),
		at: (index) =>
			Object.fromEntries(
				members.map(([name, forms]) => [name, forms.at(index)] as const).filter(([, value]) => value !== ABSENT),
			),
	};
}

/** All forms of a part; `place` is its path in error messages, such as `data[].dailyLimit`. */
function formsOf(schema: unknown, place: string): Forms {
	const where = place === '' ? 'the whole of it' : place;
	if (!(schema instanceof z.ZodType)) throw new Error(`Not a schema of zod: ${where}`);
	const shown = examples.get(schema);
	if (shown?.values) return listed(shown.values);
	if (schema instanceof z.ZodObject) {
		return sideBySide(
			Object.entries(schema.shape).map(([name, member]) => [
				name,
				formsOf(member, place === '' ? name : `${place}.${name}`),
			]),
		);
	}
	if (schema instanceof z.ZodUnion) return oneAfterOther(schema.options.map((option) => formsOf(option, place)));
	if (schema instanceof z.ZodOptional) return oneAfterOther([formsOf(schema.unwrap(), place), listed([ABSENT])]);
	if (schema instanceof z.ZodArray) {
		const element = formsOf(schema.element, `${place}[]`);
		return oneAfterOther([{ count: element.count, at: (index) => [element.at(index)] }, listed([[]])]);
	}
	if (schema instanceof z.ZodEnum) return listed(schema.options);
	if (schema instanceof z.ZodLiteral) return listed([...schema.values]);
	if (schema instanceof z.ZodBoolean) return listed([true, false]);
	if (schema instanceof z.ZodNull) return listed([null]);
	throw new Error(
		`No example for ${where}, a ${schema.constructor.name}: write showing(schema, example) with values that it takes (interface/knowledge.ts), or take one of interface/values.ts`,
	);
}

/** Just enough values to show every alternative of a schema; the first is the fullest. */
export function samplesOf(schema: z.ZodType): unknown[] {
	const forms = formsOf(schema, '');
	return Array.from({ length: forms.count }, (_each, index) => forms.at(index));
}
