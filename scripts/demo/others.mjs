import { grouped, table, timeInWords } from './table.mjs';
import { waitFor } from '../lib/waiting.mjs';
import { itemsOf } from '../n8n/client.mjs';

/** @param {import('./instance.mjs').Instance} instance @param {string} example */
async function runExample({ client, workflows }, example) {
	const workflow = workflows[example];
	if (!workflow) throw new Error(`The example ${example}.json was not imported.`);
	const execution = await client.run(workflow.id, 'Run by hand');
	if (execution.status === 'success') return execution;
	throw new Error(
		`${example}.json ended as ${execution.status}: ${execution.data?.resultData?.error?.message ?? 'no reason given'}`,
	);
}

/**
 * Runs the examples that quote a payment to M-Pesa and that have a payment link paid, and waits until the link has been
 * settled and the event for it sent.
 *
 * @param {import('./instance.mjs').Instance} instance
 * @returns {Promise<OtherRun>}
 */
export async function runOthers(instance) {
	const { sandbox } = instance;
	const [quote] = itemsOf(await runExample(instance, 'mpesa-quote'), 'What it costs');
	// The example pays an address of an example domain, which is nobody's: where payees are checked, it is refused.
	await sandbox.control('POST', '/quirks', { payeesChecked: false });
	const paid = await runExample(instance, 'payment-link');
	const [link] = itemsOf(paid, 'Make the link');
	const { invoice, amountNgn } = itemsOf(paid, 'Settings')[0] ?? {};
	const ledger = await waitFor('the payment link to be settled', async () => {
		/** @type {Array<{event: string}>} */
		const deliveries = (await sandbox.control('GET', '/deliveries')).deliveries;
		return deliveries.some(({ event }) => event === 'payment_link.settled') ? sandbox.ledger() : undefined;
	});
	return { quote: quote ?? {}, link: { ...link, invoice, amountNgn }, ledger };
}

const cents = (/** @type {unknown} */ minor) => grouped(`${String(minor).slice(0, -2)}.${String(minor).slice(-2)}`);

/** The event that told a link's settlement. @param {OtherRun} run @param {import('./events.mjs').EventRun} received */
const settledOf = ({ link }, { events }) =>
	events.filter(({ event, data }) => event === 'payment_link.settled' && data.paymentRef === link.paymentRef);

/**
 * @param {OtherRun} run @param {import('./events.mjs').EventRun} received
 * @returns {string[]} what is wrong
 */
export function judgeOthers(run, received) {
	const problems = [];
	const { quote, ledger } = run;
	if (quote.amountInTargetCurrency !== '2500000')
		problems.push(`The quote to M-Pesa pays out ${quote.amountInTargetCurrency} KES cents instead of 2500000`);
	if (!/^[1-9]\d*\.\d\d$/.test(quote.totalNgn) || !/^\d{10}$/.test(quote.payToAccount))
		problems.push(`The quote to M-Pesa costs ${quote.totalNgn} NGN, to account ${quote.payToAccount}`);
	const told = settledOf(run, received);
	if (told.length !== 1) problems.push(`The payment link has ${told.length} events of its settlement instead of one`);
	const paidOn = ledger.filter(({ kind, destination }) => kind === 'payout' && destination === 'shop@wallet.example');
	if (paidOn.length !== 1 || paidOn[0]?.status !== 'SUCCESS')
		problems.push(`The payment link was paid on ${paidOn.length} times instead of once`);
	return problems;
}

/** @param {OtherRun} run @param {import('./events.mjs').EventRun} received @param {{width?: number}} [options] */
export function othersReport(run, received, { width = 150 } = {}) {
	const { quote, link } = run;
	const transaction = settledOf(run, received)[0]?.data.transaction;
	const rows = [
		[
			quote.customerReference,
			'quote to M-Pesa',
			`${cents(quote.amountInTargetCurrency)} KES`,
			'quoted',
			`costs ${grouped(quote.totalNgn)} NGN until ${timeInWords(String(quote.expiry))}`,
		],
		[
			link.invoice,
			'payment link',
			`${grouped(link.amountNgn)} NGN`,
			transaction ? 'settled' : 'not settled',
			transaction ? `${grouped(transaction.amount)} satoshi went on to ${transaction.btcUsdMetadata.lnAddress}` : '',
		],
	];
	return table(['invoice', 'what', 'amount', 'outcome', 'how'], rows, { width, right: [2] });
}

/**
 * @typedef {object} OtherRun
 * @property {Record<string, string>} quote what the quote to M-Pesa costs
 * @property {Record<string, string>} link the payment link, with the invoice it is for
 * @property {import('../lib/sandbox.mjs').LedgerEntry[]} ledger once the link was settled
 */
