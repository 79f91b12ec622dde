import { plainMessage } from '../http/rejections';
import { amountInWords, type AmountUnit, type Currency, type CurrencyCode } from '../domain/money';
import { parseAmount } from '../domain/parseAmount';
import { supplierKey } from '../payees/accountName';
import type { NewPayees } from '../payees/recordedPayee';
import { isBlank } from '../domain/json';
import { describeType, fail, ok } from '../domain/result';
import { namesNothing, quotedText, visibleText } from '../domain/text';
import { readLeftOut } from '../payout/leftOut';
import { AS_TOOL, NOT_AS_TOOL, when, type Chosen, type Field, type ReadResult } from './field';
import { flag, inTheirWords, labelled, optionalText, readText, rule, strictChoice, text, wholeNumber } from './fields';
import { typedAsTool } from './payees';
import type { GivenAmount, PayDraft } from './operation';

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const AMOUNT = 'Amount';

const UNITS = [
	{ name: 'Major Unit', value: 'major', description: 'NGN, KES, ZAR, GHS, USDT or BTC, with decimals' },
	{ name: 'Minor Unit', value: 'minor', description: 'Such as kobo, cents, pesewas, USDT cents or satoshis' },
] as const;

const unitOf = (choices: ReadonlyArray<{ name: string; value: AmountUnit; description?: string }>) =>
	strictChoice('Amount Unit', {
		description: "The unit of 'Amount' and all limits",
		required: true,
		choices,
	});

/** The unit of 'Amount' and all limits: the minor or major unit of their currency. */
export const amountUnit: Field<AmountUnit> = unitOf(UNITS);

/** The unit of amounts in one fixed currency: "Naira, with decimals" or "Kobo". */
export const amountUnitOf = (currency: Currency): Field<AmountUnit> =>
	unitOf([
		{ name: majorChoice(currency), value: 'major' },
		{ name: sentence(currency.minorPlural), value: 'minor' },
	]);

const majorChoice = ({ majorName }: Currency) => `${sentence(majorName)}, with decimals`;

/** The currency of an amount: a fixed one with two decimals, or one that other parameters determine. */
type AmountCurrency = Currency | ((siblings: Readonly<Record<string, unknown>>) => ReadResult<CurrencyCode>);

/**
 * The field 'Amount'. Its value comes from three parameters: the number, as text so that no digit is lost, its unit and
 * its currency. The value is a `bigint` of minor units. The hint gives an example in the selected unit. If other
 * parameters determine the currency, it gives one in each unit.
 *
 * @example
 * fields: { amountUnit: amountUnitOf(NGN), amount: amount(NGN) },
 * draft: ({ amount: { minor, currency } }) => ... // '5000', in naira: minor is 500000n, currency is 'NGN'
 */
export function amount(currency: AmountCurrency): Field<GivenAmount> {
	const isOpen = typeof currency === 'function';
	const setMajor = `set 'Amount Unit' to '${isOpen ? UNITS[0].name : majorChoice(currency)}'`;
	return {
		...text(AMOUNT, {
			aiMayFill: true,
			hint: isOpen
				? 'In major units 5000 means 5,000.00; in minor units 50.00, or 0.00005 BTC'
				: "Its meaning depends on 'Amount Unit'",
			placeholder: 'e.g. 5000',
		}),
		hintsByUnit: isOpen ? undefined : hintsIn(currency),
		read(raw, siblings = {}) {
			const unit = amountUnit.read(siblings.amountUnit);
			const code = isOpen ? currency(siblings) : ok(currency.code);
			// The unit's and the currency's own fields report the same problems; `combine` keeps each once.
			if (!unit.ok) return unit;
			if (!code.ok) return code;
			// A model can't change the unit.
			const advice = siblings['@tool'] === true ? undefined : setMajor;
			const parsed = labelled(AMOUNT, parseAmount(raw, unit.value, code.value, advice));
			if (!parsed.ok) return parsed;
			return ok({ minor: parsed.value, currency: code.value, unit: unit.value });
		},
	};
}

const hintsIn = ({ code, majorName, minorPlural }: Currency) => ({
	minor: { hint: `In ${minorPlural}: 500000 means ${amountInWords(500_000n, code)}`, placeholder: 'e.g. 500000' },
	major: { hint: `In ${majorName}: 5000 means 5,000.00 ${code}`, placeholder: 'e.g. 5000' },
});

/** Messages that the user counts as rejections, in addition to docs/reference/interface.md#refusals. */
const alsoRefused: Field<string[]> = {
	...text('Also Refused', {
		description:
			'Exact Mavapay messages, one per line, that always mean that nothing was done. They make the outcome rejected instead of unknown.',
		placeholder: 'e.g. Account verification failed',
		rows: 3,
	}),
	required: false,
	read: rule('Also Refused', (raw) => {
		const lines = readText(raw, 10_000, true);
		if (!lines.ok) return lines;
		const messages = lines.value.split('\n').map(plainMessage);
		return ok(messages.filter((line) => line !== ''));
	}),
};

/** The options of every request that writes or pays. */
export const requestOptions = {
	alsoRefused,
	// AI tools have this option, too: all calls of one execution share the memory of what was sent.
	onUnknown: strictChoice<'continue' | 'stop'>('On Unknown Outcome', {
		description:
			"What to do with the remaining items if an item's outcome is unknown. Applies even if On Error is set to Continue.",
		default: 'stop',
		choices: inTheirWords('continue', 'stop'),
	}),
	timeout: wholeNumber('Timeout', {
		description: 'How long to wait for a response, in seconds. After that, the outcome is unknown.',
		default: 60,
		min: 1,
		max: 600,
	}),
};

/** Makes a request's settings from its options; the timeout is then in milliseconds. */
export function requestSettings({ alsoRefused = [], onUnknown = 'stop', timeout = 60 }: Chosen<typeof requestOptions>) {
	return { alsoRefused, onUnknown, timeoutMs: timeout * 1000 };
}

/** The option to skip the node's own format checks, which could refuse something that Mavapay now accepts. */
export const skipChecks = flag('Skip Checks', {
	description:
		"Whether to skip the node's own checks of addresses, invoices and account numbers. Limits and payout references still apply.",
});

export const MAXIMUM_AMOUNT = 'Maximum Amount';
export const MINIMUM_TARGET_AMOUNT = 'Minimum Target Amount';

const MINOR: PayDraft['limitsIn'] = { currency: null, unit: 'minor' };

/**
 * The limits of a payment, read into minor units; null if not given.
 *
 * @param unit the unit of the limits, as a clause for the hint
 * @param quoted whether and when a quote sets the price
 * @param draft determines how limits are read; without `floorIn`, a minimum can't be enforced, so it is refused
 */
export function limitFields(
	unit = "In the unit of 'Amount'",
	quoted?: 'always' | 'byArrival',
	{ limitsIn, floorIn }: Pick<PayDraft, 'limitsIn' | 'floorIn'> = { limitsIn: MINOR, floorIn: MINOR },
) {
	const limit = (field: Field<string>, readIn: PayDraft['limitsIn'] | undefined): Field<bigint | null> => ({
		...field,
		required: false,
		guard: true,
		read: rule<bigint | null>(field.label, (raw) => {
			if (isBlank(raw)) return ok(null);
			return readIn ? parseAmount(raw, readIn.unit, readIn.currency ?? '') : fail('is for swaps only. Leave it empty');
		}),
	});
	const maximumAmount = text(MAXIMUM_AMOUNT, {
		description: quoted ? 'The most that can leave for one item, fees included' : 'The most that one item can pay',
		hint: quoted
			? `${unit}. In a list, calculate it from the row's amount.`
			: `${unit}. Payments above this are not sent.`,
		placeholder: quoted ? 'e.g. {{ Math.ceil($json.amount * 13) }}' : 'e.g. 5000000',
	});
	const minimumTargetAmount = text(MINIMUM_TARGET_AMOUNT, {
		description: 'The least that must arrive, or the quote is not accepted',
		hint: "Only for 'Swap Currencies'. Uses the currency of 'To' and the unit of 'Amount Unit'.",
		placeholder: 'e.g. 5000',
	});
	const maximumTotal = text('Maximum Total', {
		description: 'The most that one execution can pay',
		hint: `${unit}. Payments that would go above it are not sent.`,
		placeholder: 'e.g. 5000000',
	});
	return {
		maximumAmount: typedAsTool({ ...limit(maximumAmount, limitsIn), required: quoted === 'always' }),
		minimumTargetAmount: limit(minimumTargetAmount, floorIn),
		maximumTotal: typedAsTool(limit(maximumTotal, limitsIn)),
	};
}

/**
 * The number of payments that AI agents may make in a day: docs/reference/agents.md#what-bounds-a-day. Text,
 * since a number field has a default that nobody chose. At most 1000, since each payment has a row in n8n's database.
 */
export const paymentsPerDay = when(AS_TOOL, {
	...wholeNumber('Payments per Day', { description: '', default: 1, min: 1, max: 1000 }),
	typedAsTool: true,
	face: {
		type: 'string',
		default: '',
		description:
			"How many payments all tools of this workflow together can make in a day (workflow's time zone), over all executions",
		hint: "At most 'Payments per Day' times 'Maximum Amount' can be paid in a day",
		placeholder: 'e.g. 5',
	},
});

/** The options that only payments have. AI tools lack those that repeat or skip a payment. */
export const payOptions = {
	allowRepeats: when(
		NOT_AS_TOOL,
		flag('Allow Repeats', {
			description:
				'Whether to pay even if the same payee was paid the same amount today or yesterday, under another payout reference',
		}),
	),
	alreadyRecorded: when(
		NOT_AS_TOOL,
		strictChoice<'skip' | 'stop'>('If Already Recorded', {
			description: 'What to do when the payout reference was paid by an earlier execution',
			default: 'stop',
			choices: [
				{ name: 'Skip', value: 'skip', description: 'Output the item as already paid and continue' },
				{ name: 'Stop', value: 'stop' },
			],
		}),
	),
	includeInputFields: flag('Include Input Fields', {
		description:
			'Whether to return the input item with result columns (payoutOutcome, payoutTransactionId and so on). Existing columns with these names are replaced.',
	}),
	payoutsInParallel: when(
		NOT_AS_TOOL,
		wholeNumber('Payouts in Parallel', {
			description: 'How many payouts to send at the same time. Limits and payout references still apply.',
			default: 1,
			min: 1,
			max: 20,
		}),
	),
};

/** The switch for dry runs. It takes only booleans, and not even the text "false", since texts are ambiguous. */
export const validateOnly: Field<boolean> = {
	...flag('Validate Only', { description: 'Whether to run every check and output the exact request without paying' }),
	read: rule('Validate Only', (raw) =>
		typeof raw === 'boolean'
			? ok(raw)
			: fail(`must be true or false, but is ${isBlank(raw) ? 'empty' : describeType(raw)}`),
	),
};

export const PAYOUT_REFERENCE = 'Payout Reference';

/** The user's own name or number for the payee, which groups payees in the record. It is never sent. */
export const supplier = when(
	NOT_AS_TOOL,
	optionalText('Supplier', {
		description:
			'Your own name or number for the payee, not sent to Mavapay. A supplier that was paid before, but never at this destination, counts as changed.',
		placeholder: 'e.g. Adaeze Foods Ltd',
		guard: true,
		check: (given) =>
			supplierKey(given) === '' || namesNothing(given)
				? fail(`is ${quotedText(given)}, which names nobody; fill in a name, or your number`)
				: ok(given),
	}),
);

export const newPayees = when(NOT_AS_TOOL, {
	...strictChoice<NewPayees>('New Payees', {
		description:
			"What to do with a payee that this workflow has never paid. Approved payouts aren't refused if 'Approved By' says who approved them.",
		default: 'allow',
		choices: [
			{
				name: 'Allow',
				value: 'allow',
				description: 'Pay, and report in payeeHistory whether the payee is new or changed',
			},
			{
				name: 'Refuse Changed',
				value: 'refuseChanged',
				description:
					"Refuse if 'Supplier' was paid before, but never at this destination, or if this destination was only paid for another supplier",
			},
			{ name: 'Refuse New', value: 'refuseNew', description: 'Refuse changed payees, and those that were never paid' },
		],
	}),
	guard: true,
});

export const approvalDigest = when(
	NOT_AS_TOOL,
	optionalText('Approval Digest', {
		description:
			"The 'approvalDigest' from 'Prepare'. If filled in, nothing is paid unless this run has exactly the payouts that 'Prepare' found ready.",
		placeholder: "e.g. {{ $('Prepare').first().json.approvalDigest }}",
		guard: true,
	}),
);

/** Answers that don't name an approver: refusals, and results of conditions. */
const NOBODYS_NAME = /^(true|false|null|undefined|no|none|nobody|declined|denied|disapproved|rejected)$/i;

export const NOBODY_ANSWERED = 'is an expression that gave nothing: nobody answered, so nobody approved';

/** The approver's name, usually read by an expression from the approver's answer. Shown, stored and not verified. */
export const approvedBy: Field<string | undefined> = when(NOT_AS_TOOL, {
	...optionalText('Approved By', {
		description:
			"Who approved the payouts of 'Approval Digest'. Required for payouts that only a person can let through, such as those to new payees.",
		hint: "Kept with the payment. The name isn't checked.",
		placeholder: "e.g. {{ $('Ask').first().json.data.responder.name }}",
		guard: true,
		maxLength: 200,
		check: (given) => {
			if (visibleText(given) === '') return fail('contains only invisible characters');
			return NOBODYS_NAME.test(given.trim()) ? fail(`is "${given.trim()}", which is nobody's name`) : ok(given);
		},
	}),
	whenLost: NOBODY_ANSWERED,
});

/** The references of the payouts that the approver struck out; `readLeftOut` reads the list. */
export const leftOut = when(NOT_AS_TOOL, {
	...optionalText('Left Out', {
		description:
			"The payout references that the approver struck out, as a JSON list. Still give this node every row: those struck out are not paid under this 'Approval Digest', now or later.",
		hint: 'Use [] if nothing was struck out. A form returns [] by itself. A button returns no value, which is refused.',
		placeholder: 'e.g. ["INV-1", "INV-2"]',
		guard: true,
		maxLength: 200_000,
		check: (given) => {
			const read = readLeftOut(given);
			return read.ok ? ok(given) : read;
		},
	}),
	whenLost: NOBODY_ANSWERED,
});

/** The beginning of an AI tool's references. The rest comes from the payment, so a model can't pay twice. */
export const referencePrefix = typedAsTool({
	...text('Reference Prefix', {
		description: "The first part of this tool's payout references. The day, the payee and the amount follow.",
		default: 'agent',
		placeholder: 'e.g. agent',
	}),
	showWhen: AS_TOOL,
});

/** The model's reason for a payment. It is shown and stored, but decides nothing and isn't sent. */
export const reason: Field<string | undefined> = {
	...text('Reason', {
		aiMayFill: true,
		description: 'Why the model makes this payment. It is only for people to read, and changes nothing.',
		// With this text, n8n's editor lets a model fill in the field, and shows that a model does.
		default:
			"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Reason', `Who asked for this payment, and what it is for`, 'string') }}",
	}),
	showWhen: AS_TOOL,
	read: rule('Reason', (raw) => {
		const given = isBlank(raw) ? ok('') : readText(raw, 500);
		if (!given.ok) return given;
		const shown = visibleText(given.value);
		return shown === '' ? fail('is empty. Say who asked for this payment, and what it is for') : ok(shown);
	}),
};

const KEPT = 'Kept per workflow; copies and sub-workflows have their own record';

/** A payment's idempotency key across executions. `whenEmpty`: a sentence about its default; null if required. */
export function payoutReference(whenEmpty: string | null): Field<unknown> {
	const face = text(PAYOUT_REFERENCE, {
		description:
			'Your own identifier for this payment, such as the invoice number (an idempotency key). A payment with this reference is sent once, however often the workflow runs.',
		hint: whenEmpty === null ? KEPT : `${whenEmpty} ${KEPT}.`,
		placeholder: 'e.g. INV-2026-0412',
	});
	return { ...face, required: whenEmpty === null, showWhen: NOT_AS_TOOL, read: (raw) => ok(raw) };
}
