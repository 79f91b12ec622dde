import { defineCustom } from '../../../core/operation/define';
import { withoutLinks } from '../../../core/domain/text';
import { refuse } from '../../../core/service/failure';
import { payoutItem } from './payoutItem';
import { fileLines } from './fileLines';
import { summaryOf } from './summary';

/** Works on its items alone and asks Mavapay nothing; docs/reference/approval.md#approval. */
export const payoutSummarize = defineCustom('payout', 'summarize', {
	action: 'Summarize payouts',
	description:
		"Combine all items of 'Payout: Prepare', or of a node that paid, into one: totals, payouts to look at, and a text for a message",
	fields: {},
	collect: async (items) => {
		const read = items.map(({ json }) => payoutItem(json));
		const payouts = read.filter((one) => one !== null);
		if (payouts.length === 0) {
			throw refuse(
				'No payouts to summarize',
				"None of the items comes from 'Payout: Prepare' or from an operation that pays. Connect one of those in front.",
			);
		}
		const summary = summaryOf(payouts, read.length - payouts.length);
		const text = withoutLinks([...fileLines(items.map(({ json }) => json)), summary.text].join('\n'));
		return [{ json: { ...summary, text }, from: items.map(({ index }) => index) }];
	},
});
