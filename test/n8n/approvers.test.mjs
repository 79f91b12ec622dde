/**
 * Approvals by named people in Slack and Telegram. Both services need a public https address, so this n8n is configured
 * with one. The tests play both services: n8n reaches Telegram at the address in its credential, and Slack through a
 * proxy, at Slack's real address. The sandbox's ledger shows what was paid after an approval.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { formBehind, startSlack, startTelegram, upToQuestion } from './chatServers.mjs';
import { exampleDesk, hundredInvoices, someInvoices, succeeded, withoutWaiting } from './exampleDesk.mjs';
import { boxesOf, decide, formPassword, linkedForm, startMailServer } from './mailServer.mjs';
import { packedFor } from './tarball.mjs';

const adaeze = { id: 'U0123456789', name: 'adaeze' };
const bola = { id: 'U0345678901', name: 'bola' };
const stranger = { id: 'U0999999999', name: 'mallory' };
const first = { id: '111111111', name: 'Adaeze Okafor' };
const second = { id: '222222222', name: 'Ibrahim Musa' };
const deputy = { id: '444444444', name: 'Bola Ade' };
const nobody = { id: '999999999', name: 'Mallory Doe' };
/** The good rows of invoices.csv: account number and amount in kobo. */
const invoices = ['0123456789 15000000', '1023456789 27500075', '2034567891 8425050', '2045678912 3200000'];

/** @type {Awaited<ReturnType<typeof startTelegram>>} */
let telegram;
/** @type {Awaited<ReturnType<typeof startSlack>>} */
let slack;
/** @type {Awaited<ReturnType<typeof startMailServer>>} */
let mail;
/** @type {Awaited<ReturnType<typeof startInstance>>} */
let instance;
/** @type {ReturnType<typeof exampleDesk>} */
let desk;
/** @type {Awaited<ReturnType<typeof hundredInvoices>>} */
let longList;
/** Executions whose first question nobody answers. Once a minute, n8n looks for those that have waited long enough. */
const unanswered = { slack: '', reminded: '', telegram: '' };
/** Separate chats for some tests, so that no other test reads their reminders. */
const chats = {
	...{ slack: 'C0999999999', reminded: 'C0888888888', telegram: '-1009999999999' },
	...{ longSlack: 'C0777777777', longTelegram: '-1007777777777' },
};
const usualChannel = 'C0123456789';
const usualChat = '-1001234567890';
/** Raises the daily limit, which other tests of this example have already used up. */
const noLimit = { '"500000"': '"50000000"' };

before(async () => {
	[telegram, slack, mail] = await Promise.all([startTelegram([deputy.id]), startSlack(), startMailServer()]);
	const tarball = await packedFor('approvers');
	instance = await startInstance(
		{ tarball },
		{ env: { ...slack.env, N8N_WEBHOOK_URL: 'https://n8n.example.com/', N8N_DISABLE_UI: 'true' } },
	);
	const { client, sandbox } = instance;
	const create = (/** @type {string} */ type, /** @type {object} */ data) =>
		client.createCredential({ name: type, type, data });
	const mavapay = { deployment: 'custom', baseUrl: sandbox.baseUrl, authentication: 'apiKey' };
	desk = exampleDesk(instance, {
		'Mavapay (READ key)': await create('mavapayApi', { ...mavapay, apiKey: sandbox.keys.read }),
		'Mavapay (WRITE key)': await create('mavapayApi', { ...mavapay, apiKey: sandbox.keys.write }),
		smtp: await create('smtp', mail.credential),
		httpBasicAuth: await create('httpBasicAuth', formPassword),
		slackApi: await create('slackApi', slack.credential),
		telegramApi: await create('telegramApi', telegram.credential),
	});
	await askNobody();
});
after(async () => {
	await instance?.dispose();
	await Promise.all([telegram?.stop(), slack?.stop(), mail?.stop()]);
});
// The tests pay the same invoices from several workflows, so earlier payments are moved weeks back.
beforeEach(() => instance.sandbox.paidWeeksAgo());

/** Checks that the two data tables have this many rows about an execution, and returns these rows. @param {string} execution @param {number} decisions @param {number} payouts */
async function audit(execution, decisions, payouts) {
	const found = async (/** @type {string} */ table, /** @type {number} */ count) => {
		const own = (await desk.rowsOf(table, count)).filter((row) => row.execution === execution);
		assert.equal(own.length, count, `rows in ${table}`);
		return own;
	};
	return {
		decisions: await found('mavapay_approvals', decisions),
		payouts: await found('mavapay_approved_payouts', payouts),
	};
}

/** Checks that the messages before the question list all 100 payments, numbered and in order, and that the question has the sum and the warning. @param {Awaited<ReturnType<typeof upToQuestion>>} asked */
function wholeList({ first, question }) {
	const text = first.map((message) => message.text).join('\n');
	assert.deepEqual(
		text.match(/INV＿\w+＿\d+/g),
		longList.references.map((reference) => reference.replaceAll('_', '＿')),
	);
	assert.match(text, /\n42\. 6,058\.50 NGN, "Obi & ‹b›＊Sons＊＿ ［x］"\n/);
	first.forEach((message, at) => assert.ok(message.text.startsWith(`${at + 1} of ${first.length}\n\n`), message.text));
	assert.match(question.text, /100 payouts to approve: 605,000\.00 NGN[^]*ALL 100 PAYEES ARE NEW/);
	assert.ok(question.text.includes(`The list is in the ${first.length} messages above.`), question.text);
	return question;
}

/** Starts the executions whose question nobody answers. Their reminders come while other tests run. */
async function askNobody() {
	const impatient =
		(/** @type {string[]} */ ...names) =>
		(/** @type {any} */ { name, parameters }) => {
			if (!names.includes(name)) return {};
			const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'minutes' } };
			return { parameters: { ...parameters, options: { ...parameters.options, limitWaitTime } } };
		};
	const inSlack = async (/** @type {Record<string, string>} */ texts, /** @type {string[]} */ ...names) => {
		const workflow = await desk.importOne('payouts-approved-in-slack', {
			change: impatient(...names),
			texts,
			setUp: true,
		});
		return workflow.start('Every Friday at 9');
	};
	longList = await hundredInvoices(instance, '0900000');
	await writeFile(join(instance.filesFolder, 'hundred.csv'), longList.csv);
	const long = { [usualChannel]: chats.slack, 'invoices.csv': 'hundred.csv' };
	unanswered.slack = await inSlack(long, 'Ask in Slack', 'Ask again in Slack');
	unanswered.reminded = await inSlack({ [usualChannel]: chats.reminded }, 'Ask in Slack');
	const byTelegram = await desk.importOne('payouts-with-two-approvers', {
		change: impatient('Ask the first approver'),
		texts: { [usualChat]: chats.telegram, ...noLimit },
		activate: true,
		setUp: true,
	});
	unanswered.telegram = await byTelegram.submit('Pay the list now', await someInvoices(2));
}

/** @param {string} execution */
const ended = async (execution) => succeeded(await instance.client.waitForExecution(execution));

describe('payouts-approved-in-slack', () => {
	async function asked() {
		const workflow = await desk.importOne('payouts-approved-in-slack');
		const execution = await workflow.start('Every Friday at 9');
		// This skips the results of earlier tests, which come before the question in this channel.
		const { question: message } = await upToQuestion(slack.next, usualChannel);
		await desk.waits(execution);
		return { execution, message };
	}

	/** @param {string} execution @param {import('./chatServers.mjs').Message} message */
	async function formOf(execution, message) {
		assert.equal(await slack.click(instance.n8n.url, message, "Don't pay", adaeze), 200);
		const { question } = await upToQuestion(slack.next, adaeze.id);
		await desk.waits(execution);
		return formBehind(instance.n8n.url, question);
	}

	test('the approver sees who is paid what; a click of anybody else, or one that Slack did not sign, is nothing', async () => {
		const { execution, message } = await asked();
		assert.equal(message.to, 'C0123456789');
		assert.match(
			message.text,
			/4 payouts to approve[^]*\n2\. 150,000\.00 NGN, .*\nto "ADAEZE CHIOMA OKAFOR".*\naccount 0123456789 /,
		);
		assert.ok(slack.asked.includes('slack.com:443'));
		assert.deepEqual(
			message.buttons.map(({ label, url }) => [label, url]),
			[
				["Don't pay", undefined],
				['Pay all', undefined],
			],
		);
		const paid = await desk.paidDuring(async () => {
			assert.equal(await slack.click(instance.n8n.url, message, 'Pay all', stranger), 200);
			assert.equal(await slack.click(instance.n8n.url, message, 'Pay all', adaeze, 'another secret'), 401);
			await desk.waits(execution);
		});
		assert.deepEqual(paid, []);
		assert.match(slack.shown.join('\n'), /U0999999999: You are not authorized/);

		const paidThen = await desk.paidDuring(async () => {
			assert.equal(await slack.click(instance.n8n.url, message, 'Pay all', adaeze), 200);
			await ended(execution);
		});
		assert.deepEqual(paidThen, invoices);
		await mail.next(/^Payouts: 4 of 6 accepted, 2 refused$/);
		const { decisions, payouts } = await audit(execution, 1, 4);
		const [{ digest, list, ...decision }] = decisions;
		assert.match(digest, /./);
		assert.match(list, /INV-2026-0601/);
		assert.deepEqual(
			[decision.decision, decision.approverId, decision.approverName, decision.payouts, decision.total],
			['approved', adaeze.id, adaeze.name, '4', '541,251.25 NGN'],
		);
		for (const row of payouts) {
			assert.deepEqual([row.outcome, row.approvedBy, row.digest], ['accepted', 'adaeze (U0123456789)', digest]);
			assert.equal(row.approvedAt, decision.decidedAt);
		}
		assert.equal(payouts[0]?.execution, execution);
	});

	test("after Don't pay, who pressed it leaves rows out on a form that nobody else gets, and the rest is paid", async () => {
		const { execution, message } = await asked();
		const paid = await desk.paidDuring(async () => {
			const form = await formOf(execution, message);
			const boxes = await boxesOf(form);
			assert.deepEqual(
				boxes.map((label) => label.slice(0, 13)),
				['1. 275,000.75', '2. 150,000.00', '3. 84,250.50 ', '4. 32,000.00 '],
			);
			await decide(form, 'pay', [boxes[1] ?? '', boxes[3] ?? ''], 'Next week <b> $&');
			await ended(execution);
		});
		assert.deepEqual(paid, invoices.slice(1, 3));
		const by = 'adaeze (U0123456789), by a form: Next week';
		const result = await mail.next(/^Payouts: 2 of 6 accepted, 2 refused, 2 left out$/);
		assert.ok(result.text.includes(`Approved by "${by}`), result.text);
		assert.match(result.text, /1\. accepted, not yet arrived.*2\. left out.*3\. accepted.*4\. left out.*refused/i);
		assert.doesNotMatch(result.html, /<b>/);
		const shown = await slack.next(usualChannel);
		assert.match(shown.text, /Approved by "adaeze \(U0123456789\)[^]*2\. left out[^]*4\. left out[^]*refused/i);
		const { decisions, payouts } = await audit(execution, 1, 4);
		const [{ decision, approverId, leftOut, reason }] = decisions;
		assert.deepEqual(
			[decision, approverId, leftOut, reason],
			['approved', adaeze.id, '["INV-2026-0601","INV-2026-0603"]', 'Next week <b> $&'],
		);
		assert.deepEqual(payouts.map(({ outcome }) => outcome).sort(), ['accepted', 'accepted', 'leftOut', 'leftOut']);
		assert.ok(payouts.every(({ approvedBy }) => approvedBy === `${by} <b> $&`));
	});

	test('pays nothing when the approver declines, and mail and audit say who did, and why', async () => {
		const { execution, message } = await asked();
		const paid = await desk.paidDuring(async () => {
			await decide(await formOf(execution, message), 'refuse', [], 'Not this month');
			await ended(execution);
		});
		assert.deepEqual(paid, []);
		const { text } = await mail.next(/^Payouts not approved \(declined\): nothing was paid$/);
		assert.match(text, /Answered by, and why: "adaeze: Not this month"/);
		const { decisions } = await audit(execution, 1, 0);
		const [{ decision, approverId, reason }] = decisions;
		assert.deepEqual([decision, approverId, reason], ['declined', adaeze.id, 'Not this month']);
	});

	test('a list of 100 comes in messages that Slack takes, and the question last', async () => {
		const texts = { [usualChannel]: chats.longSlack, 'invoices.csv': 'hundred.csv' };
		const workflow = await desk.importOne('payouts-approved-in-slack', { texts });
		const execution = await workflow.start('Every Friday at 9');
		const question = wholeList(await upToQuestion(slack.next, chats.longSlack));
		await desk.waits(execution);
		const paid = await desk.paidDuring(async () => {
			await slack.click(instance.n8n.url, question, 'Pay all', adaeze);
			await ended(execution);
		});
		assert.deepEqual(paid, longList.paid);
		await mail.next(/^Payouts: 100 of 100 accepted$/);
		let shown = '';
		while (!shown.includes('messages above')) shown += (await slack.next(chats.longSlack)).text;
		for (const reference of longList.references) assert.ok(shown.includes(reference.replaceAll('_', '＿')), reference);
		await audit(execution, 1, 100);
	});

	test('pays nothing by the word of somebody whom Slack let through and the list does not name', async () => {
		const change = (/** @type {any} */ { name, parameters }) =>
			name === 'Ask in Slack' ? { parameters: { ...parameters, approvers: [] } } : {};
		const workflow = await desk.importOne('payouts-approved-in-slack', { change });
		const execution = await workflow.start('Every Friday at 9');
		const { question: message } = await upToQuestion(slack.next, usualChannel);
		await desk.waits(execution);
		const paid = await desk.paidDuring(async () => {
			await slack.click(instance.n8n.url, message, 'Pay all', stranger);
			await ended(execution);
		});
		assert.deepEqual(paid, []);
		await mail.next(/^Payouts not approved \(answered by a non-approver\): nothing was paid$/);
		const { decisions } = await audit(execution, 1, 0);
		assert.deepEqual([decisions[0].decision, decisions[0].approverId], ['not an approver', stranger.id]);
	});
});

describe('payouts-with-two-approvers', () => {
	const imported = (/** @type {Record<string, string>} */ texts = {}) =>
		desk.importOne('payouts-with-two-approvers', { activate: true, setUp: true, texts, change: withoutWaiting });
	/** @param {number} upTo how many of the rows of invoices.csv are uploaded @param {Record<string, string>} [texts] */
	const uploaded = async (upTo, texts) => (await imported(texts)).submit('Pay the list now', await someInvoices(upTo));
	/** @param {import('./chatServers.mjs').Message} message @param {string} label @param {import('./chatServers.mjs').Person} who */
	const tap = (message, label, who) => telegram.tap(instance.n8n.url, message, label, who);
	/** The first approver approves, then `who` answers the second question with `label`. Returns what was paid. @param {string} execution @param {string} label @param {typeof first} who */
	const paidAfter = (execution, label, who) =>
		desk.paidDuring(async () => {
			await tap((await upToQuestion(telegram.next, usualChat)).question, 'Pay all', first);
			const { question } = await upToQuestion(telegram.next, usualChat);
			await desk.waits(execution);
			await tap(question, label, who);
			await ended(execution);
		});

	test('asks one approver below the limit; a tap of anybody else, or one that Telegram did not send, is nothing', async () => {
		const execution = await uploaded(2, noLimit);
		const { question: message } = await upToQuestion(telegram.next, usualChat);
		assert.match(message.text, /File "payouts\.csv": 2 payments, 234,250\.50 NGN/);
		assert.match(telegram.webhook.url, /^https:\/\/n8n\.example\.com\/webhook-waiting-telegram$/);
		const nothing = await desk.paidDuring(async () => {
			assert.equal(await tap(message, 'Pay all', nobody), 200);
			assert.equal(await telegram.tap(instance.n8n.url, message, 'Pay all', first, 'another-secret'), 403);
			await desk.waits(execution);
		});
		assert.deepEqual(nothing, []);
		assert.match(telegram.shown.join('\n'), /not authorized/);
		const paid = await desk.paidDuring(async () => {
			assert.equal(await tap(message, 'Pay all', first), 200);
			await ended(execution);
		});
		assert.deepEqual(paid, [invoices[0], invoices[2]]);
		await mail.next(/^Payouts: 2 of 2 accepted$/);
		const { decisions, payouts } = await audit(execution, 1, 2);
		assert.deepEqual([decisions[0].decision, decisions[0].approverId], ['approved', first.id]);
		assert.deepEqual(
			payouts.map(({ approvedBy }) => approvedBy),
			Array(2).fill('Adaeze Okafor (111111111)'),
		);
	});

	test('above it pays by the word of two, and the audit names both', async () => {
		const execution = await uploaded(6);
		const paid = await paidAfter(execution, 'Pay all', second);
		assert.deepEqual(paid, invoices);
		await mail.next(/^Payouts: 4 of 6 accepted, 2 refused$/);
		const { decisions, payouts } = await audit(execution, 2, 4);
		assert.deepEqual(
			decisions.map(({ approverId }) => approverId),
			[first.id, second.id],
		);
		assert.equal(payouts[0].approvedBy, 'Adaeze Okafor (111111111); Ibrahim Musa (222222222)');
		assert.equal(payouts[0].approvedAt, decisions[1].decidedAt);
	});

	test('a file below it needs two as well, where the day was above it', async () => {
		const execution = await uploaded(1);
		assert.deepEqual(await paidAfter(execution, 'Pay all', second), [invoices[0]]);
		await mail.next(/^Payouts: 1 of 1 accepted$/);
		await audit(execution, 2, 1);
	});

	test('what either leaves out is left out, the second sees what the first did, and both are named with their reasons', async () => {
		const execution = await uploaded(4);
		/** @param {string} chat @param {typeof first} who @param {number} at the box to tick @param {string} reason */
		const leaveOut = async (chat, who, at, reason) => {
			const { question } = await upToQuestion(telegram.next, chat);
			await desk.waits(execution);
			assert.equal(await tap(question, "Don't pay", who), 200);
			const form = formBehind(instance.n8n.url, (await upToQuestion(telegram.next, who.id)).question);
			await desk.waits(execution);
			const boxes = await boxesOf(form);
			await decide(form, 'pay', [boxes[at] ?? ''], reason);
			return { question, boxes };
		};
		const paid = await desk.paidDuring(async () => {
			await leaveOut(usualChat, first, 0, 'Too much; Bola Ade (444444444)');
			const { question, boxes } = await leaveOut(usualChat, second, 1, 'Not yet');
			assert.match(question.text, /The first approver leaves out 1 of 4, by number: 1\./);
			assert.deepEqual(
				boxes.map((label) => label.slice(0, 2)),
				['2.', '3.', '4.'],
			);
			await ended(execution);
		});
		assert.deepEqual(paid, [invoices[0], invoices[3]]);
		const by =
			/Adaeze Okafor \(111111111\), by a form: Too much Bola Ade 444444444 ?; Ibrahim Musa \(222222222\), by a form: Not yet/;
		const { text } = await mail.next(/^Payouts: 2 of 4 accepted, 2 left out$/);
		assert.match(text, by);
		assert.match((await telegram.next(usualChat)).text, /Approved by "Adaeze[^]*1\. left out[^]*3\. left out/i);
		const { decisions, payouts } = await audit(execution, 2, 4);
		assert.deepEqual(
			decisions.map(({ decision, leftOut }) => `${decision} ${leftOut}`),
			['approved ["INV-2026-0604"]', 'approved ["INV-2026-0602"]'],
		);
		assert.match(payouts[0].approvedBy.replace(/ +/g, ' '), by);
	});

	test('a list of 100 comes to both in messages that Telegram takes, and the question last', async () => {
		const texts = { [usualChat]: chats.longTelegram };
		const workflow = await imported(texts);
		const file = new File([longList.csv], 'payouts.csv', { type: 'text/csv' });
		const execution = await workflow.submit('Pay the list now', [file, '100 payments, 605,000.00']);
		const paid = await desk.paidDuring(async () => {
			await tap(wholeList(await upToQuestion(telegram.next, chats.longTelegram)), 'Pay all', first);
			const question = wholeList(await upToQuestion(telegram.next, chats.longTelegram));
			await desk.waits(execution);
			await tap(question, "Don't pay", second);
			const form = formBehind(instance.n8n.url, (await upToQuestion(telegram.next, second.id)).question);
			await desk.waits(execution);
			assert.equal((await boxesOf(form)).length, 100);
			await decide(form, 'refuse');
			await ended(execution);
		});
		assert.deepEqual(paid, []);
		await mail.next(/^Payouts not approved \(declined\): nothing was paid$/);
		await audit(execution, 2, 0);
	});

	test("Don't pay of somebody to whom the bot can't write pays nothing, and the mail says so", async () => {
		const execution = await uploaded(1, { '"111111111"': `"${deputy.id}"` });
		const { question } = await upToQuestion(telegram.next, usualChat);
		await desk.waits(execution);
		const paid = await desk.paidDuring(async () => {
			assert.equal(await tap(question, "Don't pay", deputy), 200);
			await ended(execution);
		});
		assert.deepEqual(paid, []);
		const { text } = await mail.next(/^Payouts not approved \(declined\): nothing was paid$/);
		assert.match(text, /why: "Bola Ade: the form to leave rows out could not be sent"/);
	});

	test('a lost answer is in the result at once, then Mavapay is asked, and a link settles it without typing', async () => {
		const workflow = await imported(noLimit);
		const execution = await workflow.submit('Pay the list now', await someInvoices(2));
		const { question } = await upToQuestion(telegram.next, usualChat);
		await desk.waits(execution);
		const lost = { match: { method: 'POST', path: '/withdraw', nth: 2 }, fault: { kind: 'dropAfter' } };
		await instance.sandbox.control('POST', '/faults', lost);
		const paid = await desk.paidDuring(async () => {
			await tap(question, 'Pay all', first);
			await ended(execution);
		});
		assert.deepEqual(paid, [invoices[0], invoices[2]]);
		// Other executions, whose questions nobody answers, send mails at the same time. They are filtered out.
		assert.deepEqual(
			mail.mails.flatMap(({ subject }) => /^Payouts: .*PAID$|^MAY HAVE.*look up$/.exec(subject) ?? []),
			['Payouts: 1 of 2 accepted, 1 MAY HAVE BEEN PAID', 'MAY HAVE BEEN PAID: 1 payout to look up'],
		);
		assert.match((await telegram.next(usualChat)).text, /^MAY HAVE BEEN PAID: 1 of 2 /);
		const [result, asked] = [await mail.next(/^Payouts: 1 of 2/), await mail.next(/^MAY HAVE BEEN PAID/)];
		assert.match(result.html, /https:\/\/n8n\.example\.com\/form\//);
		const text = asked.text.replaceAll('https://n8n.example.com', instance.n8n.url);
		const { isFilledIn, fields } = await linkedForm({ ...asked, text });
		assert.ok(isFilledIn);
		/** @type {string[]} */
		const pages = [];
		for (const what of ['It was not paid', 'It was paid', 'Look a payout up'])
			await workflow.submit('Something is wrong', [what, ...fields], (page) => void pages.push(page));
		assert.match(pages.join('\n'), /Nothing was changed[^]*is marked as paid[^]*shows the payout as paid/);
	});

	test('one person on both lists is one approver', async () => {
		const texts = { '222222222, 333333333': '222222222, 111111111' };
		const workflow = await desk.importOne('payouts-with-two-approvers', { activate: true, texts });
		const execution = await workflow.submit('Pay the list now', await someInvoices(6));
		const paid = await paidAfter(execution, 'Pay all', first);
		assert.deepEqual(paid, []);
		await mail.next(/^Payouts not approved \(answered by a non-approver\): nothing was paid$/);
		await audit(execution, 2, 0);
	});
});

test('no answer in time, to the reminder either, pays nothing, and the audit says so', async () => {
	const paid = await desk.paidDuring(() => ended(unanswered.slack));
	assert.deepEqual(paid, []);
	wholeList(await upToQuestion(slack.next, chats.slack));
	const reminder = wholeList(await upToQuestion(slack.next, chats.slack));
	assert.match(reminder.text, /^\s*Nobody has answered yet\./);
	await mail.next(/^Payouts not approved \(no answer\): nothing was paid$/);
	const { decisions } = await audit(unanswered.slack, 1, 0);
	assert.deepEqual([decisions[0].decision, decisions[0].approverId], ['no answer', '']);
});

test('a second person may answer the reminder in Slack', async () => {
	await slack.next(chats.reminded);
	const reminder = await slack.next(chats.reminded);
	assert.match(reminder.text, /^\s*Nobody has answered yet\./);
	await desk.waits(unanswered.reminded);
	const paid = await desk.paidDuring(async () => {
		await slack.click(instance.n8n.url, reminder, 'Pay all', bola);
		await ended(unanswered.reminded);
	});
	assert.deepEqual(paid, invoices);
	await mail.next(/^Payouts: 4 of 6 accepted, 2 refused$/);
	const { payouts } = await audit(unanswered.reminded, 1, 4);
	assert.equal(payouts[0].approvedBy, 'bola (U0345678901)');
});

test('a deputy may answer the reminder in Telegram', async () => {
	await telegram.next(chats.telegram);
	const reminder = await telegram.next(chats.telegram);
	await desk.waits(unanswered.telegram);
	const paid = await desk.paidDuring(async () => {
		assert.equal(await telegram.tap(instance.n8n.url, reminder, 'Pay all', deputy), 200);
		await ended(unanswered.telegram);
	});
	assert.deepEqual(paid, [invoices[0], invoices[2]]);
	await mail.next(/^Payouts: 2 of 2 accepted$/);
	const { payouts } = await audit(unanswered.telegram, 1, 2);
	assert.equal(payouts[0].approvedBy, 'Bola Ade (444444444)');
});
