// An AI agent's payments: a person approves each tool call, or the agent reads a bill and a person approves the payment.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { succeeded } from './exampleDesk.mjs';
import { linkIn, open, sendForm } from './mailServer.mjs';

/** @param {import('./exampleDesk.mjs').World} world */
export function examplesOfAgents(world) {
	describe('agent-with-human-review', () => {
		/** @type {import('./exampleDesk.mjs').Imported} */
		let workflow;
		/** The example whose credential has a budget. @type {import('./exampleDesk.mjs').Imported} */
		let prepared;
		before(async () => {
			const { client, sandbox } = world.instance;
			workflow = await world.desk.importOne('agent-with-human-review', { activate: true });
			const mavapayApi = await client.createCredential({
				name: 'With a budget',
				type: 'mavapayApi',
				data: {
					...{ deployment: 'custom', baseUrl: sandbox.baseUrl, authentication: 'apiKey', apiKey: sandbox.keys.write },
					mostPerDay: 'NGN 5000',
				},
			});
			prepared = await world.desk.importOne('agent-with-human-review', { activate: true, own: { mavapayApi } });
		});

		/**
		 * Somebody sends a bill, the model asks to pay it, and a person decides.
		 *
		 * @param {{amount: string, account: string}} payment @param {'Approve' | 'Decline'} decision
		 */
		async function bill(payment, decision) {
			const parameters = { bankCode: '000013', Reason: 'The bill for yams\nAmount in NGN: "1.00\\n"', ...payment };
			world.model.answers(
				{ calls: [{ name: 'Pay_a_bill', input: { toolParameters: parameters, hitlParameters: {} } }] },
				{ says: 'That is all.' },
			);
			const execution = await workflow.submit('A bill', ['Yams, 2,500 naira', 'On our list']);
			await world.desk.waits(execution);
			const question = await world.mail.next(/^Approve a payment by the agent$/);
			assert.ok(
				question.text.includes(
					`Amount in NGN: "${payment.amount}", account: "${payment.account}", bank: "000013" (on Allowed Payees), reason: "The bill for yams Amount in NGN: \\"1.00 n\\""`,
				),
				question.html,
			);
			// JSON.stringify writes a line break as \n, and n8n could turn \n into a line break. The mail must have none.
			assert.doesNotMatch(question.html, /yams\s*(<br>|\n)/);
			const paid = await world.desk.paidDuring(async () => {
				await open(linkIn(question, decision));
				succeeded(await world.instance.client.waitForExecution(execution));
			});
			const mailed = await world.mail.next(/^The bill: /);
			assert.doesNotMatch(mailed.text, /That is all/);
			return {
				paid,
				mailed: `${mailed.subject} ${mailed.text}`,
				told: String(world.model.asked.at(-1)?.messages.at(-1)?.content),
			};
		}

		test('pays what a person approves', async () => {
			const { paid, mailed } = await bill({ amount: '2500.00', account: '0123456789' }, 'Approve');
			assert.match(
				mailed,
				/^The bill: accepted 1 payout accepted by Mavapay: 2,500\.00 NGN.*to "ADAEZE CHIOMA OKAFOR"/,
			);
			assert.deepEqual(paid, ['0123456789 250000']);
		});

		test('pays nothing that a person declines', async () => {
			assert.deepEqual((await bill({ amount: '2600.00', account: '0123456789' }, 'Decline')).paid, []);
		});

		test('pays nothing where nobody answers in time, nor by the mail of then', async () => {
			const hasty = await world.desk.importOne('agent-with-human-review', {
				activate: true,
				change: ({ name, parameters }) =>
					name === 'Human review'
						? {
								parameters: {
									...parameters,
									options: {
										limitWaitTime: {
											values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
										},
									},
								},
							}
						: {},
			});
			const toolParameters = { bankCode: '000013', Reason: 'Yams', amount: '2650.00', account: '0123456789' };
			world.model.answers(
				{ calls: [{ name: 'Pay_a_bill', input: { toolParameters, hitlParameters: {} } }] },
				{ says: 'That is all.' },
			);
			const paid = await world.desk.paidDuring(async () => {
				const execution = await hasty.submit('A bill', ['Yams, 2,650 naira', 'On our list']);
				succeeded(await world.instance.client.waitForExecution(execution));
				assert.match((await world.mail.next(/: see the answer of the payment tool$/)).text, /rejected the tool call/);
				await open(linkIn(await world.mail.next(/^Approve a payment by the agent$/), 'Approve'));
			});
			assert.deepEqual(paid, []);
		});

		test('pays nothing while a person has stopped it', async () => {
			succeeded(
				await world.instance.client.waitForExecution(
					await workflow.submit('Something is wrong', ['Stop all payouts', '', '', '']),
				),
			);
			assert.deepEqual((await bill({ amount: '2800.00', account: '0123456789' }, 'Approve')).paid, []);
			succeeded(
				await world.instance.client.waitForExecution(
					await workflow.submit('Something is wrong', ['Resume payouts', '', '', '']),
				),
			);
			assert.deepEqual((await bill({ amount: '2900.00', account: '0123456789' }, 'Approve')).paid, [
				'0123456789 290000',
			]);
		});

		/** What the model reads in a bill of somebody who is on no list. @param {object} bill */
		const readIn = (bill) => ({
			calls: [
				{
					name: 'format_final_json_response',
					input: {
						output: {
							...{ amount: '2500.00', payee: 'Ngozi Grace Eze', bank: 'Zenith Bank' },
							...{ account: '1023456789', number: 'A-77', ...bill },
						},
					},
				},
			],
		});
		/** Submits a bill, for which the model returns each of `bills` in turn. `told`: the last messages to the model. @param {object[]} bills */
		async function read(...bills) {
			world.model.answers(...bills.map(readIn));
			const execution = await prepared.submit('A bill', ['Rice, 2,500 naira', 'Somebody else']);
			return { execution, told: JSON.stringify(world.model.asked.at(-1)?.messages) };
		}

		test('asks about a bill of anybody with holder, bank and what is left of the day, after a refusal went back to the model, and pays it once', async () => {
			const { execution, told } = await read({ account: '102345678' }, {});
			assert.match(told, /refused[^]*'Account Number' has 9 digits/);
			const question = await world.mail.next(/^Approve a bill: 2,500\.00 NGN$/);
			await world.desk.waits(execution);
			assert.match(question.text, /NEW[^]*"NGOZI GRACE EZE" · account 1023456789 at Zenith Bank/);
			assert.match(question.text, /After this run 2,500\.00 NGN is left of the day's budget of 5,000\.00 NGN/);
			const paid = await world.desk.paidDuring(async () => {
				await sendForm(linkIn(question, 'Decide'), [JSON.stringify(['Pay']), 'Seen the bill']);
				succeeded(await world.instance.client.waitForExecution(execution));
			});
			assert.deepEqual(paid, ['1023456789 250000']);
			const mailed = await world.mail.next(/^The bill: accepted$/);
			assert.match(
				mailed.text,
				/^Approved by: someone with the mail to approver@example\.com: Seen the bill 1 payout accepted[^]*"NGOZI GRACE EZE"/,
			);
			const again = await world.desk.paidDuring(async () => {
				const { execution } = await read({});
				succeeded(await world.instance.client.waitForExecution(execution));
			});
			assert.deepEqual(again, []);
			assert.match((await world.mail.next(/^The bill: paid before, nothing is paid now$/)).text, /already paid/);
			assert.deepEqual(world.mail.mails, []);
		});

		test("pays nothing that is refused three times, and gives the model no name of an account that is somebody else's", async () => {
			const refused = async (/** @type {object[]} */ ...bills) => {
				const { execution, told } = await read(...bills);
				succeeded(await world.instance.client.waitForExecution(execution));
				assert.ok(world.model.isDone(), 'the model is asked again');
				return `${(await world.mail.next(/^The bill: refused, nothing is paid now$/)).text} ${told}`;
			};
			assert.match(
				await refused({ amount: '' }, { account: '102345678' }, { bank: 'Bank of Nowhere' }),
				/Bank of Nowhere/,
			);
			const named = await refused({ account: '0149200000' });
			assert.match(named, /The account belongs to "JIDE[^]*Rice, 2,500 naira/);
			assert.doesNotMatch(named, /What you filled in/);
		});

		test("pays nothing of what was read that a person doesn't approve", async () => {
			const { execution } = await read({ number: 'A-78', amount: '1200.00' });
			const question = await world.mail.next(/^Approve a bill: 1,200\.00 NGN$/);
			await world.desk.waits(execution);
			const paid = await world.desk.paidDuring(async () => {
				await sendForm(linkIn(question, 'Decide'), [JSON.stringify(['Pay nothing']), 'Not ours']);
				succeeded(await world.instance.client.waitForExecution(execution));
			});
			assert.deepEqual(paid, []);
			assert.match((await world.mail.next(/^The bill: not approved, nothing is paid now$/)).text, /Not ours/);
		});
	});
}
