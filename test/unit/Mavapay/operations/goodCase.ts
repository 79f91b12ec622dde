import type { Operation } from '../../../../nodes/core/operation/operation';
import type { DeploymentKind } from '../../../../nodes/core/domain/chainAddress';
import type { ServiceResponse, ServiceRequest } from '../../../../nodes/core/service/service';
import type { Parameters } from '../../../harness/operations';

/** One item that goes through. The last reply answers the request that binds, if the operation does. */
export interface GoodCase {
	readonly name: string;
	readonly operation: Operation;
	readonly deployment?: DeploymentKind;
	readonly webhookSecret?: string;
	readonly values: Parameters;
	readonly replies: readonly ServiceResponse[];
	readonly requests: readonly ServiceRequest[];
	readonly items: readonly unknown[];
}

/** The value of a resource locator, chosen from its list. */
export const inList = (value: string) => ({ __rl: true, mode: 'list', value });
