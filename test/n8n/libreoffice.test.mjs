/**
 * Files written by LibreOffice (.xlsx and .csv of one sheet, and formats that we refuse), read by the built package: each
 * payment is as a person sees it in LibreOffice, or the file is refused.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { ensureOffice } from '../../scripts/n8n/debian.mjs';
import { flatSheet } from './flatSheet.mjs';

const headings = ['Reference', 'Beneficiary Name', 'Account Number', 'Bank Name', 'Amount'];
const okafor = ['Adaeze Ngozi Okafor', '0123456780', 'GTBank'];
const nwosu = ['Emeka Peter Nwosu', '0234567801', 'Access Bank'];
const merged = (/** @type {string} */ value, /** @type {[number, number]} */ over) => ({ value, over });
const money = (/** @type {number} */ value, /** @type {string} */ formula = '') => ({
	value,
	style: /** @type {const} */ ('money'),
	formula,
});
const struck = (/** @type {Array<string | number>} */ values) =>
	values.map((value) => ({ value, style: /** @type {const} */ ('struck') }));
const day = { value: '2026-11-26', style: /** @type {const} */ ('date') };
const hidden = (/** @type {'collapse' | 'filter'} */ visibility, /** @type {import('./flatSheet.mjs').Row} */ row) => ({
	visibility,
	row,
});

/** The expected payments of many sheets, each as row, reference, account number and amount. */
const both = ['2 B-1 0123456780 150000.00', '3 B-2 0234567801 45000.50'];

/** @type {Record<string, {rows: Array<import('./flatSheet.mjs').Row | import('./flatSheet.mjs').HiddenRow>, xlsx: string[] | RegExp, csv: string[] | RegExp}>} */
const sheets = {
	'amounts with separators, which a CSV has as text': {
		rows: [headings, ['B-1', ...okafor, money(150_000)], ['B-2', ...nwosu, money(45_000.5)]],
		xlsx: both,
		csv: both,
	},
	'amounts that are text': {
		rows: [headings, ['B-1', ...okafor, '150,000.00'], ['B-2', ...nwosu, '45000.50']],
		xlsx: both,
		csv: both,
	},
	'an account number with a format for its zeros': {
		rows: [headings, ['B-1', 'Adaeze Ngozi Okafor', { value: 123456780, style: 'account' }, 'GTBank', 150_000]],
		xlsx: ['2 B-1 0123456780 150000.00'],
		csv: ['2 B-1 0123456780 150000.00'],
	},
	'dates as a reference and as an amount': {
		rows: [headings, [day, ...okafor, 150_000], ['B-2', ...nwosu, day]],
		xlsx: [
			"2 - 0123456780 150000.00 'Reference' is a date (2026-11-26); set its column to text, and retype it",
			"3 B-2 0234567801 - 'Amount' is a date (2026-11-26); make it a number",
		],
		csv: [
			'2 26/11/2026 0123456780 150000.00',
			'3 B-2 0234567801 - \'Amount\' says "26/11/2026", which is not a plain number such as 1500 or 1500.50; write an amount, or clear the row',
		],
	},
	'a row that somebody has hidden, which a CSV has lost': {
		rows: [headings, ['B-1', ...okafor, 150_000], hidden('collapse', ['B-2', ...nwosu, 45_000.5])],
		xlsx: /^has hidden rows or columns: row 3\./,
		csv: both,
	},
	'a row that a filter hides': {
		rows: [
			[...headings, 'Remarks'],
			['B-1', ...okafor, 150_000, 'OK'],
			hidden('filter', ['B-2', ...nwosu, 45_000.5, 'On hold']),
		],
		xlsx: /^has hidden rows or columns: row 3\./,
		csv: /^has 1 column that is not read, .* "Remarks" \(F\) differs from row to row: "On hold" in 1 row, "OK" in 1 row\.[^]*\nRemarks: \?$/,
	},
	'headings that are merged over two rows': {
		rows: [
			[merged('Salaries', [7, 1]), ...Array(6).fill('covered')],
			[
				merged('Reference', [1, 2]),
				merged('Name', [1, 2]),
				merged('Account', [2, 1]),
				'covered',
				merged('Pay', [3, 1]),
				'covered',
				'covered',
			],
			['covered', 'covered', 'Account No.', 'Bank', 'Gross', 'Tax', 'Net Pay'],
			['B-1', ...okafor, 150_000, 30_000, 120_000],
		],
		xlsx: /^has no clear column for the amount\. [^]*\namount = \?; Gross; Tax; Net Pay$/,
		csv: /^has no clear column for the amount\. [^]*\namount = \?; Gross; Tax; Net Pay$/,
	},
	'one heading over gross, tax and net': {
		rows: [
			[...headings.map((heading, at) => merged(heading, at === 4 ? [3, 1] : [1, 2])), 'covered', 'covered', 'Remarks'],
			[...Array(4).fill('covered'), 'Gross', 'Tax', 'Net', null],
			['B-1', ...okafor, 150_000, 30_000, 120_000, null],
		],
		xlsx: /Column F has no heading/,
		csv: /Column F has no heading/,
	},
	'formulas, one of them with more decimals than its cell shows': {
		rows: [
			headings,
			['B-1', ...okafor, money(150_000, 'ROUND(450000/3;2)')],
			['B-2', ...nwosu, money(136363.636363636, '3000000/22')],
		],
		xlsx: /^has cells that may mean something else\. "Amount" in E3 holds 136363\.636363636 and has the number format "/,
		csv: ['2 B-1 0123456780 150000.00', '3 B-2 0234567801 136363.64'],
	},
	'subtotals, a total that is right, and who has prepared it': {
		rows: [
			headings,
			['B-1', ...okafor, 150_000],
			[null, 'Sub-total', null, null, money(150_000, 'SUM([.E2:.E2])')],
			['B-2', ...nwosu, 45_000.5],
			[null, 'TOTAL', null, null, money(195_000.5, '[.E2]+[.E4]')],
			['Prepared by A. Bello'],
		],
		xlsx: ['2 B-1 0123456780 150000.00', '4 B-2 0234567801 45000.50'],
		csv: ['2 B-1 0123456780 150000.00', '4 B-2 0234567801 45000.50'],
	},
	'a total that is wrong': {
		rows: [headings, ['B-1', ...okafor, 150_000], [null, 'TOTAL', null, null, 15_000]],
		xlsx: /^has an amount in row 3 .*; the rows above add up to 150,000\.00 NGN\./,
		csv: /^has an amount in row 3 .*; the rows above add up to 150,000\.00 NGN\./,
	},
	'a row with a line through it, which a CSV has lost': {
		rows: [headings, ['B-1', ...okafor, 150_000], struck(['B-2', ...nwosu, 45_000.5])],
		xlsx: /"Reference" in A3 has a line through it/,
		csv: both,
	},
};

/** LibreOffice's names for the file formats. The CSV file has values as they are displayed. */
const formats = {
	xlsx: 'xlsx:Calc MS Excel 2007 XML',
	csv: 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true',
	ods: 'ods',
	xls: 'xls',
};

const folder = temporaryFolder('mavapay-libreoffice-');
const names = Object.keys(sheets);
/** @type {(file: string) => Promise<string[] | string>} */
let read;
before(async () => {
	const [{ file: tarball }, soffice] = [await buildAndPack(folder), await ensureOffice(console.log)];
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
	const { readPaymentFile } = createRequire(import.meta.url)(join(folder, 'package/dist/nodes/readers.js'));
	const sources = names.map((name, at) => {
		const source = join(folder, `${at}.fods`);
		writeFileSync(source, flatSheet(sheets[name]?.rows ?? []));
		return source;
	});
	for (const format of Object.values(formats)) {
		const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
		const args = [profile, '--headless', '--convert-to', format, '--outdir', folder, ...sources];
		await run({ name: `LibreOffice to ${format}`, command: soffice, args });
	}
	read = async (file) => {
		const rules = {
			payments: 'toBankAccount',
			amountUnit: 'major',
			hiddenRows: 'refuse',
			includeOtherColumns: false,
			refuseBadRows: false,
		};
		const source = { name: file, others: [], bytes: readFileSync(join(folder, file)) };
		const { payments, what, advice } = await readPaymentFile(source, rules);
		return (
			payments?.map((/** @type {any} */ { json }) =>
				[json.row, json.reference ?? '-', json.accountNumber ?? '-', json.amount ?? '-', json.problem ?? '']
					.join(' ')
					.trim(),
			) ?? `${what}. ${advice}`
		);
	};
});

for (const [at, [name, expected]] of Object.entries(sheets).entries())
	describe(name, () => {
		for (const format of /** @type {const} */ (['xlsx', 'csv']))
			test(`as .${format}`, async () => {
				const [found, right] = [await read(`${at}.${format}`), expected[format]];
				if (right instanceof RegExp) assert.match(String(found), right);
				else assert.deepEqual(found, right);
			});
	});

test('an .ods and an .xls are refused with how to save them', async () => {
	assert.match(String(await read('0.ods')), /^is not an \.xlsx workbook\. .*save it as \.xlsx/);
	assert.match(String(await read('0.xls')), /^is an old workbook \(\.xls\).* Save it as \.xlsx/);
});
