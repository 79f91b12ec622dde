/** The next run leaves out a row whose outcome 'Columns' doesn't list, without a word, so all outcomes must be listed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, type Example } from './example';

it('google-sheet-payouts reads back each outcome that it writes into the sheet', () => {
	const file = join(__dirname, '../../../examples/google-sheet-payouts.json');
	const { nodes }: Example = JSON.parse(readFileSync(file, 'utf8'));
	const parametersOf = (name: string) => JSON.stringify(nodes.find((node) => node.name === name)?.parameters);
	const [, outcome = ''] = /"name":"outcome","value":"([^"]*)"/.exec(parametersOf('Outcome of each row')) ?? [];
	const written = [...outcome.matchAll(/(?::|\?\?) '([^']+)'/g)].map(([, value]) => text(value));
	expect(new Set(written).size).toBe(8);
	const [, read = ''] = /"columns":"outcome: (.*?)\\n/.exec(parametersOf('Payments in the sheet')) ?? [];
	expect(read.split(', ')).toEqual(expect.arrayContaining(written));
});
