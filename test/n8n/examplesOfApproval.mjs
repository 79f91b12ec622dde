// Payouts that a person approves, by mail or in a chat, and payouts by several workflows at once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { buttonOf } from './chatServers.mjs';
import { hundredInvoices, someInvoices, succeeded, withoutWaiting } from './exampleDesk.mjs';
import { openEditor } from './editorPage.mjs';
import { answers, boxesOf, decide, linkedForm, linkIn, open } from './mailServer.mjs';

/** The good rows of invoices.csv: account number and amount in kobo. */
const invoices = ['0123456789 15000000', '1023456789 27500075', '2034567891 8425050', '2045678912 3200000'];

/** @param {import('./exampleDesk.mjs').World} world */
export function examplesOfApproval(world) {
	describe('payouts-with-approval', () => {
		const upload = async (/** @type {import('./exampleDesk.mjs').Imported} */ workflow, file = someInvoices(6)) =>
			workflow.submit('Pay the list now', [...(await file), 'Payments to bank accounts']);
		/** @param {Promise<Array<string | File>>} [file] */
		async function asked(file) {
			const workflow = await world.desk.importOne('payouts-with-approval', { activate: true, change: withoutWaiting });
			const execution = await upload(workflow, file);
			const question = await world.mail.next(/^Approve /);
			// n8n sends the mail shortly before the execution waits for the answer.
			const waits = () => world.desk.waits(execution);
			await waits();
			return {
				workflow,
				question,
				waits,
				ended: async () => succeeded(await world.instance.client.waitForExecution(execution)),
			};
		}

		test('mails what would be paid, and pays exactly that once it is approved', async () => {
			const { workflow, question, ended } = await asked();
			assert.equal(question.to, 'approver@example.com');
			assert.equal(question.subject, 'Approve 4 payouts: 541,251.25 NGN');
			assert.match(
				question.text,
				/^4 payouts to approve: 541,251\.25 NGN, sandbox: no real money\. Not included: 2 refused\. ALL 4 PAYEES ARE NEW to this workflow\. The NGN wallet has .* Largest: .* File .payouts\.csv.: 6 payments, 642,751\.25 NGN Prepared .*2\. 150,000\.00 NGN, .{1,60} to .{1,6}ADAEZE CHIOMA OKAFOR.{1,50}account 0123456789 at Guaranty Trust Bank, typed as .{1,6}000013.{1,6} reference .{1,6}INV-2026-0601.{1,6} .*REFUSED, NOT PAID \(2\)/,
			);
			assert.match(question.text, /INV-2026-0605": .*IBRAHIM MUSA BELLO/);
			await world.mail.next(/^Payouts: 4 of 6 ready, 2 refused$/);
			const paid = await world.desk.paidDuring(async () => {
				await decide(question, 'pay');
				await ended();
			});
			assert.deepEqual(paid, invoices);
			const result = await world.mail.next(/^Payouts: 4 of 6 accepted, 2 refused$/);
			assert.equal(result.to, 'accounts@example.com, approver@example.com');
			assert.match(
				result.text,
				/^4 payouts accepted by Mavapay: 541,251\.25 NGN, fees 200\.00 NGN.*Not included: 2 refused.*Approved by "someone with the mail to approver@example\.com"\./,
			);

			succeeded(await world.instance.client.waitForExecution(await upload(workflow)));
			const { text } = await world.mail.next(/^Payouts: none of 6 is ready to pay$/);
			assert.match(text, /2 of 6 refused, 4 of 6 already paid before/);
			assert.deepEqual(world.mail.mails, []);
		});

		test('a list of 100 stands whole on the form, its largest in the mail, no name in it is HTML there, and opening the link pays nothing', async () => {
			const { instance } = world;
			const { csv, references } = await hundredInvoices(instance, '0900000');
			const file = new File([csv], 'hundred.csv', { type: 'text/csv' });
			const { question, ended } = await asked(Promise.resolve([file, '100 payments']));
			assert.equal(question.subject, 'Approve 100 payouts: 605,000.00 NGN');
			const boxes = await boxesOf(question);
			assert.equal(boxes.length, references.length);
			assert.match(boxes[41] ?? '', /^42\. 6,058\.50 NGN, "Obi & ‹b›\*Sons\*_ \[x\]"/);
			assert.match(question.text, /NOT IN THIS MESSAGE: 90/);
			assert.ok(Buffer.byteLength(question.html) < 60_000);
			const paid = await world.desk.paidDuring(async () => {
				await decide(question, 'refuse', [], 'Next week');
				await ended();
			});
			assert.deepEqual(paid, []);
			assert.match(
				(await world.mail.next(/not approved: nothing was paid$/)).text,
				/why: "someone with the mail to approver@.*: Next week"/,
			);
		});

		test('asks again where nobody answered, a second person too, and pays by the word of either', async () => {
			// A stand-in for a question that times out: like n8n's, it passes the input on. approvers.test.mjs tests the real one.
			const change = (/** @type {any} */ { name }) =>
				name === 'Ask the approver' ? { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} } : {};
			const workflow = await world.desk.importOne('payouts-with-approval', { change, activate: true });
			const execution = await upload(workflow, someInvoices(4));
			const reminder = await world.mail.next(/^Reminder: approve 4 payouts: 541,251\.25 NGN$/);
			assert.equal(reminder.to, 'approver@example.com, second-person@example.com');
			await world.desk.waits(execution);
			const paid = await world.desk.paidDuring(async () => {
				await decide(reminder, 'pay');
				succeeded(await world.instance.client.waitForExecution(execution));
			});
			assert.deepEqual(paid, invoices);
			const { text } = await world.mail.next(/^Payouts: 4 of 4 accepted$/);
			assert.match(text, /Approved by "someone with the mail to approver@example\.com, second-person@example\.com"\./);
		});

		test('asks Mavapay about a lost answer, and mails a link by which it is settled without typing', async () => {
			const { workflow, question, waits, ended } = await asked(someInvoices(2));
			await waits();
			const lost = { match: { method: 'POST', path: '/withdraw', nth: 2 }, fault: { kind: 'dropAfter' } };
			await world.instance.sandbox.control('POST', '/faults', lost);
			const paid = await world.desk.paidDuring(async () => {
				await decide(question, 'pay');
				await ended();
			});
			assert.deepEqual(paid, [invoices[0], invoices[2]]);
			assert.match(world.mail.mails[0]?.subject ?? '', /^Payouts: /, 'the result is mailed before the wait');
			const result = await world.mail.next(/^Payouts: 1 of 2 accepted, 1 MAY HAVE BEEN PAID$/);
			assert.equal(linkIn(result, 'Something is wrong'), workflow.addressOf('Something is wrong'));
			const { isFilledIn, send } = await linkedForm(await world.mail.next(/^MAY HAVE BEEN PAID: 1 payout to look up/));
			assert.ok(isFilledIn);
			assert.match(await send('It was not paid'), /Nothing was changed[^]*may still be paid/);
			assert.match(await send('It was paid'), /is marked as paid/);
			assert.match(await send('Look a payout up'), /shows the payout as paid/);
			assert.deepEqual(world.mail.mails, []);
		});

		test('sends a question on, asks again, leaves out what is ticked, and mails the list again with all of that', async () => {
			const { question, waits, ended } = await asked();
			const boxes = await boxesOf(question);
			assert.deepEqual(
				boxes.map((label) => label.slice(0, 14)),
				['1. 275,000.75 ', '2. 150,000.00 ', '3. 84,250.50 N', '4. 32,000.00 N'],
			);
			await decide(question, 'ask', [], 'Who is new? <b>x</b> $&');
			assert.match(
				(await world.mail.next(/^A question before 4 payouts: 541,251\.25 NGN$/)).text,
				/^The approver asks: "Who is new\? <b>x<\/b> \$&" Nobody is paid yet/,
			);
			const again = await world.mail.next(/^Reminder: approve 4 payouts/);
			await waits();
			const paid = await world.desk.paidDuring(async () => {
				await decide(again, 'pay', boxes.slice(1, 2), 'Adaeze next week <i>');
				await ended();
			});
			assert.deepEqual(paid, invoices.slice(1));
			const { text, html } = await world.mail.next(/^Payouts: 3 of 6 accepted, 2 refused, 1 left out$/);
			assert.match(
				text,
				/Approved by "someone with the mail to approver@example\.com, second-person@example\.com: Adaeze next week .{1,9}"\. .*1\. accepted, not yet arrived.*275,000\.75 NGN.*2\. left out.*150,000\.00 NGN.*3\. accepted.*4\. accepted.*refused/i,
			);
			assert.doesNotMatch(html, /<i>/);
		});
	});

	describe('payouts-approved-in-browser', () => {
		test('shows the list to who is signed in to n8n, pays what is left of it, and shows the result on the same page', async () => {
			const { instance, desk, mail } = world;
			const workflow = await desk.importOne('payouts-approved-in-browser', { activate: true });
			const address = workflow.addressOf('Pay the list now');
			assert.doesNotMatch((await open(address)).text, /Show me the list/);
			const { page, browser } = await openEditor({ url: instance.n8n.url, owner: instance.owner });
			await page.setViewportSize({ width: 390, height: 844 });
			let shown = '';
			const paid = await desk.paidDuring(async () => {
				await page.goto(address);
				const allow = page.getByRole('button', { name: 'Allow access' });
				await page.locator('#field-0').or(allow).first().waitFor();
				if (await allow.isVisible()) await allow.click();
				await page.fill('#field-0', '6 payments, 642751.25');
				await page.click('#submit-btn');
				await page.locator('label', { hasText: '2. 150,000.00 NGN' }).click();
				await page.getByLabel(answers.pay).click();
				await page.locator('textarea').fill('Adaeze next week');
				await page.click('#submit-btn');
				await page.getByText('3 payouts accepted').waitFor();
				shown = await page.locator('body').innerText();
			});
			await browser.close();
			assert.deepEqual(paid, invoices.slice(1));
			assert.match(shown, /1\. accepted, not yet arrived[^]*2\. left out[^]*refused/i);
			assert.match(
				(await mail.next(/^Payouts: 3 of 6 accepted, 2 refused, 1 left out$/)).text,
				new RegExp(`Approved by "${instance.owner.email}: Adaeze next week"`),
			);
		});
	});

	describe('payouts-with-two-approvers', () => {
		test('where Telegram shows a link that anybody may open, opening it pays nothing', async () => {
			const workflow = await world.desk.importOne('payouts-with-two-approvers', { activate: true, setUp: true });
			const execution = await workflow.submit('Pay the list now', await someInvoices(6));
			const message = await world.telegram.next();
			assert.match(message.text, /4 payouts to approve/);
			const { url = '', value } = buttonOf(message, 'Pay all');
			assert.equal(value, undefined);
			const paid = await world.desk.paidDuring(async () => {
				assert.equal((await open(url)).status, 200);
				succeeded(await world.instance.client.waitForExecution(execution));
			});
			assert.deepEqual(paid, []);
			await world.mail.next(/^Payouts not approved \(answered by a non-approver\): nothing was paid$/);
			const [decision] = await world.desk.rowsOf('mavapay_approvals', 1);
			assert.deepEqual([decision.decision, decision.approverId, decision.payouts], ['not an approver', '', '4']);
		});
	});

	describe('workflow-that-pays', () => {
		const caller = 'invoices-to-the-workflow-that-pays';
		/** @param {string} id the workflow that pays */
		const calling = (id) =>
			world.desk.importOne(caller, {
				change: ({ type, parameters }) =>
					type === 'n8n-nodes-base.executeWorkflow'
						? { parameters: { ...parameters, workflowId: { __rl: true, mode: 'id', value: id } } }
						: {},
			});
		/** @param {import('./exampleDesk.mjs').Imported[]} workflows run at the same time @returns {Promise<string[]>} the outcomes of all rows */
		async function outcomes(...workflows) {
			const ended = await Promise.all(workflows.map((workflow) => workflow.run('Every Friday at 9')));
			return ended.flatMap((execution) => itemsOf(succeeded(execution), 'Pay').map((row) => row.payoutOutcome)).sort();
		}

		test('pays a reference once, for two workflows at the same time and for a copy of one of them', async () => {
			const { id } = await world.desk.importOne('workflow-that-pays', { activate: true });
			// Without Mavapay's limit of calls per second, which could refuse a row of either workflow.
			await world.instance.sandbox.control('POST', '/quirks', { callsPerSecond: null });
			const [one, other, copy] = await Promise.all([calling(id), calling(id), calling(id)]);
			/** @type {string[]} */
			let both = [];
			const paid = await world.desk.paidDuring(async () => {
				both = await outcomes(one, other);
			});
			assert.deepEqual(paid, invoices);
			assert.equal(both.filter((outcome) => outcome === 'accepted').length, 4);
			// Chance decides which workflow pays a row. Each workflow sends a mail about its own results.
			const told = [
				await world.mail.next(/^Payouts: \d of 6 accepted/),
				await world.mail.next(/^Payouts: \d of 6 accepted/),
			];
			for (const { subject, text } of told) {
				assert.match(subject, /, 2 refused/);
				assert.match(text, /INV-2026-0605/);
			}
			const again = await world.desk.paidDuring(async () => {
				assert.deepEqual(await outcomes(copy), [...Array(4).fill('alreadyPaid'), 'rejected', 'rejected']);
			});
			assert.deepEqual(again, []);
			await world.mail.next(/^Payouts: 0 of 6 accepted, 4 paid before, 2 refused$/);
		});
	});

	describe('payees-by-the-page', () => {
		const [account] = invoices[0]?.split(' ') ?? [];
		const payee = (/** @type {number} */ number) => ({
			reference: `LONG-${number}`,
			payee: 'Adaeze Foods',
			bankCode: '000013',
			accountNumber: account,
			accountName: 'Adaeze Chioma Okafor',
			amount: `${7000 + number}.05`,
		});
		const amounts = (/** @type {number[]} */ ...numbers) =>
			numbers.map((number) => `${account} ${700_005 + number * 100}`);

		/**
		 * Imports the example payees-by-the-page, with three payees a page.
		 *
		 * @param {string} paying the ID of the workflow that pays @param {Record<string, string>} [texts]
		 */
		async function longList(paying, texts) {
			const pages = await world.desk.importOne('payees-by-the-page', {
				setUp: true,
				texts,
				change: ({ name, parameters }) => ({
					parameters:
						name === 'Pay'
							? { ...parameters, workflowId: { __rl: true, mode: 'id', value: paying } }
							: name === 'Page'
								? { ...parameters, limit: 3 }
								: parameters,
				}),
			});
			await world.instance.client.activate(pages.id);
			return pages;
		}
		/** Waits for the executions to end: one for each page, and a last one that finds no payee. @param {import('./exampleDesk.mjs').Imported} pages @param {string[]} statuses of all so far, oldest first */
		const ended = (pages, ...statuses) =>
			waitFor(
				`executions to end as ${statuses.join()}`,
				async () =>
					(await pages.listed())
						.map(({ status }) => status)
						.reverse()
						.join() === statuses.join(),
			);

		test('pays a long list page by page, each page an execution of its own, and goes on where it ended', async () => {
			const paying = await world.desk.importOne('workflow-that-pays', { activate: true });
			const pages = await longList(paying.id);
			const results = 'mavapay_results_of_long_list';
			await world.desk.fillTable('mavapay_runs_of_long_list', [{ state: 'paying' }]);
			succeeded(await pages.run('Every Friday at 9'));
			await world.mail.next(/^Long list not started: another run is under way$/);
			await world.desk.fillTable('mavapay_runs_of_long_list', [{ state: 'stopped' }]);
			await world.desk.fillTable('mavapay_long_list', [1, 2, 3, 4, 5, 6, 7].map(payee));
			assert.deepEqual(
				await world.desk.paidDuring(async () => {
					await pages.run('Every Friday at 9');
					// Six executions: the set-up, the start refused because of another run, three pages with payees, one without.
					await ended(pages, ...Array(6).fill('success'));
				}),
				amounts(1, 2, 3, 4, 5, 6, 7),
			);
			await world.mail.next(/^The long list is done: every row has a result$/);
			assert.deepEqual(world.mail.mails, [], 'a page in which everybody was paid is no mail');
			await world.desk.fillTable('mavapay_long_list', [
				payee(8),
				{ ...payee(3), amount: '7003.05' },
				{ ...payee(9), accountName: 'Somebody Else' },
			]);
			assert.deepEqual(
				await world.desk.paidDuring(async () => {
					await pages.run('Every Friday at 9');
					await ended(pages, ...Array(8).fill('success'));
				}),
				amounts(8),
			);
			const rows = await world.desk.rowsOf(results, 10);
			assert.deepEqual(
				rows.map(({ reference, outcome }) => `${reference} ${outcome}`).sort(),
				[
					...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `LONG-${number} accepted`),
					'LONG-3 alreadyPaid',
					'LONG-9 rejected',
				].sort(),
			);
			const { text } = await world.mail.next(/^A page of the long list: 1 of 3 accepted, 1 paid before, 1 refused$/);
			assert.match(text, /LONG-9.*ADAEZE CHIOMA OKAFOR/);
		});

		test('stops at a page with rows that were not tried, tells it, and pays everybody once when it is run again', async () => {
			const { client, sandbox } = world.instance;
			const paying = await world.desk.importOne('workflow-that-pays', {
				activate: true,
				change: ({ name, parameters }) =>
					name === 'Pay'
						? {
								parameters: {
									...parameters,
									options: { .../** @type {any} */ (parameters).options, payoutsInParallel: 1 },
								},
							}
						: {},
			});
			const [list, results] = ['halted_list', 'halted_outcomes'];
			const pages = await longList(paying.id, { mavapay_long_list: list, mavapay_results_of_long_list: results });
			await world.desk.fillTable(list, [11, 12, 13, 14, 15, 16, 17].map(payee));
			const stopOrResume = async (/** @type {string} */ what) =>
				succeeded(await client.waitForExecution(await paying.submit('Something is wrong', [what])));
			// The delay leaves time to halt all payouts while the first payee of the second page is being paid.
			const slow = { match: { method: 'POST', path: '/withdraw', nth: 4 }, fault: { kind: 'delay', ms: 8_000 } };
			await sandbox.control('DELETE', '/faults');
			await sandbox.control('POST', '/faults', slow);
			const paid = await world.desk.paidDuring(async () => {
				await pages.run('Every Friday at 9');
				// The sandbox removes the planted delay when it is used.
				await waitFor('the second page', async () => (await sandbox.control('GET', '/faults')).faults.length === 0);
				await stopOrResume('Stop all payouts');
				// The last execution is the one of the error trigger "If it fails".
				await ended(pages, 'success', 'success', 'error', 'success');
			});
			assert.deepEqual(paid, amounts(11, 12, 13, 14));
			const told = await world.mail.next(/^A long list, paid by the page: the run stopped$/);
			assert.match(told.text, /^A page is not finished.*: halted "LONG-15"\s[^]*run the workflow again/);
			assert.equal((await world.desk.rowsOf(results, 3)).length, 3);

			await stopOrResume('Resume payouts');
			const rest = await world.desk.paidDuring(async () => {
				await pages.run('Every Friday at 9');
				await ended(pages, 'success', 'success', 'error', ...Array(4).fill('success'));
			});
			assert.deepEqual(rest, amounts(15, 16, 17));
			assert.deepEqual(
				(await world.desk.rowsOf(results, 7)).map(({ reference, outcome }) => `${reference} ${outcome}`),
				[11, 12, 13, 14, 15, 16, 17].map((number) => `LONG-${number} ${number === 14 ? 'alreadyPaid' : 'accepted'}`),
			);
		});
	});
}
