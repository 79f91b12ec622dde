import type { EventFilters } from '../events/filters';
import { EVENTS } from '../events/paymentEvent';
import { typeOf } from '../domain/transaction';
import { codeOf, isBlank } from '../domain/json';
import { CURRENCIES } from '../domain/money';
import { parseAmount } from '../domain/parseAmount';
import { fail, ok, type Result } from '../domain/result';
import { FILLED_IN, when, type Field, type ReadResult, type Values } from './field';
import { choice, choices, inTheirWords, labelled, strictChoice, text } from './fields';

/** Makes a field a filter, which is off while empty. An expression without a value is refused. */
function filter<T>(field: Field<T>): Field<T | null> {
	const isList = field.face.type === 'multiOptions';
	const isEmpty = (raw: unknown) => isBlank(raw) || (isList && Array.isArray(raw) && raw.length === 0);
	return {
		...field,
		required: false,
		guard: true,
		read: (raw, siblings) => (isEmpty(raw) ? ok(null) : field.read(raw, siblings)),
	};
}

/**
 * The filters of the trigger and of 'Transaction: Get New'; docs/reference/trigger.md#which-events-are-believed.
 * They are top-level fields, not options: n8n can lose options, and a workflow would then book events it shouldn't.
 */
export const eventFilterFields = {
	currency: filter(
		choice('Currency', {
			default: '',
			anyCase: true,
			choices: [{ name: 'Any', value: '' }, ...CURRENCIES.map(({ code }) => ({ name: code, value: code }))],
		}),
	),
	status: filter(
		choices('Status', {
			description:
				'Leave empty for any. Only Success means that the money has arrived: deposits and payouts can be Pending first, or end as Failed.',
			default: [],
			anyCase: true,
			choices: inTheirWords('FAILED', 'PENDING', 'SUCCESS'),
		}),
	),
	type: filter(
		choices('Type', {
			description: 'Leave empty for any. Payment Link Settled is a withdrawal: it pays the money out to you.',
			default: [],
			anyCase: true,
			choices: inTheirWords(...new Set(EVENTS.map(({ type }) => type))),
		}),
	),
	customerReference: filter(
		text('Customer Reference', {
			description: 'Your own identifier, which you gave the quote or withdrawal. Leave empty for any.',
			placeholder: 'e.g. order-1234567890',
			exact: true,
		}),
	),
	customerReferenceMatch: when(
		{ customerReference: [FILLED_IN] },
		strictChoice('Customer Reference Match', {
			description: "How 'Customer Reference' is compared. Uppercase and lowercase letters differ.",
			default: 'equals',
			choices: inTheirWords('contains', 'equals', 'startsWith'),
		}),
	),
	minimumAmount: filter(
		text('Minimum Amount', {
			description: "In minor units of 'Currency', which is then required",
			hint: 'In kobo, cents, pesewas, satoshis or USDT cents: for NGN, 100000 is 1,000.00',
			placeholder: 'e.g. 100000',
		}),
	),
};

/** Makes the filters from the values of their fields. 'Minimum Amount' is in minor units and needs 'Currency'. */
export function readEventFilters(given: Values<typeof eventFilterFields>): ReadResult<EventFilters> {
	const currency = given.currency?.toUpperCase() ?? null;
	const minimumAmount = labelled('Minimum Amount', readMinimum(given.minimumAmount, currency));
	if (!minimumAmount.ok) return minimumAmount;
	const { customerReference: reference, customerReferenceMatch: match = 'equals' } = given;
	return ok({
		currencies: currency === null ? null : [currency],
		statuses: given.status?.map(codeOf) ?? null,
		types: given.type?.map(typeOf) ?? null,
		customerReference: reference === null ? null : { text: reference, match },
		minimumAmount: minimumAmount.value,
	});
}

function readMinimum(raw: string | null, currency: string | null): Result<bigint | null> {
	// An expression can give 0, which means no minimum.
	if (raw === null || /^0+$/.test(raw)) return ok(null);
	if (currency === null) return fail("needs 'Currency': without it the number could mean any unit");
	return parseAmount(raw, 'minor', currency);
}
