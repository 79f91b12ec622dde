import type { IExecuteFunctions } from 'n8n-workflow';

import { distinct, type Fields, type Problem, type ReadResult } from '../operation/field';
import type { Scope } from '../operation/operation';
import { problemsOf, problemText, type ItemParameters } from '../operation/parameters';
import { filledByAgent } from '../operation/parameters';
import { refuse, type Failure } from '../service/failure';
import { parameterReader } from './itemParameters';
import type { Planned } from './results';

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
