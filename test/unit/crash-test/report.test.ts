/** When the crash test fails. What it prints and draws is tested at night (test/n8n/crashTest.test.mjs). */
import type { Cell } from '../../../scripts/crash-test/judge';
import { problemsIn } from '../../../scripts/crash-test/report';

const about = {
	n8n: '2.0.0',
	accidents: [{ name: 'The answer lost' }, { name: 'Killed <here>' }],
	contestants: [{ name: 'This node' }, { name: 'HTTP Request' }],
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
