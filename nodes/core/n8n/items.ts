import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../domain/json';
import { distinct, isShown, type Fields, type Problem, type ReadResult } from '../operation/field';
import type { Scope } from '../operation/operation';
import { filledByAgent, problemsOf, problemText, type ItemParameters } from '../operation/parameters';
import type { ItemResult } from '../payout/writeRun';
import { refuse, type Failure } from '../service/failure';
import { writtenParameters } from './adapter';
import { referenceReader } from './itemReferences';

/** What a run of the node gave: a result per item, and warnings for the user. */
export interface RunResult {
	readonly results: readonly ItemResult[];
	readonly hints: readonly string[];
}

/** One item, with the plan its operation made of it or the reason why there is none. */
export type Planned<P> =
	| { readonly index: number; readonly plan: P }
	| { readonly index: number; readonly failure: Failure };

interface Plannable<P> {
	readonly fields: Fields;
	plan(parameters: ItemParameters, scope: Scope): ReadResult<P>;
}

/**
 * Reads and checks the parameters of every item, before anything is sent for any of them; as a tool also
 * who filled them, here and for every kind of operation.
 */
export function planItems<P>(
	context: IExecuteFunctions,
	operation: Plannable<P>,
	scope: Scope,
): Array<Planned<P>> {
	const read = parameterReader(context, operation.fields, scope.asTool);
	return context.getInputData().map((_, index) => {
		const parameters = read(index);
		if (!parameters.ok) return { index, failure: inputFailure(parameters.problems, index) };
		const open = filledByAgent(operation.fields, parameters.value, scope);
		const plan = operation.plan(parameters.value, scope);
		if (plan.ok && open.length === 0) return { index, plan: plan.value };
		return { index, failure: inputFailure(distinct([...open, ...problemsOf(plan)]), index) };
	});
}

const NOT_SENT = 'Nothing was sent for it.';

function inputFailure(problems: readonly Problem[], index: number): Failure {
	const [first = '', ...others] = problems.map(problemText);
	// As n8n writes it, which adds it to a heading that lacks it.
	const item = `[item ${index}]`;
	if (others.length > 0) return refuse(`${problems.length} invalid values ${item}`, `${[first, ...others].join('; ')}. ${NOT_SENT}`).failure;
	// Its first sentence is the heading; what follows says what to do.
	const end = first.indexOf('. ');
	if (end < 0) return refuse(`${first} ${item}`, NOT_SENT).failure;
	return refuse(`${first.slice(0, end)} ${item}`, `${first.slice(end + 2)}. ${NOT_SENT}`).failure;
}

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
function parameterReader(
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
function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
