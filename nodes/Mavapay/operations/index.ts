import { inWords } from '../../core/domain/text';
import type { Operation } from '../../core/operation/operation';
import * as all from './all';

/** Every operation of the action node; its parameters, dispatch, previews and docs come from here. */
export const operations: readonly Operation[] = Object.values(all);

export const resourceLabels = Object.fromEntries(
	operations.map(({ resource }) => [resource, resource === 'mpesa' ? 'M-Pesa' : inWords(resource)]),
);
