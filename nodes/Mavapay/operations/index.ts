import { inWords } from '../../core/domain/text';
import { definePrepare } from '../../core/operation/definePrepare';
import type { Operation } from '../../core/operation/operation';
import * as all from './all';

const defined: readonly Operation[] = Object.values(all);

/** The operations of *Prepare*, one for each paying operation; docs/reference/approval.md#what-prepare-adds. */
const prepared = defined.flatMap((one) => (one.effect === 'pay' ? definePrepare(one) : []));

/** All operations of the action node; its parameters, dispatch, previews and docs are made from them. */
export const operations: readonly Operation[] = [...defined, ...prepared];

export const resourceLabels = Object.fromEntries(
	operations.map(({ resource }) => [resource, resource === 'mpesa' ? 'M-Pesa' : inWords(resource)]),
);
