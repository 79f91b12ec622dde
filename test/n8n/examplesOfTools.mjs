// Examples with the tools that people have: sheets, CRMs and accounting, each with n8n's own node for it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { fourEmployees, monthBetween, succeeded } from './exampleDesk.mjs';
import { boxesOf, decide } from './mailServer.mjs';

/** @param {import('./exampleDesk.mjs').World} world */
export function examplesOfTools(world) {
	/** A sheet's rows as objects, by column name. @param {import('./google.mjs').Cell[][]} rows */
	const shown = ([head = [], ...rows]) =>
		rows.map((row) => Object.fromEntries(head.map((column, at) => [String(column), row[at] ?? ''])));

	describe('google-sheet-payouts', () => {
		const head = ['reference', 'payee', 'amount', 'bank', 'accountNumber', 'accountName'];
		const sheet = [
			head,
			['INV-1', 'Adaeze Okafor', 150000, 'GTBank', '0123456789', 'Adaeze Chioma Okafor'],
			['INV-2', 'Lagoon Office Supplies', 84250.5, '033', '2034567891', 'Lagoon Office Supplies Ltd'],
			['INV-3', 'Ibrahim Lawal', 60000, '000014', '0234567890', 'Ibrahim Sani Lawal'],
			// An account number typed as a number: its leading zero is lost.
			['INV-4', 'Emeka Nwosu', 45000, 'Access Bank', 345678901, 'Emeka Peter Nwosu'],
			['INV-1', 'Adaeze Okafor', 999999, 'GTBank', '0123456789', 'Adaeze Chioma Okafor'],
			['', '', '', '', '', ''],
			['', 'Somebody without a reference', 100, 'GTBank', '0123456789', 'Adaeze Chioma Okafor'],
			[1042, 'Adaeze Okafor', 100.25, 'GTBank', '0123456789', 'Adaeze Chioma Okafor'],
			['INV-5', 'Ngozi Eze', 275000.75, 'Zenith Bank Plc', '1023456789', 'NGOZI GRACE EZE'],
		];
		test('pays what the approver allows, and writes what became of all rows in one call', async () => {
			const { google, desk, mail, instance } = world;
			const { url, rows } = google.share('1PayoutsOfTheTest-0000000000000000000000000000', 'Payouts', sheet);
			const workflow = await desk.importOne('google-sheet-payouts', {
				activate: true,
				texts: { 'https://docs.google.com/spreadsheets/d/YOUR-SHEET/edit': url },
			});
			google.refuse(1);
			const execution = await workflow.start('Every Friday at 9');
			const question = await mail.next(/^Approve 4 payouts: 509,351\.50 NGN$/);
			assert.match(question.text, /File ".*", sheet "Payouts": 8 payments, 1,614,450\.50 NGN/);
			assert.match(question.text, /ADAEZE CHIOMA OKAFOR/);
			assert.match(question.text, /Row 8 can't be paid.*'reference' is empty/);
			await desk.waits(execution);
			const paid = await desk.paidDuring(async () => {
				const [box = ''] = (await boxesOf(question)).filter((label) => label.includes('84,250.50'));
				await decide(question, 'pay', [box], 'Next week');
				succeeded(await instance.client.waitForExecution(execution));
			});
			assert.deepEqual(paid, ['0123456789 10025', '0123456789 15000000', '1023456789 27500075']);
			assert.deepEqual(
				shown(rows).map(({ reference, outcome }) => [reference, outcome]),
				[
					['INV-1', 'paid'],
					['INV-2', 'left out'],
					['INV-3', 'refused'],
					['INV-4', 'refused'],
					['INV-1', 'refused'],
					['', ''],
					['', 'refused'],
					[1042, 'paid'],
					['INV-5', 'paid'],
				],
			);
			const [first, , third, fourth] = shown(rows);
			assert.deepEqual(
				[first, third].map((row) => row?.approvedBy),
				['someone with the mail to approver@example.com: Next week', ''],
			);
			assert.match(String(first?.transactionId), /^[\w-]{10,}$/);
			assert.match(String(first?.payeeFound), /ADAEZE CHIOMA OKAFOR.*, account 0123456789 at Guaranty Trust Bank/);
			assert.match(String(third?.reason), /IBRAHIM MUSA BELLO/);
			assert.match(String(fourth?.reason), /'accountNumber' has 9 digits/);
			const written = google.calls.filter(({ kind, status }) => kind === 'write' && status === 200);
			assert.deepEqual(
				written.map(({ path }) => path.split('/values')[1]),
				['/Payouts!1:1', ':batchUpdate'],
				'the columns once, and all rows in one call',
			);
			assert.match(
				(await mail.next(/^Payouts: 3 of 8 accepted, 4 refused, 1 left out$/)).text,
				/^3 payouts accepted .* 425,101\.00 NGN.*Approved by "someone with the mail to approver@example\.com: Next week".*left out/,
			);

			const again = await desk.paidDuring(async () => {
				const second = await workflow.submit('Pay the list now', []);
				await decide(await mail.next(/^Approve 1 payout: 84,250\.50 NGN$/), 'pay');
				succeeded(await instance.client.waitForExecution(second));
			});
			assert.deepEqual(again, ['2034567891 8425050']);
			await mail.next(/^Payouts: 1 of 8 accepted, 3 paid before, 4 refused$/);
			assert.deepEqual(mail.mails, []);
		});
	});

	describe('google-sheet-events', () => {
		test('writes one row a transaction into an empty sheet, in one call, and follows its status', async () => {
			const { google, desk, instance } = world;
			const { url, rows } = google.share('1EventsOfTheTest-00000000000000000000000000000', 'Payments', []);
			const workflow = await desk.importOne('google-sheet-events', {
				texts: { 'https://docs.google.com/spreadsheets/d/YOUR-SHEET/edit': url },
			});
			const address = await desk.depositAddress();
			/** @type {string[]} */
			const ids = [];
			for (const amount of ['1100', '2250'])
				ids.push((await instance.sandbox.control('POST', '/deposits', { to: address, amount })).id);
			await instance.sandbox.caughtUp();
			const written = async () => {
				const before = google.calls.length;
				succeeded(await workflow.run('Every hour'));
				const writes = google.calls.slice(before).filter(({ kind }) => kind === 'write');
				return writes.map(({ path }) => /:1$|:append$|:batchUpdate$/.exec(path)?.[0]);
			};
			const ours = () =>
				shown(rows)
					.filter(({ transactionId }) => ids.includes(String(transactionId)))
					.map(({ event, amount, status }) => [event, amount, status]);
			assert.deepEqual(await written(), [':1', ':append'], 'the columns once, and all rows in one call');
			const count = rows.length;
			await instance.sandbox.settleAll();
			assert.deepEqual(await written(), [':batchUpdate']);
			assert.equal(rows.length, count);
			assert.deepEqual(ours(), [
				['payment.received', 11, 'SUCCESS'],
				['payment.received', 22.5, 'SUCCESS'],
			]);
		});
	});
	/**
	 * Checks what a CRM example does with events: some name a deal in the CRM, others name none.
	 *
	 * @param {string} name the example @param {() => boolean} isWon whether the first deal is won @param {() => void} make creates deal 910
	 */
	async function told(name, isWon, make) {
		const { desk, instance, mail } = world;
		const workflow = await desk.importOne(name, { setUp: true });
		await desk.listen(workflow);
		const event = (
			/** @type {string | null} */ customerReference,
			/** @type {string} */ amount,
			status = 'SUCCESS',
		) => ({
			event: 'payment.received',
			...(customerReference === null ? {} : { customerReference }),
			amount,
			currency: 'NGN',
			status,
		});
		const before = (await desk.rowsOf('mavapay_without_deal', 0)).length;
		await instance.sandbox.control('POST', '/events', [
			event('901', '1250050'),
			event('902', '700000'),
			event('903', '700000', 'PENDING'),
			event('904', '700000'),
			event('905', '100'),
			event('906', '1500000'),
			event('910', '500000'),
			event('999', '110000'),
			event('DOWN', '120000'),
			event(null, '130000'),
		]);
		await desk.rowsOf('mavapay_without_deal', before + 8);
		await waitFor('the deal to be won', async () => isWon());
		await instance.sandbox.control('POST', '/events', [event('901', '1300000')]);
		const listed = await desk.rowsOf('mavapay_without_deal', before + 9);
		const rows = listed.slice(before);
		await desk.leave(workflow);
		make();
		succeeded(await workflow.run('Every day at 8'));
		const left = await desk.rowsOf('mavapay_without_deal', 0);
		assert.deepEqual(
			listed.filter(({ id }) => left.every((row) => row.id !== id)).map(({ customerReference }) => customerReference),
			['910'],
		);
		const { subject, text } = await mail.next(/^Payments that fit no deal: /);
		assert.equal(subject, `Payments that fit no deal: ${left.length}`);
		assert.match(text, /\d payments?: the deal has no amount/);
		return (
			rows
				// n8n adds its own advice after the service's message.
				.map(({ customerReference, amount, reason }) => [customerReference, amount, reason.split(' - ')[0]].join(' | '))
				.sort((one, other) => one.localeCompare(other))
		);
	}

	/** The payments that fit no deal, each with the reason. @param {string} down the last one's reason, when the CRM is down */
	const withoutDeal = (down) => [
		' | 1300.00 | no reference',
		'901 | 13000.00 | the deal is won already',
		'902 | 7000.00 | less than the deal: 7000.01',
		'904 | 7000.00 | the deal is in USD',
		'905 | 1.00 | the deal has no amount',
		'906 | 15000.00 | more than the deal: 1500',
		'910 | 5000.00 | no deal has this reference',
		'999 | 1100.00 | no deal has this reference',
		`DOWN | 1200.00 | ${down}`,
	];

	describe('hubspot-deals', () => {
		test('closes the deal that was paid, and lists every payment that fits no deal, with the reason', async () => {
			const { deals } = world.hubspot;
			const listed = await told(
				'hubspot-deals',
				() => deals[901]?.dealstage === 'closedwon',
				() => (deals[910] = { amount: '5000', dealstage: 'contractsent' }),
			);
			assert.deepEqual(listed, withoutDeal('HubSpot could not be searched: Service unavailable'));
			assert.deepEqual(
				Object.entries(deals).map(([id, { dealstage, amount }]) => [id, dealstage, amount]),
				[
					['901', 'closedwon', '12500.5'],
					['902', 'contractsent', '7000.01'],
					['903', 'contractsent', '7000'],
					['904', 'contractsent', '7000'],
					['905', 'contractsent', undefined],
					['906', 'contractsent', '1500'],
					['910', 'closedwon', '5000'],
				],
			);
		});
	});

	describe('pipedrive-deals', () => {
		test('wins the deal that was paid, and lists every payment that fits no deal, with the reason', async () => {
			const { deals } = world.pipedrive;
			const listed = await told(
				'pipedrive-deals',
				() => deals[1]?.status === 'won',
				() => (deals[9] = { reference: '910', title: 'Nine', value: 5000, currency: 'NGN', status: 'open' }),
			);
			assert.deepEqual(listed, withoutDeal('more than one deal has this reference'));
			assert.deepEqual(
				Object.values(deals).map(({ reference, status, value }) => [reference, status, value]),
				[
					['901', 'won', 12500.5],
					['902', 'open', 7000.01],
					['903', 'open', 7000],
					['904', 'open', 7000],
					['905', 'open', 0],
					['906', 'open', 1500],
					['DOWN', 'open', 1],
					['DOWN', 'open', 1],
					['910', 'won', 5000],
				],
			);
		});
	});
	describe('payroll-covered', () => {
		test('says the day before by how much the wallet is short for what its payroll pays, fees included, and of whom it pays nobody', async () => {
			const { desk, mail, instance } = world;
			const { sandbox } = instance;
			const workflow = await desk.importOne('payroll-covered', {
				setUp: true,
				texts: { mavapay_payroll: 'payroll_of_friday' },
			});
			succeeded(await workflow.run('Every Thursday at 9'));
			await mail.next(/^Payroll tomorrow: the table of employees is empty$/);
			const employees = fourEmployees('060000000');
			await sandbox.control(
				'POST',
				'/accounts',
				employees.map(({ bankCode, accountNumber, name }, index) => ({
					bankCode,
					accountNumber,
					accountName: name.toUpperCase().replace(' NUMBER 3', ' BIG NUMBER 3'),
					...(index === 3 ? { state: 'closed' } : {}),
				})),
			);
			await desk.fillTable('payroll_of_friday', employees);
			// Other tests may have left too little in the wallet.
			await sandbox.control('POST', '/wallets', { NGN: '500000000' });
			await desk.withdraw('0123456789', 'ADAEZE CHIOMA OKAFOR', '40000000');
			const { NGN: before } = await sandbox.control('GET', '/wallets');
			/** @param {bigint} balance of the NGN wallet, in kobo */
			const told = async (balance) => {
				await sandbox.control('POST', '/wallets', { NGN: String(balance) });
				succeeded(await workflow.run('Every Thursday at 9'));
				return mail.next(/^Payroll tomorrow: /);
			};
			// Two salaries of 300,001.00 together, and the fee of the payment above for each.
			const needed = 30_010_100n;
			const short = await told(needed - 1n);
			assert.equal(short.subject, 'Payroll tomorrow: SHORT BY 0.01 NGN, 2 cannot be paid yet');
			assert.match(
				short.text,
				/^Salaries: 300,001\.00 NGN Expected fees: 100\.00 NGN In the NGN wallet: 300,100\.99 NGN Short by: 0\.01 NGN Add at least that much/,
			);
			assert.match(
				short.text,
				/Not counted: 2 .* - 400,000\.50 NGN Account not found: .* - 300,000\.50 NGN to "EMPLOYEE BIG NUMBER 3" .*: needs an approval/,
			);
			assert.match(short.text, /All wallets: NGN 300,100\.99 KES .* BTC \d+ satoshis/);
			const covered = await told(needed + 123_456n);
			assert.match(covered.subject, /^Payroll tomorrow: covered, 1,234\.56 NGN left, 2 cannot be paid/);
			const exact = await told(needed);
			assert.match(exact.subject, /^Payroll tomorrow: covered exactly, 2 cannot be paid/);
			const payroll = await desk.importOne('payroll-with-error-mail', {
				activate: true,
				texts: { mavapay_payroll: 'payroll_of_friday' },
				change: ({ name }) => (name === 'Pay' ? { onError: 'continueRegularOutput' } : {}),
			});
			const paid = await desk.paidDuring(async () => {
				const month = new Date().toISOString().slice(0, 7);
				succeeded(await instance.client.waitForExecution(await payroll.submit('Pay the list now', [month])));
			});
			assert.deepEqual(paid, ['0600000001 10000050', '0600000002 20000050']);
			assert.equal((await sandbox.control('GET', '/wallets')).NGN, '0');
			await mail.next(/^Payroll: 2 accepted, 2 refused/);
			await sandbox.control('POST', '/wallets', { NGN: before });
		});
	});
	describe('accounting-file', () => {
		test('mails files in the columns of Xero and QuickBooks, whose rows make the difference of the balances', async () => {
			const { desk, mail, instance } = world;
			const { sandbox } = instance;
			await sandbox.control('POST', '/clock', { set: Date.parse('2026-01-10T12:00:00Z') });
			await desk.withdraw('0123456789', 'ADAEZE CHIOMA OKAFOR', '4400050');
			await sandbox.control('POST', '/settle', { all: true, status: 'SUCCESS' });
			await sandbox.control('POST', '/clock', { real: true });
			const files = async (/** @type {Record<string, string>} */ texts) => {
				const workflow = await desk.importOne('accounting-file', {
					texts: {
						$now: "DateTime.fromISO('2026-02-01T06:00:00Z')",
						...monthBetween('2026-01-01', '2026-01-31'),
						...texts,
					},
				});
				succeeded(await workflow.run('First of the month at 6'));
				return mail.next(/^Mavapay statement 2026-01 for /);
			};
			const xero = await files({});
			const [ngn] = xero.files.filter(({ name }) => name === 'xero-2026-01-NGN-1.csv');
			const [head, ...lines] = (ngn?.text ?? '').trim().split('\r\n');
			assert.equal(head, 'Date,Amount,Payee,Description,Reference');
			const payee = 'ADAEZE CHIOMA OKAFOR, 0123456789';
			assert.deepEqual(lines.map((line) => line.replace(/[\w-]{36}/, 'ID')).slice(-2), [
				`"2026-01-10","-44000.50","${payee}","Withdrawal, Mavapay ID",""`,
				`"2026-01-10","-50.00","${payee}","Fee of Withdrawal, Mavapay ID",""`,
			]);
			const kobo = (/** @type {string | undefined} */ major) => BigInt((major ?? '').replace('.', ''));
			// The statement begins before the account had money, so its rows add up to the closing balance.
			const sum = lines.map((line) => kobo(line.split('"')[3])).reduce((all, one) => all + one, 0n);
			assert.equal(sum, kobo(/Closing balances: (\S+) NGN/.exec(xero.text)?.[1]));

			const quickbooks = await files({ '"xero"': '"quickbooks"', '"1000"': '"1"' });
			assert.equal(quickbooks.subject, 'Mavapay statement 2026-01 for quickbooks');
			assert.deepEqual(
				quickbooks.files
					.filter(({ name }) => name.startsWith('quickbooks-2026-01-NGN-'))
					.map(({ text }) => text.trim().split('\r\n'))
					.slice(-2),
				[
					['Date,Description,Amount', `"10/01/2026","Withdrawal - ${payee}","-44000.50"`],
					['Date,Description,Amount', `"10/01/2026","Fee of Withdrawal - ${payee}","-50.00"`],
				],
				'at most so many rows a file as the settings say',
			);
		});
	});
}
