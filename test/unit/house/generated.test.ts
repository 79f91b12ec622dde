import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations, resourceLabels } from '../../../nodes/Mavapay/operations';
import { generatedFiles, TEMPLATE } from '../../../scripts/generate/generated';
import { templateCsv, templateWorkbook } from '../../../scripts/generate/template';

const root = join(__dirname, '../../..');
const files = [...generatedFiles()];

it.each(files)('%s is as `npm run generate` writes it', (path, content) => {
	expect(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : 'missing').toBe(content);
});

describe('the template for Excel', () => {
	it('is as `npm run generate` writes it', () => {
		expect(readFileSync(join(root, TEMPLATE)).equals(templateWorkbook())).toBe(true);
	});

	it('has every value of the CSV file as text, in columns that are text', () => {
		const workbook = templateWorkbook().toString('latin1');
		const cells = Array.from(
			workbook.matchAll(/<c r="[A-F]\d" s="1" t="inlineStr"><is><t>([^<]*)<\/t>/g),
			([, value]) => value,
		);
		expect(cells).toEqual(templateCsv().trim().split(/[,\n]/));
		expect(workbook.match(/<col [^>]*style="1"/g)).toHaveLength(6);
		expect(workbook).toContain('<xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs>');
	});
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
