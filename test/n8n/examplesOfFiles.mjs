// Examples that read accounts and files: accounts confirmed, names filled in, payments approved, refused rows corrected.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { examples, harness } from '../../scripts/lib/paths.mjs';
import { succeeded } from './exampleDesk.mjs';
import { hostilePages } from './hostilePages.mjs';
import { decide } from './mailServer.mjs';
import { workbookOf } from './workbook.mjs';

/** The cells of a workbook's first sheet, as n8n's own spreadsheet reader returns them. @param {Buffer | undefined} bytes @returns {string[][]} */
function rowsIn(bytes) {
	const { read, utils } = createRequire(join(harness, 'package.json'))('@e965/xlsx');
	return utils.sheet_to_json(Object.values(read(bytes).Sheets)[0], { header: 1 });
}

/** @param {import('./exampleDesk.mjs').World} world */
export function examplesOfFiles(world) {
	const form = 'Pay the list now';
	const [toBanks, bills] = ['Payments to bank accounts', 'Bills from an accounting program'];
	describe('names-from-the-banks', () => {
		test('gives the list back with the names that the banks have, and it is paid once a person has saved it as confirmed', async () => {
			const { desk, mail, instance } = world;
			const names = await desk.importOne('names-from-the-banks', { activate: true });
			const rows = ['N-1,Adaeze Okafor,GTBank,0123456789,120', 'N-2,Ibrahim Lawal,Access Bank,0234567890,130'];
			const list = new File([['Reference,Name,Bank,Account,Amount', ...rows].join('\n')], 'november.csv');
			let page = '';
			const paid = await desk.paidDuring(async () => {
				const looking = await names.submit('Upload a list', [list], (shown) => (page = shown));
				succeeded(await instance.client.waitForExecution(looking));
			});
			assert.deepEqual(paid, []);
			assert.match(page, /1 of 2 names match the bank records.*ADAEZE CHIOMA OKAFOR.*IBRAHIM MUSA BELLO/s);
			const [, data = ''] = /decodeURIComponent\("([^"]+)"\)/.exec(page) ?? [];
			const bytes = Buffer.from(JSON.parse(decodeURIComponent(data))[0].data);
			assert.deepEqual(rowsIn(bytes).slice(1), [
				['N-1', 'Adaeze Okafor', 'ADAEZE CHIOMA OKAFOR', 'GTBank', '0123456789', '120.00'],
				['N-2', 'Ibrahim Lawal', 'Ibrahim Lawal', 'Access Bank', '0234567890', '130.00'],
			]);
			const paying = await desk.importOne('payouts-with-approval', { activate: true });
			const upload = async (/** @type {string} */ name) =>
				paying.submit(form, [new File([bytes], name), '2 payments, 250.00', toBanks]);
			await upload('draft-confirm-each-name.xlsx');
			assert.match((await mail.next(/the file was refused$/)).text, /draft/);
			const execution = await upload('november.xlsx');
			await mail.next(/^Payouts: 1 of 2 ready, 1 refused$/);
			await decide(await mail.next(/^Approve 1 payout: 120\.00 NGN$/), 'pay');
			succeeded(await instance.client.waitForExecution(execution));
			await mail.next(/^Payouts: 1 of 2 accepted, 1 refused$/);
			assert.deepEqual(mail.mails, []);
		});
	});
	describe('payee-onboarding', () => {
		test('shows the registered name, and keeps the account only as a second person decides', async () => {
			const workflow = await world.desk.importOne('payee-onboarding', { setUp: true, activate: true });
			const bank = ['Guaranty Trust Bank (000013)'];
			const asked = async (/** @type {RegExp} */ subject) => {
				const { to, text } = await world.mail.next(subject);
				assert.equal(to, 'second-person@example.com');
				return { text, request: /Request: (\S+) Accounts confirmed so far/.exec(text)?.[1] ?? '' };
			};
			const shown = await workflow.fillIn('New payee', ['Adaeze Foods', '0123456789'], bank);
			assert.match(shown, /registered to ADAEZE CHIOMA OKAFOR/);
			const first = await asked(/^Confirm an account: "Adaeze Foods"$/);
			assert.match(
				first.text,
				/0123456789 at Guaranty Trust Bank \(000013\) Registered to: "ADAEZE CHIOMA OKAFOR" .* in any spelling: .* none Supplier/,
			);
			assert.ok(!shown.includes(first.request), 'who asks does not see what the second person needs');

			assert.match(await workflow.fillIn('Confirm a payee', ['another', 'The account is right']), /Nothing to confirm/);
			assert.match(
				await workflow.fillIn('Confirm a payee', [first.request, 'The account is right']),
				/Adaeze Foods: confirmed/,
			);
			assert.match(await workflow.fillIn('Confirm a payee', [first.request, 'It is not right']), /Nothing to confirm/);

			// The person who confirms is shown the supplier's present account, even if the supplier's name is spelled differently.
			await workflow.fillIn('New payee', ['Adaeze Foods Limited', '0123456781'], bank);
			const second = await asked(/^Confirm an account: "Adaeze Foods Limited"$/);
			assert.match(second.text, /"Adaeze Foods": 0123456789 at Guaranty Trust Bank, "ADAEZE CHIOMA OKAFOR"/);
			await workflow.fillIn('Confirm a payee', [second.request, 'It is not right']);
			assert.match(await workflow.fillIn('New payee', ['Adaeze Foods', '123'], bank), /No account name/);

			const rows = await world.desk.rowsOf('mavapay_payees', 2);
			assert.deepEqual(
				rows.map(({ supplier, bankCode, accountNumber, status }) => [supplier, bankCode, accountNumber, status]),
				[
					['Adaeze Foods', '000013', '0123456789', 'confirmed'],
					['Adaeze Foods Limited', '000013', '0123456781', 'declined'],
				],
			);
			assert.deepEqual(world.mail.mails, []);
		});
	});

	// approvers.test.mjs tests approvals in a chat, which need a public https address.

	describe('payouts-with-approval', () => {
		/** The four payees in each file below. F-3's bank code and F-4's account number have lost a leading zero. */
		const rows = [
			['F-1', 'Adaeze Chioma Okafor', '058', '0123456789', 150000],
			['F-2', 'Lagoon Office Supplies Ltd', '033', '2034567891', 84250.5],
			['F-3', 'Ngozi Grace Eze', '57', '1023456789', 275000.75],
			['F-4', 'Emeka Peter Nwosu', '044', '345678901', 45000],
		];
		const csv = (/** @type {string} */ head, /** @type {(row: any[]) => unknown[]} */ of) =>
			new File([[head, ...rows.map((row) => of(row).join(','))].join('\n')], 'bulk.csv', { type: 'text/csv' });
		const files = {
			Paystack: csv('amount,reference,name,account_number,bank_code', ([reference, name, bank, account, amount]) => [
				amount * 100,
				reference,
				name,
				account,
				bank,
			]),
			Flutterwave: csv(
				'bank_code,account_number,amount,currency,narration,reference,beneficiary_name',
				([reference, name, bank, account, amount]) => [bank, account, amount, 'NGN', 'Invoice', reference, name],
			),
			'A bank': csv(
				'Reference,Beneficiary Name,Account Number,Bank Name,Amount',
				([reference, name, bank, account, amount]) => [
					reference,
					name,
					account,
					{ '058': 'GTBank', '033': 'United Bank for Africa Plc' }[/** @type {string} */ (bank)] ?? bank,
					amount.toFixed(2),
				],
			),
			QuickBooks: csv(
				'Date,Transaction Type,Num,Vendor,Due Date,Past Due,Amount,Open Balance,Bank,Account Number',
				([reference, name, bank, account, amount]) => [
					...['01/11/2026', 'Bill', reference, name, '11/11/2026', 17],
					...['"₦999,999.00"', `"₦${amount.toLocaleString('en', { minimumFractionDigits: 2 })}"`, bank, account],
				],
			),
		};

		test('reads the file of each service, says what is refused, and pays the approved list once', async () => {
			const { desk, mail, instance } = world;
			const workflow = await desk.importOne('payouts-with-approval', { activate: true });
			const total = '554,251.25';
			let page = '';
			const upload = (/** @type {File} */ file, expected = `4 payments, ${total}`, what = toBanks) =>
				workflow.submit(form, [file, expected, what], (shown) => (page = shown));
			const asked = async (/** @type {File} */ file, /** @type {string} */ what) => {
				const execution = await upload(file, undefined, what);
				const found = await mail.next(/^Payouts: 2 of 4 ready, 2 refused$/);
				assert.match(
					found.text,
					/File "bulk\.csv": 4 payments, 554,251\.25 NGN.*'Bank' has 2 digits, .*\(000015\).*'\w+[ _]?\w+' has 9 digits/i,
				);
				const question = await mail.next(/^Approve 2 payouts: 234,250\.50 NGN$/);
				assert.match(page, /2 of 4 payouts go to the approver.*'Bank' has 2 digits/s);
				return { execution, question };
			};
			const paid = await desk.paidDuring(async () => {
				for (const [file, what, decision] of /** @type {const} */ ([
					[files.Flutterwave, toBanks, 'refuse'],
					[files.QuickBooks, bills, 'refuse'],
					[files['A bank'], toBanks, 'pay'],
				])) {
					const { execution, question } = await asked(file, what);
					assert.match(question.text, /File "bulk\.csv": 4 payments, 554,251\.25 NGN/);
					await decide(question, decision);
					succeeded(await instance.client.waitForExecution(execution));
				}
			});
			assert.deepEqual(paid, ['0123456789 15000000', '2034567891 8425050']);
			for (const subject of [/^Payouts not approved/, /^Payouts not approved/, /^Payouts: 2 of 4 accepted, 2 refused$/])
				await mail.next(subject);
			succeeded(await instance.client.waitForExecution(await upload(files['A bank'])));
			assert.match((await mail.next(/^Payouts: none of 4 is ready to pay$/)).text, /2 of 4 already paid before/);
			const excel = new File([await readFile(join(examples, 'payouts-to-fill-in.xlsx'))], 'Payouts.XLSX');
			const template = await upload(excel, '3 payments, 266250.50');
			// The other two rows of the template were already paid, under other references.
			await mail.next(/^Payouts: 1 of 3 ready, 2 refused$/);
			await decide(await mail.next(/^Approve 1 payout: 32,000\.00 NGN$/), 'refuse');
			succeeded(await instance.client.waitForExecution(template));
			await mail.next(/^Payouts not approved: nothing was paid$/);
			const hostile =
				'Reference,Account Name,Account Number,Bank,Amount,<img src=x>,&lt;b&gt;\nF-9,Ada Obi,0123456789,GTBank,5,<a href=//x>pay</a>,<i>$&';
			const empty = new File(['reference,accountName,amount\n'], 'empty.csv');
			for (const [file, expected, said] of /** @type {const} */ ([
				[empty, '1 payment', /"empty\.csv" has no clear column for the bank or the account number/],
				[files['A bank'], '4 payments, 554,251.26', /adds up to 554,251\.25 NGN, not 554,251\.26 NGN/],
				[files['A bank'], 'all of it', /25 payments, 1,250,000\.00/],
				[new File([hostile], '<u>.csv'), '1 payment, 5.00', /column F: \?; column G: \?/],
			])) {
				succeeded(await instance.client.waitForExecution(await upload(file, expected)));
				assert.match((await mail.next(/^Payouts: the file was refused$/)).text, said);
				assert.match(page, said);
				assert.doesNotMatch(page, /<img src=x|<a href=\/\/x|<i>\$|<u>/);
			}
			assert.deepEqual(mail.mails, []);
		});

		test('mails refused rows as a workbook, which is paid once it is corrected and uploaded, in kobo if the file was', async () => {
			const { desk, mail, instance } = world;
			const workflow = await desk.importOne('payouts-with-approval', {
				activate: true,
				texts: { '"name":"amountsAreIn","value":"major"': '"name":"amountsAreIn","value":"minor"' },
			});
			const upload = async (/** @type {File} */ file, /** @type {string} */ expected) =>
				workflow.submit(form, [file, expected, toBanks]);
			const first = await upload(files.Paystack, '4 payments, 55425125');
			const { files: attached } = await mail.next(/^Payouts: 2 of 4 ready, 2 refused$/);
			await decide(await mail.next(/^Approve 2 payouts: 234,250\.50 NGN$/), 'refuse');
			succeeded(await instance.client.waitForExecution(first));
			const rowsThere = rowsIn(attached[0]?.bytes);
			assert.deepEqual(rowsThere, [
				['reference', 'payee', 'accountName', 'bank', 'accountNumber', 'amount'],
				['F-3', 'Ngozi Grace Eze', 'Ngozi Grace Eze', '57', '1023456789', '27500075'],
				['F-4', 'Emeka Peter Nwosu', 'Emeka Peter Nwosu', '044', '', '4500000'],
			]);
			Object.assign(rowsThere[1] ?? [], { 3: '057' });
			Object.assign(rowsThere[2] ?? [], { 4: '0345678901' });
			const bytes = workbookOf([{ title: 'Sheet', rows: rowsThere }]);
			const second = await upload(new File([bytes], 'rows-to-correct.xlsx'), '32000075');
			const question = await mail.next(/^Approve 2 payouts: 320,000\.75 NGN$/);
			const paid = await desk.paidDuring(async () => {
				await decide(question, 'pay');
				succeeded(await instance.client.waitForExecution(second));
			});
			assert.deepEqual(paid, ['0345678901 4500000', '1023456789 27500075']);
			await mail.next(/^Payouts not approved/);
			await mail.next(/^Payouts: 2 of 2 accepted$/);
			assert.deepEqual(mail.mails, []);
		});

		test('no text of a file makes an element or a line of the last page, in 200 files', async () => {
			const { nodes } = JSON.parse(await readFile(join(examples, 'payouts-with-approval.json'), 'utf8'));
			const { parameters } = nodes.find((/** @type {any} */ { name }) => name === 'Say why not');
			for (const page of await hostilePages(parameters.completionMessage, 200)) {
				assert.deepEqual(page.match(/<[^\s>]*/g), ['<b', '</b', '<br', '<br'], page);
				assert.equal(page.match(/^Write into 'Columns':$/gm)?.length, 1, page);
				assert.doesNotMatch(page, /\p{Cf}/u);
			}
		});
	});
}
