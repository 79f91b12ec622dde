/**
 * Counts an accountant's steps from n8n's empty canvas and a file to the payment in the sandbox, and then for the next file
 * in the published form, for three kinds of file. The credentials exist, and the accountant is signed in to n8n and its
 * form. The approver is another person, whose steps are counted separately.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { eventually } from './eventually.mjs';
import { FinancePerson, openTestForm, payTheRest, publishForm, setUp, upload } from './financePerson.mjs';
import { formPassword, linkIn, startMailServer } from './mailServer.mjs';
import { startNewcomer } from './newcomer.mjs';
import { workbookOf } from './workbook.mjs';

const addresses = ['chioma@example.com', 'musa@example.com', 'payables@example.com', 'n8n@example.com'];

const csv = (/** @type {string[]} */ ...lines) => Buffer.from(`${lines.join('\r\n')}\r\n`);

/**
 * The kinds of file. Each is uploaded twice: the second time, each amount is higher by `by` naira (or shillings).
 *
 * @type {Array<{form: string, kind?: string, fileOf: (run: string, by: number) => import('./financePerson.mjs').PaymentFile, paid: (by: number) => string[]}>}
 */
const forms = [
	{
		form: "a bank's workbook with titles above the headings and a sheet of instructions",
		fileOf: (run, by) => ({
			name: 'GTB bulk.xlsx',
			bytes: workbookOf([
				{ title: 'Instructions', rows: [['Fill in the second sheet']] },
				{
					title: 'Payments',
					rows: [
						['Supplier payments'],
						[],
						['REFERENCE ', 'BENEFICIARY NAME', 'ACCOUNT NUMBER', 'BANK NAME', 'AMOUNT (NGN)'],
						[`A-${run}-1`, 'Adaeze Chioma Okafor', '0123456789', 'GTBank', 150_000 + by],
						[`A-${run}-2`, 'Ngozi Grace Eze', '1023456789', 'Zenith Bank', 45_000.5 + by],
						['', 'TOTAL', '', '', 195_000.5 + 2 * by],
					],
				},
			]),
			expected: `2 payments, ${(195_000.5 + 2 * by).toFixed(2)}`,
		}),
		paid: (by) => [`0123456789 ${15_000_000 + by * 100}`, `1023456789 ${4_500_050 + by * 100}`],
	},
	{
		form: "Paystack's dashboard file",
		fileOf: (run, by) => ({
			name: 'transfers.csv',
			bytes: csv(
				'Transfer Amount,Transfer Note (Optional),Transfer Reference (Optional),Recipient Code,Bank Code or Slug,Account Number,Account Name (Optional),Email Address (Optional)',
				`${15_000 + by},yams,PS-${run},,guaranty-trust-bank,0123456789,Adaeze Chioma Okafor,`,
			),
			expected: `1 payment, ${15_000 + by}`,
		}),
		paid: (by) => [`0123456789 ${1_500_000 + by * 100}`],
	},
	{
		form: 'a list of M-Pesa phones',
		kind: 'Payments to M-Pesa phones',
		fileOf: (run, by) => ({
			name: 'casuals.csv',
			bytes: csv('Ref;Name;Phone No.;Amount (KES)', `K-${run};Amina Otieno;254712345678;${1500 + by}`),
			expected: `1 payment, ${1500 + by}`,
		}),
		paid: (by) => [`+254712345678 ${150_000 + by * 100}`],
	},
];

/** @type {import('./newcomer.mjs').Newcomer} */
let world;
/** @type {Awaited<ReturnType<typeof startMailServer>>} */
let mail;
before(async () => {
	mail = await startMailServer();
	world = await startNewcomer({ username: formPassword.user, password: formPassword.password });
	world.editor.page.context().setDefaultTimeout(60_000);
	world.editor.page.setDefaultTimeout(60_000);
	const { client, sandbox } = world;
	const { baseUrl, keys } = sandbox;
	const mavapay = { deployment: 'custom', baseUrl, authentication: 'apiKey', apiKey: keys.write };
	for (const [type, data] of /** @type {const} */ ([
		['mavapayApi', mavapay],
		['smtp', mail.credential],
		['httpBasicAuth', formPassword],
	]))
		await client.createCredential({ name: type, type, data });
});
after(async () => {
	await world?.dispose();
	await mail?.stop();
});

// Removes mails that a failed test left unread.
beforeEach(() => void mail.mails.splice(0));

/** The payouts after the first `since`, as destination and amount in minor units, sorted. @param {number} since */
async function paidSince(since) {
	const payouts = (await world.sandbox.ledger()).filter(({ kind }) => kind === 'payout');
	return payouts
		.slice(since)
		.map(({ destination, amount }) => `${destination} ${amount}`)
		.sort();
}

/**
 * Approves the uploaded list, on the screen of the approver's telephone, and waits until the payments are made.
 *
 * @param {number} since the number of payouts before @param {string[]} paid the expected payouts @param {string[]} [leftOut] how the labels of the rows begin
 */
async function approve(since, paid, leftOut = []) {
	const telephone = { width: 390, height: 844 };
	const approver = new FinancePerson(await world.editor.browser.newPage({ viewport: telephone }));
	const question = await mail.next(/^Approve /);
	assert.equal(question.to, addresses[0]);
	// n8n sends the mail shortly before the execution waits for the answer.
	await eventually(async () => {
		const { results } = await world.client.rest('GET', '/executions?limit=1');
		assert.equal(results[0]?.status, 'waiting');
	});
	await payTheRest(approver, linkIn(question, 'Decide'), leftOut);
	await approver.page.close();
	const { subject, to } = await mail.next(/^Payouts: /);
	assert.match(subject, new RegExp(`: ${paid.length} of ${paid.length + leftOut.length} `));
	assert.equal(to, `${addresses[2]}, ${addresses[0]}`);
	await eventually(async () => assert.deepEqual(await paidSince(since), paid));
	assert.equal(approver.steps, 3 + leftOut.length);
}

for (const [place, { form, kind, fileOf, paid }] of forms.entries())
	describe(form, () => {
		let address = '';
		const choosing = kind === undefined ? 0 : 1;

		test('is paid within 12 steps of the empty canvas, of which no one types an expression', async (context) => {
			const { editor } = world;
			const since = (await paidSince(0)).length;
			const person = new FinancePerson(editor.page);
			await setUp(editor, person, 'payouts-with-approval', addresses);
			const page = await openTestForm(editor, person);
			const there = new FinancePerson(page);
			await upload(page, there, fileOf(`first-${place}`, 0), kind);
			await approve(since, paid(0));
			await page.close();
			const steps = person.steps + there.steps;
			context.diagnostic(`${steps} steps`);
			assert.ok(steps <= 12 + choosing, `${steps} steps`);
			const { steps: before } = person;
			address = await publishForm(editor, person);
			assert.ok(person.steps - before <= 6, `publishing took ${person.steps - before} steps`);
		});

		test('and each further time within 3 steps of the form', async (context) => {
			const since = (await paidSince(0)).length;
			const page = await world.editor.page.context().newPage();
			await page.goto(address);
			const person = new FinancePerson(page);
			await upload(page, person, fileOf(`second-${place}`, 7), kind);
			await approve(since, paid(7));
			await page.close();
			context.diagnostic(`${person.steps} steps`);
			assert.ok(person.steps <= 3 + choosing, `${person.steps} steps`);
		});
	});

test('an approver of 23 payouts leaves two of them out on a telephone, and has the rest paid', async () => {
	const { editor } = world;
	const since = (await paidSince(0)).length;
	const rows = Array.from({ length: 23 }, (_, place) => [`T-${place}`, `34567890${10 + place}`, 9000 - place]);
	const account = (/** @type {unknown} */ accountNumber) => ({
		bankCode: '000013',
		accountNumber,
		accountName: 'ADA OBI',
	});
	await world.sandbox.control(
		'POST',
		'/accounts',
		rows.map(([, to]) => account(to)),
	);
	const file = {
		name: 'november.csv',
		bytes: csv(
			'Reference,Name,Bank,Account,Amount',
			...rows.map(([own, to, naira]) => `${own},Ada Obi,GTBank,${to},${naira}`),
		),
		expected: `23 payments, ${rows.reduce((sum, [, , naira]) => sum + Number(naira), 0)}`,
	};
	await setUp(editor, new FinancePerson(editor.page), 'payouts-with-approval', addresses);
	const page = await openTestForm(editor, new FinancePerson(editor.page));
	await upload(page, new FinancePerson(page), file);
	const paid = rows.filter((_, place) => place !== 2 && place !== 21).map(([, to, naira]) => `${to} ${naira}00`);
	await approve(since, paid, ['3. 8,998.00 NGN', '22. 8,979.00 NGN']);
	await page.close();
});
