/** What the crash test prints and draws of what it counted. */
import type { Cell } from '../../../scripts/crash-test/judge';
import { pictureOf } from '../../../scripts/crash-test/picture';
import { problemsIn, report } from '../../../scripts/crash-test/report';

const about = {
	n8n: '2.0.0',
	accidents: [
		{ name: 'The answer lost', how: 'an answer is lost' },
		{ name: 'Killed <here>', how: 'n8n is killed' },
	],
	contestants: [
		{ name: 'This node', settings: 'as it comes' },
		{ name: 'HTTP Request', settings: 'with all rows' },
	],
};

const row = { reference: 'ref', payee: 'payee', minor: '100050' };
const made = (id: string) => ({ payee: 'payee', minor: 100_050n, id });
const toldBy = (...ids: string[]) => [
	{
		status: 'success',
		data: { resultData: { runData: { Pay: [{ data: { main: [ids.map((id) => ({ json: { id } }))] } }] } } },
	},
];
const cell = (accident: number, contestant: number, more: Partial<Cell> = {}): Cell => ({
	accident,
	contestant,
	rows: [row],
	unmet: 0,
	paid: [made('a')],
	executions: toldBy('a'),
	...more,
});
const twice = { paid: [made('a'), made('b')], executions: toldBy('a', 'b') };
const untold = { executions: [] };
const open = { paid: [], executions: [] };
const good = [cell(0, 0), cell(0, 1, twice), cell(1, 0, open), cell(1, 1, untold)];

it('prints a table with a line for each accident', () => {
	const lines = report(good, about).split('\n');
	const table = lines.filter((line) => /^(The answer lost|Killed <here>) {2}/.test(line));
	expect(lines[2]).toMatch(/due +This node +HTTP Request$/);
	expect(table.map((line) => line.split(/ {2,}/))).toEqual([
		['The answer lost', '1,000.50', '0', '1,000.50 twice'],
		['Killed <here>', '1,000.50', '1,000.50 open', '1,000.50 untold'],
	]);
	expect(report(good, about)).toContain(
		'This node: 0 paid twice, 0 paid and not told, 0 lost. 1,000.50 it left to a person',
	);
});

it('ends badly where this node paid twice, kept silent or lost, and not where others did', () => {
	expect(problemsIn(good, about)).toEqual([]);
	expect(problemsIn([cell(0, 0, twice)], about)).toEqual(['This node paid 1,000.50 twice.']);
	expect(problemsIn([cell(0, 0, untold)], about)).toEqual(['This node paid 1,000.50 and did not tell.']);
	const ended = [
		{ status: 'success', data: { resultData: { runData: { Rows: [{ data: { main: [[{ json: row }]] } }] } } } },
	];
	expect(problemsIn([cell(0, 0, { paid: [], executions: ended })], about)).toEqual(['This node lost 1,000.50.']);
});

it('ends badly where an accident did not happen to somebody', () => {
	expect(problemsIn([cell(1, 1, { unmet: 1 })], about)).toEqual([
		"'Killed <here>' did not happen to HTTP Request: nothing is shown by it.",
	]);
});

it('draws a cell for each accident and contestant, well formed for any name', () => {
	const picture = pictureOf(good, about);
	expect(picture.match(/<rect [^>]*rx=/g)).toHaveLength(4);
	expect(picture).toContain('This node: 1,000.50 open. HTTP Request: 1,000.50 twice, 1,000.50 untold.');
	expect(picture).toContain('Killed &lt;here>');
	expect(picture).not.toContain('<here>');
});
