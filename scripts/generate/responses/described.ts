/**
 * Outputs of operations, derived from the calls described in `interface/`. The descriptions are strict, so that they
 * find every difference. A real answer can lack members, have others, or write numbers as text. The forms made here
 * accept that, as the nodes do.
 */
import * as described from 'zod';
import * as z from 'zod/mini';

import { calls, nameOf } from '../../../interface/index';
import type { Schema } from '../../../nodes/core/service/schema';
import { maybeFlag, maybeNumber, maybeText } from '../../../nodes/core/service/schema';

const KINDS: Readonly<Record<string, Schema>> = {
	boolean: maybeFlag,
	enum: maybeText,
	literal: maybeText,
	number: maybeNumber,
	string: maybeText,
	unknown: z.unknown(),
};

/** The alternatives of a schema, without null and undefined. */
function alternativesOf(schema: unknown): unknown[] {
	if (schema instanceof described.ZodUnion) return schema.options.flatMap(alternativesOf);
	if (schema instanceof described.ZodOptional) return alternativesOf(schema.unwrap());
	return schema instanceof described.ZodNull ? [] : [schema];
}

/** The members of a described record. If it has several forms, the members of all of them. */
function membersOf(schema: unknown): Record<string, unknown> {
	const records = alternativesOf(schema).filter((one) => one instanceof described.ZodObject);
	return Object.assign({}, ...records.map(({ shape }) => shape));
}

/** A form that accepts what the nodes accept for a described value. Throws TypeError if the value's kind is unknown. */
function lenient(schema: unknown): Schema {
	const alternatives = alternativesOf(schema);
	const records = alternatives.filter((one) => one instanceof described.ZodObject);
	const others = alternatives.filter((one) => !(one instanceof described.ZodObject));
	const forms = [...(records.length > 0 ? [recordOf(schema)] : []), ...others.map(lenientValue)];
	const [first] = forms;
	if (first === undefined) return z.nullish(z.string());
	return z.nullish(forms.length === 1 ? first : z.union(forms));
}

function lenientValue(schema: unknown): Schema {
	if (schema instanceof described.ZodArray) return z.array(lenient(schema.element));
	const kind = schema instanceof described.ZodType ? KINDS[schema.def.type] : undefined;
	if (kind === undefined)
		throw new TypeError('scripts/generate/responses/described.ts has no form for a part of interface/');
	return kind;
}

function recordOf(schema: unknown) {
	const members = Object.entries(membersOf(schema));
	return z.looseObject(Object.fromEntries(members.map(([name, member]) => [name, lenient(member)])));
}

/** One record of a list, or the record itself. */
function elementOf(schema: unknown): unknown {
	const [first] = alternativesOf(schema);
	return first instanceof described.ZodArray ? first.element : schema;
}

/** One record at a place in a call's answer, such as `data`; for a list, its element. Throws TypeError if none is there. */
export function recordIn(call: string, ...place: readonly string[]) {
	const found = calls.find((one) => nameOf(one) === call);
	const inner = place.reduce<unknown>((schema, name) => membersOf(schema)[name], found?.answer);
	const record = recordOf(elementOf(inner));
	if (Object.keys(record.shape).length > 0) return record;
	throw new TypeError(`interface/ describes no record at ${[call, ...place].join(' ')}`);
}

/** The form of an output that is the `data` of a call; undefined if no call names the operation in `outputOf`. */
export function outputOfCall(operation: string): Schema | undefined {
	const call = calls.find(({ outputOf }) => outputOf.includes(operation));
	return call === undefined ? undefined : recordIn(nameOf(call), 'data');
}
