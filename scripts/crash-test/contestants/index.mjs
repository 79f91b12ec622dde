import { dataTable } from './dataTable.mjs';
import { httpRequest } from './httpRequest.mjs';
import { idempotencyKey } from './idempotencyKey.mjs';
import { payPalNode } from './payPal.mjs';
import { removeDuplicates } from './removeDuplicates.mjs';
import { staticData } from './staticData.mjs';
import { thisNode } from './thisNode.mjs';
import { wiseNode } from './wise.mjs';

/** The ways to pay, in the order of the columns. The exit code depends on the first one, this node. */
export const contestants = [
	thisNode,
	httpRequest,
	removeDuplicates,
	dataTable,
	staticData,
	wiseNode,
	payPalNode,
	idempotencyKey,
];
