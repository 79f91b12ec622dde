import { dataTable } from './dataTable.mjs';
import { httpRequest } from './httpRequest.mjs';
import { idempotencyKey } from './idempotencyKey.mjs';
import { payPalNode } from './payPal.mjs';
import { removeDuplicates } from './removeDuplicates.mjs';
import { staticData } from './staticData.mjs';
import { thisNode } from './thisNode.mjs';
import { wiseNode } from './wise.mjs';

/** The ways to pay, in the order of the report's columns. Only damage by the first, this node, is a failure. */
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
