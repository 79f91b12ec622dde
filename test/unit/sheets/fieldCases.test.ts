/** Files that people in Nigeria and Kenya have: each is paid as it is meant, or refused in words that say what to do. */
import { csv, HEADINGS, notRead, NWOSU, OKAFOR, paid, refusal, refusalOfRow, TWO } from '../../harness/paymentFiles';
import type { PaymentFileRules } from '../../../nodes/core/sheets/rules';
import { sheetData, workbookParts, zipFile } from '../../harness/workbook';

const book = (sheets: Record<string, ReadonlyArray<ReadonlyArray<string | number | null>>>) =>
	zipFile(workbookParts(Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, sheetData(rows)]))));
const both = [
	[2, 'B-1', '150000.00'],
	[3, 'B-2', '45000.50'],
];
const one = (amount: string, more: readonly string[] = [], headings: readonly string[] = []) =>
	csv([
		[...HEADINGS, ...headings],
		['B-1', ...OKAFOR, amount, ...more],
	]);

describe('more than what is read', () => {
	test('3: of two sheets with payments neither is paid alone', async () => {
		const file = book({ GTB: [HEADINGS, ['B-1', ...OKAFOR, 150000]], Access: [HEADINGS, ['B-2', ...NWOSU, 45000.5]] });
		expect(await refusal(file)).toMatch(/^may also have payments in sheets other than "GTB": "Access"\./);
		expect(await paid(file, { sheet: 'Access' })).toEqual([[2, 'B-2', '45000.50']]);
		expect(await notRead(file, { sheet: 'Access' })).toMatchObject({ sheets: ['GTB'] });
		const asked = book({
			GTB: [
				[...HEADINGS, 'State'],
				['B-1', ...OKAFOR, 150000, 'HOLD'],
			],
			Access: [[null], ...TWO],
		});
		expect(await refusal(asked)).toMatch(
			/^may also have payments in sheets other than .*\nIt also has 1 column.*\nState: \?/s,
		);
		expect(await refusal(file, { sheet: 'Zenith' })).toMatch(/^has no sheet "Zenith"\. It has: "GTB", "Access"/);
	});

	test('4: instructions in front of the payments are passed over, and told', async () => {
		const file = book({ 'Read me': [['One row for each payment'], ['Reference', 'is yours']], Pay: [...TWO] });
		expect(await paid(file)).toEqual(both);
		expect(await notRead(file)).toMatchObject({ sheets: ['Read me'] });
	});

	test.each<[string, ReadonlyArray<ReadonlyArray<string | number | null>>]>([
		['half of the headings', [['Reference', 'Beneficiary', 'Acct', 'Bank', 'Amount']]],
		['an account and an amount', [['Late ones'], [null, 'Emeka', 'UBA', '0234567801', 45000.5]]],
		['a phone and an amount', [['Amina', '+254712345678', 'KES 1,500.00']]],
		['an address and an amount', [['0x52908400098527886E0F7030069857D2E4169EE7', 150]]],
		['an invoice', [['lnbc1pvjluezpp5qqqsyqcyq5rqwzqf']]],
	])('11: another sheet with %s refuses the file, unless one is named', async (_, rows) => {
		const file = book({ October: [...TWO], November: rows });
		expect(await refusal(file)).toBe(
			`may also have payments in sheets other than "October": "November". Delete the sheets that are not to be paid, or write the name of the right sheet into 'Sheet'.`,
		);
		expect(await paid(file, { sheet: 'October' })).toEqual(both);
	});

	test('11: but not one with banks, suppliers or instructions', async () => {
		const banks = [
			['Bank', 'Code'],
			['GTBank', '058'],
		];
		const suppliers = [
			['S/N', 'Supplier', 'Account', 'Phone'],
			[1, 'Emeka', '0234567801', '0803 123 4567'],
		];
		expect(await paid(book({ October: [...TWO], Banks: banks, Suppliers: suppliers }))).toEqual(both);
	});

	test.each([[['B-0', ...OKAFOR, '500']], [['', '', '', 'UBA', '1,500']], [['B-0', '', '0234567801', '', '']]])(
		'8: a row above the headings such as %s refuses the file',
		async (row) => {
			expect(await refusal(csv([row, ...TWO]))).toMatch(/^may have payments above its headings: row 1\. It says ".*"/);
		},
	);

	test.each([
		[['Company', 'Acme Ltd 7', '', '', '']],
		[['', '', '', '', '195000.50']],
		[['Pay', '', '', 'GTBank', 'now']],
	])('8: but not %s', async (row) => {
		expect(await refusal(csv([row, ...TWO]))).toBeNull();
	});

	test('6: a heading that is there three times refuses the file', async () => {
		const headings = [...HEADINGS, 'Amount', 'Amount'];
		const row = ['B-1', ...OKAFOR, '150000', '30000', '120000'];
		expect(await refusal(csv([headings, row]))).toMatch(/^has no clear column for the amount\./);
		expect(await refusal(book({ Pay: [headings, row] }))).toMatch(/^has no clear column for the amount\./);
	});

	test.each(['NGN', 'ngn', '', 'Naira', '₦'])('7: a row in %p is paid', async (currency) => {
		expect(await paid(one('500', [currency], ['Currency']))).toEqual([[2, 'B-1', '500.00']]);
	});

	test('8: a column that is not read is asked for once, with the line that settles it, and told then', async () => {
		const file = csv([
			[...HEADINGS, 'Status'],
			['B-1', ...OKAFOR, '500', 'Cleared'],
			['B-2', ...NWOSU, '600', 'Parked'],
		]);
		expect(await refusal(file)).toBe(
			`has 1 column that is not read, but may say whom, how much or whether to pay. "Status" (F) differs from row to row: "Cleared" in 1 row, "Parked" in 1 row.\nDelete rows that are not to be paid. Or replace the ? with this column's values for rows to pay; for an empty cell, write (empty). Or remove both : and ? if no value here can stop a payment.\nWrite into 'Columns':\nStatus: ?`,
		);
		expect(await paid(file, { columns: 'Status: cleared' })).toEqual([[2, 'B-1', '500.00']]);
		expect(await paid(file, { columns: 'Status' })).toHaveLength(2);
		expect(await refusal(file, { columns: 'Status: Yes' })).toContain('The file has: "Cleared", "Parked".');
	});

	test('9: a value behind the last heading refuses the file', async () => {
		const split = ['B-1', ...OKAFOR, '150', '000.00'];
		expect(await refusal(book({ Pay: [HEADINGS, split] }))).toMatch(
			/^has 1 column that is not read, .*Column F has no heading.*'Columns':\ncolumn F: \?/s,
		);
		expect(await refusal(csv([HEADINGS, split]))).toMatch(/Column F has no heading.*'Columns':\ncolumn F: \?/s);
	});
});

describe('rows and references', () => {
	test.each(['N/A', '-', 'nil', 'none', 'TBD', '.', '?', '########', '0', 'TRUE', '#N/A'])(
		'11: the reference %s names nothing',
		async (reference) => {
			const [[, given, , problem] = []] = await paid(csv([HEADINGS, [reference, ...OKAFOR, '500']]));
			expect([given, problem]).toEqual([null, expect.stringContaining("'Reference' is")]);
		},
	);

	test('13 and 23: rows without any value are no rows, and keep their numbers', async () => {
		const file = [
			'Reference,Beneficiary Name,Account Number,Bank Name,Amount',
			',,,,',
			`B-1,${OKAFOR.join()},5`,
			'',
			',,,,',
			`B-2,${NWOSU.join()},6`,
		].join('\n');
		expect(await paid(file)).toEqual([
			[3, 'B-1', '5.00'],
			[6, 'B-2', '6.00'],
		]);
		expect(await notRead(file)).toMatchObject({ lineCount: 0 });
	});

	test('26: a zero of books and an empty amount are nothing to pay, and told', async () => {
		const file = csv([...TWO, ['B-3', ...OKAFOR, ' -   '], ['B-4', ...OKAFOR, ''], ['B-5', ...OKAFOR, '0.00']]);
		expect(await paid(file)).toEqual(both);
		expect(await notRead(file)).toMatchObject({
			lineCount: 3,
			lines: [{ row: 4, text: 'B-. Adaeze Ngozi Okafor .......... GTBank -' }, { row: 5 }, { row: 6 }],
		});
	});

	test('27: an amount of USDT with three decimals is told to be rounded, since a token has them', async () => {
		const file = csv([
			['Reference', 'Network', 'Address', 'Amount'],
			['U-1', 'TRC20', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', '21.501'],
		]);
		expect(await paid(file, { payments: 'toStablecoin' })).toEqual([
			[2, 'U-1', null, `'Amount' says "21.501", which has 3 decimals, but USDT allows 2; round it to 2 decimals`],
		]);
	});

	test.each<[payments: PaymentFileRules['payments'], headings: string, cells: string, problem: RegExp]>([
		[
			'toBankAccount',
			'Bank,Account',
			'OPay,08030001122',
			/; if it is a phone number at OPay, .* without the leading 0;/,
		],
		['toBankAccount', 'Bank,Account', 'UBA,2034567801.0', /^'Account' may contain only .*; remove the \.0$/],
		['toKenya', 'Phone,Network', '0712345678,Safaricom', /^'Network' is "Safaricom", not mpesa or airtel; correct/],
		['toKenya', 'Phone,Network', '712345678.0,Telkom', /^'Phone' is not \+254 .*; 'Network' is "Telkom"/],
		['toGhana', 'Phone,Network', '254712345678,Telecel', /^'Phone' is not \+233 .*; 'Network' is "Telecel", not mtn;/],
		['toKenyaTill', 'Till', '4321', /has 4 digits, but a till has 5 to 9; if .*, write it with them; otherwise/],
		['toKenyaTill', 'Till', '0712345678', /^'Till' has 10 digits, but a till has 5 to 9; ask/],
		['toKenyaPayBill', 'PayBill,Account', '247247,N/A', /^'Account' is "N\/A", which names nothing/],
		['toSouthAfrica', 'Bank,Account', 'Absa,12345678', /has 8 digits, .* has 9 to 11; if .*, write it with them;/],
		['toSouthAfrica', 'Bank,Account', '470010,1352900000', /^'Bank' has no letters; write the bank's name$/],
	])('21: of a file %s, %s that say %s say what to write', async (payments, headings, cells, problem) => {
		const file = `Reference,Name,Amount,${headings}\nK-1,Amina Otieno,5,${cells}`;
		expect(await paid(file, { payments })).toEqual([[2, 'K-1', '5.00', expect.stringMatching(problem)]]);
	});

	test('11: another sheet with a till and an amount refuses the file', async () => {
		const first = ['Reference,Name,Till,Amount', 'K-1,Amina,5123456,1000'].map((row) => row.split(','));
		const said = await refusal(book({ Pay: first, Late: [['Ben', 15000, 5123457]] }), { payments: 'toKenyaTill' });
		expect(said).toMatch(/^may also have payments in sheets other than "Pay": "Late"/);
	});

	test('21: the account of a PayBill is no number, which would drop zeros', async () => {
		const [headings, rules] = [
			['Reference', 'Name', 'Amount', 'PayBill', 'Account'],
			{ payments: 'toKenyaPayBill' },
		] as const;
		const file = (account: string | number) => book({ Pay: [headings, ['K-1', 'Amina', 5, 247247, account]] });
		expect(await paid(file('0712'), rules)).toEqual([[2, 'K-1', '5.00']]);
		expect((await paid(file(712), rules))[0]?.[3]).toMatch(/^'Account' is a number, .*; set its column to text/);
	});

	test('21: an amount as South Africa writes it is asked about', async () => {
		const file = `Reference;Name;Bank;Account;Amount\nK-1;Thandi Nkosi;Absa Bank;1352900000;R 1 500,00`;
		expect((await paid(file, { payments: 'toSouthAfrica' }))[0]?.[3]).toMatch(
			/says "R 1 500,00", which is not a plain number such as 1500 or 1500\.50/,
		);
	});
	test.each<[row: object, rules: Parameters<typeof refusalOfRow>[1], said: RegExp]>([
		[{ currency: 'USD' }, {}, /^names a currency other than NGN in row 1\. .* Delete such rows/],
		[
			{ amount: '7', account: { a: 1 } },
			{},
			/^has cells .*"account" in row 1 has no value that can be read \(an object or a list\)/,
		],
		[{ status: 'open' }, {}, /"status" says "open" in 1 row\./],
		[{ amount: 1500.125, status: 'open' }, { refuseBadRows: true }, /round it to 2 decimals\.\nIt also has 1 column/],
		[{ amount: new Date(0) }, { refuseBadRows: true }, /'amount' is a date \(.*1970.*\); make it a number\.$/],
		[{ ref: 1e17 }, { refuseBadRows: true }, /'ref' is a number .* are lost; set its column to text, and retype it/],
	])('63: %j is refused in words for rows', async (row, rules, said) => {
		const right = { ref: 'B-1', name: OKAFOR[0], account: OKAFOR[1], bank: 'UBA', amount: '500' };
		const answer = await refusalOfRow({ ...right, ...row }, rules);
		expect(answer).toMatch(said);
		expect(answer).not.toMatch(/sheet|format|file|\([A-Z]\d*\)/);
	});
});

describe('right files', () => {
	const text = csv(TWO);
	test.each([
		['15: with a byte order mark', Buffer.from(`\ufeff${text}`)],
		['16: with semicolons', csv(TWO, ';')],
		['16: with tabs, in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv(TWO, '\t'), 'utf16le')])],
		['16: in UTF-16 without a mark', Buffer.from(csv(TWO, '\t'), 'utf16le')],
		['with bars', csv(TWO, '|')],
		['with a line that names the separator', `sep=;\r\n${csv(TWO, ';')}`],
		['with line feeds alone', text.replaceAll('\r\n', '\n')],
		['with carriage returns alone', text.replaceAll('\r\n', '\r')],
		['17: with blanks behind headings, in capitals', text.replace('Account Number', 'ACCOUNT NUMBER ')],
		['with quotes, and a line break within', text.replace('Account Number', '"Account\nNumber"')],
		['with a currency in brackets', text.replace('Amount', 'Amount (₦)')],
	])('%s are paid', async (_, file) => {
		expect(await paid(file)).toEqual(both);
	});

	test('18: titles above the headings are passed over', async () => {
		expect(await paid(`Salaries of November\n\n${text}`)).toEqual([
			[4, 'B-1', '150000.00'],
			[5, 'B-2', '45000.50'],
		]);
	});

	test('19: what is no list says how to save it', async () => {
		expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toMatch(
			/^is an old workbook \(\.xls\), or has a password\. Save it as \.xlsx/,
		);
		const others = [
			'<html><table>',
			'<?xml version="1.0"?><Document/>',
			'[{"reference":"B-1"}]',
			'%PDF-1.7',
			'a\u0000b',
		];
		for (const other of others)
			expect(await refusal(other)).toMatch(/^is neither a workbook nor a list of values\. .* as \.xlsx or \.csv/);
		expect(await refusal('')).toMatch(/^is empty/);
	});

	test('headings that two separators divide are read by neither', async () => {
		const twice = [HEADINGS.join(), HEADINGS.join(';')].join('\n');
		expect(await refusal(`${twice}\nB-1,${OKAFOR.join()},500`)).toMatch(/^can be divided into columns in two ways\./);
		expect(await refusal('Invoice\nlnbc1', { payments: 'toLightning' })).toBeNull();
	});
});

describe('control totals', () => {
	const counted = (rules: Parameters<typeof refusal>[1], more: ReadonlyArray<readonly string[]> = []) =>
		refusal(csv([...TWO, ...more]), rules);

	test('of a person are held against the file, with both figures', async () => {
		expect(await counted({ numberOfPayments: '3' })).toMatch(/^has 2 payments, not 3\./);
		expect(await counted({ totalAmount: '195000' })).toMatch(/^adds up to 195,000\.50 NGN, not 195,000\.00 NGN\./);
		expect(await counted({ numberOfPayments: '2', totalAmount: '195,000.50' })).toBeNull();
		expect(await counted({ totalAmount: '3 payments, 195,000.50' })).toMatch(/^has 2 payments, not 3\./);
		expect(await counted({ totalAmount: '2 payments, 195,000.51' })).toMatch(/^adds up to 195,000\.50 NGN/);
		expect(await counted({ totalAmount: '2 Payments: 195000.5' })).toBeNull();
		expect(await counted({ totalAmount: '2 payments' })).toBeNull();
		expect(await counted({ totalAmount: '2 payments; NGN 195,000.50' })).toBeNull();
		expect(await counted({ totalAmount: '₦195,000.50' })).toBeNull();
		expect(await counted({ totalAmount: '2 195,000.50' })).toMatch(/^can't be compared with its total/);
		expect(await counted({ numberOfPayments: '2', totalAmount: '3 payments, 195000.50' })).toMatch(/, not 3\./);
		expect(await counted({ totalAmount: 'all' })).toMatch(/'Total Amount' "all" .* 25 payments, 1,250,000\.00/);
	});

	test('at the end of the sheet are no payment, and held against it', async () => {
		const total = (amount: string, words = 'TOTAL') => [['', words, '', '', amount]];
		expect(await counted({}, total('195000.50'))).toBeNull();
		expect(await counted({}, total('195000.51'))).toMatch(
			/^has an amount in row 4 that has no account and isn't the sum of the rows above it\. It says "TOTAL 195000\.51"; the rows above add up to 195,000\.50 NGN\./,
		);
		expect(await counted({}, total('7', 'Balance c/f'))).toMatch(/^has an amount in row 4/);
		expect(await counted({}, total('5', 'Total Energies Ltd'))).toMatch(/^has an amount in row 4/);
	});

	test('count a row that can not be paid as far as it can be read', async () => {
		const more = [['B-3', OKAFOR[0] ?? '', '123', 'GTBank', '100']];
		expect(await counted({ numberOfPayments: '3', totalAmount: '195100.50' }, more)).toBeNull();
	});
});
