import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations, resourceLabels } from '../../../nodes/Mavapay/operations';
import { generatedFiles } from '../../../scripts/lib/generated';

const root = join(__dirname, '../../..');
const files = [...generatedFiles()];

it.each(files)('%s is as `npm run generate` writes it', (path, content) => {
	expect(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : 'missing').toBe(content);
});

it('holds a preview for every operation', () => {
	expect(files.filter(([path]) => path.includes('__schema__'))).toHaveLength(operations.length);
});

it('README names every operation, by resource, and no other', () => {
	const rows = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm);
	const named = new Map(
		Array.from(rows, ([, resource = '', list = '']) => [resource, list.replace(/ \([^)]*\)/g, '').split(', ')]),
	);
	for (const [resource, label] of Object.entries(resourceLabels)) {
		const names = operations.filter((operation) => operation.resource === resource).map(({ name }) => name);
		expect([label, named.get(label)?.sort()]).toEqual([label, names.sort()]);
	}
});
