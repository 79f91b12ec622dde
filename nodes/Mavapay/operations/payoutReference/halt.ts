import { defineRecord } from '../../../core/operation/define';
import { optionalText } from '../../../core/operation/fields';
import { isBlank } from '../../../core/domain/json';
import { ok } from '../../../core/domain/result';
import { cutLine } from '../../../core/domain/text';

const reason = {
	...optionalText('Reason', { description: "Who halts payouts and why, for the output and n8n's log" }),
	// Cut, never refused: nothing may keep a halt from its work.
	read: (raw: unknown) => ok(isBlank(raw) ? undefined : cutLine(String(raw))),
};

export const payoutReferenceHalt = defineRecord('payoutReference', 'halt', {
	action: 'Halt all payouts',
	description:
		'Stop all payouts of this workflow, including those of running executions, until they are resumed. Payouts already sent are not affected.',
	fields: { reason },
	plan: ({ reason: given }) => ({ do: 'halt', reference: null, reason: given }),
});
