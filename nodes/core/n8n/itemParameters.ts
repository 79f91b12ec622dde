import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../domain/json';
import { isShown, type Fields, type Problem, type ReadResult } from '../operation/field';
import type { ItemParameters } from '../operation/parameters';
import { writtenParameters } from './adapter';
import { referenceReader } from './itemReferences';

/** Whether a parameter, as written, can differ between items. */
function varies(written: unknown): boolean {
	if (typeof written === 'string') return written.startsWith('=');
	if (Array.isArray(written)) return written.some(varies);
	return isObject(written) && Object.values(written).some(varies);
}

/**
 * Reads an operation's parameters item by item, each once; those without an expression are read
 * for the first item only, and plain references to the item mostly without n8n, because each read
 * costs n8n an evaluation. As a tool the items are not what expressions see, so n8n reads everything.
 */
export function parameterReader(
	context: IExecuteFunctions,
	fields: Fields,
	asTool: boolean,
): (itemIndex: number) => ReadResult<ItemParameters> {
	const written = writtenParameters(context);
	const byN8n = (name: string, itemIndex: number): unknown => context.getNodeParameter(name, itemIndex, '');
	const read = referenceReader(asTool ? [] : context.getInputData(), byN8n);
	const fixed = new Map<string, unknown>();
	const named = Object.entries(fields);
	const varying = new Set(Object.keys(written).filter((name) => varies(written[name])));
	const resolve = (name: string, itemIndex: number): unknown => {
		if (fixed.has(name)) return fixed.get(name);
		if (varying.has(name)) return read(name, written[name], itemIndex);
		const value = byN8n(name, itemIndex);
		fixed.set(name, value);
		return value;
	};
	return (itemIndex) => {
		const resolved: Record<string, unknown> = { '@tool': asTool };
		const problems: Problem[] = [];
		for (const [name, field] of named) {
			if (!isShown(field, resolved)) continue;
			try {
				resolved[name] = resolve(name, itemIndex);
			} catch (error) {
				problems.push({ field: field.label, reason: `has an expression that failed: ${messageOf(error)}` });
			}
		}
		return problems.length === 0
			? { ok: true, value: { resolved, written } }
			: { ok: false, problems };
	};
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
