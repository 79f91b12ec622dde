import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations, resourceLabels } from '../../nodes/Mavapay/operations';
import { CLAIMS } from '../../verify/run';
import { withCalls } from './callsReference';
import { withCauses } from './causesTable';
import { operationsReference } from './operationsReference';
import { previewSchema } from './previewSchema';
import { withRejections } from './rejectionsTable';
import { templateCsv } from './template';
import { VERIFIED, withVerified } from './verifiedMarks';

const ERRORS = 'docs/reference/errors.md';
/** The template for Excel, a binary file (`templateWorkbook`). */
export const TEMPLATE = 'examples/payouts-to-fill-in.xlsx';
const INTERFACE = 'docs/reference/interface.md';
/** The folder in which n8n looks for previews. */
export const PREVIEWS = 'nodes/Mavapay/__schema__/v1.0.0';

/** Every generated file of the repository: its path from the root, and the content that it must have. */
export function generatedFiles(): ReadonlyMap<string, string> {
	const files = new Map<string, string>();
	for (const [path, page] of operationsReference(operations, resourceLabels)) files.set(path, page);
	files.set('examples/payouts-to-fill-in.csv', templateCsv());
	const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');
	const verified = existsSync(join(__dirname, '../..', VERIFIED)) ? read(VERIFIED) : null;
	files.set(INTERFACE, withVerified(withCalls(withRejections(read(INTERFACE))), verified, CLAIMS));
	files.set(ERRORS, withCauses(read(ERRORS)));
	for (const operation of operations) {
		const path = `${PREVIEWS}/${operation.resource}/${operation.operation}.json`;
		files.set(path, `${JSON.stringify(previewSchema(operation), null, '\t')}\n`);
	}
	return files;
}
