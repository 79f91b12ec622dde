/** Files that could pay a wrong amount or a wrong person: each is refused, with the place of the mistake. */
import { csv, HEADINGS, NWOSU, OKAFOR, paid, refusal, TWO } from '../../harness/paymentFiles';
import { sheetData, workbookParts, zipFile } from '../../harness/workbook';

const one = (amount: string) => csv([HEADINGS, ['B-1', ...OKAFOR, amount]]);

describe('another amount', () => {
	test('is read below headings of two rows', async () => {
		const rows = [
			['Reference', 'Employee Name', 'Bank details', '', 'Pay', '', ''],
			['', '', 'Bank', 'Account No.', 'Gross', 'Tax', 'Net Pay'],
			['B-1', 'Adaeze Ngozi Okafor', 'GTBank', '0123456780', '150000', '30000', '120000'],
		];
		expect(await paid(csv(rows), { columns: 'amount = Net Pay; Gross; Tax' })).toEqual([[3, 'B-1', '120000.00']]);
		expect(await refusal(csv([rows[0] ?? [], ...TWO]))).toBeNull();
	});

	test.each([
		['(Amounts in thousands of naira)', 'thousands or millions'],
		["All figures in N'000", 'thousands or millions'],
		['Montants en milliers', 'thousands or millions'],
		['All amounts in XOF', 'xof'],
		['Salary Nov 2026 - USD', 'usd'],
		['Payroll (CUP)', 'cup'],
		['TOP 1500.00', 'top'],
		['Currency: USD', 'usd'],
		['Payments in shillings', 'shillings'],
		['Amounts are in US$', 'us$'],
		['Payments in dollars', 'dollars'],
		['All amounts in kobo', 'minor units'],
	])('is what a title says that has %s', async (title, unit) => {
		expect(await refusal(csv([[title], [], ...TWO]))).toContain(`may give another unit or currency in row 1: ${unit}.`);
		expect(await refusal(csv([...TWO, [title]]))).toContain('may give another unit or currency in row 4');
	});

	test.each([
		['Amount Kobo', 'minor units'],
		['amount_in_kobo', 'minor units'],
		['Net Pay Cents', 'minor units'],
		['amountInKobo', 'minor units'],
		['amount_sats', 'sats'],
		['AmountKES', 'kes'],
		['USDAmount', 'usd'],
		['Amount sterling', 'sterling'],
		['Net Pay Sh.', 'sh'],
		['Amount Rand', 'rand'],
		['Amount Thousands', 'thousands or millions'],
		['Amount (millions)', 'thousands or millions'],
		['Amount (000)', '(000)'],
		['Amount [K]', '[k]'],
		['Amount (₦ draft)', '(₦ draft)'],
	])('is what the heading %s says of the amounts, whoever settles it', async (heading, unit) => {
		const file = csv([
			[...HEADINGS.slice(0, 4), heading],
			['B-1', ...OKAFOR, '500'],
		]);
		expect(await refusal(file, { columns: 'amount = column E' })).toContain(
			`may give another unit or currency above its amounts: ${unit}. It says "${heading}".`,
		);
	});

	test.each(['USD', 'Amounts in US dollars', 'All in thousands'])(
		'is what the heading %s says that has nothing below',
		async (heading) => {
			const file = csv(TWO.map((row, at) => [...row, '', at === 0 ? heading : '']));
			expect(await refusal(file, { columns: heading })).toMatch(
				/^may give another unit or currency in the heading of an empty column: /,
			);
		},
	);

	test.each([
		'Amount (Naira)',
		'Net Pay [=N=]',
		'amount_ngn',
		'AmountNGN',
		'NGNAmount (required)',
		'Amount in Nigerian Naira',
		'Total (in NGN)',
		'Grand total in all',
	])('is not what the heading %s says', async (heading) => {
		const file = csv([
			[...HEADINGS.slice(0, 4), heading],
			['B-1', ...OKAFOR, '500'],
		]);
		expect(await refusal(file, { columns: 'amount = column E' })).toBeNull();
	});

	test.each([
		'Currency: NGN',
		'Payments in naira',
		'Salaries in November',
		'All in naira and kobo',
		'Sat 28 November 2026 ALL STAFF',
		'"3 STAFF, N460,500 IN ALL"',
		'Salaries (all)',
		'TOP 25 suppliers of Sterling Bank',
		'2000 pounds of rice',
		'Amount in words',
	])('is not what a title says that has %s', async (title) => {
		expect(await refusal(csv([[title], ...TWO]))).toBeNull();
	});
});

describe('somebody who is not to be paid', () => {
	test.each(['Already paid', 'PAID IN OCTOBER', 'ON HOLD', 'Cancelled:', "Don't pay", 'Not to be paid', 'Draft'])(
		'below a line %s refuses the file',
		async (line) => {
			const [headings = [], first = [], second = []] = TWO;
			expect(
				await refusal(csv([headings, first, [], ['', line], headings, second]), { columns: `${line}: paid` }),
			).toMatch(/^may say in row 4 that payments are not to be made\./);
			expect(await refusal(csv([[line], ...TWO]))).toMatch(/^may say in row 1 /);
		},
	);

	test('as a note below the payments says, but not who has paid', async () => {
		expect(await refusal(csv([...TWO, ['NB: B-2 is on hold']]))).toMatch(/^may say in row 4 /);
		expect(await refusal(csv([...TWO, ['Prepared and paid by A. Bello']]))).toBeNull();
	});

	test('as the name of the file or of its sheet says', async () => {
		const book = zipFile(workbookParts({ 'Superseded Nov': sheetData(TWO) }));
		expect(await refusal(book)).toMatch(/^may say in its sheet's name that payments are not to be made\./);
		expect(await refusal(csv(TWO), {}, 'payouts_draft.csv')).toMatch(/^may say in its name /);
	});
});

describe('right files that people have', () => {
	test.each([
		['1,200.50', '1200.50'],
		['150,000.00', '150000.00'],
		['1,250,000', '1250000.00'],
		['150,000', '150000.00'],
		['₦1,500.00', '1500.00'],
		['NGN 1500', '1500.00'],
		['N1,500', '1500.00'],
		['1500 naira', '1500.00'],
	])('an amount of %s can only be %s', async (amount, read) => {
		expect(await paid(one(`"${amount}"`))).toEqual([[2, 'B-1', read]]);
	});

	test.each(['500\n600', '₦1.500,00', '1500,00', '1500/=', '1,2000', '1,20,000.00', '$1500', 'NGN 1500 NGN'])(
		'an amount of %s is not read',
		async (amount) => {
			const [[, , read, problem] = []] = await paid(one(`"${amount}"`));
			expect(read).toBeNull();
			expect(problem).toMatch(/^'Amount' says ".*; write an amount, or clear the row$/);
		},
	);

	test.each(['e.g. B-1', 'VOID PV-102', 'SAMPLE-001', '~~Adaeze~~'])(
		'a row whose reference is %s is not paid',
		async (reference) => {
			const [[, read, , problem] = []] = await paid(csv([HEADINGS, [reference, ...OKAFOR, '500']]));
			expect([read, problem]).toEqual([null, expect.stringContaining('which may mean "don\'t pay"')]);
		},
	);

	test('a value that Excel is made to keep as it is is what stands in quotes', async () => {
		expect(await paid(csv([HEADINGS, ['="001"', OKAFOR[0] ?? '', '="0123456780"', 'GTBank', '500']]))).toEqual([
			[2, '001', '500.00'],
		]);
	});

	test('a number that a spreadsheet has shortened is refused', async () => {
		const [[, reference, , problem] = []] = await paid(
			csv([HEADINGS, ['1.02346E+11', NWOSU[0] ?? '', '2.3E+08', 'UBA', '5']]),
		);
		expect(reference).toBeNull();
		expect(problem).toMatch(/^'Reference' is 1\.02346E\+11, .*'Account Number' is 2\.3E\+08, /);
	});
});
