import type { Operation } from '../../../nodes/core/operation/operation';
import type { Schema } from '../../../nodes/core/service/schema';
import { outputOfCall } from './described';
import { OWN, preparedBy } from './own';

/**
 * The known form of an operation's output items: `OWN` has the outputs that the node makes. For any other,
 * `interface/` describes the call. Throws TypeError for an operation in neither.
 */
export function responseOf(operation: Operation): Schema {
	const name = `${operation.resource}:${operation.operation}`;
	if (operation.effect === 'prepare') return preparedBy(operation.operation);
	const response = OWN[name] ?? outputOfCall(name);
	if (response !== undefined) return response;
	throw new TypeError(
		`Nothing describes what ${name} outputs: if it is the data of a call, name it in outputOf of that call in interface/; otherwise describe it in scripts/generate/responses/own.ts`,
	);
}
