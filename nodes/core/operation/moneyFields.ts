import type { AmountUnit } from '../domain/money';
import type { Field } from './field';
import { choice, flag, optionalText, rule, text, wholeNumber } from './fields';

const UNITS = [
	{ name: 'Major Unit', value: 'major', description: 'NGN, KES, ZAR, GHS, BTC or USDT, with decimals' },
	{ name: 'Minor Unit', value: 'minor', description: 'Kobo, cents, pesewas, satoshis or USDT cents' },
];

/**
 * An amount as text, so that no digit is lost. The hint says what the number will mean; where the
 * unit can be chosen it changes with the choice.
 */
export function amountField(spec: {
	hint: string;
	placeholder: string;
	major?: { hint: string; placeholder: string };
}): Field<unknown> {
	const { major, ...face } = spec;
	const other = major === undefined ? {} : { otherHint: { parameter: 'amountUnit', value: 'major', ...major } };
	return { ...text({ label: 'Amount', aiMayFill: true, ...face }), ...other, read: (raw) => ({ ok: true, value: raw }) };
}

/** Whether amounts are in the minor or the major unit of their currency. */
export const amountUnit: Field<AmountUnit> = {
	...choice({
		label: 'Amount Unit',
		description: 'The unit of every amount of this payment, caps included',
		default: 'minor',
		choices: UNITS,
	}),
	read: rule('Amount Unit', (raw) =>
		raw === 'minor' || raw === 'major'
			? { ok: true, value: raw }
			: { ok: false, reason: 'must be "minor" or "major"' },
	),
};

/** Options of every request that pays or binds. */
export const bindOptions = {
	onUnknown: {
		...choice({
			label: 'On Unknown Outcome',
			description: 'What to do with the remaining items when the answer for one got lost, whatever On Error says',
			default: 'stop',
			choices: [
				{ name: 'Continue', value: 'continue' },
				{ name: 'Stop', value: 'stop' },
			],
		}),
		read: rule('On Unknown Outcome', (raw) =>
			raw === 'stop' || raw === 'continue'
				? { ok: true, value: raw }
				: { ok: false, reason: 'must be "stop" or "continue"' },
		),
	} satisfies Field<'stop' | 'continue'>,
	timeout: wholeNumber({
		label: 'Timeout',
		description: 'Seconds to wait for the answer; after that the outcome is unknown',
		default: 60,
		min: 1,
		max: 600,
	}),
};

/** Switches off the checks that could refuse what the service has learnt to accept. */
export const skipChecks = flag({
	label: 'Skip Checks',
	description:
		'Whether to send values that the checks of addresses, invoices and numbers refuse. Caps and the payout record stay on.',
	default: false,
});

const capHint = 'In the unit of the amount. If more would be paid, nothing is sent.';

/** Caps of a payment, in the unit of its amount; read once the currency is known. */
export const caps = {
	maximumAmount: guardText('Maximum Amount', 'The most that one item may pay', capHint),
	maximumTotal: guardText('Maximum Total', 'The most that all items of one execution may pay together', capHint),
};

function guardText(label: string, description: string, hint: string): Field<unknown> {
	const face = optionalText({ label, description, hint, placeholder: 'e.g. 5000000', guard: true });
	return { ...face, read: (raw) => ({ ok: true, value: raw }) };
}

/** Options of every request that pays, besides those of every request that binds. */
export const payOptions = {
	alreadyRecorded: {
		...choice({
			label: 'If Already Recorded',
			description: 'What to do when the payout reference was paid by an earlier execution',
			default: 'stop',
			choices: [
				{ name: 'Skip', value: 'skip', description: 'Emit the item as already paid and go on' },
				{ name: 'Stop', value: 'stop' },
			],
		}),
		read: rule('If Already Recorded', (raw) =>
			raw === 'stop' || raw === 'skip'
				? { ok: true, value: raw }
				: { ok: false, reason: 'must be "stop" or "skip"' },
		),
	} satisfies Field<'stop' | 'skip'>,
	payoutsInParallel: wholeNumber({
		label: 'Payouts in Parallel',
		description: 'How many payouts may be under way at once. Limits and payout references hold exactly all the same.',
		default: 1,
		min: 1,
		max: 20,
	}),
	validateOnly: {
		...flag({
			label: 'Validate Only',
			description: 'Whether to run every check and emit the exact request without paying',
			default: false,
		}),
		guard: true,
	},
	withoutPayoutReference: flag({
		label: 'Without Payout Reference',
		description:
			'Whether to pay although no payout reference results. Nothing then keeps a later execution from paying again.',
		default: false,
	}),
};

/** The label of the field that `payoutReference` makes. */
export const PAYOUT_REFERENCE = 'Payout Reference';

/** As a tool the reference is derived, so that no answer of the model can make a second payment of one. */
export const referencePrefix = text({
	label: 'Reference Prefix',
	description: 'How payout references made by this tool begin. The payee, the amount and the day follow.',
	default: 'agent',
	placeholder: 'e.g. agent',
});

/**
 * The reference under which a payment is recorded across executions.
 *
 * @param whenEmpty a sentence for the hint: what becomes of a payment without one
 */
export function payoutReference(whenEmpty: string): Field<unknown> {
	const face = text({
		label: PAYOUT_REFERENCE,
		description:
			'Your own identifier of this payment, such as the invoice number. A payment with this reference is sent once, however often the workflow runs.',
		hint: `${whenEmpty} Recorded for this workflow only, not for its copies or sub-workflows.`,
		placeholder: 'e.g. INV-2026-0412',
	});
	return { ...face, required: false, read: (raw) => ({ ok: true, value: raw }) };
}
