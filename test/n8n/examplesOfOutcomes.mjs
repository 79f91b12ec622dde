// Examples about the results of payments: lost answers, events, deposits, swaps, and money that is left over.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openBrowser } from '../../scripts/n8n/browser.mjs';
import { fourEmployees, monthBetween, succeeded, withoutWaiting } from './exampleDesk.mjs';
import { linkedForm } from './mailServer.mjs';

/** @param {import('./exampleDesk.mjs').World} world */
export function examplesOfOutcomes(world) {
	describe('payroll-with-error-mail', () => {
		const employees = fourEmployees('070000000');
		const salary = (/** @type {number} */ number) => `070000000${number} ${number}0000050`;

		test('mails a summary; after a lost answer what happened and what to do, and pays everybody once in the end', async () => {
			const { sandbox, client } = world.instance;
			const workflow = await world.desk.importOne('payroll-with-error-mail', {
				setUp: true,
				activate: true,
				change: withoutWaiting,
				texts: { $now: "DateTime.fromISO('2026-12-03T09:00:00Z')" },
			});
			await sandbox.control(
				'POST',
				'/accounts',
				employees.map(({ bankCode, accountNumber, name }) => ({
					bankCode,
					accountNumber,
					accountName: name.toUpperCase(),
				})),
			);
			succeeded(await client.waitForExecution(await workflow.submit('Pay the list now', ['2026-11'])));
			await world.mail.next(/^Payroll: the table of employees is empty$/);
			await world.desk.fillTable('mavapay_payroll', employees);

			await sandbox.control('POST', '/faults', {
				match: { method: 'POST', path: '/withdraw', nth: 2 },
				fault: { kind: 'dropAfter' },
			});
			const stopped = await world.desk.paidDuring(async () => {
				const failed = await client.waitForExecution(await workflow.submit('Pay the list now', ['2026-11']));
				assert.equal(failed.status, 'error');
			});
			assert.deepEqual(stopped, [salary(1), salary(2)]);
			const told = await world.mail.next(/^November payroll stopped: 1 of 4 MAY HAVE BEEN PAID, 1 paid, 2 not sent$/);
			assert.match(told.text, /2026-11 E-02/);
			assert.match(told.text, /may have been paid|may have moved/i);
			assert.match(told.text, new RegExp(`${world.instance.n8n.url}/workflow/${workflow.id}/executions/\\d+`));

			assert.ok(told.text.includes(workflow.addressOf('Something is wrong')));

			const asked = await world.mail.next(/^MAY HAVE BEEN PAID: 1 payout to look up$/);
			assert.match(asked.text, /"2026-11 E-02": Transaction [\w-]+ (fits|is still under way)/);
			const { isFilledIn, send } = await linkedForm(asked);
			assert.ok(isFilledIn);
			const wrong = (/** @type {string[]} */ ...fields) => workflow.fillIn('Something is wrong', fields);
			assert.match(await wrong('It was paid', '2026-11 E-02', 'k0m30531680c5d0e1f9a7b32'), /Nothing was changed/);
			const page = await wrong('Look a payout up', '2026-11 E-02');
			assert.match(page, /sent recently/);
			assert.ok((await linkedForm({ text: page })).isFilledIn);
			assert.match(await send('It was not paid'), /Nothing was changed/);
			assert.match(await send('It was paid'), /is marked as paid/);
			assert.match(await wrong('Stop all payouts', '', '', 'Ada: looks odd'), /Nothing is sent until/);
			const halted = await world.desk.paidDuring(async () => {
				const failed = await client.waitForExecution(await workflow.submit('Pay the list now', ['2026-11']));
				assert.equal(failed.status, 'error');
			});
			assert.deepEqual(halted, []);
			await world.mail.next(/^November payroll stopped: 2 of 4 paid before, 2 not sent$/);
			assert.match(await wrong('Resume payouts'), /Payouts are allowed again/);
			const rest = await world.desk.paidDuring(async () =>
				succeeded(await client.waitForExecution(await workflow.submit('Pay the list now', ['2026-11']))),
			);
			assert.deepEqual(rest, [salary(3), salary(4)]);
			assert.match(
				(await world.mail.next(/^Payroll: 2 accepted, 2 paid before, for "2026-11"$/)).text,
				/2 already paid before/,
			);

			await world.desk.changeRows('mavapay_payroll', 'employee', 'E-03', {
				accountNumber: '0700000004',
				name: employees[3]?.name,
			});
			// Other amounts, because two months' salaries paid on one day would look like repeats.
			const raised = { 'E-01': '100000.60', 'E-02': '200000.60' };
			for (const [employee, salaryNgn] of Object.entries(raised))
				await world.desk.changeRows('mavapay_payroll', 'employee', employee, { salaryNgn });
			const refused = await world.desk.paidDuring(async () => {
				const failed = await client.waitForExecution(await workflow.submit('Pay the list now', ['2026-12']));
				assert.equal(failed.status, 'error');
			});
			assert.deepEqual(refused, ['0700000001 10000060', '0700000002 20000060']);
			assert.match(
				(await world.mail.next(/^December payroll stopped: 2 of 4 paid, 1 refused, 1 not sent$/)).text,
				/^Payee changed[^]*Call the supplier on a number you already have/,
			);
		});
	});

	describe('unknown-payouts', () => {
		test('settles what Mavapay can tell for certain, asks a person about the rest, and pays nobody twice', async () => {
			const { sandbox } = world.instance;
			const workflow = await world.desk.importOne('unknown-payouts', { setUp: true, activate: true });
			const rows = await Promise.all(
				['answered', 'paid, answer lost', 'not paid, answer lost'].map(async (description, index) => {
					const { invoice } = await sandbox.control('POST', '/invoices', {
						amountMsat: String(21_000_000 + index * 1_000),
						description,
					});
					return { reference: `LN-${index + 1}`, invoice, mostSatoshis: '30000', outcome: 'due' };
				}),
			);
			await world.desk.fillTable('mavapay_invoices', rows);
			const outcomes = async () =>
				Object.fromEntries(
					(await world.desk.rowsOf('mavapay_invoices', 3)).map(({ reference, outcome }) => [reference, outcome]),
				);

			await sandbox.control('POST', '/faults', [
				{
					match: { method: 'POST', path: '/withdraw/btc', bodyIncludes: rows[1]?.invoice, times: 1 },
					fault: { kind: 'dropAfter' },
				},
				{
					match: { method: 'POST', path: '/withdraw/btc', bodyIncludes: rows[2]?.invoice, times: 1 },
					fault: { kind: 'dropBefore' },
				},
			]);
			const paid = await world.desk.paidDuring(async () => succeeded(await workflow.run('Every day at 9')));
			assert.equal(paid.length, 2);
			assert.deepEqual(await outcomes(), { 'LN-1': 'accepted', 'LN-2': 'unknown', 'LN-3': 'unknown' });
			const logged =
				world.instance.n8n.logs().match(/^.*Mavapay: payment left open \{"outcome":"unknown".*"LN-\d".*$/gm) ?? [];
			assert.deepEqual(
				logged.map((line) => {
					const { reference, workflowId, executionId, claim } = JSON.parse(line.slice(line.indexOf('{')));
					return [reference, workflowId === workflow.id, /^\d+$/.test(executionId), /^k[\w-]+$/.test(claim)];
				}),
				['LN-2', 'LN-3'].map((reference) => [reference, true, true, true]),
			);

			await sandbox.settleAll();
			assert.deepEqual(
				await world.desk.paidDuring(async () => {
					succeeded(await workflow.run('Every day at 7'));
					succeeded(await workflow.run('Every day at 9'));
				}),
				[],
			);
			assert.deepEqual(await outcomes(), { 'LN-1': 'accepted', 'LN-2': 'accepted', 'LN-3': 'unknown' });
			const { isFilledIn } = await linkedForm(
				await world.mail.next(/^Payout "LN-3": MAY HAVE BEEN PAID, please check$/),
			);
			assert.ok(isFilledIn);
			assert.deepEqual(world.mail.mails, []);
		});
	});

	describe('customer-deposit-addresses', () => {
		test('gives a customer one address, and knows whose deposit came', async () => {
			const workflow = await world.desk.importOne('customer-deposit-addresses', { setUp: true });
			await world.desk.listen(workflow);
			const shown = async (/** @type {string} */ customer) => {
				const page = await workflow.fillIn('Get an address', [customer]);
				return /Send USDT on Tron \(TRC-20\) to (\w+)/.exec(page)?.[1] ?? page;
			};
			const first = await shown('C-1042');
			const other = await shown('C-1043');
			assert.match(first, /^T\w{33}$/);
			assert.notEqual(other, first);
			assert.equal(await shown('C-1042'), first);
			assert.equal((await world.desk.rowsOf('mavapay_deposit_addresses', 2)).length, 2);

			await world.instance.sandbox.control('POST', '/deposits', { to: first, amount: '2550' });
			await world.instance.sandbox.settleAll();
			const [deposit] = await world.desk.rowsOf('mavapay_deposits', 1);
			assert.equal(deposit?.customer, 'C-1042');
			assert.equal(deposit?.amountUsdt, '25.50');

			await world.desk.deleteRows('mavapay_deposit_addresses', 'C-1043');
			await world.instance.sandbox.control('POST', '/deposits', { to: other, amount: '700' });
			await world.instance.sandbox.settleAll();
			assert.match((await world.mail.next(/unknown customer: 7\.00$/)).text, new RegExp(other));
			assert.equal((await world.desk.rowsOf('mavapay_deposits', 1)).length, 1);

			await world.desk.withoutWebhook(async () => {
				await world.instance.sandbox.control('POST', '/deposits', { to: first, amount: '900' });
				await world.instance.sandbox.settleAll();
			});
			succeeded(await workflow.run('Every hour'));
			assert.match((await world.mail.next(/unknown customer: 9\.00$/)).text, /Mavapay has not reported/);
			assert.equal((await world.desk.rowsOf('mavapay_deposits', 1)).length, 1);
			await world.desk.leave(workflow);
		});
	});

	describe('swap-at-a-good-rate', () => {
		// A stand-in for the node that reads the live price, which tests can't reach.
		const prices = { mode: 'raw', jsonOutput: '{"ask":100000,"bid":100000}', options: {} };
		const withPrice = (/** @type {any} */ { name }) =>
			name === 'Price of Bitcoin' ? { type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: prices } : {};
		const swaps = async () =>
			(await world.instance.sandbox.ledger()).filter(({ kind, currency }) => kind === 'swapOut' && currency === 'BTC');
		const quotes = async () => (await world.instance.sandbox.control('GET', '/requests?method=POST&path=/quote')).count;

		test('swaps once a day when the price is good, and mails it', async () => {
			const workflow = await world.desk.importOne('swap-at-a-good-rate', {
				change: withPrice,
				texts: { "$now.toFormat('yyyy-MM-dd')": "'2026-11-20'" },
			});
			succeeded(await workflow.run('Every hour'));
			assert.deepEqual(
				(await swaps()).map(({ amount, currency }) => `${amount} ${currency}`),
				['100000 BTC'],
			);
			await world.mail.next(/^Swapped/);
			const asked = await quotes();
			succeeded(await workflow.run('Every hour'));
			assert.equal((await swaps()).length, 1);
			assert.equal(await quotes(), asked);
			assert.deepEqual(world.mail.mails, []);
		});

		test('asks for no quote when the price is not good enough', async () => {
			const asked = await quotes();
			const workflow = await world.desk.importOne('swap-at-a-good-rate', {
				change: withPrice,
				texts: { '"95000"': '"250000"' },
			});
			succeeded(await workflow.run('Every hour'));
			assert.equal(await quotes(), asked);
		});

		test('accepts no quote that pays out too little, and says so', async () => {
			const before = (await swaps()).length;
			const workflow = await world.desk.importOne('swap-at-a-good-rate', {
				change: withPrice,
				texts: { '"14000000"': '"99000000000"' },
			});
			succeeded(await workflow.run('Every hour'));
			assert.equal((await swaps()).length, before);
			assert.match(
				(await world.mail.next(/^Swap .*: refused, nothing was swapped$/)).text,
				/less than the .* of 'Minimum Target Amount'/,
			);
		});
	});

	describe('nightly-reconciliation', () => {
		const perDay = 24 * 60 * 60 * 1_000;
		test('books once what no webhook told, and mails what is left over of yesterday', async () => {
			const { sandbox } = world.instance;
			// The schedule fires every 3 seconds here, and each payment must still be booked once.
			const change = (/** @type {any} */ { name, parameters }) => {
				if (name === 'Every hour')
					return { parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] } } };
				return name === 'Missed by the webhook' ? { parameters: { ...parameters, options: { limit: 500 } } } : {};
			};
			// The workflow's clock shows a night in May 2026, before the payments of all other tests.
			const now = Date.parse('2026-05-15T03:00:00Z');
			const texts = { $now: `DateTime.fromMillis(${now})` };
			const workflow = await world.desk.importOne('nightly-reconciliation', { setUp: true, texts, change });
			const address = await world.desk.depositAddress();
			await world.desk.listen(workflow);
			const deposit = async (/** @type {string} */ amount) =>
				(await sandbox.control('POST', '/deposits', { to: address, amount })).id;
			const told = await deposit('1100');
			await sandbox.settleAll();
			const webhook = await world.desk.withoutWebhook(async () => {
				const untold = await deposit('2200');
				await sandbox.settleAll();
				await world.desk.booked('mavapay_received', untold);
				return untold;
			});
			const rows = await world.desk.booked('mavapay_received', told);
			assert.deepEqual(
				rows
					.filter(({ transactionId, status }) => [told, webhook].includes(transactionId) && status === 'SUCCESS')
					.map(({ amount }) => amount)
					.sort(),
				['11.00', '22.00'],
			);
			await world.desk.leave(workflow);

			await sandbox.control('POST', '/clock', { set: now - perDay });
			await world.desk.withdraw('0123456789', 'ADAEZE CHIOMA OKAFOR', '1100000');
			await world.desk.withdraw('0456789012', 'TUNDE KOLA BALOGUN', '2200000');
			await sandbox.control('POST', '/settle', { all: true, status: 'SUCCESS' });
			await sandbox.control('POST', '/clock', { real: true });
			const yesterday = new Date(now - perDay).toISOString();
			const expected = (/** @type {string} */ payee, /** @type {string} */ amountNgn) => ({
				month: yesterday.slice(0, 7),
				reference: '',
				payee,
				amountNgn,
				due: yesterday,
			});
			await world.desk.fillTable('mavapay_expected', [
				expected('0123456789', '11000.00'),
				expected('2034567891', '33000'),
			]);
			succeeded(await workflow.run('Every night at 3'));
			const left = await world.mail.next(/^Reconciliation: 2 to check$/);
			assert.match(left.text, /1 matched 1 missing 1 unexpected/);
		});
	});

	describe('monthly-statement', () => {
		test("mails last month's statement as a CSV file", async () => {
			const { sandbox } = world.instance;
			// The workflow's clock shows 1 March 2026, before the payments of all other tests.
			const texts = { $now: "DateTime.fromISO('2026-03-01T06:00:00Z')", ...monthBetween('2026-02-01', '2026-02-28') };
			const workflow = await world.desk.importOne('monthly-statement', { texts });
			await sandbox.control('POST', '/clock', { set: Date.parse('2026-02-10T12:00:00Z') });
			await world.desk.withdraw('0123456789', 'ADAEZE CHIOMA OKAFOR', '1100000');
			await sandbox.control('POST', '/settle', { all: true, status: 'FAILED' });
			await sandbox.control('POST', '/clock', { set: Date.parse('2026-02-28T22:59:00Z') });
			await world.desk.withdraw('0456789012', 'TUNDE KOLA BALOGUN', '2200000');
			await sandbox.control('POST', '/settle', { all: true, status: 'SUCCESS' });
			await sandbox.control('POST', '/clock', { real: true });
			succeeded(await workflow.run('First of the month at 6'));

			const mail = await world.mail.next(/^Mavapay statement 2026-02$/);
			assert.deepEqual(
				mail.files.map(({ name }) => name),
				['statement-2026-02.csv'],
			);
			const [head = '', ...rows] = (mail.files[0]?.text ?? '').replace('\ufeff', '').trim().split(/\r?\n/);
			const columns = head.split(',');
			const lines = rows
				.map((row) => [...row.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map(([, quoted, plain]) => quoted ?? plain))
				.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])))
				.filter(({ currency }) => currency === 'NGN');
			assert.deepEqual(
				lines.map(({ line, date, payee, amountOut, fees }) => [line, date, payee, amountOut, fees].join(' ')),
				[
					'opening 2026-02-01   ',
					'difference 2026-02-01   ',
					'transaction 2026-02-10 ADAEZE CHIOMA OKAFOR, 0123456789  ',
					'transaction 2026-02-28 TUNDE KOLA BALOGUN, 0456789012 22000.00 50.00',
					'closing 2026-02-28   ',
				],
			);
			assert.match(mail.text, new RegExp(`Closing balances: .*${lines.at(-1)?.balance} NGN`));
			assert.match(mail.text, /To check: .*Failed, so it moved no money: 11,000\.00 NGN/);
		});
	});

	describe('receipts-to-payees', () => {
		test('mails each payee one receipt, once the payment has settled, and the rest to us', async () => {
			const { sandbox } = world.instance;
			const workflow = await world.desk.importOne('receipts-to-payees', { setUp: true });
			const bill = (/** @type {number} */ number, /** @type {object} */ more = {}) => ({
				reference: `BILL-${number}`,
				email: `payee${number}@example.com`,
				name: `Payee Number ${number}`,
				bankCode: '000013',
				accountNumber: `080000000${number}`,
				amountNgn: `${number}500.50`,
				...more,
			});
			const bills = [bill(2), bill(3), bill(4), bill(5, { name: 'Somebody Else' })];
			const account = { bankCode: '000013', accountName: '' };
			await sandbox.control(
				'POST',
				'/accounts',
				[2, 3, 4, 5].map((number) => ({
					...account,
					accountNumber: `080000000${number}`,
					accountName: `PAYEE NUMBER ${number}`,
					...(number === 4 ? { state: 'failing' } : {}),
				})),
			);
			succeeded(await workflow.run('Every Friday at 9'));
			await world.mail.next(/^Receipts: the table of bills is empty$/);
			await world.desk.fillTable('mavapay_bills', bills);
			const paid = await world.desk.paidDuring(async () => succeeded(await workflow.run('Every Friday at 9')));
			assert.deepEqual(paid, ['0800000002 250050', '0800000003 350050', '0800000004 450050']);
			for (const number of [2, 3]) {
				const mail = await world.mail.next(new RegExp(`^Payment receipt: "BILL-${number}"$`));
				assert.equal(mail.to, `payee${number}@example.com`);
				assert.match(
					mail.text,
					new RegExp(
						`^Payment receipt Paid by: Sandbox Trading Paid to: PAYEE NUMBER ${number}, \\*{4}000${number} at Guaranty Trust Bank Amount: ${number},500\\.50 NGN Date: .* Reference: BILL-${number} Status: completed`,
					),
				);
				assert.doesNotMatch(mail.text, /08000000/);
				await printsOnOnePage(mail.html, `****000${number}`);
			}
			assert.match((await world.mail.next(/^Failed, no receipt: "BILL-4"$/)).text, /as FAILED\. No receipt was mailed/);
			assert.match((await world.mail.next(/^Refused, no receipt: "BILL-5"$/)).text, /PAYEE NUMBER 5/);
			assert.deepEqual(world.mail.mails, []);

			const again = await world.desk.paidDuring(async () => succeeded(await workflow.run('Every Friday at 9')));
			assert.deepEqual(again, []);
			assert.deepEqual(
				world.mail.mails.map(({ subject }) => subject),
				['Refused, no receipt: "BILL-5"'],
			);
		});
	});

	describe('scheduled-payouts', () => {
		test('mails what became of every row but those without any value, with the file, and that a file has no rows', async () => {
			const { desk, mail, instance } = world;
			const head = 'reference,payee,way,amount,currency,bankCode,accountNumber,accountName';
			const row = (/** @type {string} */ reference, /** @type {string} */ way, /** @type {string} */ name) =>
				`${reference},Somebody,${way},25${reference.slice(-1)}0.75,NGN,000013,0123456789,${name}`;
			const file = join(instance.filesFolder, 'few.csv');
			const texts = { 'payouts.csv': 'few.csv', 'payouts-result-': 'few-result-' };
			await writeFile(
				file,
				[
					head,
					row('FEW-1', 'bank', 'Adaeze Chioma Okafor'),
					row('FEW-2', 'bank', 'Ngozi Eze'),
					row('FEW-3', 'cash', ''),
					',,,,,,,',
				].join('\n'),
			);
			const workflow = await desk.importOne('scheduled-payouts', { texts });
			const paid = await desk.paidDuring(async () => succeeded(await workflow.run('Every Friday at 9')));
			assert.deepEqual(paid, ['0123456789 251075']);
			const told = await mail.next(/^Payouts: 1 of 3 paid, 2 refused$/);
			assert.match(
				told.text,
				/refused: "FEW-2", ".*ADAEZE CHIOMA OKAFOR.*refused: "FEW-3", "No way of payment called \\"cash\\"/,
			);
			assert.equal(told.files.length, 1);
			await writeFile(file, `${head}\n`);
			succeeded(await workflow.run('Every Friday at 9'));
			await mail.next(/^Payouts: the file has no rows$/);
			assert.deepEqual(mail.mails, []);
		});

		test('mails what is left of the budget of the key once a row was refused for it, or 80 % are used', async () => {
			const { desk, mail, instance } = world;
			const { client, sandbox } = instance;
			const data = {
				deployment: 'custom',
				baseUrl: sandbox.baseUrl,
				apiKey: sandbox.keys.write,
				mostPerDay: 'NGN 5000',
			};
			const mavapayApi = await client.createCredential({ name: 'With a budget', type: 'mavapayApi', data });
			const texts = { 'payouts.csv': 'budget.csv', 'payouts-result-': 'budget-result-' };
			const workflow = await desk.importOne('scheduled-payouts', { texts, own: { mavapayApi } });
			const pay = async (/** @type {string[]} */ ...rows) => {
				const head = 'reference,payee,way,amount,currency,bankCode,accountNumber,accountName';
				const account = '000013,0123456789,Adaeze Chioma Okafor';
				const lines = rows.map((row) => `${row.split(' ')[0]},Somebody,bank,${row.split(' ')[1]},NGN,${account}`);
				await writeFile(join(instance.filesFolder, 'budget.csv'), [head, ...lines].join('\n'));
				return await desk.paidDuring(async () => succeeded(await workflow.run('Every Friday at 9')));
			};
			assert.deepEqual(await pay('B-1 2500', 'B-2 2600'), ['0123456789 250000']);
			const refused = await mail.next(/^Payouts: 1 of 2 paid, 1 refused$/);
			assert.match(refused.text, /refused: "B-2", ".*'Most per Day' of the key/);
			const left = await mail.next(/^Payouts: a budget of the Mavapay key is 50 % used, 1 refused because of it$/);
			assert.match(
				left.text,
				/^Today 2500\.00 of 5000\.00 NGN is used, 2500\.00 is left\. The budget begins again .+ at \d\d:\d\d, in /,
			);
			assert.deepEqual(await pay('B-3 1400'), ['0123456789 140000']);
			await mail.next(/^Payouts: 1 of 1 paid$/);
			assert.deepEqual(mail.mails, []);
			assert.deepEqual(await pay('B-4 100'), ['0123456789 10000']);
			await mail.next(/^Payouts: 1 of 1 paid$/);
			await mail.next(/^Payouts: a budget of the Mavapay key is 80 % used$/);
			assert.deepEqual(mail.mails, []);
		});
	});
}

/** Checks that the receipt mailed to a payee fits a telephone's width and prints on one page. @param {string} html of the mail @param {string} says the payee */
async function printsOnOnePage(html, says) {
	const browser = await openBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.setContent(html);
		assert.equal(await page.getByRole('heading').textContent(), 'Payment receipt');
		assert.ok((await page.getByRole('row', { name: 'Paid to' }).textContent())?.includes(says));
		assert.equal(await page.locator('html').evaluate((root) => root.scrollWidth), 390);
		const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
		assert.match(pdf, /^%PDF-/);
		assert.match(pdf, /\/Count 1\b/);
	} finally {
		await browser.close();
	}
}
