import { defineRecord } from '../../../core/operation/define';
import { brokenRules, when, type Problem, type Values } from '../../../core/operation/field';
import { choice, flag, optionalDate, optionalLine, strictChoice } from '../../../core/operation/fields';
import { amount, amountUnit } from '../../../core/operation/payFields';
import type { ResolvePlan } from '../../../core/payout/plan';
import { currencyChoices } from '../choices';
import { paymentHashKey, quoteKey } from '../paying';
import { byCustomerReference, byKey, byPayee } from './evidence';
import { reference } from './payoutReference';

const resolvedCurrency = choice('Currency', {
	description: 'The currency of the payment',
	default: 'NGN',
	choices: currencyChoices('transaction'),
});

const given = amount(({ currency }) => resolvedCurrency.read(currency));

/** The condition of fields that a look-up needs if it can also find other payments. */
const NOT_ITS_OWN = { lookUpBy: ['customerReference', 'payee'] };

const resolveFields = {
	reference,
	lookUpBy: strictChoice('Look Up By', {
		description: 'How to find the payment. Only an identifier unique to this payment gives a certain answer.',
		default: 'payee',
		choices: [
			{
				name: 'Customer Reference, Amount and Time',
				value: 'customerReference',
				description: 'Never certain: other payments may match, too',
			},
			{
				name: 'Payee, Amount and Time',
				value: 'payee',
				description: 'Never certain: a payment made in the dashboard looks the same',
			},
			{ name: 'Payment Hash', value: 'paymentHash', description: 'Certain. For Lightning invoices.' },
			{ name: 'Quote ID', value: 'quoteId', description: 'Certain. The ID of the quote that was accepted.' },
		],
	}),
	value: optionalLine('Value', {
		description:
			"The payment hash or the invoice; the quote ID; the customer reference; or the payee's account number, address or name. Can be empty if the payout reference is the hash or the quote ID.",
		placeholder: 'e.g. 0123456789',
		// A customer reference can be any text, even one such as 2.5E+11, which other fields refuse.
		exact: true,
		// The length of the longest invoice that can be paid.
		maxLength: 4096,
	}),
	amount: when(NOT_ITS_OWN, {
		...given,
		aiMayFill: false,
		face: { ...given.face, description: 'The amount that was to be paid' },
	}),
	amountUnit: when(NOT_ITS_OWN, amountUnit),
	currency: when(NOT_ITS_OWN, resolvedCurrency),
	sentAfter: optionalDate('Sent After', {
		description:
			"When the execution that sent the payment started. Optional with a payment hash or quote ID; if set, only a payment that failed after this time is 'notPaid'.",
	}),
	sentBefore: when(
		NOT_ITS_OWN,
		optionalDate('Sent Before', { description: 'When the execution that sent the payment ended' }),
	),
};

type ResolveInput = Values<typeof resolveFields>;

/** The value to look up by. If 'Value' is empty: the payout reference, which must be the payment hash or quote ID. */
const lookUpValue = ({ value, reference: given }: Pick<ResolveInput, 'value' | 'reference'>) => value?.trim() ?? given;

function resolveProblems(input: ResolveInput): Problem[] {
	const { lookUpBy, value, sentAfter, sentBefore } = input;
	const isOthers = NOT_ITS_OWN.lookUpBy.includes(lookUpBy);
	const needsTime = isOthers && sentAfter === undefined;
	const isNoHash = lookUpBy === 'paymentHash' && paymentHashKey(lookUpValue(input)).length === 0;
	const isBackwards = Date.parse(sentBefore ?? '') < Date.parse(sentAfter ?? '');
	return brokenRules(
		[isOthers && value === undefined, 'Value', 'is empty'],
		[needsTime, 'Sent After', 'is empty. It is optional only with a payment hash or quote ID'],
		[
			isNoHash,
			'Value',
			"is neither a payment hash (64 hexadecimal digits) nor a Lightning invoice. For a payment to a bank, set 'Look Up By' to 'Payee, Amount and Time'",
		],
		[isBackwards, 'Sent Before', "is earlier than 'Sent After'"],
	);
}

function planOf(input: ResolveInput, updateRecord: boolean): ResolvePlan {
	const { reference: given, lookUpBy, sentAfter, sentBefore } = input;
	const value = lookUpValue(input);
	const sentAfterMs = sentAfter === undefined ? null : Date.parse(sentAfter);
	const common = { do: 'resolve', reference: given, updateRecord } as const;
	const [key] = lookUpBy === 'paymentHash' ? paymentHashKey(value) : lookUpBy === 'quoteId' ? quoteKey(value) : [];
	if (key !== undefined)
		return {
			...common,
			foundBy: key,
			sentAfterMs,
			gather: async (service) => await byKey(service, key),
		};
	const expected = {
		minor: input.amount?.minor ?? 0n,
		currency: input.amount?.currency ?? '',
		sentAfterMs: sentAfterMs ?? 0,
		sentBeforeMs: sentBefore === undefined ? null : Date.parse(sentBefore),
	};
	const gather = lookUpBy === 'payee' ? byPayee : byCustomerReference;
	return { ...common, foundBy: null, expected, gather: async (service) => await gather(service, value, expected) };
}

/** Reads from Mavapay, and settles the record on request: docs/reference/outcomes.md#resolving-a-reference. */
export const payoutReferenceResolve = defineRecord('payoutReference', 'resolve', {
	action: 'Resolve payout reference',
	description: 'Ask Mavapay how a payment of unknown outcome ended: paid, not paid, likely paid or still open',
	simplified:
		'reference, state, resolution, why, transactionId, claim, lookAgainAt, lookAgainInWords, recordChanged, candidates',
	fields: resolveFields,
	options: {
		updateRecord: flag('Update Record', {
			description:
				'Whether to settle the reference if the answer is certain: mark it as paid, or release it so that a new run can pay it. The execution that sent it must have ended.',
		}),
	},
	check: resolveProblems,
	plan: (input) => planOf(input, input.options.updateRecord ?? false),
});
