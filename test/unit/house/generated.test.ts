import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../../nodes/Mavapay/operations';
import { generatedFiles } from '../../../scripts/lib/generated';

const root = join(__dirname, '../../..');
const files = [...generatedFiles()];

it.each(files)('%s is as `npm run generate` writes it', (path, content) => {
	expect(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : 'missing').toBe(content);
});

it('holds a preview for every operation', () => {
	expect(files.filter(([path]) => path.includes('__schema__'))).toHaveLength(operations.length);
});
