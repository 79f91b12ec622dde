/** Files in which a wrong amount would be paid, or somebody who isn't meant: each is refused, and says where. */
import { csv, HEADINGS, NWOSU, OKAFOR, paid, refusal, TWO } from '../../harness/paymentFiles';

const one = (amount: string, more: readonly string[] = [], headings: readonly string[] = []) =>
	csv([
		[...HEADINGS, ...headings],
		['B-1', ...OKAFOR, amount, ...more],
	]);

describe('another amount', () => {
	test.each([
		'Balance Due',
		'Balance',
		'Outstanding',
		'Approved Amount',
		'Amount Approved',
		'Net of WHT',
		'Amount after tax',
		'Revised Amount (NGN)',
		'To Pay',
		'Pay this week',
		'Amount incl. VAT',
		'Amount 2',
	])('in a column %s refuses the file, unless somebody says which is meant', async (heading) => {
		const file = one('500', ['300'], [heading]);
		expect(await refusal(file)).toMatch(/^has another amount in its column ".*": row 2\./);
		expect(await refusal(one('500', ['500'], [heading]))).toBeNull();
		expect(await refusal(one('500', [''], [heading]))).toBeNull();
		expect(await refusal(file, { ignoredColumns: [heading] })).toBeNull();
		expect(await paid(file, { columns: { amount: heading } })).toEqual([[2, 'B-1', '300.00']]);
	});

	test.each([
		['Approved', 'Yes 7 Nov'],
		['Amount in words', '5 hundred'],
		['Due Date', '2026-12-01'],
		['Final Destination', '7'],
		['Network', '7'],
	])('is none in a column %s', async (heading, cell) => {
		expect(await paid(one('500', [cell], [heading]))).toEqual([[2, 'B-1', '500.00']]);
	});

	test('under a heading that stands over several columns refuses the file', async () => {
		const merged = [...HEADINGS, '', '', 'Remarks'];
		const rows = [merged, ['', '', '', '', 'Gross', 'Tax', 'Net', ''], ['B-1', ...OKAFOR, '500', '50', '450', '']];
		expect(await refusal(csv(rows))).toMatch(/^has a cell without a heading in row 2, 3\./);
		expect(
			await paid(csv([['', ...HEADINGS], ...TWO.slice(1).map((row, place) => [`${place + 1}`, ...row])])),
		).toHaveLength(2);
	});

	test('is read below headings of two rows', async () => {
		const rows = [
			['Reference', 'Employee Name', 'Bank details', '', 'Pay', '', ''],
			['', '', 'Bank', 'Account No.', 'Gross', 'Tax', 'Net Pay'],
			['B-1', 'Adaeze Ngozi Okafor', 'GTBank', '0123456780', '150000', '30000', '120000'],
		];
		expect(await paid(csv(rows))).toEqual([[3, 'B-1', '120000.00']]);
		expect(await refusal(csv([rows[0] ?? [], ...TWO]))).toBeNull();
	});

	test.each([
		['(Amounts in thousands of naira)', 'thousands'],
		["All figures in N'000", 'thousands'],
		['Currency: USD', 'USD'],
		['USD', 'USD'],
		['Payments in shillings', 'KES'],
		['Amounts are in US$', 'USD'],
		['Payments in dollars', 'USD'],
		['All amounts in kobo', 'minor units'],
	])('is what a title says that has %s', async (title, unit) => {
		expect(await refusal(csv([[title], [], ...TWO]))).toMatch(`says in row 1 that amounts are in ${unit}.`);
		expect(await refusal(csv([HEADINGS, ['', '', '', '', title], ...TWO.slice(1)]))).toMatch(
			`in row 2 that amounts are in`,
		);
	});

	test.each([
		'Currency: NGN',
		'Payments in naira',
		'Salaries in November',
		'All in naira and kobo',
		'USDT wallet holders',
		'Amount in words',
	])('is not what a title says that has %s', async (title) => {
		expect(await refusal(csv([[title], ...TWO]))).toBeNull();
	});
});

describe('somebody who is not to be paid', () => {
	test.each(['Already paid', 'PAID IN OCTOBER', 'ON HOLD', 'Cancelled:', "Don't pay", 'Not to be paid'])(
		'below a line %s refuses the file',
		async (line) => {
			const [headings = [], first = [], second = []] = TWO;
			expect(await refusal(csv([headings, first, [], ['', line], headings, second]))).toMatch(
				/^has a line in row 4 that may say that payments are not to be made\./,
			);
			expect(await refusal(csv([[line], ...TWO]))).toMatch(/^has a line in row 1 /);
		},
	);

	test('as a note below the payments says, but not who has paid', async () => {
		expect(await refusal(csv([...TWO, ['NB: B-2 is on hold']]))).toMatch(/^has a line in row 4 /);
		expect(await refusal(csv([...TWO, ['Prepared and paid by A. Bello']]))).toBeNull();
		expect(await refusal(csv([['References that are there twice are returned with a message.'], ...TWO]))).toBeNull();
	});

	test.each(['Lagos', 'To be paid in November', 'Not yet paid', 'Staff of Abuja', 'Unpaid'])(
		'is none below a line %s',
		async (line) => {
			const [headings = [], first = [], second = []] = TWO;
			expect(await paid(csv([headings, first, ['', line], second]))).toHaveLength(2);
		},
	);

	test.each([
		['Payment', 'No'],
		['Approved?', '✗'],
		['Pay?', 'Nope'],
		['Remarks', 'Do not process'],
		['Action', 'Not to be paid'],
		['Status', 'SUCCESSFUL'],
		['Transaction Status', 'Completed'],
		['Status', 'Draft'],
		['Stop Payment', 'Yes'],
		['Eligible', 'No'],
		['Exit Date', '2026-10-31'],
		['Date Left', '2026-10-31'],
	])('as a column %s says with %s', async (heading, word) => {
		expect(await refusal(one('500', [word], [heading]))).toContain('that rows are not to be paid: 2');
	});

	test.each(['x', '✗', 'paid'])('as %s in front of a row says, in a column without a heading', async (mark) => {
		const [headings = [], first = [], second = []] = TWO;
		expect(
			await refusal(
				csv([
					['', ...headings],
					['', ...first],
					[mark, ...second],
				]),
			),
		).toMatch(/^has a cell without a heading in row 3\./);
	});

	test.each([
		['Remarks', 'to be paid on the 28th'],
		['Status', 'Not yet paid'],
		['Status', 'New'],
		['Transaction Date', '2026-11-01'],
		['Payment Date', '2026-11-28'],
	])('is none as a column %s says with %s', async (heading, word) => {
		expect(await paid(one('500', [word], [heading]))).toHaveLength(1);
	});

	test("is who was paid, in exports of Paystack's and Flutterwave's transfers", async () => {
		const paystack =
			'Amount,Currency,Status,Reference,Recipient Account Number,Recipient Bank,Recipient Name\n500,NGN,success,B-1,0123456780,GTBank,Ada';
		const flutterwave =
			'id,account_number,bank_name,full_name,amount,currency,reference,status\n1,0123456780,GTBank,Ada,500,NGN,B-1,SUCCESSFUL';
		for (const file of [paystack, flutterwave]) expect(await refusal(file)).toMatch(/that rows are not to be paid: 2/);
	});
});

describe('right files that people have', () => {
	test.each(['Total for November 2026', 'Total amount payable', 'TOTAL NET PAY'])(
		'a line %s is a total',
		async (words) => {
			expect(await refusal(csv([...TWO, ['', words, '', '', '195000.50']]))).toBeNull();
			expect(await refusal(csv([...TWO, ['', words, '', '', '195000']]))).toMatch(/its own total in row 4/);
		},
	);

	test.each([
		['1,200.50', '1200.50'],
		['150,000.00', '150000.00'],
		['1,250,000', '1250000.00'],
	])('an amount of %s can only be %s', async (amount, read) => {
		expect(await paid(one(`"${amount}"`))).toEqual([[2, 'B-1', read]]);
	});

	test.each(['500\n600', '150,000', '1.200,50', '1,2000', '1,20,000.00', '12,50', '(NGN)'])(
		'an amount of %s is not read',
		async (amount) => {
			const [[, , read, problem] = []] = await paid(one(`"${amount}"`));
			expect(read).toBeNull();
			expect(problem).not.toContain('write 500600');
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

	test("GTBank's file of vendors names each payee once", async () => {
		const file = csv([
			'PaymentAmount,PaymentDate,PaymentReference,Remarks,VendorCode,VendorName,VendorAcctNumber,VendorBankSortCode'.split(
				',',
			),
			['500', '27/11/2026', 'B-1', 'rice', 'V1', ...OKAFOR.slice(0, 2), '000013'],
		]);
		expect(await paid(file)).toEqual([[2, 'B-1', '500.00']]);
	});
});
