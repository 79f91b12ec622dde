/** Payout files of other services: the columns that docs/reference/banks.md names, and the error for a bad row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { at } from '../../cases/case';
import { toBank } from '../../cases/withdrawal';
import { templateWorkbook } from '../../../scripts/generate/template';
import { json, openAccount, run, useSandbox } from '../../harness/engine/mavapay';
import { itemsOf } from '../../harness/paymentFiles';

const service = useSandbox();
const root = join(__dirname, '../../..');

/** The rows of the page's table of files: the file, then the columns for bank, number, amount, name and reference. */
const FILES = Array.from(
	readFileSync(join(root, 'docs/reference/banks.md'), 'utf8').matchAll(/^\| ([^|]+) \|((?: `[^`|]+` \|){5})$/gm),
	([, file = '', columns = '']) => ({
		file,
		columns: Array.from(columns.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
	}),
);

/** Prepares rows, whose values are given in the order of the page's columns. */
async function prepared(columns: readonly string[], rows: ReadonlyArray<readonly unknown[]>): Promise<IDataObject[]> {
	const [bank, number, amount, name, reference] = columns.map((column) => `={{ $json['${column}'] }}`);
	const items = rows.map((row) => ({
		json: Object.fromEntries(columns.map((column, place) => [column, row[place]])) as IDataObject,
	}));
	const parameters = {
		...{ resource: 'prepare', operation: 'toBankAccount', ...toBank, amountUnit: 'major' },
		...{
			bank: { __rl: true, mode: 'nameOrCode', value: bank ?? '' },
			accountNumber: number ?? '',
			amount: amount ?? '',
		},
		...{ expectedAccountName: name ?? '', payoutReference: reference ?? '' },
	};
	return json((await run(service.sandbox, parameters, { items })).success);
}

test('the page names four files', () => {
	expect(FILES.map(({ file }) => file)).toEqual(['ours', 'Paystack', 'Flutterwave', "a bank's file"]);
});

describe.each(FILES)('$file', ({ columns }) => {
	beforeEach(() => openAccount(service.sandbox, '000013', '0123456780', 'ADA OBI'));
	const row = (bank: unknown, number: unknown, amount: unknown, reference: string) => [
		bank,
		number,
		amount,
		'Ada Obi',
		reference,
	];

	test('is ready from its own columns, by code or by name, and each bad row names its column and what to write', async () => {
		const shown = await prepared(columns, [
			row('058', '0123456780', '2500.00', 'R-1'),
			row('GTBank', '0123456780', 2500.5, 'R-2'),
			row(58, '0123456780', 2500, 'R-3'),
			row('058', 123456780, 2500, 'R-4'),
			row('058', '0123456780', '2,500', 'R-5'),
			row('058', '0123456780', 2500, ''),
		]);
		const refused = Array<string>(4).fill('refused');
		expect(shown.map((item) => at(item, 'prepared', 'status'))).toEqual(['ready', 'ready', ...refused]);
		const [bank, number, amount, , reference] = columns;
		const said = shown.map((item) => String(at(item, 'prepared', 'message')));
		const labels = said.slice(2).map((text) => /^'([^']+)' /.exec(text)?.[1]);
		expect(labels).toEqual(['Bank', 'Account Number', 'Amount', 'Payout Reference']);
		for (const [place, column] of [
			[2, bank],
			[3, number],
			[4, amount],
			[5, reference],
		] as const)
			expect(said[place]).toContain(` Look in the column '${column}'. Nothing was sent for this item.`);
	});
});

test('the template is paid as it is', async () => {
	const [head = '', ...lines] = readFileSync(join(root, 'examples/payouts-to-fill-in.csv'), 'utf8').trim().split('\n');
	const names = head.split(',');
	const columns = FILES[0]?.columns ?? [];
	const rows = lines.map((line) => columns.map((column) => line.split(',')[names.indexOf(column)]));
	const shown = await prepared(columns, rows);
	expect(shown.map((item) => [at(item, 'prepared', 'status'), at(item, 'payout', 'bank', 'code')])).toEqual([
		['ready', '000013'],
		['ready', '000004'],
		['ready', '090267'],
	]);
});

const FILLED_IN = ['reference', 'payee', 'amount', 'bank', 'accountNumber', 'accountName'];

test('the workbook to fill in is read as somebody fills it in, under its own name', async () => {
	const filled = [FILLED_IN, ['B-1', 'Ada (rice)', '1500.00', 'GTBank', '0123456780', 'Ada Obi']];
	expect(await itemsOf(templateWorkbook(filled), {}, 'payouts-to-fill-in.xlsx')).toMatchObject([
		{ reference: 'B-1', payee: 'Ada (rice)', amount: '1500.00', bank: 'GTBank', accountNumber: '0123456780' },
	]);
	expect(await itemsOf(templateWorkbook(), {}, 'payouts-to-fill-in.xlsx')).toHaveLength(3);
});
