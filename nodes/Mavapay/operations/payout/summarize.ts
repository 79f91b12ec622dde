import { timeInWords } from '../../../core/domain/dateTime';
import { defineCustom } from '../../../core/operation/define';
import { refuse } from '../../../core/service/failure';
import { payoutItem } from './payoutItem';
import { fileLines } from './fileLines';
import { digestIn, summaryOf } from './summary';

/** Summarizes its items without a request to Mavapay; docs/how-to/approve.md#the-list. */
export const payoutSummarize = defineCustom('payout', 'summarize', {
	action: 'Summarize payouts',
	description:
		"Turn all items of 'Prepare', or of a payment, into one: totals, what to look at first, and a text to send",
	simplified: 'text, html, rows, count, counts, totals, notPaid, wallets, firstMessages, lastMessage',
	fields: {},
	collect: async (items, _, { timeZone }) => {
		const read = items.map(({ json }) => payoutItem(json));
		const payouts = read.filter((one) => one !== null);
		if (payouts.length === 0)
			throw refuse(
				'No payouts to summarize',
				"None of the items comes from 'Prepare' or from an operation that pays. Connect one of those before this node.",
			);
		const [minute = ''] = digestIn(payouts)?.split('Z-') ?? [];
		const json = summaryOf(payouts, {
			others: read.length - payouts.length,
			files: fileLines(items.map(({ json }, at) => ({ json, payout: read[at] ?? null }))),
			preparedAt:
				minute === '' ? null : `${timeInWords(Date.parse(`${minute}Z`), timeZone)} (${timeZone.replaceAll('_', ' ')})`,
		});
		return [{ json, from: items.map(({ index }) => index) }];
	},
});
