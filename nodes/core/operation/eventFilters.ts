import { CURRENCIES, parseAmount } from '../domain/money';
import { EVENTS, type Filters } from '../domain/events/paymentEvent';
import { fail, ok, type Result } from '../domain/result';
import type { Chosen } from './field';
import { choice, choices, optionalText, strictChoice } from './fields';

const inTitleCase = (word: string) => word.charAt(0) + word.slice(1).toLowerCase();

/** What the trigger and 'Transaction: Get New' let through; docs/trigger.md#which-events-are-believed. */
export const eventFilterFields = {
	currency: choice({
		label: 'Currency',
		default: 'NGN',
		anyCase: true,
		choices: CURRENCIES.map(({ code }) => ({ name: code, value: code })),
	}),
	customerReference: optionalText({
		label: 'Customer Reference',
		description: 'Your own identifier, as you gave it with the quote or withdrawal',
		placeholder: 'e.g. order-1234567890',
		exact: true,
	}),
	customerReferenceMatch: strictChoice({
		label: 'Customer Reference Match',
		description: "How 'Customer Reference' is compared. Capital and small letters differ.",
		default: 'equals',
		choices: [
			{ name: 'Contains', value: 'contains' },
			{ name: 'Equals', value: 'equals' },
			{ name: 'Starts With', value: 'startsWith' },
		],
	}),
	minimumAmount: optionalText({
		label: 'Minimum Amount',
		description:
			"In minor units of 'Currency', which is required as well: kobo, cents, pesewas, satoshis or USDT cents. For NGN, 100000 is 1,000.00.",
		placeholder: 'e.g. 100000',
	}),
	status: choices({
		label: 'Status',
		description: 'Failed payments have no event of their own. Filter by status.',
		default: [],
		anyCase: true,
		choices: ['FAILED', 'PENDING', 'SUCCESS'].map((value) => ({ name: inTitleCase(value), value })),
	}),
	type: choices({
		label: 'Type',
		description: 'Payment Link Settled is a withdrawal: it pays the money out to you',
		default: [],
		anyCase: true,
		choices: [...new Set(EVENTS.map(({ type }) => type))].map((value) => ({ name: inTitleCase(value), value })),
	}),
};

/** The filters, or why they can't be used. */
export function readEventFilters(chosen: Chosen<typeof eventFilterFields>): Result<Filters> {
	const currency = chosen.currency?.toUpperCase() ?? null;
	const minimumAmount = readMinimum(chosen.minimumAmount, currency);
	if (!minimumAmount.ok) return minimumAmount;
	return ok({
		currency,
		statuses: upperCase(chosen.status),
		types: upperCase(chosen.type),
		customerReference:
			chosen.customerReference === undefined
				? null
				: { text: chosen.customerReference, match: chosen.customerReferenceMatch ?? 'equals' },
		minimumAmount: minimumAmount.value,
	});
}

function readMinimum(raw: string | undefined, currency: string | null): Result<bigint | null> {
	if (raw === undefined) return ok(null);
	if (currency === null) return fail("'Minimum Amount' needs 'Currency': without it the number could mean any unit");
	const amount = parseAmount(raw, 'minor', currency);
	return amount.ok ? amount : fail(`'Minimum Amount' ${amount.reason}`);
}

function upperCase(texts: readonly string[] | undefined): string[] | null {
	return texts?.map((text) => text.toUpperCase()) ?? null;
}
