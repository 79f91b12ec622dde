import type { Operation } from '../../nodes/core/operation/operation';
import type { Preview } from '../../nodes/core/service/schema';
import { responseOf } from './responses';

/**
 * The contents of `__schema__/v1.0.0/<resource>/<operation>.json`, in the form of n8n's own nodes: one type per
 * member, with the first where several are possible.
 */
export function previewSchema(operation: Operation): Preview & { version: 1 } {
	return { ...sorted(responseOf(operation).preview), version: 1 };
}

function sorted({ type, properties, items }: Preview): Preview {
	const members = Object.entries(properties ?? {}).sort(([a], [b]) => a.localeCompare(b, 'en'));
	return {
		type,
		...(items === undefined ? {} : { items: sorted(items) }),
		...(properties === undefined
			? {}
			: { properties: Object.fromEntries(members.map(([name, member]) => [name, sorted(member)])) }),
	};
}
