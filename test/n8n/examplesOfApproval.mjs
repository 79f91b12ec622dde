// Payouts that somebody approves: by a mail, by two mails, and call by call for an AI agent.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { examples } from '../../scripts/lib/paths.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { succeeded } from './exampleDesk.mjs';
import { linkIn, open, sendForm } from './mailServer.mjs';

/** What invoices.csv has of good rows. */
const invoices = ['0123456789 15000000', '1023456789 27500075', '2034567891 8425050', '2045678912 3200000'];

/** @param {import('./mailServer.mjs').Mail} asked @param {string} decision */
const decide = (asked, decision) => sendForm(linkIn(asked, 'Decide'), [decision]);

/** Pays another list than was approved: each amount is twice what it was. */
const payDouble = (/** @type {any} */ { name, parameters }) =>
	name === 'Pay' ? { parameters: { ...parameters, amount: '={{ $json.amount * 2 }}' } } : {};

/** @param {import('./exampleDesk.mjs').World} world */
export function examplesOfApproval(world) {
	describe('payouts-with-approval', () => {
		/** @param {object} [options] */
		async function asked(options) {
			const workflow = await world.desk.importOne('payouts-with-approval', options);
			const execution = await workflow.start('Every Friday at 9');
			const question = await world.mail.next(/^Approve /);
			// The mail is out before n8n has put the execution to wait; no person is that quick.
			await world.desk.waits(execution);
			return {
				workflow,
				question,
				ended: async () => succeeded(await world.instance.client.waitForExecution(execution)),
			};
		}

		test('mails what would be paid, and pays exactly that once it is approved', async () => {
			const { workflow, question, ended } = await asked();
			assert.equal(question.to, 'approver@example.com');
			assert.equal(question.subject, 'Approve 4 payouts: 541251.25 NGN');
			assert.match(
				question.text,
				/6 payouts, 541,251\.25 NGN in total 4 ready to pay - 150,000\.00 NGN to account 0123456789 at bank 000013 \(ADAEZE CHIOMA OKAFOR\), reference .{1,6}INV-2026-0601.{1,6} .*2 refused/,
			);
			assert.match(question.text, /INV-2026-0605": .*IBRAHIM MUSA BELLO/);
			const paid = await world.desk.paidDuring(async () => {
				await decide(question, 'Pay');
				await ended();
			});
			assert.deepEqual(paid, invoices);
			assert.match((await world.mail.next(/^Payouts: 4 of 4 paid$/)).text, /4 payouts, 541,251\.25 NGN in total, fees/);

			const again = await workflow.run('Every Friday at 9');
			assert.deepEqual(itemsOf(succeeded(again), 'Summarize')[0]?.counts, { refused: 2, alreadyPaid: 4 });
			assert.deepEqual(world.mail.mails, []);
		});

		test('pays nothing when it is declined, nor when the link is only opened, as mail filters do', async () => {
			const { question, ended } = await asked();
			const paid = await world.desk.paidDuring(async () => {
				const page = await open(linkIn(question, 'Decide'));
				assert.equal(page.status, 200);
				assert.match(page.text, /Payouts to suppliers/);
				await decide(question, "Don't pay");
				await ended();
			});
			assert.deepEqual(paid, []);
			await world.mail.next(/nothing was paid$/);
		});

		test('pays nothing when the list is another one than was approved', async () => {
			const { question, ended } = await asked({ change: payDouble });
			const paid = await world.desk.paidDuring(async () => {
				await decide(question, 'Pay');
				await ended();
			});
			assert.deepEqual(paid, []);
			assert.match(
				(await world.mail.next(/^Payouts: 0 of 4 paid$/)).text,
				/4 not sent .*Not approved: 'INV-2026-0601': 300,000\.00 NGN/,
			);
		});
	});

	describe('payouts-with-two-approvers', () => {
		/** @param {string} upTo how many of the rows of invoices.csv are uploaded */
		async function uploaded(upTo, options = {}) {
			const workflow = await world.desk.importOne('payouts-with-two-approvers', { activate: true, ...options });
			const lines = (await readFile(join(examples, 'invoices.csv'), 'utf8')).split('\n').slice(0, 1 + Number(upTo));
			const execution = await workflow.submit('Upload payouts', [
				new File([lines.join('\n')], 'payouts.csv', { type: 'text/csv' }),
			]);
			return { execution, ended: async () => succeeded(await world.instance.client.waitForExecution(execution)) };
		}

		test('asks one approver below the limit', async () => {
			const { ended } = await uploaded('2');
			const question = await world.mail.next(/^Approve 2 payouts: 234250.50 NGN$/);
			assert.equal(question.to, 'accounts@example.com');
			const paid = await world.desk.paidDuring(async () => {
				await decide(question, 'Pay');
				await ended();
			});
			assert.deepEqual(paid, [invoices[0], invoices[2]]);
			await world.mail.next(/^Payouts: 2 of 2 paid$/);
		});

		for (const { second, pays } of [
			{ second: 'Pay', pays: invoices },
			{ second: "Don't pay", pays: [] },
		]) {
			test(`asks a second one above it, and pays ${pays.length} when that one says '${second}'`, async () => {
				const { execution, ended } = await uploaded('6');
				const first = await world.mail.next(/^Approve 4 payouts: 541251.25 NGN$/);
				assert.equal(first.to, 'accounts@example.com');
				const earlier = (await world.desk.payouts()).length;
				const paid = await world.desk.paidDuring(async () => {
					await decide(first, 'Pay');
					const next = await world.mail.next(/^Approve 4 payouts: 541251.25 NGN$/);
					assert.equal(next.to, 'director@example.com');
					await world.desk.waits(execution);
					assert.equal((await world.desk.payouts()).length, earlier);
					await decide(next, second);
					await ended();
				});
				assert.deepEqual(paid, pays);
				await world.mail.next(pays.length > 0 ? /^Payouts: 4 of 4 paid$/ : /nothing was paid$/);
			});
		}

		test('pays nothing when the first approver declines', async () => {
			const { ended } = await uploaded('6');
			const paid = await world.desk.paidDuring(async () => {
				await decide(await world.mail.next(/^Approve 4/), "Don't pay");
				await ended();
			});
			assert.deepEqual(paid, []);
			await world.mail.next(/nothing was paid$/);
			assert.deepEqual(world.mail.mails, []);
		});
	});

	describe('agent-with-human-review', () => {
		/** @type {import('./exampleDesk.mjs').Imported} */
		let workflow;
		before(async () => {
			workflow = await world.desk.importOne('agent-with-human-review', { activate: true });
		});

		/**
		 * Somebody sends a bill, the model asks to pay it, and a person decides.
		 *
		 * @param {{amount: string, account: string}} payment @param {'Approve' | 'Decline'} decision
		 */
		async function bill(payment, decision) {
			const parameters = { bankCode: '000013', reason: 'The bill for yams', ...payment };
			world.model.answers(
				{ calls: [{ name: 'Pay_a_bill', input: { toolParameters: parameters, hitlParameters: {} } }] },
				{ says: 'That is all.' },
			);
			const execution = await workflow.submit('A bill', ['Yams, 1,500 naira']);
			await world.desk.waits(execution);
			const question = await world.mail.next(/^Approve a payment of the agent$/);
			assert.match(
				question.text,
				new RegExp(
					`wants to pay ${payment.amount} NGN to account ${payment.account} at bank 000013. Its reason: The bill for yams`,
				),
			);
			const paid = await world.desk.paidDuring(async () => {
				await open(linkIn(question, decision));
				succeeded(await world.instance.client.waitForExecution(execution));
			});
			assert.match((await world.mail.next(/^The bill$/)).text, /That is all\./);
			return { paid, told: String(world.model.asked.at(-1)?.messages.at(-1)?.content) };
		}

		test('pays what a person approves', async () => {
			const { paid } = await bill({ amount: '1500.00', account: '0123456789' }, 'Approve');
			assert.deepEqual(paid, ['0123456789 150000']);
		});

		test('pays nothing that a person declines', async () => {
			assert.deepEqual((await bill({ amount: '1600.00', account: '0123456789' }, 'Decline')).paid, []);
		});

		test('pays nobody who is not on the list, nor above the limit, whatever a person approves', async () => {
			const stranger = await bill({ amount: '1700.00', account: '0149200000' }, 'Approve');
			assert.deepEqual(stranger.paid, []);
			assert.match(stranger.told, /Payee not allowed/);
			const tooMuch = await bill({ amount: '50000.01', account: '0123456789' }, 'Approve');
			assert.deepEqual(tooMuch.paid, []);
			assert.match(tooMuch.told, /Limit exceeded/);
		});

		test('pays nothing while a person has stopped it', async () => {
			succeeded(await world.instance.client.waitForExecution(await workflow.submit('Stop or resume', ['Stop'])));
			assert.deepEqual((await bill({ amount: '1800.00', account: '0123456789' }, 'Approve')).paid, []);
			succeeded(await world.instance.client.waitForExecution(await workflow.submit('Stop or resume', ['Resume'])));
			assert.deepEqual((await bill({ amount: '1900.00', account: '0123456789' }, 'Approve')).paid, [
				'0123456789 190000',
			]);
		});
	});
}
