/** Writes the generated files: output previews for the editor, and the operations reference. Prints what changed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { generatedFiles, PREVIEWS, TEMPLATE } from './generated';
import { templateWorkbook } from './template';

const root = join(__dirname, '../..');
const files = generatedFiles();

for (const [path, content] of files) {
	const file = join(root, path);
	if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
	console.log(path);
}
writeFileSync(join(root, TEMPLATE), templateWorkbook());
for (const name of readdirSync(join(root, PREVIEWS), { recursive: true, encoding: 'utf8' })) {
	const path = `${PREVIEWS}/${name.replaceAll('\\', '/')}`;
	if (!path.endsWith('.json') || files.has(path)) continue;
	rmSync(join(root, path));
	console.log(`${path} (deleted)`);
}
