/** Each expression in the examples is JavaScript that can be parsed: n8n finds a mistake only when its node runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

const folder = join(__dirname, '../../../examples');

/** Throws a SyntaxError if an expression can't be parsed. */
function parseExpressions(json: string): void {
	for (const [value] of json.matchAll(/"=(?:[^"\\]|\\.)*"/g))
		for (const [, code = ''] of String(JSON.parse(value)).matchAll(/\{\{([^]*?)\}\}/g)) new Script(`(${code}\n)`);
}

it('catches a quotation mark too many', () => {
	expect(() => parseExpressions('{"text": "={{ \\"of \\"The list\\".\\" }}"}')).toThrow('Unexpected identifier');
});

it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('%s', (name) => {
	expect(() => parseExpressions(readFileSync(join(folder, name), 'utf8'))).not.toThrow();
});
