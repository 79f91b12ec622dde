import * as z from 'zod';

import type { Operation } from '../../nodes/core/operation/operation';
import { keptNames } from '../../nodes/core/operation/simplify';
import { responseOf } from './responses';

/** A preview of an operation's output, which n8n shows before it has run: types and members, nothing else. */
export interface Preview {
	readonly type: string;
	readonly properties?: Readonly<Record<string, Preview>>;
	readonly items?: Preview;
}

/**
 * The contents of `__schema__/v1.0.0/<resource>/<operation>.json`, in the form of n8n's own nodes: one type for each
 * member, the first if several are possible. The preview shows the simplified output, which a new node gives. zod's
 * converter is imported only here, so that no node has to contain it.
 */
export function previewSchema(operation: Operation): Preview & { version: 1 } {
	const whole = wholePreview(operation);
	const { simplified, fields } = operation;
	const { properties = {} } = whole;
	// If input fields are included by default, the output isn't simplified.
	const isWhole = simplified === undefined || fields.options?.members?.includeInputFields?.face.default === true;
	const names = isWhole ? Object.keys(properties) : keptNames(simplified, properties);
	const shown = Object.entries(properties).filter(([name]) => names.includes(name));
	return { ...whole, properties: Object.fromEntries(shown), version: 1 };
}

/** The preview of an operation's output with 'Simplify' off. */
export function wholePreview(operation: Operation): Preview {
	return preview(z.toJSONSchema(responseOf(operation), { io: 'output' }));
}

/** A schema's type; if it has several, the first that isn't null. */
function typeOf({ type }: { type?: string | string[] | undefined }): string {
	const types = type === undefined ? [] : [type].flat();
	return types.find((name) => name !== 'null') ?? 'string';
}

/** The place of a member: `payout` comes first, as in a payment's output. */
const placeOf = (member: string) => (member === 'payout' ? 0 : 1);

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
	placeOf(one) - placeOf(other) || one.localeCompare(other, 'en');

type Schema = z.core.JSONSchema._JSONSchema;

/** @param isSorted whether members are sorted by name; otherwise they keep the order of the output */
function preview(schema: Schema, isSorted = true): Preview {
	if (typeof schema === 'boolean') return { type: 'string' };
	const alternative = schema.anyOf?.find((option) => typeof option !== 'boolean' && option.type !== 'null');
	if (alternative !== undefined) return preview(alternative, isSorted);
	const { properties, items } = schema;
	const type = typeOf(schema);
	if (type === 'array') {
		return { type, ...(items === undefined || Array.isArray(items) ? {} : { items: preview(items) }) };
	}
	if (properties === undefined) return { type };
	const members = Object.entries(properties);
	return {
		type: 'object',
		properties: Object.fromEntries(
			(isSorted ? members.sort(byName) : members).map(([name, member]) => [name, preview(member, name !== 'payout')]),
		),
	};
}
