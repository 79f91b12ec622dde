/** How the crash test counts money: it compares the payments that the services made with n8n's executions. */
import { judge, type Cell, type Execution, type Payment } from '../../../scripts/crash-test/judge';

const rows = ['one', 'two'].map((name) => ({ reference: `ref-${name}`, payee: `payee-${name}`, minor: '100000' }));
const [first, second] = rows;
const pay = (payee: string, id: string): Payment => ({ payee, minor: 100_000n, id });

const item = (json: object) => ({ json });
type Runs = NonNullable<NonNullable<Execution['data']>['resultData']>['runData'];
const execution = (status: string, runs: Runs, hasRows = true): Execution => ({
	status,
	data: { resultData: { runData: { Rows: [{ data: { main: [hasRows ? rows.map(item) : []] } }], ...runs } } },
});
const output = (...ids: string[]) => ({ data: { main: [ids.map((id) => item({ id }))] } });
const failed = (message: string, description = '') => ({ error: { message, description, messages: [] } });
const loop = (row: object) => ({ data: { main: [[], [item(row)]] } });

const cell = (more: Partial<Cell>): Cell => ({
	accident: 0,
	contestant: 0,
	rows,
	unmet: 0,
	paid: [],
	executions: [],
	...more,
});
const bothPaid = [pay('payee-one', 'id-1'), pay('payee-two', 'id-2')];
const none = { due: 200_000n, twice: 0n, untold: 0n, lost: 0n, open: 0n };

it('finds nothing wrong where each row was paid once and told', () => {
	const executions = [execution('success', { Pay: [output('id-1', 'id-2')] })];
	expect(judge(cell({ paid: bothPaid, executions }))).toEqual(none);
});

it('counts what was paid beyond what was due, however often', () => {
	const paid = [...bothPaid, pay('payee-two', 'id-3'), pay('payee-two', 'id-4')];
	const executions = [execution('success', { Pay: [output('id-1', 'id-2', 'id-3', 'id-4')] })];
	expect(judge(cell({ paid, executions }))).toEqual({ ...none, twice: 200_000n });
});

it('counts two payments to a payee with two bills as due, and a third one as too much', () => {
	const bills = [rows[0], rows[0]].flatMap((row) => row ?? []);
	const ids = ['id-1', 'id-2', 'id-3'];
	const paid = ids.map((id) => pay('payee-one', id));
	const executions = [execution('success', { Pay: [output(...ids)] })];
	expect(judge(cell({ rows: bills, paid: paid.slice(0, 2), executions }))).toEqual(none);
	expect(judge(cell({ rows: bills, paid, executions }))).toEqual({ ...none, twice: 100_000n });
	const held = [execution('error', { Pay: [output('id-1')] })];
	expect(judge(cell({ rows: bills, paid: paid.slice(0, 1), executions: held }))).toEqual({ ...none, open: 100_000n });
});

it('counts money that has left as not told, where the node failed and names no payment', () => {
	const executions = [execution('error', { Pay: [failed('The connection was closed', 'socket hang up')] })];
	expect(judge(cell({ paid: bothPaid, executions }))).toEqual({ ...none, untold: 200_000n });
});

it('takes a payment as told where an error names its ID', () => {
	const executions = [execution('error', { Pay: [failed('Unknown', 'Accepted already: id-1, id-2')] })];
	expect(judge(cell({ paid: bothPaid, executions }))).toEqual(none);
});

it('tells a payment by no ID outside of the node that pays', () => {
	const executions = [execution('error', { Transfer: [output('id-1', 'id-2')], Pay: [failed('Conflict')] })];
	expect(judge(cell({ paid: bothPaid, executions })).untold).toBe(200_000n);
});

it.each([
	['its reference', 'may have been paid: ref-two'],
	['its payee', 'may have been paid: payee-two'],
])('leaves a row to a person where an error that asks names %s', (_, text) => {
	const executions = [execution('error', { Pay: [failed('Failed', `Accepted already: id-1. It ${text}`)] })];
	const asks = /may have been paid/;
	expect(judge(cell({ paid: bothPaid, executions, asks }))).toEqual({ ...none, open: 100_000n });
	expect(judge(cell({ paid: [pay('payee-one', 'id-1')], executions, asks }))).toEqual({ ...none, open: 100_000n });
	expect(judge(cell({ paid: bothPaid, executions })).untold).toBe(100_000n);
});

it('takes an error that names no row to be about the row in work', () => {
	const executions = [
		execution('error', {
			Each: [loop(first ?? {}), loop(second ?? {})],
			Pay: [output('id-1'), failed('The batch exists already')],
		}),
	];
	expect(judge(cell({ paid: bothPaid, executions, asks: /exists already/ }))).toEqual({ ...none, open: 100_000n });
});

it('counts a row as lost where it was not paid and its last run ended well', () => {
	const executions = [execution('crashed', {}), execution('success', {})];
	expect(judge(cell({ executions }))).toEqual({ ...none, lost: 200_000n });
});

it.each(['error', 'crashed', 'canceled'])('leaves a row to a person where its last run ended with %s', (status) => {
	const executions = [execution('success', {}), execution(status, {}), execution('success', {}, false)];
	expect(judge(cell({ executions }))).toEqual({ ...none, open: 200_000n });
});
