import { text } from '../../../core/operation/fields';
import { recordOperation } from '../../../core/operation/record';
import { clearedRecord } from '../../../core/service/schemas/payoutReference';

/** What has to be typed before the record is emptied. */
const CONFIRMATION = 'clear the record';

export const payoutReferenceClear = recordOperation({
	operation: 'clear',
	name: 'Clear',
	action: 'Clear all payout references',
	description:
		"Empty this workflow's record. Every reference in it can then be paid again, so keep the input of earlier runs away.",
	fields: {
		confirmation: text({
			label: 'Confirmation',
			description: `Type "${CONFIRMATION}" to empty the record`,
			placeholder: `e.g. ${CONFIRMATION}`,
			check: (typed) =>
				typed === CONFIRMATION
					? { ok: true, value: typed }
					: { ok: false, reason: `must be exactly "${CONFIRMATION}"` },
		}),
	},
	answer: clearedRecord,
	asTool: false,
	plan: () => ({ ok: true, value: { action: 'clear', reference: null } }),
});
