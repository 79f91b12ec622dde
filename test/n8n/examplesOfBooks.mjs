// The book of payouts: a data table that payments and events write, and a page that shows it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBrowser } from '../../scripts/n8n/browser.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { succeeded } from './exampleDesk.mjs';
import { linkedForm, signedIn } from './mailServer.mjs';

/** @param {import('./exampleDesk.mjs').World} world */
export function examplesOfBooks(world) {
	describe('book-of-payouts', () => {
		/** A list of payments, as somebody uploads it. @param {number[]} numbers @param {string} [payee] */
		const list = (numbers, payee) => {
			const rows = numbers.map((number) => {
				const name = number === 4 ? 'Somebody Else' : `Book Payee Number ${number}`;
				return `BOOK-${number},"${payee ?? `Payee ${number}`}",${number}100.50,000013,095000000${number},${name}`;
			});
			const csv = ['reference,payee,amount,bankCode,accountNumber,accountName', ...rows].join('\n');
			const kobo = numbers.reduce((sum, number) => sum + number * 100_000 + 10_050, 0);
			return [new File([csv], 'list.csv'), `${numbers.length} payments, ${(kobo / 100).toFixed(2)}`, ''];
		};

		test('keeps each payout, says what became of it, and shows the book on a page that asks for a password', async () => {
			const { client, sandbox, n8n } = world.instance;
			const { desk, mail } = world;
			const workflow = await desk.importOne('book-of-payouts', { setUp: true });
			await desk.listen(workflow);
			const address = `${n8n.url}/webhook/mavapay-book`;
			await waitFor('the page', async () => (await fetch(address)).status === 401);
			const opened = async () => {
				const answer = await fetch(address, { headers: signedIn });
				assert.equal(answer.headers.get('cache-control'), 'no-store');
				assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
				return answer.text();
			};
			assert.equal(await opened(), 'The book has no payouts yet.');
			const accounts = [1, 2, 3, 4, 5].map((number) => ({
				...{ bankCode: '000013', accountNumber: `095000000${number}`, accountName: `BOOK PAYEE NUMBER ${number}` },
				...(number === 2 ? { state: 'failing' } : {}),
			}));
			await sandbox.control('POST', '/accounts', accounts);
			// The sandbox settles no payout for an hour: first, the row of each payout must contain its transaction.
			const { settleAfterMs } = await sandbox.control('GET', '/quirks');
			await sandbox.control('POST', '/quirks', { settleAfterMs: 3_600_000 });
			const match = { method: 'POST', path: '/withdraw', bodyIncludes: '0950000003', times: 1 };
			await sandbox.control('POST', '/faults', { match, fault: { kind: 'dropAfter' } });
			const pay = (/** @type {number[]} */ numbers, /** @type {string} */ payee) =>
				desk.paidDuring(async () =>
					succeeded(await client.waitForExecution(await workflow.submit('Pay the list now', list(numbers, payee)))),
				);
			const book = async () =>
				(await desk.rowsOf('mavapay_book', 1)).map(({ payoutOutcome }) => payoutOutcome).join(' ');

			assert.deepEqual(await pay([1, 2, 3, 4]), ['0950000001 110050', '0950000002 210050', '0950000003 310050']);
			assert.match((await mail.next(/: 2 of 4 accepted, 1 MAY HAVE BEEN PAID, 1 refused$/)).text, /Something is wrong/);
			assert.equal(await book(), 'accepted accepted unknown');
			await sandbox.settleAll();
			await waitFor('the events', async () => (await book()) === 'arrived failed unknown');
			assert.deepEqual(await pay([1, 2, 3, 4]), []);
			await mail.next(/^Payouts: 0 of 4 accepted, 2 paid before, 1 MAY HAVE BEEN PAID, 1 refused$/);
			assert.equal(await book(), 'arrived failed unknown');
			assert.match(
				(await onTelephone(await opened())).text,
				/^Book of payouts MAY HAVE BEEN PAID: 1 of 3 \(3,100\.50 NGN\)\. 1 payout accepted by Mavapay: 1,100\.50 NGN, fees 50\.00 NGN\. Not included: 1 FAILED AT MAVAPAY\. Open: 2 \(5,201\.00 NGN\) MAY HAVE BEEN PAID, \d{4}-\d\d: 3,100\.50 NGN, "Payee 3" to "BOOK PAYEE NUMBER 3".* reference "BOOK-3".*FAILED AT MAVAPAY, .*: 2,100\.50 NGN.*Paid by month .*1,100\.50 NGN Paid by payee .*The rest: 1/,
			);

			const wrong = (/** @type {string[]} */ ...fields) => workflow.fillIn('Something is wrong', fields);
			const { send } = await linkedForm({ text: await wrong('Look a payout up', 'BOOK-3') });
			assert.match(await wrong('It was paid', 'BOOK-3', 'k0m30531680c5d0e1f9a7b32'), /Nothing was changed/);
			assert.equal(await book(), 'arrived failed unknown');
			assert.match(await send('It was paid'), /is marked as paid/);
			assert.equal(await book(), 'arrived failed accepted');

			await desk.withoutWebhook(async () => {
				const payee = `<img src=x onerror=alert(1)> & </td><h1>PAID</h1> $& https://x.example`;
				assert.deepEqual(await pay([5], payee), ['0950000005 510050']);
				await sandbox.settleAll();
			});
			await sandbox.control('POST', '/quirks', { settleAfterMs });
			await mail.next(/^Payouts: 1 of 1 accepted$/);
			succeeded(await workflow.run('Every hour'));
			assert.equal(await book(), 'arrived failed accepted arrived');
			const { text, elements } = await onTelephone(await opened());
			assert.match(text, /"‹img src=x onerror=alert\(1\)› & ‹\/td›/);
			assert.deepEqual(elements, ['B', 'BR', 'DIV', 'H1', 'H2', 'P', 'TABLE', 'TBODY', 'TD', 'TR']);

			succeeded(await workflow.run('First of the month at 7'));
			await mail.next(/^Payouts of \d{4}-\d\d: 0 in all, 0 open$/);
			const inLagos = new Date(Date.now() + 3_600_000);
			const payoutMonth = new Date(inLagos.setUTCDate(0)).toISOString().slice(0, 7);
			await desk.changeRows('mavapay_book', 'payoutReference', 'BOOK-3', { payoutMonth });
			succeeded(await workflow.run('First of the month at 7'));
			assert.match(
				(await mail.next(new RegExp(`^Payouts of ${payoutMonth}: 1 in all, 1 open$`))).html,
				/Open: 1 \(3,100\.50 NGN\)/,
			);
			assert.deepEqual(mail.mails, []);
			await desk.leave(workflow);
		});
	});
}

/** A page on a telephone: its text, and the kinds of its elements. @param {string} html */
async function onTelephone(html) {
	const browser = await openBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.setContent(html);
		assert.equal(await page.locator('html').evaluate((root) => root.scrollWidth), 390);
		const elements = await page.$$eval('main *', (all) => [...new Set(all.map(({ tagName }) => tagName))].sort());
		return { text: (await page.locator('main').innerText()).replace(/\s+/g, ' '), elements };
	} finally {
		await browser.close();
	}
}
