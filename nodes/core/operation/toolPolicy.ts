import { isObject } from '../domain/json';
import { isShown, type Field, type Fields, type Problem } from './field';
import { isExpression, type ItemParameters } from './parameters';

/** Why a parameter is refused that an AI agent could have filled, or a cap that nobody did. */
export const TYPED_BY_A_PERSON = 'must be typed into the node by a person when an AI agent uses the node';

/**
 * When an AI agent uses the node: what is written as an expression although the field does not say that
 * an agent may fill it (`aiMayFill`). Everything an agent chooses reaches the node by an expression, so
 * what is typed is a person's. An agent may say how much is paid to whom and under which reference, and
 * what is looked up; limits, guards, secrets and switches are a person's, and so is a field that somebody
 * forgot to think about. A collection as one expression is refused, whoever may fill its members.
 */
export function filledByAgent(fields: Fields, { resolved, written }: ItemParameters, { asTool }: { asTool: boolean }): Problem[] {
	if (!asTool) return [];
	return Object.entries(fields).flatMap(([name, field]) =>
		isShown(field, resolved) ? openLabels(field, written[name]).map((label) => ({ field: label, reason: TYPED_BY_A_PERSON })) : [],
	);
}

function openLabels(field: Field<unknown>, written: unknown): string[] {
	if (field.members === undefined) return field.aiMayFill !== true && holdsExpression(written) ? [field.label] : [];
	if (!isObject(written)) return holdsExpression(written) ? [field.label] : [];
	const mayFill = field.aiMayFill === true;
	return Object.entries(field.members).flatMap(([name, member]) => (mayFill ? [] : openLabels(member, written[name])));
}

/** Whether a parameter, as it is written in the node, is an expression or has one in it. */
export function holdsExpression(written: unknown): boolean {
	if (isExpression(written)) return true;
	return typeof written === 'object' && written !== null && Object.values(written).some(holdsExpression);
}
