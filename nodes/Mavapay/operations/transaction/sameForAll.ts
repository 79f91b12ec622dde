import type { CustomItem } from '../../../core/operation/specs';
import { refuse } from '../../../core/service/failure';

/**
 * A value that a run takes from its parameters only once. Throws ItemStopped where an expression gives the items
 * different values, since all but one would be ignored.
 *
 * @param labels of the parameters, for the message
 */
export function sameForAll<I, V>(items: ReadonlyArray<CustomItem<I>>, labels: string, pick: (input: I) => V): V {
	const [first] = items;
	if (first === undefined) throw refuse('No input items', 'Connect a node that gives at least one item.');
	const value = pick(first.input);
	const other = items.find(({ input }) => JSON.stringify(pick(input)) !== JSON.stringify(value));
	if (other === undefined) return value;
	throw refuse(
		`${labels} must be the same for all items, but item ${other.index} differs [item ${other.index}]`,
		'They hold for the whole run. Type them into the node, or take them from one place.',
	);
}
