import type { ZodMiniType } from 'zod/mini';

import type { Fields, Problem, Values } from './field';
import type { RecordOperation, RecordPlan, Scope } from './operation';
import { readFields } from './parameters';

interface RecordSpec<F extends Fields> {
	operation: string;
	name: string;
	action: string;
	description: string;
	fields: F;
	plan: (input: Values<F>) => RecordPlan;
	/** What one output item holds. */
	answer: ZodMiniType;
	/** Whether an AI agent may do this. */
	asTool: boolean;
}

/** An operation on the workflow's own record of payouts; nothing is sent to the service. */
export function recordOperation<F extends Fields>(spec: RecordSpec<F>): RecordOperation {
	return {
		resource: 'payoutReference',
		operation: spec.operation,
		name: spec.name,
		action: spec.action,
		description: spec.description,
		effect: 'record',
		answer: spec.answer,
		fields: spec.fields,
		plan(parameters, scope) {
			const refused = refusedAsTool(spec, scope);
			if (refused.length > 0) return { ok: false, problems: refused };
			const input = readFields(spec.fields, parameters);
			return input.ok ? { ok: true, value: spec.plan(input.value) } : input;
		},
	};
}

function refusedAsTool(spec: { name: string; asTool: boolean }, { asTool }: Scope): Problem[] {
	if (!asTool || spec.asTool) return [];
	const reason = `"${spec.name}" is for people only: it decides what may be paid, so an AI agent may not run it. Ask a person to do it`;
	return [{ field: 'Operation', reason }];
}
