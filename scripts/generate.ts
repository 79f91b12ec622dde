/** Writes the generated files: output previews for the editor, and the operations reference. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { generatedFiles } from './lib/generated';

const root = join(__dirname, '..');
rmSync(join(root, 'nodes/Mavapay/__schema__'), { recursive: true, force: true });
for (const [path, content] of generatedFiles()) {
	const file = join(root, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
	console.log(path);
}
