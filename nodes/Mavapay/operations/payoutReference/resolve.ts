import type { Evidence, Expected } from '../../../core/domain/books/resolution';
import { defineOperation } from '../../../core/operation/define';
import { when, type Problem } from '../../../core/operation/field';
import { ANY_LENGTH, choice, flag, oneLine, optionalDate, strictChoice, text } from '../../../core/operation/fields';
import { amountUnit, optionalAmount } from '../../../core/operation/payFields';
import type { LookUpKey } from '../../../core/operation/operation';
import type { ReadService } from '../../../core/service/service';
import { currencyChoices } from '../choices';
import { customerReferenceKey, paymentHashKey, quoteKey } from '../lookUpKeys';
import { byCustomerReference, byOrder, byOrderId, byPayee, byPaymentHash, hasQuote } from './evidence';
import { reference, resolvedReference } from './payoutReference';

const currency = choice({
	label: 'Currency',
	description: 'The currency of the payment',
	default: 'NGN',
	choices: currencyChoices('transaction'),
});

const given = optionalAmount({ use: 'transaction', currency: { parameter: 'currency', field: currency } });

const BY_PAYEE = { lookUpBy: ['payee'] };

const fields = {
	reference,
	lookUpBy: strictChoice({
		label: 'Look Up By',
		description: 'What the payment is found by. Only what belongs to this payment alone gives a certain answer.',
		default: 'paymentHash',
		choices: [
			{
				name: 'Customer Reference',
				value: 'customerReference',
				description: "Certain with 'Sent After', if no other payment since then has it",
			},
			{ name: 'Order ID', value: 'orderId', description: 'Certain. The order of a quote that was accepted.' },
			{
				name: 'Payee, Amount and Time',
				value: 'payee',
				description: 'Never certain: a payment made in the dashboard looks the same',
			},
			{ name: 'Payment Hash', value: 'paymentHash', description: 'Certain. For Lightning invoices.' },
			{ name: 'Quote ID', value: 'quoteId', description: 'Certain. The quote that was accepted.' },
		],
	}),
	value: when(
		{ lookUpBy: ['customerReference', 'orderId', 'paymentHash', 'quoteId'] },
		text({
			label: 'Value',
			description: 'The customer reference, order ID, payment hash (or the invoice itself) or quote ID of the payment',
			placeholder: 'e.g. 43477-4306',
			maxLength: ANY_LENGTH,
			...oneLine,
		}),
	),
	payee: when(
		BY_PAYEE,
		text({
			label: 'Payee',
			description: 'The account number, address or name that was to be paid',
			placeholder: 'e.g. 0123456789',
			...oneLine,
		}),
	),
	amount: {
		...given,
		aiMayFill: false,
		face: {
			...given.face,
			description: 'What was to be paid. Needed for a payee; otherwise it is compared only if filled in.',
		},
	},
	amountUnit,
	currency,
	sentAfter: optionalDate({
		label: 'Sent After',
		description:
			'When the execution started that sent it. Needed for a payee, and to tell payments apart that share a customer reference.',
	}),
	sentBefore: optionalDate({ label: 'Sent Before', description: 'When that execution ended' }),
};

type Given = {
	readonly lookUpBy: 'customerReference' | 'orderId' | 'payee' | 'paymentHash' | 'quoteId';
	readonly value: string | undefined;
	readonly payee: string | undefined;
	readonly amount: { readonly minor: bigint; readonly currency: string } | undefined;
	readonly sentAfter: string | undefined;
	readonly sentBefore: string | undefined;
};

function problemsOf({ lookUpBy, value = '', amount, sentAfter, sentBefore }: Given): Problem[] {
	const byPayee = lookUpBy === 'payee';
	return [
		...(byPayee && amount === undefined
			? [{ field: 'Amount', reason: "is empty. It is needed when 'Look Up By' is Payee, Amount and Time" }]
			: []),
		...(byPayee && sentAfter === undefined
			? [{ field: 'Sent After', reason: "is empty. It is needed when 'Look Up By' is Payee, Amount and Time" }]
			: []),
		...(lookUpBy === 'paymentHash' && paymentHashKey(value).length === 0
			? [{ field: 'Value', reason: 'is no payment hash (64 hexadecimal digits) and no Lightning invoice' }]
			: []),
		...(sentAfter !== undefined && sentBefore !== undefined && Date.parse(sentBefore) < Date.parse(sentAfter)
			? [{ field: 'Sent Before', reason: "is earlier than 'Sent After'" }]
			: []),
	];
}

function expectedOf({ lookUpBy, amount, sentAfter, sentBefore }: Given): Omit<Expected, 'resent'> {
	return {
		minor: amount?.minor ?? null,
		// A payment hash stands on what else belongs to its quote, too, in another currency.
		currency: amount?.currency ?? (lookUpBy === 'paymentHash' ? 'BTC' : null),
		sentAfterMs: sentAfter === undefined ? null : Date.parse(sentAfter),
		sentBeforeMs: sentBefore === undefined ? null : Date.parse(sentBefore),
		certain: lookUpBy !== 'payee',
		shared: lookUpBy === 'customerReference',
	};
}

async function gather(service: ReadService, given: Given): Promise<Evidence> {
	const { value = '', payee = '', amount = { minor: 0n, currency: '' }, sentAfter, sentBefore } = given;
	switch (given.lookUpBy) {
		case 'customerReference':
			return await byCustomerReference(service, value);
		case 'orderId':
			return await byOrderId(service, value);
		case 'paymentHash':
			return await byPaymentHash(service, paymentHashKey(value)[0]?.value ?? '');
		case 'quoteId':
			return await byOrder(service, hasQuote(value));
		case 'payee':
			return await byPayee(service, { payee, minor: amount.minor, currency: amount.currency, sentAfter, sentBefore });
	}
}

function lookUpKeysOf({ lookUpBy, value = '' }: Given): LookUpKey[] {
	switch (lookUpBy) {
		case 'customerReference':
			return customerReferenceKey(value);
		case 'paymentHash':
			return paymentHashKey(value);
		case 'quoteId':
			return quoteKey(value);
		// The record has an order by its quotes only.
		case 'orderId':
		case 'payee':
			return [];
	}
}

/** Reads of Mavapay, and the record: docs/money.md#resolving-a-reference. */
export const payoutReferenceResolve = defineOperation({
	effect: 'record',
	resource: 'payoutReference',
	operation: 'resolve',
	name: 'Resolve',
	action: 'Resolve a payout reference',
	description:
		'Ask Mavapay what became of a payment of unknown outcome: paid, not paid, likely paid or still open. The execution which sent it must have ended.',
	fields,
	options: {
		updateRecord: flag({
			label: 'Update Record',
			description:
				'Whether to settle the reference where the answer is certain: paid marks it as paid, not paid releases it, so that a new run can pay it',
			default: false,
		}),
	},
	response: resolvedReference,
	asTool: false,
	check: problemsOf,
	plan: (input) => ({
		action: 'resolve',
		reference: input.reference,
		updateRecord: input.options.updateRecord ?? false,
		expected: expectedOf(input),
		gather: async (service) => await gather(service, input),
		lookUpKeys: lookUpKeysOf(input),
	}),
});
